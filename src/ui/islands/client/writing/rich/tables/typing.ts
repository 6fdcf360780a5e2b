import { redo, undo } from "@codemirror/commands";
import { composing } from "#ui/islands/quirks.ts";
import type { Grid } from "./grid.ts";
import { heightOf, type Place, rowOf, rowRemoved } from "./table.ts";
import { addRow } from "./tools.ts";

/** Listens to what is done in a grid. */
export function listen(grid: Grid, dom: HTMLElement): void {
	const at = (run: (place: Place, event: Event) => void) => (event: Event) => {
		const place = grid.placeOf(event.target);
		if (place) run(place, event);
	};
	dom.addEventListener(
		"input",
		at((place) => (grid.cell(place)?.isComposing ? grid.cell(place)?.draw() : grid.write(place))),
	);
	dom.addEventListener(
		"compositionstart",
		at((place) => compose(grid, place, true)),
	);
	dom.addEventListener(
		"compositionend",
		at((place) => compose(grid, place, false)),
	);
	dom.addEventListener("focusin", (event) => {
		const place = grid.placeOf(event.target);
		if (!isWithin(dom, event.relatedTarget)) grid.hold(true);
		reach(grid, dom, true);
		if (place) grid.entered(place);
	});
	dom.addEventListener(
		"focusout",
		at((place) => left(grid, place)),
	);
	dom.addEventListener("focusout", ({ relatedTarget }) => {
		if (isWithin(dom, relatedTarget)) return;
		reach(grid, dom, false);
		grid.hold(false);
	});
	dom.addEventListener("keydown", (event) => {
		if (composing(event)) return;
		const place = grid.placeOf(event.target);
		if (!pressed(grid, place, event)) return;
		event.preventDefault();
		event.stopPropagation();
	});
	// Undo of the browser's menu.
	dom.addEventListener("beforeinput", (event) => {
		if (event.inputType !== "historyUndo" && event.inputType !== "historyRedo") return;
		event.preventDefault();
		revert(grid, event.inputType === "historyUndo" ? undo : redo);
	});
}

const isWithin = (dom: HTMLElement, target: EventTarget | null): boolean =>
	target instanceof Node && dom.contains(target);

function compose(grid: Grid, place: Place, isComposing: boolean): void {
	const cell = grid.cell(place);
	if (!cell) return;
	cell.isComposing = isComposing;
	if (!isComposing) grid.write(place);
}

function left(grid: Grid, place: Place): void {
	const cell = grid.cell(place);
	if (!cell) return;
	if (cell.isComposing) compose(grid, place, false);
	cell.leave();
}

/** Tab reaches the current cell and the buttons at the edges only while something of the grid has the focus. */
function reach(grid: Grid, dom: HTMLElement, isIn: boolean): void {
	for (const one of dom.querySelectorAll<HTMLElement>("textarea[tabindex='0'], .add-row, .add-column"))
		one.tabIndex = isIn && !(one instanceof HTMLTextAreaElement) ? 0 : -1;
	const now = grid.placeOf(document.activeElement) ?? grid.now;
	const field = grid.cell(now)?.field;
	if (isIn && field) field.tabIndex = 0;
}

function revert(grid: Grid, command: typeof undo): void {
	const { view, dom } = grid;
	command(view);
	const { span } = grid;
	const { from, to } = view.state.selection.main;
	const isHere = span?.from === from && span.to === to;
	if (!isHere || !dom.contains(document.activeElement)) view.focus();
}

/** Does what a key means in a grid; says whether it meant something. */
function pressed(grid: Grid, place: Place | null, event: KeyboardEvent): boolean {
	const { key, altKey, shiftKey } = event;
	const isControl = event.ctrlKey || event.metaKey;
	if (isControl && !altKey && /^[zy]$/i.test(key)) {
		revert(grid, key.toLowerCase() === "y" || shiftKey ? redo : undo);
		return true;
	}
	if (key === "Escape") {
		if (place) grid.leave();
		else grid.enter(grid.now, "end");
		return true;
	}
	return place !== null && went(grid, place, event);
}

/** Does what a key means in a cell; says whether it meant something. */
function went(grid: Grid, place: Place, event: KeyboardEvent): boolean {
	const { key, altKey, shiftKey } = event;
	const isControl = event.ctrlKey || event.metaKey;
	if (isControl && key === "Enter") addRow(grid, { ...place, row: place.row + 1 });
	if (isControl) return key === "Enter";
	if (altKey) return key === "F10" && toTools(grid);
	if (key === "Tab") return beside(grid, place, { step: shiftKey ? -1 : 1, caret: "all" });
	if (shiftKey) return false;
	return key === "Enter" ? below(grid, place) : arrow(grid, place, key);
}

function toTools({ dom }: Grid): boolean {
	dom.querySelector<HTMLElement>("[role=toolbar] button")?.focus();
	return true;
}

type Step = { step: 1 | -1; caret: "all" | "start" | "end" };

/** Goes to the next cell or the one before; says whether there is one. */
function beside(grid: Grid, { row, column }: Place, { step, caret }: Step): boolean {
	const next = row * grid.width + column + step;
	if (next < 0 || next >= grid.width * grid.height) return false;
	grid.enter({ row: Math.floor(next / grid.width), column: next % grid.width }, caret);
	return true;
}

/** Goes to the cell below; at the end a row comes, and after an empty row the table ends. */
function below(grid: Grid, { row, column }: Place): boolean {
	if (row < grid.height - 1) grid.enter({ row: row + 1, column });
	else if (row > 0 && rowOf(grid.lines, row).join("") === "") {
		const now = rowRemoved(grid.lines, row);
		if (now && heightOf(now) > 1) grid.change(now);
		grid.leave(1);
	} else addRow(grid, { row: row + 1, column });
	return true;
}

function arrow(grid: Grid, place: Place, key: string): boolean {
	const cell = grid.cell(place);
	if (!cell) return false;
	const { selectionStart, selectionEnd, value } = cell.field;
	if (selectionStart !== selectionEnd) return false;
	const isStart = selectionStart === 0;
	const isEnd = selectionEnd === value.length;
	if (key === "ArrowLeft" && isStart) return beside(grid, place, { step: -1, caret: "end" }) || out(grid, -1);
	if (key === "ArrowRight" && isEnd) return beside(grid, place, { step: 1, caret: "start" }) || out(grid, 1);
	const step = key === "ArrowUp" ? -1 : key === "ArrowDown" ? 1 : 0;
	if (step === 0 || !cell.isAtEdge(step)) return false;
	const row = place.row + step;
	if (row < 0 || row >= grid.height) return out(grid, step);
	grid.enter({ row, column: place.column }, step < 0 ? "end" : "start");
	return true;
}

function out(grid: Grid, way: 1 | -1): boolean {
	grid.leave(way);
	return true;
}
