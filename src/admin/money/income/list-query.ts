import * as z from "zod";
import { INCOME_SORTS, type IncomeFilter } from "#db/money/income-lists.ts";
import { INCOME_KINDS, INCOME_METHODS, INCOME_STATES } from "#domain/money/income/labels.ts";
import { asked, PageNumber } from "#kernel/query.ts";

const Day = asked(z.iso.date());

/** The conditions of the list, as its address names them. */
const FILTER = {
	q: z
		.string()
		.default("")
		.transform((text) => text.toWellFormed().trim().slice(0, 100).toWellFormed()),
	state: asked(z.enum(INCOME_STATES)),
	kind: asked(z.enum([...INCOME_KINDS, "in_kind"])),
	method: asked(z.enum(INCOME_METHODS)),
	receipt: asked(z.enum(["issued", "none"])),
	from: Day,
	to: Day,
};

/** What the address of the list may ask for; of an export there are no pages. */
export const IncomeExportQuery = z.strictObject({ ...FILTER, sort: asked(z.enum(INCOME_SORTS)) });
export const IncomeQuery = IncomeExportQuery.extend({ page: PageNumber });
export type IncomeExportQuery = z.infer<typeof IncomeExportQuery>;

/** Whether more is asked for than all. */
export const isNarrowed = (query: Record<string, string>): boolean =>
	Object.entries(query).some(([name, value]) => name in FILTER && value !== "");

/** The conditions as the database is asked. */
export const filterOf = ({ sort: _sort, ...filter }: IncomeExportQuery): IncomeFilter => filter;
