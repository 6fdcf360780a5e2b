import { type SQL, sql } from "drizzle-orm";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { activate, deactivate } from "#db/people/member-activation.ts";
import { WAITING } from "#db/people/member-reads.ts";
import { beginsIn } from "#db/steps.ts";
import { recordAudit } from "#db/system/audit.ts";
import { notifyEach } from "#db/system/notifications.ts";
import type { AllocationInput, PaymentInput } from "#domain/money/payments/form.ts";
import type { PaymentMethod, PaymentSource } from "#domain/money/payments/labels.ts";
import { PAYMENT_STEPS, type PaymentStep } from "#domain/money/payments/rules.ts";
import type { By } from "#kernel/by.ts";
import { isPaymentStranded, relatedToPayment } from "./payments.ts";

/** What an action on a payment starts from: `version` is the one that was seen. */
export type PaymentRef = { id: number; version: number };
type Id = number | SQL<number>;

export type NewPayment = Omit<PaymentInput, "method" | "allocations"> & {
	method: PaymentMethod;
	source: PaymentSource;
	submittedBy: number | null;
	proofFileId: SQL<number> | null;
};

/** A new payment, waiting to be verified. */
export const insertPayment = (of: NewPayment, at: number): Write =>
	sql`INSERT INTO payments (source, method, paid_on, amount, fee_amount, last5, bank_account_id, payer_member_id, payer_title,
			receipt_split, proof_file_id, remark, submitted_by, submitted_at, corrects_id, created_at, updated_at)
		VALUES (${of.source}, ${of.method}, ${of.paidOn}, ${of.amount}, ${of.feeAmount}, ${of.last5}, ${of.bankAccountId},
			${of.payerMemberId}, ${of.payerTitle}, ${of.receiptSplit}, ${of.proofFileId}, ${of.remark}, ${of.submittedBy}, ${at},
			${of.correctsId}, ${at}, ${at})`;

/** Its parts, in place of those it has; with what each member's disability status is at this moment. */
export const setAllocations = (id: Id, allocations: readonly AllocationInput[]): Write[] => [
	sql`DELETE FROM payment_allocations WHERE payment_id = ${id}`,
	sql`INSERT INTO payment_allocations (payment_id, kind, dues_item_id, member_id, amount, disability_status)
		SELECT ${id}, j.value ->> '$.kind', CAST(j.value ->> '$.duesItemId' AS INTEGER), CAST(j.value ->> '$.memberId' AS INTEGER),
			CAST(j.value ->> '$.amount' AS INTEGER), m.disability_status
		FROM json_each(${JSON.stringify(allocations)}) j LEFT JOIN members m ON m.id = CAST(j.value ->> '$.memberId' AS INTEGER)
		ORDER BY j.key`,
];

/** Refuses, as `payment.not_owed`, parts for what is not owed: paid, waived or cancelled, too much, or another member's. */
export const refuseNotOwed = (allocations: readonly AllocationInput[]): Write =>
	refuseWhere(
		"payment.not_owed",
		sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(allocations)}) j
			LEFT JOIN dues_items d ON d.id = CAST(j.value ->> '$.duesItemId' AS INTEGER)
			LEFT JOIN members m ON m.id = CAST(j.value ->> '$.memberId' AS INTEGER)
			WHERE (j.value ->> '$.memberId' IS NOT NULL AND (m.id IS NULL OR m.merged_into IS NOT NULL))
				OR (j.value ->> '$.kind' = 'dues' AND (d.id IS NULL OR d.status NOT IN ('open', 'partially_paid')
					OR d.member_id <> m.id OR d.paid_amount + CAST(j.value ->> '$.amount' AS INTEGER) > d.amount)))`,
	);

/**
 * Whether a user may pay the fees of a member `m`: their own, or as the guardian, also of one who came of age
 * (docs/workflows.md#guardians).
 */
export const paysFor = (user: string, member: string): string =>
	`EXISTS (SELECT 1 FROM members m LEFT JOIN members g ON g.id = m.guardian_member_id
		WHERE m.id = ${member} AND m.merged_into IS NULL AND m.status <> 'deceased' AND NOT ${WAITING}
			AND (m.user_id = ${user} OR g.user_id = ${user}))`;

/** Refuses, as `payment.not_yours`, a payment for members whose fees the user does not pay. */
export const refuseStrangers = (userId: number, memberIds: readonly number[]): Write =>
	refuseWhere(
		"payment.not_yours",
		sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(memberIds)}) j
			WHERE NOT ${sql.raw(paysFor(String(Math.trunc(userId)), "j.value"))})`,
	);

