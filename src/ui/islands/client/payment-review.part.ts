import { type OutcomeOf, outcomeWords } from "#domain/money/payments/outcome.ts";
import { readAmount } from "#kernel/amounts.ts";
import { find } from "#ui/islands/client/writing/dom.ts";
import { letterKeys } from "./letter-keys.ts";

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

	// The arrows up and down scroll, because the page is longer than a screen.
	const isOn = letterKeys(root, "payment-keys", {
		r: reject,
		k: () => turn("before"),
		ArrowLeft: () => turn("before"),
		j: () => turn("after"),
		ArrowRight: () => turn("after"),
	});

	const verify = find<HTMLButtonElement>(root, "#verification button.primary");
	// Enter held down would verify one payment after the other.
	verify.addEventListener("keydown", (event) => {
		if (event.repeat) event.preventDefault();
	});
	// A warning must be read before Enter can verify.
	const isWarned = document.querySelector("main .notice.warn, main .notice.danger") !== null;
	if (isOn() && !isWarned && document.activeElement === document.body) verify.focus({ preventScroll: true });
	find(root, "[data-reject]").addEventListener("click", (event) => {
		event.preventDefault();
		reject();
	});
}

function turn(step: "before" | "after"): boolean {
	const link = document.querySelector<HTMLAnchorElement>(`a[data-step=${step}]`);
	link?.click();
	return link !== null;
}

/** Opens the fields of a rejection and moves the focus to the first reason. */
function reject(): boolean {
	const form = document.querySelector<HTMLFormElement>("#rejection");
	const around = form?.closest("details");
	if (around) around.open = true;
	form?.querySelector<HTMLInputElement>("[name=reasons]")?.focus();
	return form !== null;
}
