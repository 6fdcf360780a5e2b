import { closedMonths } from "#db/books/index.ts";
import type { Db } from "#db/commit.ts";
import { commitOnce, madeBy, madeWith } from "#db/form-submissions.ts";
import * as stored from "#db/money/payment-writes.ts";
import { creditOf, duesTargets, memberTargets } from "#db/money/payments.ts";
import { namesFor } from "#db/money/receipt-rights.ts";
import { readRows } from "#db/read.ts";
import { refuseFamily } from "#db/system/index.ts";
import { closedIn } from "#domain/books/index.ts";
import { issuable } from "#domain/money/receipt-rights/actions.ts";
import { type Reviewer, reviewsWith } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { PaymentInput } from "./form.ts";
import { receiptsOf } from "./issuing.ts";
import { partsOf } from "./parts.ts";
import { allocate, membersIn, refusePayment } from "./rules.ts";
import { type Line, lineOf, settle, targetsOf } from "./verification-actions.ts";

/* Payments that no person submitted: they are made and verified in one batch. */

type Making = { reviewer: Reviewer; key: string; by: By };

/**
 * Makes a payment from a bank line and verifies it at once: as no person submitted it, the user who matches the line
 * may verify it. Returns its id. Refuses `payment.own` (it pays for the reviewer's family), `bank.line_used` (the line
 * changed meanwhile), `bank.mismatch` (the amounts do not fit), `payment.not_owed` (an item is settled, is paid too
 * much, or is another member's), `receipt.same_name` (a title has the name of the reviewer or the family), and
 * `receipt.unknown_payer` when the title is not the payer's name.
 */
export async function payFromLine(
	db: Db,
	{ line, input, reviewer, key, by }: Making & { line: Line; input: PaymentInput },
): Promise<number> {
	const bank = await lineOf(db, line, input);
	const made = { ...input, feeAmount: bank.fee, bankAccountId: bank.accountId };
	refusePayment(made);
	const { onBehalfOf, users } = makerOf(reviewer);
	const id = madeBy(key);
	const [parts, [months, names]] = await Promise.all([
		targetsOf(db, input.allocations),
		readRows(db.$client, closedMonths(), namesFor(users, { members: membersIn(input) })),
	]);
	const titles = receiptsOf(input, parts).map(({ payerTitle }) => payerTitle);
	const checks = [
		refuseFamily(membersIn(input), users, "payment.own"),
		stored.refuseNotOwed(input.allocations),
		...issuable({ names, titles, said: [] }, "receipt.unknown_payer"),
	];
	return commitOnce(db, { key, at: by.at, checks }, [
		stored.insertPayment({ ...made, source: "bank", submittedBy: null, proofFileId: null }, by.at),
		...stored.setAllocations(id, input.allocations),
		...settle(
			{ ...settledOf(made), id, version: null, receivedOn: bank.receivedOn, parts },
			{ closed: closedIn(months), onBehalfOf, by },
		),
		...stored.useLine(line, id, by.at),
		...stored.auditPayment(db, "verify", { id, onBehalfOf, changes: { amount: input.amount, line: line.id } }, by),
	]);
}

/**
 * Pays a member's dues out of the member's credit, as far as it goes. Returns the payment's id. Refuses
 * `payment.credit_used` (no credit is left), `payment.own` (the reviewer's family), `payment.not_owed` (an item is not
 * the member's), and `form.changed` when the form with this `key` was sent before with other contents.
 */
export async function applyCredit(
	db: Db,
	{ memberId, duesItemIds, key, reviewer, by }: Making & { memberId: number; duesItemIds: readonly number[] },
): Promise<number> {
	const [[made], credits, items, [payer], months] = await readRows(
		db.$client,
		madeWith(key),
		creditOf(memberId),
		duesTargets(duesItemIds),
		memberTargets([memberId]),
		closedMonths(),
	);
	// The form was sent before: the credit that the first one used is no longer there.
	if (made && !made.is_same) throw new Refusal("form.changed");
	if (made) return made.id;
	const own = items.filter((item) => item.member_id === memberId).map((item) => item.dues_item_id);
	if (!duesItemIds.every((id) => own.includes(id))) throw new Refusal("payment.not_owed");
	const wanted = items.map((item) => ({
		duesItemId: item.dues_item_id ?? 0,
		memberId: item.member_id,
		due: (item.item_amount ?? 0) - (item.item_paid ?? 0),
	}));
	const owed = wanted.reduce((sum, { due }) => sum + due, 0);
	const amount = Math.min(credits[0]?.credit ?? 0, owed);
	if (amount <= 0 || !payer) throw new Refusal(wanted.length === 0 ? "payment.nothing_chosen" : "payment.credit_used");
	const allocations = allocate(amount, wanted, { creditTo: memberId });
	const { onBehalfOf, users } = makerOf(reviewer);
	const credit = {
		method: "credit" as const,
		paidOn: dateInTaipei(by.at),
		amount,
		feeAmount: 0,
		last5: null,
		bankAccountId: null,
		payerMemberId: memberId,
		payerTitle: payer.member_name,
		receiptSplit: "one" as const,
		remark: "",
		correctsId: null,
	};
	const id = madeBy(key);
	const parts = partsOf(allocations, items);
	return commitOnce(
		db,
		{
			key,
			at: by.at,
			checks: [
				refuseFamily([memberId, ...wanted.map((one) => one.memberId)], users, "payment.own"),
				stored.refuseNotOwed(allocations),
			],
		},
		[
			stored.insertPayment({ ...credit, source: "credit", submittedBy: null, proofFileId: null }, by.at),
			...stored.setAllocations(id, allocations),
			...settle(
				{ ...settledOf(credit), id, version: null, receivedOn: null, parts },
				{ closed: closedIn(months), onBehalfOf, by },
			),
			...stored.auditPayment(db, "credit", { id, onBehalfOf, changes: { amount } }, by),
		],
	);
}

/**
 * Returns in whose place the reviewer makes a payment. Refuses `payment.own` when the reviewer may review nothing; that
 * the payment is not the reviewer's own is checked in the batch.
 */
function makerOf(reviewer: Reviewer): { onBehalfOf: number | null; users: number[] } {
	const as = reviewsWith(reviewer, []);
	if (!as) throw new Refusal("payment.own");
	return as;
}

const settledOf = <Of extends Pick<PaymentInput, "paidOn" | "payerMemberId" | "payerTitle" | "receiptSplit">>(
	of: Of,
) => ({
	...of,
	paid_on: of.paidOn,
	payer_member_id: of.payerMemberId,
	payer_title: of.payerTitle,
	receipt_split: of.receiptSplit,
});
