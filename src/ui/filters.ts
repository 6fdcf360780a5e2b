import { button } from "./button.ts";
import { chip } from "./chip.ts";
import { count } from "./count.ts";
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
	/** Conditions in the address that have no field of their own; they are shown and can be removed. */
	also?: { name: string; words: string }[] | undefined;
};

const asked = (here: Here, name: string): string[] => [here.query[name] ?? []].flat().filter((value) => value !== "");

/** Writes a chosen value in the words of its field. */
function valueWords(one: Filter, value: string): string {
	if ("options" in one) return one.options.find((option) => option.value === value)?.label ?? value;
	return one.type === "date" ? value.replaceAll("-", "/") : value;
}

const isOptional = ({ always }: Filter): boolean => !always;

/** Returns the conditions in force, each in words with the address of the list without it. */
export function conditions({ here, search, fields = [], also = [] }: Filters): { label: string; removeHref: string }[] {
	const words = fields.filter(isOptional).flatMap((one) =>
		asked(here, one.name).map((value) => {
			return { label: `${one.label}：${valueWords(one, value)}`, removeHref: hrefWithout(here, one.name, value) };
		}),
	);
	const more = also.map(({ name, words: label }) => ({ label, removeHref: hrefWithout(here, name) }));
	const searched = search
		? asked(here, "q").map((value) => ({ label: `「${value}」`, removeHref: hrefWithout(here, "q") }))
		: [];
	return [...searched, ...words, ...more];
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

/**
 * Draws the conditions of a list: a GET form, so that the address contains all of them, and under it the conditions in
 * force, each removable.
 */
export function filters(props: Filters): VNode {
	const { here, search, fields = [] } = props;
	const values = Object.fromEntries(Object.keys(here.query).map((name) => [name, asked(here, name)]));
	const state = freshForm(values, "q");
	const now = conditions(props);
	const chosen = fields.filter(isOptional).filter(({ name }) => asked(here, name).length > 0).length;
	const isIdle = now.length === 0 && fields.every(isOptional);
	return html`<div class="filter-part">
		<form class=${isIdle ? "filters idle" : "filters"} method="get" action=${here.path} role="search" aria-label=${search?.label ?? "篩選"}>
			${carried(props)}
			${
				search &&
				html`<div class="filter-search">
					${field({ name: "q", label: "搜尋", state, type: "search", placeholder: search.placeholder })}
				</div>`
			}
			${
				fields.length > 0 &&
				html`<details class="more" open=${chosen > 0 || fields.some(({ always }) => always)}>
					<summary class="btn">${icon("list")}${search ? "更多條件" : "篩選條件"}${chosen > 0 && count(chosen, true)}</summary>
					<div class="filter-fields">${fields.map((filter) => filterField(filter, state))}</div>
				</details>`
			}
			${button({ label: search && fields.length === 0 ? "搜尋" : "篩選" })}
		</form>
		${
			now.length > 0 &&
			html`<div class="strip">
				<span class="soft">目前條件</span>${now.map(chip)}
				<a class="small" href=${hrefWith({ path: here.path, query: { sort: here.query.sort } }, {})}>全部清除</a>
			</div>`
		}
	</div>`;
}
