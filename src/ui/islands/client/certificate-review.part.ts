import { readDate, rocWords } from "#kernel/calendar.ts";
import { find } from "#ui/islands/client/writing/dom.ts";
import type { Parts } from "#ui/islands/parts.ts";
import { composing } from "#ui/islands/quirks.ts";

const DAY_MS = 86_400_000;
/** The localStorage name under which this browser stores whether the one-letter shortcuts act. */
const SWITCH = "certificate-keys";

/** Shows how a typed date is understood, and lets the keys A approve and R reject while no field has the focus. */
export default function start(root: HTMLElement, { today }: Parts["certificate-review"]): void {
	const date = find<HTMLInputElement>(root, "[name=valid_until]");
	const read = find(root, "[data-read]");
	const tell = () => {
		read.textContent = wordsOf(date.value, today);
	};
	date.addEventListener("input", tell);
	tell();

	const keys = find<HTMLInputElement>(root, "[data-keys]");
	keys.checked = localStorage.getItem(SWITCH) !== "off";
	keys.addEventListener("change", () => localStorage.setItem(SWITCH, keys.checked ? "on" : "off"));
	document.addEventListener("keydown", (event) => {
		const { target, key } = event;
		const isTyping =
			target instanceof Element &&
			target.closest("input:not([data-keys]), textarea, select, [contenteditable], dialog");
		const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.repeat && !event.defaultPrevented;
		if (!keys.checked || isTyping || !isPlain || composing(event)) return;
		const act = { a: approve, r: reject }[key.toLowerCase()];
		if (!act) return;
		event.preventDefault();
		act(root);
	});
}

/**
 * Writes how a typed date is understood, such as 116年5月31日（2027年5月31日），還有 190 天, or what is wrong with it;
 * "" when nothing was typed.
 */
function wordsOf(text: string, today: string): string {
	if (text.trim() === "") return "";
	const found = readDate(text);
	if (!found) return "看不懂這個日期。";
	const days = (Date.parse(found.date) - Date.parse(today)) / DAY_MS;
	const [year, month, day] = found.date.split("-").map(Number);
	const words = `${rocWords(found.date)}（${year}年${month}月${day}日）`;
	if (found.ambiguous) return `${words}嗎？請把年份寫完整。`;
	return days < 0 ? `${words}，已經過了。` : `${words}，還有 ${days} 天。`;
}

/** Approves the certificate; when its last day still has to be typed, moves the focus to that field instead. */
function approve(root: HTMLElement): void {
	const form = find<HTMLFormElement>(root, "#approval");
	const date = find<HTMLInputElement>(form, "[name=valid_until]");
	const isOpen = find<HTMLInputElement>(form, "[name=expiry][value=date]").checked;
	if (isOpen && date.value.trim() === "") date.focus();
	else form.requestSubmit(find<HTMLButtonElement>(form, "button.primary"));
}

/** Opens the fields of a rejection and moves the focus to the reason. */
function reject(root: HTMLElement): void {
	const form = find<HTMLFormElement>(root, "#rejection");
	const around = form.closest("details");
	if (around) around.open = true;
	find<HTMLSelectElement>(form, "[name=reason]").focus();
}
