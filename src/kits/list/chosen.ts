import * as z from "zod";
import type { Gate } from "#auth/permissions.ts";
import { action, type Route } from "#auth/route.ts";
import { idsUpTo } from "#kernel/query.ts";
import { html } from "#ui/html.ts";
import { island } from "#ui/islands/island.ts";
import { notice } from "#ui/notice.ts";

/** More boxes than a page has are ticked by nobody. */
const MOST_IDS = 100;
/** Most characters of a list's address that a form brings back. */
export const LONGEST_QUERY = 2_000;

/** What the band over a list sends: the boxes that were ticked, or the conditions of all that fit ("*" for none). */
export const ChoiceForm = z.strictObject({
	ids: z.array(z.string().regex(/^[1-9]\d{0,14}$/)).max(MOST_IDS),
	all: z.string().max(LONGEST_QUERY).optional(),
	/** The list as it was, to go back to. */
	here: z.string().max(LONGEST_QUERY).default(""),
});

const MOST_IDS_ASKED = 500;
/** What an address may say of chosen records beside the conditions of their list. */
export const CHOSEN = {
	ids: idsUpTo(MOST_IDS_ASKED).optional(),
	here: z.string().max(LONGEST_QUERY).default(""),
};

/** The box of a row, which belongs to the form of the band. */
export const rowBox = (form: string, { id, name }: { id: number; name: string }) =>
	html`<input type="checkbox" form=${form} name="ids" value=${id} aria-label=${`選取 ${name}`} />`;

type Band = {
	/** The id of its form. */
	form: string;
	unit: string;
	/** All that fit. */
	total: number;
	/** The conditions in force, and the whole address where the list is to be gone back to. */
	conditions: string;
	here?: Record<string, string>;
	actions: readonly { label: string; action: string; danger?: boolean | undefined }[];
};

/** The band over a list about its chosen rows. */
export const bulkBand = ({ form, unit, total, conditions, here, actions }: Band) => [
	island("bulk-select", {
		id: form,
		unit,
		total,
		query: conditions,
		actions: actions.map(({ label, action, danger }) => ({ label, action, danger })),
	}),
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
	/** Where the button leads to with those who were chosen. */
	leadsTo: (params: P) => string;
	/** What was to be ticked: 會員. */
	name: string;
	title: string;
	area: string;
};

/** The band's form carries what it is about into an address, which can be reloaded and gone back to. */
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
