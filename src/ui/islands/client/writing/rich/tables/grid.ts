import { EditorSelection } from "@codemirror/state";
import type { EditorView } from "@codemirror/view";
import { make } from "#ui/islands/client/writing/dom.ts";
import { Cell } from "./cell.ts";
import * as tables from "./table.ts";

type Lines = tables.Lines;
type Place = tables.Place;

/** A row that is drawn, and the line that it was drawn of. */
type Row = { dom: HTMLTableRowElement; cells: Cell[]; was: string | null };

/** The grid in whose cell was written last in an editor. */
const current = new WeakMap<EditorView, Grid>();

/** A table that is drawn as a grid, whose cells are fields. What is written changes the text's Markdown, cell by cell. */
export class Grid {
	readonly dom: HTMLElement;
	readonly view: EditorView;
	lines: Lines;
	/** Called when another cell is the current one, or something of the table has changed. */
	shown = (): void => {};
	/** The cell in which is written, or was last. */
	now: Place = { row: 0, column: 0 };
	private readonly table: HTMLTableElement;
	private readonly head = make("thead");
	private readonly body = make("tbody");
	private readonly rows: Row[] = [];
	/** What the names and the alignment of cells follow, as it was drawn last. */
	private around = "";

	constructor(view: EditorView, text: string) {
		this.view = view;
		this.lines = text.split("\n");
		this.table = make("table", { class: "grid" }, this.head, this.body);
		this.dom = make("div", { class: "drawn table-block" }, make("div", { class: "grid-box" }, this.table));
		this.draw();
	}

	/** Shows another text of the table. */
	update(text: string): void {
		const width = this.rows[0]?.cells.length;
		this.lines = text.split("\n");
		this.draw();
		if (width !== this.rows[0]?.cells.length && this.table.classList.contains("is-held")) this.hold(true);
	}

	/** Keeps the columns as wide as they are while somebody writes in the grid, so that they do not jump, or lets them go. */
	hold(isHeld: boolean): void {
		const cells = this.rows[0]?.cells ?? [];
		this.table.classList.remove("is-held");
		for (const { dom } of cells) dom.style.width = "";
		if (!isHeld) return;
		const widths = cells.map(({ dom }) => dom.getBoundingClientRect().width);
		for (const [at, { dom }] of cells.entries()) dom.style.width = `${widths[at]}px`;
		this.table.classList.add("is-held");
	}

	get height(): number {
		return tables.heightOf(this.lines);
	}
	get width(): number {
		return tables.widthOf(this.lines);
	}
	get isCurrent(): boolean {
		return current.get(this.view) === this && this.dom.isConnected;
	}

	cell({ row, column }: Place): Cell | undefined {
		return this.rows[row]?.cells[column];
	}

	/** Returns where the cell of a field stands. */
	placeOf(field: EventTarget | null): Place | null {
		const cell = field instanceof HTMLTextAreaElement ? field.closest("td, th") : null;
		const line = cell?.parentElement;
		if (!(cell instanceof HTMLTableCellElement) || !(line instanceof HTMLTableRowElement)) return null;
		return { row: line.rowIndex, column: cell.cellIndex };
	}

	/** Where the table stands in the text; null when the text has become another. */
	get span(): { from: number; to: number } | null {
		if (!this.dom.isConnected) return null;
		const from = this.view.posAtDOM(this.dom);
		const text = this.lines.join("\n");
		return this.view.state.sliceDoc(from, from + text.length) === text ? { from, to: from + text.length } : null;
	}

	/** Changes the text to other lines of the table, as one step that undo reverts; without lines the table goes. */
	change(now: Lines | null, userEvent = "input"): void {
		const { span, view } = this;
		if (!span || now === this.lines || view.state.readOnly) return;
		const changes = now
			? tables
					.changesBetween(this.lines, now)
					.map(({ from, to, insert }) => ({ from: span.from + from, to: span.from + to, insert }))
			: span;
		const end = now ? span.from + now.join("\n").length : span.from;
		// What is written in a field is nothing for the rules of the text around.
		view.dispatch({ changes, selection: EditorSelection.range(span.from, end), userEvent, filter: false });
		if (!now) this.leave();
	}

