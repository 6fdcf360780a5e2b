/**
 * This file edits a textarea so that the browser's own undo can revert it, and never while an input method composes a
 * word.
 */
import type { Edit, Selected } from "#ui/islands/markdown-edits.ts";
import { topsOf } from "./mirror.ts";

let busy = false;
let waiting: (() => void)[] = [];
document.addEventListener("compositionstart", () => {
	busy = true;
});
document.addEventListener("compositionend", () => {
	busy = false;
	const all = waiting;
	waiting = [];
	// Waits until the browser has inserted the composed word.
	setTimeout(() => {
		for (const go of all) go();
	});
});

/** Resolves when no input method composes anywhere on the page. */
export const settled = (): Promise<void> =>
	busy ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();

export const selectedIn = (area: HTMLTextAreaElement): Selected => ({
	text: area.value,
	from: area.selectionStart,
	to: area.selectionEnd,
});

/** Selects a range of the text and shows it; the browser scrolls to a caret only where something is typed. */
export function select(area: HTMLTextAreaElement, from: number, to: number): void {
	area.focus({ preventScroll: true });
	area.setSelectionRange(from, to);
	const [top = 0] = topsOf(area, [from]);
	area.scrollTop = top - area.clientHeight / 2;
	area.scrollIntoView({ block: "nearest" });
}

/** Replaces a part of the text as if it were typed, so that undo works, and focuses the textarea. */
export function apply(area: HTMLTextAreaElement, { from, to, insert, select }: Edit): void {
	area.focus({ preventScroll: true });
	area.setSelectionRange(from, to);
	const done =
		insert === "" ? from === to || document.execCommand("delete") : document.execCommand("insertText", false, insert);
	if (!done) {
		area.setRangeText(insert, from, to, "end");
		area.dispatchEvent(new Event("input", { bubbles: true }));
	}
	if (select) area.setSelectionRange(...select);
}

/**
 * Replaces a text that a script inserted (`was`) by `text` while the user may be typing elsewhere: focus, selection and
 * scrolling stay where they are. Does nothing when `was` is no longer in the textarea.
 */
export async function exchange(area: HTMLTextAreaElement, was: string, text: string): Promise<void> {
	await settled();
	const from = area.value.indexOf(was);
	if (from < 0) return;
	const to = from + was.length;
	const held = document.activeElement;
	const { selectionStart, selectionEnd, scrollTop } = area;
	const moved = (at: number): number =>
		at >= to ? at + text.length - was.length : at > from ? from + text.length : at;
	apply(area, { from, to, insert: text, select: [moved(selectionStart), moved(selectionEnd)] });
	area.scrollTop = scrollTop;
	if (held instanceof HTMLElement && held !== area && held !== document.body) held.focus({ preventScroll: true });
}
