import * as z from "zod";
import { Refusal } from "#kernel/refusal.ts";

/** The kinds of records that a part of a bank line may name. `voucher` names a line of a voucher (傳票). */
export const PART_KINDS = ["payment", "income", "deposit", "expense", "voucher"] as const;
export type PartKind = (typeof PART_KINDS)[number];

/** A part of a bank line: a record and how much of its money the line shows, in NT$, below zero for money that went out. */
export type Part = { kind: PartKind; id: number; amount: number };
/**
 * A booked record with what no bank line shows of it yet, or with how much of that was asked for (`isGiven`), which is
 * then used wholly or refused.
 */
export type Movement = { kind: PartKind; id: number; left: number; isGiven?: true };

/** The largest fee, in NT$, that a bank or the post office keeps of one line without being asked about it. */
const MOST_FEE = 1_000;
/** A fee above this, in NT$, has to be at most a tenth of the records' sum. */
const SMALL_FEE = 50;

/**
 * Returns the parts by which booked records explain what is left of a bank line (`left`), and the fee that remains.
 * With `fee` the records are used wholly and the line is smaller than they are by the bank's fee; without it the last
 * record is used up to what the line has left, and the rest waits for another line. Refuses with `bank.mismatch`
 * records that cannot be part of the line, and with `bank.fee_refused` a difference that is no fee.
 */
export function partsFor(
	left: number,
	records: readonly Movement[],
	{ withFee }: { withFee: boolean },
): { parts: Part[]; fee: number } {
	const whole = records.map((record) => ({ kind: record.kind, id: record.id, amount: record.left }));
	const sum = whole.reduce((all, { amount }) => all + amount, 0);
	if (sum * left <= 0) throw new Refusal("bank.mismatch");
	if (withFee) {
		const fee = sum - left;
		const isFee = fee > 0 && fee <= MOST_FEE && (fee <= SMALL_FEE || fee * 10 <= Math.abs(sum));
		if (!isFee) throw new Refusal("bank.fee_refused");
		return { parts: whole, fee };
	}
	const over = left > 0 ? sum - left : left - sum;
	if (over <= 0) return { parts: whole, fee: 0 };
	if (records.some(({ isGiven }) => isGiven)) throw new Refusal("bank.mismatch");
	const last = whole.at(-1);
	const kept = last ? last.amount - (left > 0 ? over : -over) : 0;
	// The last record has to stay in its own direction: else one record too many was chosen.
	if (!last || kept * last.amount <= 0) throw new Refusal("bank.mismatch");
	return { parts: [...whole.slice(0, -1), { ...last, amount: kept }], fee: 0 };
}

const Read = z.array(
	z.object({
		id: z.int(),
		kind: z.enum(PART_KINDS),
		record: z.int(),
		amount: z.int(),
		isTie: z.int(),
		isOwn: z.int(),
		title: z.string().nullable(),
		number: z.string().nullable(),
		voucher: z.int().nullable(),
		by: z.string().nullable(),
	}),
);
/**
 * A part as a page shows it. `isTie` is 1 when its record was booked before; `isOwn` is 1 for the voucher that the line
 * made, of a fee or a transfer; `by` is the name of the user who verified a payment.
 */
export type ShownPart = z.infer<typeof Read>[number];
/** Reads the JSON of a line's parts. */
export const partsIn = (json: string): ShownPart[] => Read.parse(JSON.parse(json));
