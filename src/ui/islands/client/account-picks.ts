import { accountsLike, accountWords } from "#domain/books/accounts/chart.ts";
import type { Choice } from "#ui/islands/parts.ts";
import { combobox } from "./combobox.ts";

type Offered = Choice & { code: string; name: string };

const offered = (label: string): Offered => {
	const at = label.indexOf(" ");
	return { label, code: label.slice(0, at), name: label.slice(at + 1) };
};

/**
 * Offers the accounts of a book's field by code or word, from the list that the field has, and opens the book of the one
 * that is chosen.
 */
export default function start(root: HTMLElement): void {
	const field = root.querySelector<HTMLInputElement>("[name=named]");
	if (!field) return;
	const known = [...(field.list?.querySelectorAll("option") ?? [])].map(({ value }) => offered(value));
	field.addEventListener("focus", () => field.select());
	combobox<Offered>({
		id: "account-picks",
		label: "會計科目",
		choosesFirst: true,
		offersAll: true,
		find: (typed) => {
			const choices = accountsLike(typed, known);
			const [first] = choices;
			if (!first) return { choices, words: `找不到「${typed}」這個科目` };
			return choices.length === 1 && accountWords(first) === typed ? null : { choices };
		},
		take: ({ label }, chosen) => {
			chosen.value = label;
			chosen.form?.requestSubmit();
		},
	})(field);
}
