import type { EditorState, Extension } from "@codemirror/state";
import { EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { forgetCell, Grid } from "./grid.ts";
import { isGrid, placeAt } from "./table.ts";
import { addTools } from "./tools.ts";
import { listen } from "./typing.ts";

const grids = new WeakMap<HTMLElement, Grid>();
/** About what a row measures on the screen (px), before it was drawn. */
const ROW = 44;

class Table extends WidgetType {
	readonly text: string;
	constructor(text: string) {
		super();
		this.text = text;
	}
	override eq(other: Table): boolean {
		return other.text === this.text;
	}
	override get estimatedHeight(): number {
		return this.text.split("\n").length * ROW;
	}
	override toDOM(view: EditorView): HTMLElement {
		const grid = new Grid(view, this.text);
		addTools(grid);
		listen(grid, grid.dom);
		grids.set(grid.dom, grid);
		return grid.dom;
	}
	override updateDOM(dom: HTMLElement): boolean {
		grids.get(dom)?.update(this.text);
		return grids.has(dom);
	}
	override ignoreEvent(): boolean {
		return true;
	}
}

/** Draws a table as a grid. */
export function drawTable(state: EditorState, { from, to }: SyntaxNode): WidgetType | null {
	const text = state.sliceDoc(state.doc.lineAt(from).from, state.doc.lineAt(to).to);
	return isGrid(text) ? new Table(text) : null;
}

const gridsIn = (view: EditorView): Grid[] =>
	[...view.contentDOM.querySelectorAll<HTMLElement>(".table-block")].flatMap((dom) => grids.get(dom) ?? []);

/** Leads a selection that a tool made inside of a table into its cell. */
function entered(view: EditorView): void {
	const { from, to } = view.state.selection.main;
	for (const grid of gridsIn(view)) {
		const { span } = grid;
		const isInside = span && from >= span.from && to <= span.to && to - from < span.to - span.from && from > span.from;
		if (isInside && view.hasFocus) grid.enter(placeAt(grid.lines, from - span.from));
	}
}

/** What a grid needs of the editor around it. */
export const gridSelection: Extension = EditorView.updateListener.of(
	({ view, selectionSet, docChanged, focusChanged }) => {
		if (focusChanged && view.hasFocus) forgetCell(view);
		if (selectionSet || docChanged || focusChanged) queueMicrotask(() => entered(view));
	},
);
