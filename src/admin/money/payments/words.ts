import * as z from "zod";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { ALLOCATION_KINDS, PAYMENT_STATUS_LABELS, type PaymentStatus } from "#domain/money/payments/labels.ts";
import { DUES_KINDS } from "#domain/people/fees.ts";
import { type Status, status } from "#ui/status.ts";

const LOOKS: Record<PaymentStatus, Omit<Status, "word">> = {
	submitted: { tone: "warn" },
	verified: { tone: "ok" },
	rejected: { tone: "danger", icon: "undo" },
	cancelled: { icon: "no" },
	reversed: { icon: "refresh" },
};

/** How a payment stands, in the staff's word. */
export const paymentStatus = (code: PaymentStatus) => status({ word: PAYMENT_STATUS_LABELS[code], ...LOOKS[code] });

/** 收款 12: what a payment is called where it has no name of its own. */
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

/** The parts of a payment as lists read them (PARTS_JSON). */
export const partsIn = (json: string): PaymentPart[] => Parts.parse(JSON.parse(json));

/** The numbers of receipts as lists read them (RECEIPTS_JSON). */
export const receiptsIn = (json: string): string[] => z.array(z.string()).parse(JSON.parse(json));

/** What a part is for: 常年會費 115 年, 捐款, 溢繳款. */
export const partLabel = ({ kind, dues, year }: Pick<PaymentPart, "kind" | "dues" | "year">): string => {
	if (kind === "donation") return "捐款";
	return dues === null || year === null ? "溢繳款" : duesLabel({ kind: dues, dues_year: year });
};

/** 入會費、常年會費 115 年: what a payment is for, each once. */
export const forWhat = (parts: readonly PaymentPart[]): string => [...new Set(parts.map(partLabel))].join("、");

/** The members whose fees are in it, each once. */
export const forWhom = (parts: readonly PaymentPart[]): string =>
	[...new Set(parts.flatMap(({ name }) => name ?? []))].join("、");