/** So many payments of one person may wait beyond what is open: mistakes and gifts, and never a heap that hides the others'. */
const MORE_WAITING = 5;

/**
 * Refuses, as `payment.too_many_waiting`, what a member sent in when more of theirs wait than they and theirs have open items
 * and MORE_WAITING. It stands behind the writing, and counts that. What staff enter for them does not count.
 */
export const refuseHeap = (userId: number): Write =>
	refuseWhere(
		"payment.too_many_waiting",
		sql`(SELECT count(*) FROM payments WHERE submitted_by = ${userId} AND source = 'member' AND status = 'submitted')
			> ${MORE_WAITING} + (SELECT count(*) FROM dues_items d WHERE d.status IN ('open', 'partially_paid') AND d.member_id IN (
				SELECT m.id FROM members m WHERE m.user_id = ${userId}
				UNION SELECT m.id FROM members g JOIN members m ON m.guardian_member_id = g.id WHERE g.user_id = ${userId}))`,
	);

/** Refuses, as `payment.wrong_state`, a corrected copy of what is not reversed, or has one already. */
export const refuseSecondCopy = (correctsId: number | null, except: number | null = null): Write =>
	refuseWhere(
		"payment.wrong_state",
		sql`${correctsId} IS NOT NULL AND (NOT EXISTS (SELECT 1 FROM payments WHERE id = ${correctsId} AND status = 'reversed')
			OR EXISTS (SELECT 1 FROM payments WHERE corrects_id = ${correctsId} AND status <> 'cancelled' AND id IS NOT ${except}))`,
	);

/** Refuses, as `payment.not_yours`, who did not submit it. */
export const refuseOthers = (id: number, userId: number): Write =>
	refuseWhere(
		"payment.not_yours",
		sql`NOT EXISTS (SELECT 1 FROM payments WHERE id = ${id} AND submitted_by = ${userId})`,
	);

/**
 * Refuses, as `payment.duplicate`, one of the same day, amount and last five digits that is not cancelled or taken back;
 * whoever sends in their own hears of their own alone (`submitter`, null: of all). `except` is the payment itself.
 */
export const refuseDuplicate = (
	{ paidOn, amount, last5 }: PaymentInput,
	{ submitter, except = null }: { submitter: number | null; except?: number | null },
): Write =>
	refuseWhere(
		"payment.duplicate",
		sql`EXISTS (SELECT 1 FROM payments WHERE last5 = ${last5} AND paid_on = ${paidOn} AND amount = ${amount}
			AND status IN ('submitted', 'verified', 'rejected') AND id IS NOT ${except}
			AND (${submitter} IS NULL OR submitted_by = ${submitter}))`,
	);

/** The same of many at once, which must not be alike among themselves either. */
export const refuseTwins = (list: readonly PaymentInput[]): Write => {
	const told = list.flatMap(({ paidOn, amount, last5 }) => (last5 === null ? [] : [{ paidOn, amount, last5 }]));
	return refuseWhere(
		"payment.duplicate",
		sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(told)}) j JOIN payments p ON p.last5 = j.value ->> '$.last5'
				AND p.paid_on = j.value ->> '$.paidOn' AND p.amount = CAST(j.value ->> '$.amount' AS INTEGER)
				AND p.status IN ('submitted', 'verified', 'rejected'))
			OR (SELECT count(*) <> count(DISTINCT value) FROM json_each(${JSON.stringify(told)}))`,
	);
};

/** Refuses, as `payment.own`, where one of these users has to do with the payment. */
export const refuseRelated = (id: number, users: readonly number[]): Write =>
	refuseWhere(
		"payment.own",
		sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(users)}) j
			WHERE j.value IN (${sql.raw(relatedToPayment(String(Math.trunc(id))))}))`,
	);

