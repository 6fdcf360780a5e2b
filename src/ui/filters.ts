import { button } from "./button.ts";
import { chip } from "./chip.ts";
import { typedDayText } from "./day-field.ts";
import { field } from "./field.ts";
import type { Option } from "./field-parts.ts";
import { freshForm } from "./form-state.ts";
import { type Children, html, type VNode } from "./html.ts";
import { icon } from "./icon.ts";
import { type Here, hrefWith, hrefWithout } from "./url-state.ts";

/**
 * A condition of a list: a select of options, a date, a month, or a short typed text. `always` means that the condition
 * always has a value and cannot be removed.
 */
export type Filter =
	| { name: string; label: string; options: Option[]; empty?: string | undefined; always?: boolean }
	| {
			name: string;
			label: string;
			type: "date" | "month" | "text";
			/** The texts that a typed condition suggests. */
			offers?: readonly string[] | undefined;
			placeholder?: string | undefined;
			always?: boolean;
	  };

export type Filters = {
	here: Here;
	/** The search field, whose name is `q`; undefined for a list without one. */
	search?: { placeholder: string; label?: string | undefined } | undefined;
	fields?: Filter[] | undefined;
	/** What stands at the end of the line: the chooser of the columns. */
	beside?: Children;
	/** Conditions in the address that have no field of their own; they are shown and can be removed. */
	also?: { name: string; words: string }[] | undefined;
};

const asked = (here: Here, name: string): string[] => [here.query[name] ?? []].flat().filter((value) => value !== "");

/** Writes a chosen value in the words of its field. */
function valueWords(one: Filter, value: string): string {
	if ("options" in one) return one.options.find((option) => option.value === value)?.label ?? value;
	return one.type === "date" ? typedDayText(value) : value;
}

const isOptional = ({ always }: Filter): boolean => !always;

/** The most optional fields that stand in the line themselves; more of them are added by 「＋條件」. */
const MOST_SHOWN = 2;

/** Returns which fields stand in the line and which are added: a condition that always has a value always stands there. */
function placed(fields: Filter[]): { shown: Filter[]; added: Filter[] } {
	const optional = fields.filter(isOptional);
	if (optional.length <= MOST_SHOWN) return { shown: fields, added: [] };
	return { shown: fields.filter((one) => !isOptional(one)), added: optional };
}

/** Returns the conditions in force that no field shows, each in words with the address of the list without it. */
export function conditions({ here, fields = [], also = [] }: Filters): { label: string; removeHref: string }[] {
	const words = placed(fields).added.flatMap((one) =>
		asked(here, one.name).map((value) => {
			return { label: `${one.label}：${valueWords(one, value)}`, removeHref: hrefWithout(here, one.name, value) };
		}),
	);
	const more = also.map(({ name, words: label }) => ({ label, removeHref: hrefWithout(here, name) }));
	return [...words, ...more];
}

/** Draws the field of a condition. */
export const filterField = (filter: Filter, state: ReturnType<typeof freshForm>): VNode =>
	"options" in filter
		? field({ ...filter, state, type: "select", empty: filter.empty ?? (filter.always ? undefined : "全部") })
		: field({ ...filter, state });

/** Draws hidden inputs for what the form must carry along: the sort order, and conditions without a field. */
const carried = ({ here, fields = [] }: Filters): Children =>
	Object.keys(here.query)
		.filter((name) => !["q", "page", ...fields.map((filter) => filter.name)].includes(name))
		.flatMap((name) => asked(here, name).map((value) => html`<input type="hidden" name=${name} value=${value} />`));

/** Draws the button that opens the fields of the conditions that are not in force yet, or are changed there. */
const adding = (added: Filter[], state: ReturnType<typeof freshForm>): Children =>
	added.length > 0 &&
	html`<details class="pop filter-add" data-menu>
		<summary class="chip add">${icon("plus")}條件</summary>
		<div class="pop-panel">
			<div class="filter-fields">${added.map((filter) => filterField(filter, state))}</div>
		</div>
	</details>`;

/**
 * Draws the conditions of a list in one line: a GET form, so that the address contains all of them. The search and a few
 * fields stand in it, the others are added by 「＋條件」 and are then chips that can be removed. With scripts the list
 * answers while one types and chooses (src/ui/islands/client/live-list.ts); the button is for browsers without.
 */
export function filters(props: Filters): VNode {
	const { here, search, fields = [] } = props;
	const values = Object.fromEntries(Object.keys(here.query).map((name) => [name, asked(here, name)]));
	const state = freshForm(values, "q");
	const { shown, added } = placed(fields);
	const now = conditions(props);
	return html`<form class="filters" method="get" action=${here.path} role="search" aria-label=${search?.label ?? "篩選"} data-live>
		${carried(props)}
		${
			search &&
			html`<div class="filter-search">
				${field({ name: "q", label: "搜尋", hideLabel: true, state, type: "search", placeholder: search.placeholder })}
			</div>`
		}
		${shown.map((filter) => filterField(filter, state))}
		<div class="filter-now">
			${now.map(chip)} ${adding(added, state)}
			${now.length > 1 && html`<a class="small" href=${hrefWith({ path: here.path, query: keptOf(here, props) }, {})}>全部清除</a>`}
		</div>
		<div class="filter-send">${button({ label: search && fields.length === 0 ? "搜尋" : "篩選", size: "s" })}</div>
		${props.beside && html`<div class="filter-beside">${props.beside}</div>`}
	</form>`;
}

/** Returns the parameters that 全部清除 keeps: the order, the words of the search, and what the fields of the line say. */
const keptOf = (here: Here, { fields = [] }: Filters): Here["query"] => {
	const kept = ["sort", "q", ...placed(fields).shown.map(({ name }) => name)];
	return Object.fromEntries(Object.entries(here.query).filter(([name]) => kept.includes(name)));
};