	/** Writes what a cell's field holds into the text. */
	write(place: Place): void {
		const cell = this.cell(place);
		if (!cell || cell.isComposing) return;
		const now = tables.typed(this.lines, place, cell.field.value);
		cell.markdown = tables.cellAt(now, place);
		this.change(now, "input.type.cell");
		cell.draw();
	}

	/** Puts the caret into a cell: all of it selected, or at an end. */
	enter({ row, column }: Place, caret: "all" | "start" | "end" = "all"): void {
		const place = { row: Math.min(row, this.height - 1), column: Math.min(column, this.width - 1) };
		const field = this.cell(place)?.field;
		if (!field) return;
		field.focus();
		const { length } = field.value;
		field.setSelectionRange(caret === "end" ? length : 0, caret === "start" ? 0 : length);
		field.scrollIntoView({ block: "nearest", inline: "nearest" });
	}

	/** A cell has got the focus: the table is what is selected in the text. */
	entered(place: Place): void {
		this.now = place;
		current.set(this.view, this);
		const { span } = this;
		if (span) this.view.dispatch({ selection: EditorSelection.range(span.from, span.to) });
		this.shown();
		this.cell(place)?.draw();
	}

	/** Goes back to the text: the table selected, or the caret beside it. */
	leave(way: -1 | 0 | 1 = 0): void {
		const { view, span } = this;
		current.delete(view);
		view.focus();
		if (!span || way === 0) return;
		const rest = view.state.sliceDoc(span.to, span.to + 3);
		// Behind a table that ends the text a paragraph comes.
		if (way > 0 && /^\n?$/.test(rest)) {
			const insert = "\n\n".slice(rest.length);
			const end = view.state.doc.length;
			view.dispatch({
				changes: { from: end, insert },
				selection: EditorSelection.cursor(span.to + 2),
				userEvent: "input",
			});
		} else if (way > 0 || span.from > 0)
			view.dispatch({ selection: EditorSelection.cursor(way > 0 ? span.to + 1 : span.from - 1), scrollIntoView: true });
	}

	private draw(): void {
		const { height, width } = this;
		while (this.rows.length > height) this.rows.pop()?.dom.remove();
		while (this.rows.length < height) this.rows.push(this.newRow());
		const heads = tables.rowOf(this.lines, 0);
		const aligns = Array.from({ length: width }, (_, column) => tables.alignOf(this.lines, column));
		const around = `${aligns}|${heads}`;
		for (const [row, { dom, cells, was }] of this.rows.entries()) {
			const line = `${this.lines[row === 0 ? 0 : row + 1]}`;
			// A key in one cell draws one line.
			if (was === line && this.around === around) continue;
			this.rows[row] = { dom, cells, was: line };
			while (cells.length > width) cells.pop()?.dom.remove();
			while (cells.length < width) cells.push(new Cell(row === 0, dom));
			const written = tables.rowOf(this.lines, row);
			for (const [column, cell] of cells.entries()) {
				cell.show(written[column] ?? "");
				cell.align(aligns[column] ?? null, labelOf({ row, column }, heads[column]));
			}
		}
		this.around = around;
		if (this.isCurrent) this.shown();
	}

	private newRow(): Row {
		const dom = make("tr");
		(this.rows.length === 0 ? this.head : this.body).append(dom);
		return { dom, cells: [], was: null };
	}
}

/** Returns the name of a cell for screen readers. */
const labelOf = ({ row, column }: Place, head = ""): string =>
	`${row === 0 ? "標題列" : `第 ${row} 列`}，第 ${column + 1} 欄${row > 0 && head ? `，${head}` : ""}`;

/** Forgets the cell in which was written: somebody goes on in the text. */
export const forgetCell = (view: EditorView): boolean => current.delete(view);

/** Returns the grid in whose cell somebody writes, or wrote before a tool was used. */
export function currentGrid(view: EditorView): Grid | null {
	const grid = view.hasFocus ? undefined : current.get(view);
	return grid?.isCurrent ? grid : null;
}
