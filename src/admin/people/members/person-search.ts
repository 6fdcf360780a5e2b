import type { FamilyRow } from "#db/people/member-reads.ts";
import { identityTypeLabel } from "#domain/people/members/rules.ts";
import { PersonSearch } from "#domain/people/members/search.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { button } from "#ui/button.ts";
import { field } from "#ui/field.ts";
import { freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import type { OfferedPlace } from "#ui/islands/parts.ts";
import { phoneWords } from "#ui/phone.ts";

/** `offers` names what is found, such as 監護人. `focus`: the field has the focus when the page opens. */
type Search = { action: string; q: string; label: string; offers: string; more?: Children; focus?: boolean };
/**
 * Draws a search form of one field, whose results are a page of their own. With a script it offers what it finds while the
 * user types: its address answers JSON (`offered`), and each offer leads on.
 */
export const searchForm = ({ action, q, label, offers, more, focus }: Search): VNode =>
	part(
		{ name: "search-picks", props: { label: offers } },
		html`<form class="stack tight" method="get" action=${action} role="search" aria-label=${label}>
			${more}
			${field({
				name: "q",
				label,
				type: "search",
				maxlength: mostCharacters(PersonSearch),
				autofocus: focus,
				state: freshForm({ q }, "q"),
			})}
			<div class="row">${button({ label: "搜尋", icon: "search" })}</div>
		</form>`,
	);

/** A choice between people or logins: the value of the record, its name, and what tells it from others. */
type Option = { value: string; label: string; sub: string; end?: string | undefined };

/** Returns a record as an option of a choice between people. */
export const optionOf = (one: FamilyRow, aside?: string): Option => ({
	value: String(one.id),
	label: one.name,
	sub: [one.member_no ?? "尚無編號", identityTypeLabel(one), one.phone && phoneWords(one.phone), aside]
		.filter(Boolean)
		.join("　"),
});

/**
 * Returns what a search for `q` found as its field offers it: each leads to `hrefOf` its value. Without a text, nothing is
 * said of finding nothing.
 */
export const offered = (
	q: string,
	options: readonly Option[],
	hrefOf: (value: string) => string,
): { data: { data: OfferedPlace[]; words?: string } } => ({
	data: {
		data: options.map(({ value, ...shown }) => ({ ...shown, href: hrefOf(value) })),
		...(q === "" && { words: "" }),
	},
});

/** Returns the address of a page with a search made and one of those found chosen, as `PERSON_QUERY` reads it. */
export const chosenHref = (action: string, query: Record<string, string>): string =>
	`${action}?${new URLSearchParams(query)}`;
