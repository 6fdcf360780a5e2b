import { totalWords } from "#domain/books/finance/total.ts";
import { find } from "#ui/islands/client/writing/dom.ts";
import type { Parts } from "#ui/islands/parts.ts";

/**
 * Shows the total of an expense request (支出申請) while its amounts are typed, in the words that the server uses for a
 * stored one.
 */
export default function start(root: HTMLElement, { advanced }: Parts["finance-total"]): void {
	const typed = (...names: string[]): string[] =>
		names.flatMap((name) => [...root.querySelectorAll<HTMLInputElement>(`[name=${name}]`)].map(({ value }) => value));
	const tell = (): void => {
		const words = totalWords({ amounts: typed("amount"), withheld: typed("income_tax", "nhi"), advanced });
		find(root, "[data-total]").textContent = words;
	};
	root.addEventListener("input", tell);
	tell();
}
