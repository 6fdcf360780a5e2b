import { amountIn, balanceWords, sumsOf } from "#domain/books/vouchers/lines.ts";
import { find } from "#ui/islands/client/writing/dom.ts";

/** Adds up the debits and credits of a table while they are typed, and says by how much they differ. */
export default function start(root: HTMLElement): void {
	const sum = (name: string): number =>
		[...root.querySelectorAll<HTMLInputElement>(`[name=${name}]`)].reduce((all, { value }) => all + amountIn(value), 0);
	const tell = (): void => {
		const sums = sumsOf([{ debit: sum("debit"), credit: sum("credit") }]);
		find(root, "[data-debit]").textContent = sums.debit.toLocaleString("en-US");
		find(root, "[data-credit]").textContent = sums.credit.toLocaleString("en-US");
		find(root, "[data-balance]").textContent = balanceWords(sums);
	};
	root.addEventListener("input", tell);
	tell();
}
