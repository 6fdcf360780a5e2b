import * as z from "zod";
import type { Gate } from "#auth/permissions.ts";
import { action, type Route } from "#auth/route.ts";
import { idsUpTo } from "#kernel/query.ts";
import { html } from "#ui/html.ts";
import { island } from "#ui/islands/island.ts";
import { notice } from "#ui/notice.ts";

/** The maximum number of ticked checkboxes: a page has no more rows. */
const MOST_IDS = 100;
/** The maximum number of characters of a list's address that a form sends back. */
export const LONGEST_QUERY = 2_000;

/**
 * The form of the band (the bar of actions over a list): the ids of the ticked rows, or in `all` the conditions of the
 * list when all matching rows are meant ("*" when the list has no conditions).
 */
export const ChoiceForm = z.strictObject({
	ids: z.array(z.string().regex(/^[1-9]\d{0,14}$/)).max(MOST_IDS),
	all: z.string().max(LONGEST_QUERY).optional(),
	/** The query of the list's address, to go back to the list as it was. */
	here: z.string().max(LONGEST_QUERY).default(""),
});

const MOST_IDS_ASKED = 500;
/** The query parameters of chosen records on the page that the band leads to, beside the conditions of the list. */
export const CHOSEN = {
	ids: idsUpTo(MOST_IDS_ASKED).optional(),
	here: z.string().max(LONGEST_QUERY).default(""),
};

/** Draws the checkbox of a row. It belongs to the band's form, whose id is `form`. */
export const rowBox = (form: string, { id, name }: { id: number; name: string }) =>
	html`<input type="checkbox" form=${form} name="ids" value=${id} aria-label=${`選取 ${name}`} />`;

type Band = {
	/** The id of the band's form. */
	form: string;
	unit: string;
	/** The number of all rows that match, or words for it. */
	total: number | string;
	/**
	 * The conditions of the list as a query text; `here` is the query of the list's address when the next page leads
	 * back to it.
	 */
	conditions: string;
	here?: Record<string, string>;
	actions: readonly { label: string; action: string; danger?: boolean | undefined }[];
};

/** Draws the band over a list: the bar with the actions on its chosen rows, and the list's query in a hidden field. */
export const bulkBand = ({ form, unit, total, conditions, here, actions }: Band) => [
	island(
		"bulk-select",
		{
			id: form,
			unit,
			total,
			query: conditions,
			actions: actions.map(({ label, action, danger }) => ({ label, action, danger })),
		},
		"touched",
	),
	here && html`<input type="hidden" form=${form} name="here" value=${new URLSearchParams(here).toString()} />`,
];

type ListAsked = {
	askedBy: (text: string) => { sort: string | undefined } | undefined;
	again: (query: string) => string;
};
type Choosing<P> = {
	path: string;
	gate: Gate;
	params?: z.ZodType<P>;
	list: ListAsked;
	/** Returns the address of the page that shows the chosen records and to which the form redirects. */
	leadsTo: (params: P) => string;
	/** What rows of the list are called, such as 會員. */
	name: string;
	title: string;
	area: string;
};

/**
 * Declares the route of the band's form: it puts the choice into the address of the next page, which can then be
 * reloaded and gone back to. With nothing chosen, it redirects to the list with a message.
 */
export const choosing = <P = object>({ path, gate, params, list, leadsTo, name, title, area }: Choosing<P>): Route =>
	action({
		path,
		gate,
		...(params && { params }),
		form: ChoiceForm,
		many: ["ids"],
		run: async (ask: { params: P }, { input: { ids, all, here } }) => {
			const conditions = all === undefined ? undefined : list.askedBy(all);
			if (!conditions && ids.length === 0) return { to: list.again(here), flash: `請先勾選${name}。`, tone: "warn" };
			const asked = conditions
				? new URLSearchParams(all === "*" ? "" : all)
				: new URLSearchParams({ ids: [...new Set(ids)].join(".") });
			const sort = conditions && list.askedBy(here)?.sort;
			if (sort) asked.set("sort", sort);
			if (here) asked.set("here", here);
			const to = leadsTo(ask.params);
			return { to: asked.size > 0 ? `${to}?${asked}` : to };
		},
		page: async (_, { problem }) => ({
			title,
			area,
			slim: true,
			body: notice({ tone: "danger", role: "alert" }, problem ?? "選取的內容不正確，請回到列表重新勾選。"),
		}),
	});
