/** Dues, and what members pay. */
import { assessDues, cancelDues, correctDues, unwaiveDues, waiveDues } from "#domain/money/dues/actions.ts";
import { remindOfDues } from "#domain/money/dues-notices/actions.ts";
import { cancelPayment, resubmitPayment, submitPayment } from "#domain/money/payments/actions.ts";
import type { AllocationInput, PaymentInput } from "#domain/money/payments/form.ts";
import { applyCredit } from "#domain/money/payments/settlement-actions.ts";
import { rejectPayment, reversePayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { payment } from "../../payments.ts";
import { act, onRow, type Ref, type Seeing } from "../seen.ts";

type Owed = { id: number; member_id: number; due: number };
const OWED = `SELECT id, member_id, amount - paid_amount AS due FROM dues_items
	WHERE status IN ('open', 'partially_paid') AND amount > paid_amount`;
const METHODS = ["cash", "cash", "transfer", "transfer", "postal"] as const;
const CODES = ["12345", "54321", "90210"];

/** What a member may pay: dues, wholly, partly or too much, and perhaps something for nothing. */
async function paid(seeing: Seeing, memberId?: number): Promise<PaymentInput | undefined> {
	const { pick, oneIn, upTo, ago } = seeing;
	const own = memberId === undefined ? "" : ` AND member_id = ${memberId}`;
	const owed = await seeing.one<Owed>(OWED + own);
	const member = owed?.member_id ?? memberId ?? pick(seeing.setting.members)?.memberId ?? 0;
	const parts: AllocationInput[] = [];
	if (owed) {
		const amount = oneIn(4) ? upTo(owed.due - 1) + 1 : owed.due;
		parts.push({ kind: "dues", duesItemId: owed.id, memberId: member, amount });
	}
	if (oneIn(3)) parts.push({ kind: "credit", memberId: member, amount: upTo(500) + 1 });
	if (parts.length === 0 || oneIn(4)) parts.push({ kind: "donation", memberId: member, amount: upTo(900) + 100 });
	const method = memberId === undefined ? pick(METHODS) : "transfer";
	const kind = method === "transfer" ? "bank" : method;
	const account = seeing.setting.accounts.find((one) => one.kind === kind);
	const payer = seeing.setting.members.find((one) => one.memberId === member);
	return payment(parts, {
		method: method ?? "cash",
		paidOn: ago(upTo(10)),
		last5: method === "transfer" ? (pick(CODES) ?? null) : null,
		bankAccountId: account?.id ?? null,
		payerTitle: payer?.name ?? "",
	});
}

type Waits = Ref & { amount: number; submitted_by: number; source: "member" | "staff" };
const SUBMITTED =
	"SELECT id, version, amount, submitted_by, source FROM payments WHERE status = 'submitted' ORDER BY id LIMIT 4";
const itemsIn = (states: string): string =>
	`SELECT id, version, base_amount FROM dues_items WHERE status IN (${states})`;
const reason = "登錄錯誤";

export const PAYMENTS = [
	act("assess dues", ["second", 2], async ({ today, pick }) => {
		const year = Number(today.slice(0, 4)) + (pick([0, 0, 1]) ?? 0);
		return { about: year, press: ({ db, by }) => assessDues(db, { year, kinds: ["annual"], memberIds: null, by }) };
	}),
	onRow<Ref>({
		name: "waive dues",
		by: ["second", 1],
		of: itemsIn("'open', 'partially_paid'"),
		press: (one, { db, by }) => waiveDues(db, { refs: [one], reason: "家境清寒", by }),
	}),
	onRow<Ref>({
		name: "unwaive dues",
		by: ["second", 2],
		of: itemsIn("'waived'"),
		press: (ref, { db, by }) => unwaiveDues(db, { ref, reason, by }),
	}),
	onRow<Ref>({
		name: "cancel dues",
		by: ["second", 1],
		of: itemsIn("'open'"),
		press: (ref, { db, by }) => cancelDues(db, { ref, reason, by }),
	}),
	act("correct dues", ["second", 3], async ({ one, pick }) => {
		const ref = await one<Ref & { base_amount: number }>(itemsIn("'open', 'partially_paid', 'paid'"));
		const percent = pick([0, 20, 50, 100]) ?? 0;
		return (
			ref && {
				about: [ref, percent],
				press: ({ db, by }) => correctDues(db, { ref, base: ref.base_amount, percent, reason, by }),
			}
		);
	}),
	act("a member pays", ["member", 8], async (seeing) => {
		const member = seeing.setting.members.find(({ userId }) => userId === seeing.who.id);
		const input = await paid(seeing, member?.memberId ?? 0);
		const confirmDuplicate = seeing.oneIn(3);
		return (
			input && {
				about: input,
				press: ({ env, db, key, by }) => submitPayment(env, db, { input, source: "member", key, confirmDuplicate, by }),
			}
		);
	}),
	act("record a payment", ["second", 12], async (seeing) => {
		const input = await paid(seeing);
		return (
			input && {
				about: input,
				press: ({ env, db, key, by }) =>
					submitPayment(env, db, { input, source: "staff", key, confirmDuplicate: true, by }),
			}
		);
	}),
	act("verify a payment", ["cashier", 22], async ({ one, oneIn, pick }) => {
		const ref = await one<Waits>(SUBMITTED);
		const received = ref && oneIn(6) ? ref.amount + (pick([-1, 100, 500]) ?? 0) : undefined;
		const again = oneIn(2);
		return (
			ref && {
				about: [ref, received],
				press: ({ db, reviewer, by }) =>
					verifyPayment(db, { ref, reviewer, by, again, ...(received === undefined ? {} : { received }) }),
			}
		);
	}),
	onRow<Waits>({
		name: "reject a payment",
		by: ["cashier", 2],
		of: SUBMITTED,
		press: (ref, { db, reviewer, by }) => rejectPayment(db, { ref, reason: "看不到款項", reviewer, by }),
	}),
	act("send a payment again", ["member", 4], async (seeing) => {
		const ref = await seeing.one<Waits>(
			"SELECT id, version, submitted_by, source FROM payments WHERE status IN ('rejected', 'submitted') ORDER BY status LIMIT 4",
		);
		const member = seeing.setting.members.find(({ userId }) => userId === ref?.submitted_by);
		const input = ref && (await paid(seeing, member?.memberId));
		return (
			ref &&
			input && {
				about: [ref, input],
				press: ({ env, db, by }) =>
					resubmitPayment(env, db, { ref, input, confirmDuplicate: true, by: { ...by, userId: ref.submitted_by } }),
			}
		);
	}),
	onRow<Waits>({
		name: "cancel a payment",
		by: ["member", 2],
		of: SUBMITTED,
		press: (ref, { db, by }) => cancelPayment(db, { ref, by: { ...by, userId: ref.submitted_by } }),
	}),
	onRow<Ref>({
		name: "reverse a payment",
		by: ["chair", 4],
		of: "SELECT id, version FROM payments WHERE status = 'verified' ORDER BY id DESC LIMIT 6",
		press: (ref, { db, reviewer, by }) => reversePayment(db, { ref, reason, reviewer, by }),
	}),
	act("pay dues with credit", ["cashier", 6], async ({ one }) => {
		const owed = await one<Owed>(
			`${OWED} AND member_id IN (SELECT a.member_id FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
				WHERE a.kind = 'credit' AND p.status = 'verified')`,
		);
		return (
			owed && {
				about: owed,
				press: ({ db, key, reviewer, by }) =>
					applyCredit(db, { memberId: owed.member_id, duesItemIds: [owed.id], key, reviewer, by }),
			}
		);
	}),
	act("remind of dues", ["second", 1], async () => ({ about: "", press: ({ db, at }) => remindOfDues(db, at) })),
];
