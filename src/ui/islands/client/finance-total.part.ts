import { totalWords } from "#domain/books/finance/total.ts";
import { find } from "#ui/islands/client/writing/dom.ts";
import type { Parts } from "#ui/islands/parts.ts";

/** Says what a request comes to while its amounts are typed, as the server says it of what was sent. */
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