/** Refuses, as `payment.own`, who stands in where a verifier can verify the payment after all, on a day in Taipei. */
export const refuseNotStranded = (id: number, day: string): Write =>
	refuseWhere("payment.own", sql`NOT ${sql.raw(isPaymentStranded(String(Math.trunc(id)), `'${day}'`))}`);

/** What changes of one that waits or was rejected. */
export const updatePayment = (
	{ id, version }: PaymentRef,
	of: PaymentInput & { proofFileId: SQL<number> | null },
	at: number,
): Write[] => [
	sql`UPDATE payments SET method = ${of.method}, paid_on = ${of.paidOn}, amount = ${of.amount}, fee_amount = ${of.feeAmount},
			last5 = ${of.last5}, bank_account_id = ${of.bankAccountId}, payer_member_id = ${of.payerMemberId},
			payer_title = ${of.payerTitle}, receipt_split = ${of.receiptSplit}, remark = ${of.remark},
			proof_file_id = coalesce(${of.proofFileId}, proof_file_id), titled_by = NULL, status = 'submitted', reason = NULL, submitted_at = ${at},
			version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND (${beginsIn("status", PAYMENT_STEPS.edit)} OR ${beginsIn("status", PAYMENT_STEPS.resubmit)})`,
	guard("payment.moved"),
];

type Received = {
	amount: number;
	feeAmount: number;
	bankAccountId: number | null;
	payerTitle: string;
	receiptSplit: "one" | "per_member";
};
/** What came in and what the receipts say, where the cashier finds otherwise than it was said; before it is verified. */
export const setReceived = (id: Id, of: Received): Write =>
	sql`UPDATE payments SET amount = ${of.amount}, fee_amount = ${of.feeAmount}, bank_account_id = ${of.bankAccountId},
			payer_title = ${of.payerTitle}, receipt_split = ${of.receiptSplit} WHERE id = ${id} AND status = 'submitted'`;

/** Another title, which a verifier wrote: it waits for a second one. Refuses `payment.moved`. */
export const retitlePayment = (
	{ id, version }: PaymentRef,
	of: Pick<Received, "payerTitle" | "receiptSplit">,
	by: By,
): Write[] => [
	sql`UPDATE payments SET payer_title = ${of.payerTitle}, receipt_split = ${of.receiptSplit}, titled_by = ${by.userId},
			version = version + 1, updated_at = ${by.at} WHERE id = ${id} AND version = ${version} AND status = 'submitted'`,
	guard("payment.moved"),
];

type Stepping = {
	step: "verify" | "reject" | "cancel" | "reverse";
	reason?: string | null;
	onBehalfOf?: number | null;
	by: By;
};

/** Refuses, as `payment.moved`, what is not as it was seen: before its voucher, whose rules would speak first. */
export const refuseMoved = ({ id, version }: PaymentRef): Write =>
	refuseWhere("payment.moved", sql`NOT EXISTS (SELECT 1 FROM payments WHERE id = ${id} AND version = ${version})`);

/** Takes a step. Refuses `payment.moved` where it changed since it was seen; a version of null is one that this batch made. */
export function stepPayment(
	id: Id,
	version: number | null,
	{ step, reason = null, onBehalfOf = null, by }: Stepping,
): Write[] {
	const { to } = PAYMENT_STEPS[step];
	const columns =
		step === "verify"
			? sql`verified_by = ${by.userId}, on_behalf_of = ${onBehalfOf}, verified_at = ${by.at}`
			: step === "reverse"
				? sql`reversed_by = ${by.userId}, reversed_at = ${by.at}, reason = ${reason}`
				: sql`reason = ${reason}`;
	return [
		sql`UPDATE payments SET status = ${to}, ${columns}, version = version + 1, updated_at = ${by.at}
			WHERE id = ${id} AND (${version} IS NULL OR version = ${version})
				AND ${beginsIn("status", PAYMENT_STEPS[step])}`,
		guard("payment.moved"),
		insertEvent(id, step, { reason, onBehalfOf, by }),
	];
}

