import * as z from "zod";
import { FINANCE_SORTS, type FinanceFilter, financeWords } from "#db/books/finance-lists.ts";
import { FINANCE_KINDS, FINANCE_STATES } from "#domain/books/finance/labels.ts";
import { asked, PageNumber } from "#kernel/query.ts";

const MAX_TYPED = 100;
const Day = asked(z.iso.date());
const Id = asked(z.coerce.number().int().positive().max(1e15));

/** The conditions of the list, as its address names them. */
const FILTER = {
	q: z
		.string()
		.default("")
		.transform((text) => text.toWellFormed().trim().slice(0, MAX_TYPED).toWellFormed()),
	state: asked(z.enum(["open", ...FINANCE_STATES])),
	kind: asked(z.enum(FINANCE_KINDS)),
	applicant: Id,
	project: Id,
	from: Day,
	to: Day,
};

/** What the address of the list may ask for; of an export there are no pages. */
export const FinanceExportQuery = z.strictObject({ ...FILTER, sort: asked(z.enum(FINANCE_SORTS)) });
export const FinanceQuery = FinanceExportQuery.extend({ page: PageNumber });
export type FinanceExportQuery = z.infer<typeof FinanceExportQuery>;

/** Whether more is asked for than all. */
export const isNarrowed = (query: Record<string, string>): boolean =>
	Object.entries(query).some(([name, value]) => name in FILTER && value !== "");

/** The conditions as the database is asked. */
export const filterOf = ({ q, sort: _sort, ...rest }: FinanceExportQuery): FinanceFilter => ({
	words: financeWords(q),
	...rest,
});
