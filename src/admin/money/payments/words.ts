import * as z from "zod";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { ALLOCATION_KINDS, PAYMENT_STATUS_LABELS, type PaymentStatus } from "#domain/money/payments/labels.ts";
import { DUES_KINDS } from "#domain/people/index.ts";
import { type Status, status } from "#ui/status.ts";

const LOOKS: Record<PaymentStatus, Omit<Status, "word">> = {
	submitted: { tone: "warn" },
	verified: { tone: "ok" },
	rejected: { tone: "danger", icon: "undo" },
	cancelled: { icon: "no" },
	reversed: { icon: "refresh" },
};

/** Draws a payment's status, in the words of staff. */
export const paymentStatus = (code: PaymentStatus) => status({ word: PAYMENT_STATUS_LABELS[code], ...LOOKS[code] });

/** Returns a payment's name, made from its id: 收款 12. */
export const paymentName = (id: number): string => `收款 ${id}`;

const Parts = z.array(
	z.object({
		kind: z.enum(ALLOCATION_KINDS),
		dues: z.enum(DUES_KINDS).nullable(),
		year: z.int().nullable(),
		amount: z.int(),
		name: z.string().nullable(),
		no: z.string().nullable(),
	}),
);
export type PaymentPart = z.infer<typeof Parts>[number];

/** Parses the parts of a payment from the JSON that the query of the list returns. */
export const partsIn = (json: string): PaymentPart[] => Parts.parse(JSON.parse(json));

/** Parses the numbers of a payment's receipts from the JSON that the query of the list returns. */
export const receiptsIn = (json: string): string[] => z.array(z.string()).parse(JSON.parse(json));

/** Returns what a part pays: 常年會費 115 年, 捐款, 溢繳款. */
export const partLabel = ({ kind, dues, year }: Pick<PaymentPart, "kind" | "dues" | "year">): string => {
	if (kind === "donation") return "捐款";
	return dues === null || year === null ? "溢繳款" : duesLabel({ kind: dues, dues_year: year });
};

/** Returns what a payment pays, each kind once: 入會費、常年會費 115 年. */
export const forWhat = (parts: readonly PaymentPart[]): string => [...new Set(parts.map(partLabel))].join("、");

/** Returns the names of the members whose dues a payment pays, each once. */
export const forWhom = (parts: readonly PaymentPart[]): string =>
	[...new Set(parts.flatMap(({ name }) => name ?? []))].join("、");
