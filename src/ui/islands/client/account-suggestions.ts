import { accountsLike, accountWords } from "#domain/books/accounts/chart.ts";
import { make } from "#ui/islands/client/writing/dom.ts";
import { composing } from "#ui/islands/quirks.ts";

const MOST = 8;
const ID = "account-offers";
type Offered = { code: string; name: string };
/** The accounts that are offered now, and the field below which they are shown. */
type Open = { field: HTMLInputElement; shown: Offered[]; active: number };

/**
 * Offers accounts by code or name below the field in which the user types (a combobox), the first one chosen; Enter or
 * Tab takes it, the arrows choose another, Esc closes. It replaces the browser's own list, which would take the arrow
 * keys away from moving between lines. Returns a function that starts the offers for a row's field.
 */
export function suggestions(
	root: HTMLElement,
	accounts: readonly (readonly [string, string])[],
): (row: ParentNode) => void {
	const known: Offered[] = accounts.map(([code, name]) => ({ code, name }));
	const list = make("ul", { id: ID, class: "account-offers plain", role: "listbox", "aria-label": "會計科目" });
	list.hidden = true;
	root.append(list);
	let open: Open | null = null;

	const close = (): void => {
		open?.field.setAttribute("aria-expanded", "false");
		open?.field.removeAttribute("aria-activedescendant");
		open = null;
		list.hidden = true;
	};
	const take = (one: Offered | undefined): void => {
		const field = open?.field;
		close();
		if (!field || !one) return;
		field.value = accountWords(one);
		field.dispatchEvent(new Event("input", { bubbles: true }));
	};
	const offer = (field: HTMLInputElement): void => {
		close();
		const typed = field.value.trim();
		const like = typed === "" ? [] : accountsLike(typed, known);
		const [first] = like;
		if (!first || (like.length === 1 && accountWords(first) === typed)) return;
		open = { field, shown: like.slice(0, MOST), active: 0 };
		list.replaceChildren(...open.shown.map((one, at) => option(one, at, take)));
		field.parentElement?.append(list);
		list.hidden = false;
		field.setAttribute("aria-expanded", "true");
		mark(list, open);
	};
	const pressed = (event: KeyboardEvent): void => {
		if (composing(event) || !open) return;
		const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
		// The key is not stopped: Enter and Tab then move on, as in every field of the lines.
		if (event.key === "Enter" || event.key === "Tab") take(open.shown[open.active]);
		else if (event.key === "Escape" || step) event.preventDefault();
		if (event.key === "Escape") close();
		else if (step && open) {
			open.active = (open.active + step + open.shown.length) % open.shown.length;
			mark(list, open);
		}
	};

	return (row) => {
		const field = row.querySelector<HTMLInputElement>("[name=account]");
		if (!field) return;
		field.removeAttribute("list");
		field.setAttribute("role", "combobox");
		field.setAttribute("aria-autocomplete", "list");
		field.setAttribute("aria-expanded", "false");
		field.setAttribute("aria-controls", ID);
		field.addEventListener("input", (event) => {
			if (event.isTrusted && !(event instanceof InputEvent && event.isComposing)) offer(field);
		});
		field.addEventListener("compositionend", () => offer(field));
		field.addEventListener("keydown", pressed);
		field.addEventListener("blur", close);
	};
}

/** Makes a list entry. It reacts to mousedown, so that an account is taken before the field loses the focus. */
const option = (one: Offered, at: number, take: (one: Offered) => void): HTMLLIElement =>
	make(
		"li",
		{
			id: `${ID}-${at}`,
			role: "option",
			mousedown: (event) => {
				event.preventDefault();
				take(one);
			},
		},
		make("b", {}, one.code),
		` ${one.name}`,
	);

function mark(list: HTMLElement, { field, active }: Open): void {
	for (const [at, one] of [...list.children].entries()) one.setAttribute("aria-selected", String(at === active));
	field.setAttribute("aria-activedescendant", `${ID}-${active}`);
	list.children[active]?.scrollIntoView({ block: "nearest" });
}
