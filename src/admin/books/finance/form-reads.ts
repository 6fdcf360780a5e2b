import { allows } from "#auth/permissions.ts";
import type { Ask } from "#auth/route.ts";
import type { Visitor } from "#auth/visitor.ts";
import { budgetsLeft } from "#db/books/budgets.ts";
import type { DocumentRow, FinanceEventRow } from "#db/books/finance.ts";
import { projectsInUse, refundPayment, settledAdvance, staffPayees, suspenseLine } from "#db/books/finance-forms.ts";
import { readRows } from "#db/read.ts";
import { type FinanceKind, financeNumber } from "#domain/books/finance/labels.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { readerOf } from "./asks.ts";
import type { Edits } from "./form-frame.ts";
import type { FinanceFormPage } from "./form-page.ts";
import type { Naming } from "./form-sent.ts";

/** Returns whether the user may make refunds: a refund names a payment or a bank line, which the user must see. */
export const mayRefund = (who: Visitor): boolean => allows("payments", who) || allows("bank", who);

/**
 * Returns the SQL statements that read the form's choices (payees, projects, budgets) and its advance, payment or line.
 */
export const asksOf = ({ who, at }: Pick<Ask, "who" | "at">, { of = 0, ...ids }: Naming) =>
	[
		staffPayees({ id: ids.payee ?? 0, of }),
		projectsInUse({ id: ids.project ?? 0, of }),
		budgetsLeft(Number(dateInTaipei(at).slice(0, 4))),
		settledAdvance({ id: ids.advance ?? 0, of }, readerOf(who)),
		refundPayment(allows("payments", who) ? { id: ids.payment ?? 0, of } : NONE),
		suspenseLine(allows("bank", who) ? { id: ids.line ?? 0, of } : NONE),
	] as const;
const NONE = { id: 0, of: 0 };

export async function surroundingsOf(ask: Pick<Ask, "env" | "who" | "at">, kind: FinanceKind, naming: Naming) {
	const [staff, projects, budgets, [advance], [payment], [line]] = await readRows(
		ask.env.DB,
		...asksOf(ask, {
			...naming,
			...(kind === "settlement" ? {} : { advance: 0 }),
			...(kind === "refund" ? {} : NO_REFUND),
		}),
	);
	return { kind, staff, projects, budgets, advance, payment, line, files: [], key: crypto.randomUUID() };
}
const NO_REFUND = { payment: 0, line: 0 };

export const isRefundable = ({ payment, line }: Pick<FinanceFormPage, "payment" | "line">): boolean =>
	line !== undefined || (payment?.status === "verified" && payment.credit + payment.donation > 0);

/** Returns what a form says of the request that it changes, with the reason of its last return. */
export const editsOf = (row: DocumentRow, events: readonly FinanceEventRow[]): Edits => ({
	id: row.id,
	number: financeNumber(row),
	state: row.state,
	version: row.version,
	returned: (row.state === "returned" && events.findLast(({ step }) => step === "return")?.comment) || null,
});
