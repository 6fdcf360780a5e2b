import { make } from "#ui/islands/client/writing/dom.ts";
import { difference } from "#ui/islands/client/writing/rich/difference.ts";
import { seen } from "./row.ts";
import type { Align } from "./table.ts";
import { drawWords } from "./words.ts";

/** Stands behind the words, so that a last line without any has its height. */
const END = "\u200b";

/** One cell: its field, and before it the words as they mean, or as they are written while somebody writes. */
export class Cell {
	readonly dom: HTMLTableCellElement;
	readonly field: HTMLTextAreaElement;
	private readonly words: HTMLElement;
	/** The cell's Markdown, as it was last shown or written. */
	markdown = "";
	isComposing = false;

	constructor(isHead: boolean, row: HTMLElement) {
		this.words = make("div", { class: "cell-words", "aria-hidden": "true" });
		this.field = make("textarea", { rows: "1", tabindex: "-1", spellcheck: "false", autocorrect: "off" });
		this.dom = make(isHead ? "th" : "td", isHead ? { scope: "col" } : {}, this.words, this.field);
		row.append(this.dom);
	}

	private get isFocused(): boolean {
		return document.activeElement === this.field;
	}

	/** Shows a cell's Markdown. A field in which somebody writes keeps its caret; while a word is composed it is left alone. */
	show(markdown: string): void {
		if (markdown === this.markdown || this.isComposing) return;
		this.markdown = markdown;
		const { field } = this;
		const change = difference(field.value, seen(markdown));
		if (change && this.isFocused) field.setRangeText(change.insert, change.from, change.to, "end");
		else if (change) field.value = seen(markdown);
		this.draw();
	}

	/** Draws the words anew, as the field has the focus or not. */
	draw(): void {
		const isWritten = this.isFocused;
		this.dom.classList.toggle("is-written", isWritten);
		if (isWritten) this.words.textContent = this.field.value + END;
		else drawWords(this.words, this.markdown);
	}

	/** Leaves the field with what the text holds. */
	leave(): void {
		this.field.value = seen(this.markdown);
		this.dom.classList.remove("is-written");
		drawWords(this.words, this.markdown);
	}

	align(align: Align | null, label: string): void {
		this.dom.style.textAlign = align ?? "";
		this.field.ariaLabel = label;
	}

	/** Whether the caret stands in the first (-1) or in the last (1) line that is seen of the cell. */
	isAtEdge(way: -1 | 1): boolean {
		const text = this.words.firstChild;
		if (!(text instanceof Text)) return true;
		const place = (at: number): DOMRect => {
			const range = document.createRange();
			range.setStart(text, at);
			range.setEnd(text, at + 1);
			return range.getBoundingClientRect();
		};
		const caret = place(this.field.selectionStart);
		const edge = place(way < 0 ? 0 : this.field.value.length);
		return Math.abs(caret.top - edge.top) < caret.height / 2;
	}
}