export const insertEvent = (
	id: Id,
	step: PaymentStep | "submit",
	{ reason = null, onBehalfOf = null, by }: { reason?: string | null; onBehalfOf?: number | null; by: By },
): Write =>
	sql`INSERT INTO payment_events (payment_id, seq, step, reason, user_id, on_behalf_of, at)
		SELECT ${id}, coalesce(max(seq), 0) + 1, ${step}, ${reason}, ${by.userId}, ${onBehalfOf}, ${by.at}
		FROM payment_events WHERE payment_id = ${id}`;

/**
 * Members become active by paying what they owe (`pay`), and wait again where that payment is reversed (`unpay`). `id` may
 * be a query of several.
 */
export const stepMembersOf = (id: Id, step: "pay" | "unpay", by: By): Write[] => {
	const who = sql`id IN (SELECT member_id FROM payment_allocations WHERE payment_id IN (${id}))`;
	return step === "pay" ? activate(who, by) : deactivate(who, by);
};

type PaymentKind = "payment_verified" | "payment_rejected" | "payment_reversed";

/**
 * Tells who paid, once for a payment and what is told: whoever submitted it online, else the payer's login, their guardian's,
 * each where it has an address, else the record. Nobody where the payer is dead. `again` ends the key of what is told once more.
 */
export const tellPayer = (id: Id, kind: PaymentKind, { at, again = "" }: Pick<By, "at"> & { again?: string }): Write =>
	notifyEach(kind, {
		id: sql`${kind} || '_' || r.id || '_' || r.seq || ${again}`,
		user: sql`r.user_id`,
		member: sql`iif(r.user_id IS NULL, r.member_id, NULL)`,
		data: sql`json_object('paymentId', r.id)`,
		from: sql`(SELECT p.id, (SELECT max(e.seq) FROM payment_events e WHERE e.payment_id = p.id) AS seq, u.id AS user_id,
				iif(m.email IS NULL AND g.email IS NOT NULL, g.id, m.id) AS member_id
			FROM payments p LEFT JOIN members m ON m.id = p.payer_member_id LEFT JOIN members g ON g.id = m.guardian_member_id
					AND g.status <> 'deceased' AND g.pseudonymised_at IS NULL
				LEFT JOIN users u ON u.id IN (iif(p.source = 'member', p.submitted_by, NULL), m.user_id, g.user_id)
					AND u.status = 'active' AND u.email IS NOT NULL
			WHERE p.id = ${id} AND p.method <> 'credit' AND coalesce(m.status, '') <> 'deceased' AND m.pseudonymised_at IS NULL
			ORDER BY u.id IS iif(p.source = 'member', p.submitted_by, NULL) DESC, u.id IS m.user_id DESC LIMIT 1) r
			WHERE coalesce(r.user_id, r.member_id) IS NOT NULL`,
		at,
	});

/** Marks a bank line as this payment's. Refuses `bank.line_used` where another has it, or it changed since it was seen. */
export const useLine = ({ id, version }: { id: number; version: number }, paymentId: Id, at: number): Write[] => [
	sql`UPDATE bank_lines SET status = 'matched', payment_id = ${paymentId}, version = version + 1, updated_at = ${at}
		WHERE id = ${id} AND version = ${version} AND status IN ('unmatched', 'suggested')`,
	guard("bank.line_used"),
];

/** A row in the audit log: numbers alone, no person and no reason. */
export const auditPayment = (
	db: Db,
	step: string,
	{ id, onBehalfOf = null, changes = {} }: { id: Id; onBehalfOf?: number | null; changes?: Record<string, unknown> },
	by: By,
): Write[] =>
	recordAudit(db, {
		...by,
		action: `payment.${step}`,
		auditableType: "payment",
		auditableId: id,
		description: typeof id === "number" ? `payment ${id}` : "payment",
		onBehalfOf,
		changes,
	});

/** Says whose a file is that the same batch made: the payment's. */
export const fileOfPayment = (fileId: SQL<number>, paymentId: Id): Write =>
	sql`UPDATE files SET subject_type = 'payment', version = version + 1,
			subject_id = ${typeof paymentId === "number" ? String(paymentId) : sql`CAST(${paymentId} AS TEXT)`}
		WHERE id = ${fileId}`;
