import type { EditorView } from "@codemirror/view";
import type { Field } from "#ui/islands/client/writing/field.ts";
import { currentGrid, type Grid } from "./grid.ts";
import { filled } from "./table.ts";

export type CellField = Pick<Field, "selected" | "apply" | "focus"> & { fill(rows: string[][]): void };

/** Returns the field of the cell in which somebody writes, for the tools of the editor; null in the text. */
export function cellField(view: EditorView): CellField | null {
	const grid = currentGrid(view);
	const area = grid?.cell(grid.now)?.field;
	return grid && area ? fieldOf(grid, area) : null;
}

const fieldOf = (grid: Grid, area: HTMLTextAreaElement): CellField => ({
	selected: () => ({ text: area.value, from: area.selectionStart, to: area.selectionEnd }),
	apply({ from, to, insert, select }) {
		// Of a block only its words come into a cell.
		const words = insert.replace(/^\n+|\n+$/g, "");
		area.focus();
		area.setRangeText(words, from, to, "end");
		if (select && words === insert) area.setSelectionRange(...select);
		grid.write(grid.now);
	},
	focus: () => area.focus(),
	fill(rows) {
		const { row, column } = grid.now;
		grid.change(filled(grid.lines, grid.now, rows), "input.paste");
		const width = Math.max(...rows.map(({ length }) => length));
		grid.enter({ row: row + rows.length - 1, column: column + width - 1 }, "end");
	},
});
