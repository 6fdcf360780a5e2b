import { outcomeWords } from "#domain/money/payments/outcome.ts";
import { readAmount } from "#kernel/amounts.ts";
import { find } from "#ui/islands/client/writing/dom.ts";
import type { Parts } from "#ui/islands/parts.ts";

const all = <E extends Element>(root: ParentNode, selector: string): E[] => [...root.querySelectorAll<E>(selector)];

/**
 * Adds up the ticked dues items and the donation, puts the sum into the amount until the user types one, says what the
 * payment will settle, and shows only what the chosen method asks for.
 */
export default function start(root: HTMLElement, { creditTo, kinds }: Parts["payment-entry"]): void {
	const amount = find<HTMLInputElement>(root, "[name=amount]");
	const donation = find<HTMLInputElement>(root, "[name=donation]");
	const outcome = find(root, "[data-outcome]");
	const sumShown = root.querySelector("[data-sum]");
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
		if (sumShown) sumShown.textContent = `${sum.toLocaleString("en-US")} 元`;
		if (!isTyped) amount.value = sum > 0 ? sum.toLocaleString("en-US") : "";
		const typed = amount.value.trim();
		outcome.textContent =
			typed === "" ? "" : outcomeWords(readAmount(typed), { wanted, donation: given, creditTo }).join("");
		narrow(root, kinds);
	};
	amount.addEventListener("input", () => {
		isTyped = amount.value.trim() !== "";
	});
	// A key that is held down from choosing the payer does not send the form that follows.
	root.addEventListener("keydown", (event) => {
		if (event.key === "Enter" && event.repeat) event.preventDefault();
	});
	root.addEventListener("input", tell);
	root.addEventListener("change", tell);
	tell();
	if (document.activeElement === amount) amount.select();
}

/** Hides what the chosen method does not ask for, and the accounts that cannot receive it; hidden fields are not sent. */
function narrow(root: HTMLElement, kinds: Parts["payment-entry"]["kinds"]): void {
	const method = root.querySelector<HTMLInputElement>("[name=method]:checked")?.value ?? "";
	for (const box of all<HTMLElement>(root, "[data-for]")) {
		box.hidden = !(box.dataset.for ?? "").split(" ").includes(method);
		for (const one of all<HTMLInputElement | HTMLSelectElement>(box, "input, select")) one.disabled = box.hidden;
	}
	const account = root.querySelector<HTMLSelectElement>("[name=account]");
	const kind = method === "postal" ? "postal" : "bank";
	for (const option of account?.options ?? []) {
		option.hidden = option.value !== "" && kinds[option.value] !== kind;
		option.disabled = option.hidden;
	}
	if (account?.selectedOptions[0]?.disabled) account.value = "";
}
