import { type SQL, sql } from "drizzle-orm";
import { recordAudit } from "#db/audit.ts";
import { type Db, guard, refuseWhere, type Write } from "#db/commit.ts";
import { activate, deactivate, WAITING } from "#db/people/index.ts";
import { beginsIn } from "#db/steps.ts";
import { FIRST_GUARDIAN, GUARDED, isGuardian, notifyEach, ownFile } from "#db/system/index.ts";
import type { AllocationInput, PaymentInput } from "#domain/money/payments/form.ts";
import type { PaymentMethod, PaymentSource } from "#domain/money/payments/labels.ts";
import { PAYMENT_STEPS, type PaymentStep } from "#domain/money/payments/rules.ts";
import type { By } from "#kernel/by.ts";
import { isPaymentStranded, relatedToPayment } from "./payments.ts";

/** The payment that an action changes; `version` is the version that the user saw. */
export type PaymentRef = { id: number; version: number };
type Id = number | SQL<number>;

export type NewPayment = Omit<PaymentInput, "method" | "allocations"> & {
	method: PaymentMethod;
	source: PaymentSource;
	submittedBy: number | null;
	proofFileId: SQL<number> | null;
};

/** Inserts a payment that waits to be verified. */
export const insertPayment = (of: NewPayment, at: number): Write =>
	sql`INSERT INTO payments (source, method, paid_on, amount, fee_amount, last5, bank_account_id, payer_member_id, payer_title,
			receipt_split, proof_file_id, remark, submitted_by, submitted_at, corrects_id, created_at, updated_at)
		VALUES (${of.source}, ${of.method}, ${of.paidOn}, ${of.amount}, ${of.feeAmount}, ${of.last5}, ${of.bankAccountId},
			${of.payerMemberId}, ${of.payerTitle}, ${of.receiptSplit}, ${of.proofFileId}, ${of.remark}, ${of.submittedBy}, ${at},
			${of.correctsId}, ${at}, ${at})`;

/** Replaces the parts of a payment; each part keeps the disability status that its member has at this moment. */
export const setAllocations = (id: Id, allocations: readonly AllocationInput[]): Write[] => [
	sql`DELETE FROM payment_allocations WHERE payment_id = ${id}`,
	sql`INSERT INTO payment_allocations (payment_id, kind, dues_item_id, member_id, amount, disability_status)
		SELECT ${id}, j.value ->> '$.kind', CAST(j.value ->> '$.duesItemId' AS INTEGER), CAST(j.value ->> '$.memberId' AS INTEGER),
			CAST(j.value ->> '$.amount' AS INTEGER), m.disability_status
		FROM json_each(${JSON.stringify(allocations)}) j LEFT JOIN members m ON m.id = CAST(j.value ->> '$.memberId' AS INTEGER)
		ORDER BY j.key`,
];

/** Refuses with `payment.not_owed` a part for a settled item, too much, another member's item, or a merged member. */
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
 * Returns SQL: whether a user may pay the dues of a member: their own, or as the guardian, also for a dependent who
 * came of age (docs/workflows.md#guardians).
 */
export const paysFor = (user: string, member: string): string =>
	`EXISTS (SELECT 1 FROM members m WHERE m.id = ${member} AND m.merged_into IS NULL AND m.status <> 'deceased' AND NOT ${WAITING}
		AND (m.user_id = ${user} OR ${isGuardian(user)}))`;

/** Refuses with `payment.not_yours` a payment for members whose dues the user may not pay. */
export const refuseStrangers = (userId: number, memberIds: readonly number[]): Write =>
	refuseWhere(
		"payment.not_yours",
		sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(memberIds)}) j
			WHERE NOT ${sql.raw(paysFor(String(Math.trunc(userId)), "j.value"))})`,
	);

/**
 * How many payments of one user may wait beyond the number of their open dues items: room for mistakes and donations,
 * but not so many that they hide the payments of others.
 */
const MORE_WAITING = 5;

/**
 * Refuses with `payment.too_many_waiting` a payment that a member sent in when more of the user's payments wait than
 * the family has open dues items plus MORE_WAITING. It comes after the INSERT in the batch and counts the new payment.
 * Payments that staff enter for the member do not count.
 */
export const refuseHeap = (userId: number): Write =>
	refuseWhere(
		"payment.too_many_waiting",
		sql`(SELECT count(*) FROM payments WHERE submitted_by = ${userId} AND source = 'member' AND status = 'submitted')
			> ${MORE_WAITING} + (SELECT count(*) FROM dues_items d WHERE d.status IN ('open', 'partially_paid') AND d.member_id IN (
				SELECT m.id FROM members m WHERE m.user_id = ${userId}
				UNION SELECT m.id FROM members g ${sql.raw(GUARDED)} WHERE g.user_id = ${userId}))`,
	);

/** Refuses with `payment.wrong_state` a corrected copy of a payment that is not reversed or already has one. */
export const refuseSecondCopy = (correctsId: number | null, except: number | null = null): Write =>
	refuseWhere(
		"payment.wrong_state",
		sql`${correctsId} IS NOT NULL AND (NOT EXISTS (SELECT 1 FROM payments WHERE id = ${correctsId} AND status = 'reversed')
			OR EXISTS (SELECT 1 FROM payments WHERE corrects_id = ${correctsId} AND status <> 'cancelled' AND id IS NOT ${except}))`,
	);

/** Refuses with `payment.not_yours` a user who did not submit the payment. */
export const refuseOthers = (id: number, userId: number): Write =>
	refuseWhere(
		"payment.not_yours",
		sql`NOT EXISTS (SELECT 1 FROM payments WHERE id = ${id} AND submitted_by = ${userId})`,
	);

/**
 * Refuses with `payment.duplicate` a payment when another one with the same day, amount and last five digits is
 * submitted, verified or rejected. For a user who sends in a payment of their own, only their own payments are compared
 * (`submitter`; null: all payments). `except` is the id of the payment itself.
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

/** Refuses with `payment.duplicate` a list of payments when one of them exists already or two are alike. */
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

/** Refuses with `payment.own` a payment that one of these users submitted, or that is for them or their families. */
export const refuseRelated = (id: number, users: readonly number[]): Write =>
	refuseWhere(
		"payment.own",
		sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(users)}) j
			WHERE j.value IN (${sql.raw(relatedToPayment(String(Math.trunc(id))))}))`,
	);

