import { readAmount } from "#kernel/amounts.ts";
import { find } from "#ui/islands/client/writing/dom.ts";

/** Shows the sum of the ticked dues items and the donation, and only the fields of the chosen payment method. */
export default function start(root: HTMLElement): void {
	const [sum, label] = [find(root, "[data-sum]"), find(root, "[data-sum-label]")];
	const donation = root.querySelector<HTMLInputElement>("[name=donation]");
	const tell = (): void => {
		const ticked = [...root.querySelectorAll<HTMLInputElement>("[name=items]:checked")];
		const owed = ticked.reduce((all, { value }) => all + Number(value.split(".")[1] ?? 0), 0);
		sum.textContent = `${(owed + (readAmount(donation?.value ?? "") ?? 0)).toLocaleString("en-US")} 元`;
		label.textContent = "合計";
		const method = root.querySelector<HTMLInputElement>("[name=method]:checked")?.value ?? "";
		for (const one of root.querySelectorAll<HTMLElement>("[data-for]")) one.hidden = one.dataset.for !== method;
	};
	root.addEventListener("input", tell);
	root.addEventListener("change", tell);
	tell();
}
