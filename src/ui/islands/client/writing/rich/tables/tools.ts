import type { IconName } from "#ui/icon-names.ts";
import { drawIcon, make, say } from "#ui/islands/client/writing/dom.ts";
import { rove } from "#ui/islands/client/writing/rove.ts";
import type { Grid } from "./grid.ts";
import * as tables from "./table.ts";

const ALIGNS: [tables.Align, string][] = [
	["left", "靠左"],
	["center", "置中"],
	["right", "靠右"],
];
const MOVES: [IconName, string, { row?: 1 | -1; column?: 1 | -1 }][] = [
	["up", "這一列上移", { row: -1 }],
	["down", "這一列下移", { row: 1 }],
	["left", "這一欄左移", { column: -1 }],
	["right", "這一欄右移", { column: 1 }],
];

/** Adds the buttons of a grid: those over it, and those at its edges. */
export function addTools(grid: Grid): void {
	const aligns = ALIGNS.map(([align, words]) =>
		tool(words, () => grid.change(tables.aligned(grid.lines, grid.now.column, align))),
	);
	const moves = MOVES.map(([icon, words, step]) => tool(drawIcon(icon), () => move(grid, step), words));
	const bar = make(
		"div",
		{ class: "table-tools", role: "toolbar", "aria-label": "表格" },
		...aligns,
		make("span", { class: "tool-gap" }),
		...moves,
		make("span", { class: "tool-gap" }),
		tool("－列", () => remove(grid, "row"), "刪除這一列"),
		tool("－欄", () => remove(grid, "column"), "刪除這一欄"),
	);
	for (const [at, button] of bar.querySelectorAll("button").entries()) button.tabIndex = at === 0 ? 0 : -1;
	rove(bar);
	const row = tool("＋列", () => addRow(grid, { row: grid.height, column: 0 }), "在最後加一列");
	const column = tool("＋欄", () => addColumn(grid), "在最後加一欄");
	row.classList.add("add-row");
	column.classList.add("add-column");
	grid.dom.prepend(bar);
	grid.dom.append(row, column);
	// Shows how the column of the current cell is aligned.
	grid.shown = () => {
		const align = tables.alignOf(grid.lines, grid.now.column) ?? "left";
		for (const [at, [name]] of ALIGNS.entries()) aligns[at]?.setAttribute("aria-pressed", String(name === align));
	};
}

/** Makes a button that leaves the focus where it is when it is pressed with a pointer. */
const tool = (shown: string | Node, click: () => void, label?: string): HTMLButtonElement =>
	make("button", { type: "button", click, "aria-label": label, mousedown: (event) => event.preventDefault() }, shown);

/** Keeps the caret in the cell that was changed, when it was there and not on a button. */
function stay(grid: Grid, wasIn: boolean): void {
	if (wasIn) grid.enter(grid.now, "end");
}
const isIn = (grid: Grid): boolean =>
	grid.placeOf(document.activeElement) !== null && grid.dom.contains(document.activeElement);

/** Adds an empty row where the place says, and goes there. */
export function addRow(grid: Grid, place: tables.Place): void {
	grid.change(tables.rowAdded(grid.lines, place.row));
	grid.enter(place);
	say("加了一列");
}

function addColumn(grid: Grid): void {
	grid.change(tables.columnAdded(grid.lines, grid.width));
	grid.enter({ row: grid.now.row, column: grid.width - 1 });
	say("加了一欄");
}

function remove(grid: Grid, kind: "row" | "column"): void {
	const wasIn = isIn(grid);
	const { row, column } = grid.now;
	const now = kind === "row" ? tables.rowRemoved(grid.lines, row) : tables.columnRemoved(grid.lines, column);
	grid.change(now);
	say(now === null ? "刪除了表格" : kind === "row" ? "刪除了一列" : "刪除了一欄");
	if (now === null) return;
	grid.now = { row: Math.min(row, grid.height - 1), column: Math.min(column, grid.width - 1) };
	stay(grid, wasIn || document.activeElement === document.body);
}

function move(grid: Grid, { row = 0, column = 0 }: { row?: 0 | 1 | -1; column?: 0 | 1 | -1 }): void {
	const wasIn = isIn(grid);
	const { now, lines } = grid;
	const moved = row
		? tables.rowMoved(lines, now.row, row)
		: column
			? tables.columnMoved(lines, now.column, column)
			: lines;
	const isMoved = moved !== lines;
	say(isMoved ? "已移動" : "已經在邊上");
	if (!isMoved) return;
	grid.change(moved);
	grid.now = { row: now.row + row, column: now.column + column };
	stay(grid, wasIn);
}
