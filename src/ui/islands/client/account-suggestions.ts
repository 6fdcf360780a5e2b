import { accountsLike, accountWords } from "#domain/books/accounts/chart.ts";
import type { Choice } from "#ui/islands/parts.ts";
import { combobox } from "./combobox.ts";

const MOST = 8;
type Offered = Choice & { code: string; name: string };

/**
 * Offers accounts, by code or name, in the lines' fields, each of which starts when it gets the focus. The first one is
 * chosen; Enter or Tab takes it and moves on. It replaces the browser's own list, which would take the arrow keys away
 * from moving between lines.
 */
export function suggestIn(root: HTMLElement, accounts: readonly (readonly [string, string])[]): void {
	const known: Offered[] = accounts.map(([code, name]) => ({ code, name, label: `${code} ${name}` }));
	const offer = combobox<Offered>({
		id: "account-offers",
		label: "會計科目",
		choosesFirst: true,
		movesOn: true,
		find: (typed) => {
			const choices = accountsLike(typed, known).slice(0, MOST);
			const [first] = choices;
			return !first || (choices.length === 1 && accountWords(first) === typed) ? null : { choices };
		},
		take: (one, field) => {
			field.value = accountWords(one);
			field.dispatchEvent(new Event("input", { bubbles: true }));
		},
	});
	const begin = (field: EventTarget | null): void => {
		if (field instanceof HTMLInputElement && field.name === "account" && field.role !== "combobox") offer(field);
	};
	root.addEventListener("focusin", ({ target }) => begin(target));
	begin(document.activeElement);
}
