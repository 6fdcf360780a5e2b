import { outcomeWords } from "#domain/money/payments/outcome.ts";
import { readAmount } from "#kernel/amounts.ts";
import { find } from "#ui/islands/client/writing/dom.ts";
import type { Parts } from "#ui/islands/parts.ts";

const all = <E extends Element>(root: ParentNode, selector: string): E[] => [...root.querySelectorAll<E>(selector)];

/**
 * Adds up the ticked dues items and the donation, puts the sum into the amount until the user types one, and says what
 * the payment will settle.
 */
export default function start(root: HTMLElement, { creditTo }: Parts["payment-entry"]): void {
	const amount = find<HTMLInputElement>(root, "[name=amount]");
	const donation = find<HTMLInputElement>(root, "[name=donation]");
	const outcome = find(root, "[data-outcome]");
	let isTyped = amount.value.trim() !== "";

	const tell = (): void => {
		const wanted = all<HTMLInputElement>(root, "[name=items]:checked").map((box) => {
			const [duesItemId = 0, due = 0] = box.value.split(".").map(Number);
			return {
				duesItemId,
				memberId: 0,
				due,
				label: box.closest("label")?.querySelector("[data-name]")?.textContent ?? "",
			};
		});
		const given = readAmount(donation.value) ?? 0;
		const sum = wanted.reduce((so, { due }) => so + due, given);
		if (!isTyped) amount.value = sum > 0 ? sum.toLocaleString("en-US") : "";
		const typed = amount.value.trim();
		outcome.textContent =
			typed === "" ? "" : outcomeWords(readAmount(typed), { wanted, donation: given, creditTo }).join("");
	};
	amount.addEventListener("input", () => {
		isTyped = amount.value.trim() !== "";
	});
	root.addEventListener("input", tell);
	root.addEventListener("change", tell);
	tell();
}
