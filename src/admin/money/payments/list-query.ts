import * as z from "zod";
import { PAYMENT_SORTS, type PaymentFilter, paymentWords } from "#db/money/payment-lists.ts";
import { PAYMENT_METHODS, PAYMENT_SOURCES, PAYMENT_STATUSES } from "#domain/money/payments/labels.ts";
import { asked, PageNumber } from "#kernel/query.ts";

const MAX_TYPED = 100;
const Day = asked(z.iso.date());

/** The conditions of the list, as its address names them. */
const FILTER = {
	q: z
		.string()
		.default("")
		.transform((text) => text.toWellFormed().trim().slice(0, MAX_TYPED).toWellFormed()),
	status: asked(z.enum(PAYMENT_STATUSES)),
	method: asked(z.enum(PAYMENT_METHODS)),
	source: asked(z.enum(PAYMENT_SOURCES)),
	from: Day,
	to: Day,
};

/** What the address of the list may ask for; of an export there are no pages. */
export const PaymentsExportQuery = z.strictObject({ ...FILTER, sort: asked(z.enum(PAYMENT_SORTS)) });
export const PaymentsQuery = PaymentsExportQuery.extend({ page: PageNumber });
export type PaymentsExportQuery = z.infer<typeof PaymentsExportQuery>;

/** Whether more is asked for than all. */
export const isNarrowed = (query: Record<string, string>): boolean =>
	Object.entries(query).some(([name, value]) => name in FILTER && value !== "");

/** The conditions as the database is asked. */
export const filterOf = ({ q, status, method, source, from, to }: PaymentsExportQuery): PaymentFilter => ({
	words: paymentWords(q),
	status,
	method,
	source,
	from,
	to,
});
