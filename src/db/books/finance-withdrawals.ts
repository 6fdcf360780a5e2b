import { limitTo, type Select, select } from "#db/read.ts";
import type { FinanceListRow } from "./finance-lists.ts";
import { cashPartOf } from "./finance-shares.ts";

/** A request whose money is to be withdrawn, or transferred, from a bank account. */
export type WithdrawnRow = Pick<
	FinanceListRow,
	"id" | "roc_year" | "seq" | "kind" | "register" | "title" | "payee_name" | "net"
>;
/** The net is what leaves the bank: of a register without what it pays in cash. */
const COLUMNS = `d.id, d.roc_year, d.seq, d.kind, d.register, d.title, d.payee_name, d.net - ${cashPartOf("d")} AS net`;

/** The most requests on one 提款核章單. */
export const MOST_WITHDRAWN = 100;

/** Selects the approved requests that wait to be paid, oldest first, at most MOST_WITHDRAWN. */
export const payableDocuments = (): Select<WithdrawnRow> =>
	select(
		`SELECT ${COLUMNS} FROM finance_documents d WHERE d.state = 'approved' AND d.net > 0
		ORDER BY d.state_since, d.id ${limitTo(MOST_WITHDRAWN)}`,
	);

/** Selects those of the requests with these ids that are approved or paid, by their numbers. */
export const withdrawnDocuments = (ids: readonly number[]): Select<WithdrawnRow> =>
	select(
		`SELECT ${COLUMNS} FROM (SELECT DISTINCT value FROM json_each(?)) j JOIN finance_documents d ON d.id = j.value
		WHERE d.state IN ('approved', 'paid', 'posted') AND d.net > 0 ORDER BY d.roc_year, d.seq`,
		JSON.stringify(ids),
	);
