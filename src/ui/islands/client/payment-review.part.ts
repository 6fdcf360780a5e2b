import { type OutcomeOf, outcomeWords } from "#domain/money/payments/outcome.ts";
import { readAmount } from "#kernel/amounts.ts";
import { find } from "#ui/islands/client/writing/dom.ts";
import { composing } from "#ui/islands/quirks.ts";

/** The localStorage name under which this browser stores whether the one-letter shortcuts act. */
const SWITCH = "payment-keys";
// The arrows up and down scroll, because the page is longer than a screen.
const BEFORE = ["k", "ArrowLeft"];
const AFTER = ["j", "ArrowRight"];

/**
 * Says what the typed amount will settle, and adds shortcuts: J and K (or the arrows right and left) go to the next and
 * previous payment of the queue, R rejects, Enter verifies, because the button has the focus from the start unless
 * there is a warning. A key that is held down does nothing.
 */
export default function start(root: HTMLElement, of: OutcomeOf): void {
	const received = find<HTMLInputElement>(root, "[name=received]");
	const outcome = find(root, "[data-outcome]");
	received.addEventListener("input", () => {
		outcome.textContent = outcomeWords(readAmount(received.value), of).join("");
	});

	const keys = find<HTMLInputElement>(root, "[data-keys]");
	keys.checked = localStorage.getItem(SWITCH) !== "off";
	keys.addEventListener("change", () => localStorage.setItem(SWITCH, keys.checked ? "on" : "off"));
	document.addEventListener("keydown", (event) => pressed(event, keys.checked));

	const verify = find<HTMLButtonElement>(root, "#verification button.primary");
	// Enter held down would verify one payment after the other.
	verify.addEventListener("keydown", (event) => {
		if (event.repeat) event.preventDefault();
	});
	// A warning must be read before Enter can verify.
	const isWarned = document.querySelector("main .notice.warn, main .notice.danger") !== null;
	if (keys.checked && !isWarned && document.activeElement === document.body) verify.focus({ preventScroll: true });
	find(root, "[data-reject]").addEventListener("click", (event) => {
		event.preventDefault();
		reject();
	});
}

function pressed(event: KeyboardEvent, on: boolean): void {
	const { target, key } = event;
	const isTyping =
		target instanceof Element &&
		target.closest("input:not([data-keys]), textarea, select, [contenteditable], dialog, .menu");
	const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey && !event.defaultPrevented;
	if (!on || isTyping || !isPlain || event.repeat || composing(event)) return;
	const name = key.length === 1 ? key.toLowerCase() : key;
	if (name === "r") reject();
	else if (BEFORE.includes(name)) turn("before");
	else if (AFTER.includes(name)) turn("after");
	else return;
	event.preventDefault();
}

const turn = (step: "before" | "after"): void =>
	document.querySelector<HTMLAnchorElement>(`a[data-step=${step}]`)?.click();

/** Opens the fields of a rejection and moves the focus to the first reason. */
function reject(): void {
	const form = document.querySelector<HTMLFormElement>("#rejection");
	const around = form?.closest("details");
	if (around) around.open = true;
	form?.querySelector<HTMLInputElement>("[name=reasons]")?.focus();
}