/** Refuses with `payment.own` a user who stands in for the verifiers when one of them can verify it on the day. */
export const refuseNotStranded = (id: number, day: string): Write =>
	refuseWhere("payment.own", sql`NOT ${sql.raw(isPaymentStranded(String(Math.trunc(id)), `'${day}'`))}`);

/** Changes a submitted or rejected payment and submits it again. Refuses with `payment.moved` one changed meanwhile. */
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
/** Stores what really came in and the receipt title, when the cashier finds them different, before verification. */
export const setReceived = (id: Id, of: Received): Write =>
	sql`UPDATE payments SET amount = ${of.amount}, fee_amount = ${of.feeAmount}, bank_account_id = ${of.bankAccountId},
			payer_title = ${of.payerTitle}, receipt_split = ${of.receiptSplit} WHERE id = ${id} AND status = 'submitted'`;

/** Stores a verifier's title; another verifier must then verify. Refuses with `payment.moved` one changed meanwhile. */
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

/**
 * Refuses with `payment.moved` a payment that changed since the user saw it. It comes before the payment's voucher in
 * the batch, whose own rules would refuse first.
 */
export const refuseMoved = ({ id, version }: PaymentRef): Write =>
	refuseWhere("payment.moved", sql`NOT EXISTS (SELECT 1 FROM payments WHERE id = ${id} AND version = ${version})`);

/**
 * Takes a step of the workflow with a payment. Refuses with `payment.moved` when it changed since the user saw it; a
 * version of null means a payment that the same batch made.
 */
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
 * Activates the members who owe nothing more through the payment (`pay`), or makes them wait for payment again when it
 * is reversed (`unpay`). `id` may be a query of several payments.
 */
export const stepMembersOf = (id: Id, step: "pay" | "unpay", by: By): Write[] => {
	const who = sql`id IN (SELECT member_id FROM payment_allocations WHERE payment_id IN (${id}))`;
	return step === "pay" ? activate(who, by) : deactivate(who, by);
};

type PaymentKind = "payment_verified" | "payment_rejected" | "payment_reversed";

/**
 * Notifies the payer, once for each payment and kind of notification: the user who submitted the payment online, else
 * the user of the payer and the guardian's user, each where they have an address, else the address in the member's
 * record. Nobody is notified when the payer is dead or pseudonymised, or the payment only used credit (溢繳款). `again`
 * is added to the notification's key so that it can be sent once more.
 */
export const tellPayer = (id: Id, kind: PaymentKind, { at, again = "" }: Pick<By, "at"> & { again?: string }): Write =>
	notifyEach(kind, {
		id: sql`${kind} || '_' || r.id || '_' || r.seq || ${again}`,
		user: sql`r.user_id`,
		member: sql`iif(r.user_id IS NULL, r.member_id, NULL)`,
		data: sql`json_object('paymentId', r.id)`,
		from: sql`(SELECT p.id, (SELECT max(e.seq) FROM payment_events e WHERE e.payment_id = p.id) AS seq, u.id AS user_id,
				iif(m.email IS NULL AND g.email IS NOT NULL, g.id, m.id) AS member_id
			FROM payments p LEFT JOIN members m ON m.id = p.payer_member_id LEFT JOIN members g
					ON g.id = ${sql.raw(FIRST_GUARDIAN)} AND m.second_guardian_id IS NULL AND g.status <> 'deceased' AND g.pseudonymised_at IS NULL
				LEFT JOIN users u ON u.id IN (iif(p.source = 'member', p.submitted_by, NULL), m.user_id, g.user_id)
					AND u.status = 'active' AND u.email IS NOT NULL
			WHERE p.id = ${id} AND p.method <> 'credit' AND coalesce(m.status, '') <> 'deceased' AND m.pseudonymised_at IS NULL
			ORDER BY u.id IS iif(p.source = 'member', p.submitted_by, NULL) DESC, u.id IS m.user_id DESC LIMIT 1) r
			WHERE coalesce(r.user_id, r.member_id) IS NOT NULL`,
		at,
	});

/** Makes this payment a part of a bank line. Refuses with `bank.line_used` when it is used or changed meanwhile. */
export const useLine = ({ id, version }: { id: number; version: number }, paymentId: Id, at: number): Write[] => [
	sql`INSERT INTO bank_line_parts (line_id, kind, record_id, amount, is_tie, created_at)
		SELECT l.id, 'payment', p.id, p.amount - p.fee_amount, 0, ${at} FROM bank_lines l, payments p
		WHERE l.id = ${id} AND l.version = ${version} AND l.status IN ('unmatched', 'suggested') AND p.id = ${paymentId}`,
	guard("bank.line_used"),
];

/** Writes a row about a payment into the audit log: numbers only, no person and no reason. */
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

/** Names the payment as the owner of a file that the same batch stored. */
export const fileOfPayment = (fileId: SQL<number>, paymentId: Id): Write => ownFile(fileId, "payment", paymentId);
