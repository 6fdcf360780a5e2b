import { type OutcomeOf, outcomeWords } from "#domain/money/payments/outcome.ts";
import { readAmount } from "#kernel/amounts.ts";
import { find } from "#ui/islands/client/writing/dom.ts";

/** Says what the received amount of a payment will settle while it is typed. */
export default function start(root: HTMLElement, of: OutcomeOf): void {
	const received = find<HTMLInputElement>(root, "[name=received]");
	const tell = (): void => {
		find(root, "[data-outcome]").textContent = outcomeWords(readAmount(received.value), of).join("");
	};
	received.addEventListener("input", tell);
	tell();
}
