import * as z from "zod";
import { DUES_SORTS, type DuesFilter } from "#db/money/dues-lists.ts";
import { DUES_KINDS, DUES_STATUSES } from "#domain/money/dues/labels.ts";
import { ALL_MEMBERSHIP_TYPES } from "#domain/people/members/codes.ts";
import { searchWords } from "#domain/people/members/search.ts";
import { paths } from "#http/paths.ts";
import { asked, PageNumber } from "#kernel/query.ts";

const MAX_TYPED = 100;

/** The conditions of the list, as its address names them. */
const FILTER = {
	q: z
		.string()
		.default("")
		.transform((text) => text.toWellFormed().trim().slice(0, MAX_TYPED).toWellFormed()),
	year: asked(z.coerce.number().int().min(1980).max(2200)),
	kind: asked(z.enum(DUES_KINDS)),
	status: asked(z.enum([...DUES_STATUSES, "owed"])),
	type: asked(z.enum(ALL_MEMBERSHIP_TYPES)),
};

/** What the address of the list may ask for; of an export there are no pages. */
export const DuesExportQuery = z.strictObject({ ...FILTER, sort: asked(z.enum(DUES_SORTS)) });
export type DuesExportQuery = z.infer<typeof DuesExportQuery>;
export const DuesQuery = DuesExportQuery.extend({ page: PageNumber });

/** Whether more is asked for than all. */
export const isNarrowed = (query: Record<string, string>): boolean =>
	Object.entries(query).some(([name, value]) => name in FILTER && value !== "");

/** The conditions in force as an address has them, without order and page; "" for none. */
export const conditionsOf = (query: Record<string, string>): string =>
	new URLSearchParams(Object.entries(query).filter(([name, value]) => name in FILTER && value !== "")).toString();

/** The conditions as the database is asked. */
export const filterOf = ({ q, year, kind, status, type }: DuesExportQuery): DuesFilter => ({
	words: searchWords(q),
	year,
	kind,
	status,
	type,
});

/** What such a text, or the one of the whole list ("*" as the bulk band sends it), asks for; undefined for another. */
export const askedBy = (text: string) =>
	DuesQuery.safeParse(Object.fromEntries(new URLSearchParams(text === "*" ? "" : text))).data;

/** The list as it was, where that is an address of it. */
export const listAgain = (here: string): string =>
	here && askedBy(here) ? `${paths.admin.dues.list()}?${new URLSearchParams(here)}` : paths.admin.dues.list();
