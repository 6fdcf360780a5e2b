/** Edits of a textarea that the browser's own undo can take back, and never in the middle of an input method's word. */
import type { Edit, Selected } from "#ui/islands/markdown-edits.ts";

let busy = false;
let waiting: (() => void)[] = [];
document.addEventListener("compositionstart", () => {
	busy = true;
});
document.addEventListener("compositionend", () => {
	busy = false;
	const all = waiting;
	waiting = [];
	// After the browser has put the word in.
	setTimeout(() => {
		for (const go of all) go();
	});
});

/** When nothing is being composed anywhere on the page. */
export const settled = (): Promise<void> =>
	busy ? new Promise((resolve) => waiting.push(resolve)) : Promise.resolve();

export const selectedIn = (area: HTMLTextAreaElement): Selected => ({
	text: area.value,
	from: area.selectionStart,
	to: area.selectionEnd,
});

/** Replaces a part of the text as if it were typed, so that undo knows it; the focus comes into the textarea. */
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
 * Replaces what a machine wrote (`was`) by `text` while somebody may be typing elsewhere: focus, selection and scrolling
 * stay where they are. Nothing when `was` is no longer there.
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
