import { sql } from "drizzle-orm";
import { commit, type Db, type Write } from "#db/commit.ts";
import { commitOnce } from "#db/form-submissions.ts";
import { proofFile } from "#db/money/payment-reviews.ts";
import {
	auditPayment,
	insertEvent,
	insertPayment,
	refuseNotOwed,
	refuseTwins,
	setAllocations,
} from "#db/money/payment-writes.ts";
import type { PaymentInput } from "#domain/money/payments/form.ts";
import { refusePayment } from "#domain/money/payments/rules.ts";
import { type OpenedFile, openFile } from "#domain/system/actions.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { MOST_ROWS } from "./rows.ts";

/** The Worker bindings that proofs of payment need: the bucket of files and the key that seals them. */
type Store = { FILES: R2Bucket; SEALING_KEY: string };

/**
 * Opens the proof of a payment for staff who may see payments; null where none is stored. The audit log records the
 * view before this returns.
 */
export async function viewProof(env: Store, db: Db, { id, by }: { id: number; by: By }): Promise<OpenedFile | null> {
	const file = await proofFile(db, id);
	if (!file) return null;
	const opened = await openFile(env, db, { file, by });
	if (opened) await commit(db, auditPayment(db, "view", { id }, by));
	return opened;
}

/** SQL for the id of the payment that the same batch inserted last. */
const NEWEST = sql<number>`(SELECT max(id) FROM payments)`;

/**
 * Submits many payments to be verified by other users, all or none, once per form `key`; returns the id of the first.
 * Refuses what `refusePayment` refuses, `payment.not_owed` (an item is settled, overpaid, or another member's),
 * `payment.duplicate` (a payment has the day, amount and last five digits of a stored one, or of another in the list)
 * and `payment.nothing_chosen` (an empty list); throws above MOST_ROWS.
 */
export async function submitPayments(
	db: Db,
	{ inputs, key, by }: { inputs: readonly PaymentInput[]; key: string; by: By & { userId: number } },
): Promise<number> {
	if (inputs.length > MOST_ROWS) throw new RangeError(`more than ${MOST_ROWS} payments`);
	for (const input of inputs) refusePayment(input);
	const checks = [refuseNotOwed(inputs.flatMap(({ allocations }) => allocations)), refuseTwins(inputs)];
	const [first, ...rest] = inputs.flatMap((input) => writesOf(db, input, by));
	if (!first) throw new Refusal("payment.nothing_chosen");
	return commitOnce(db, { key, at: by.at, checks }, [first, ...rest]);
}

const writesOf = (db: Db, input: PaymentInput, by: By & { userId: number }): Write[] => [
	insertPayment({ ...input, source: "staff", submittedBy: by.userId, proofFileId: null }, by.at),
	// A new payment has no parts to remove.
	...setAllocations(NEWEST, input.allocations).slice(1),
	insertEvent(NEWEST, "submit", { by }),
	...auditPayment(db, "submit", { id: NEWEST, changes: { amount: input.amount, method: input.method } }, by),
];
