import { find } from "#admin/islands/client/writing/dom.ts";
import type { Parts } from "#admin/islands/parts.ts";
import { totalWords } from "#domain/finance/total.ts";

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
