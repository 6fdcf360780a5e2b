import { env } from "cloudflare:test";
import { open } from "#db/commit.ts";
import type { PaymentRef } from "#db/money/payment-writes.ts";
import { storedPayment } from "#db/money/payments.ts";
import { readRows } from "#db/read.ts";
import { submitPayment } from "#domain/money/payments/actions.ts";
import type { AllocationInput, PaymentInput } from "#domain/money/payments/form.ts";
import { verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { sumOf } from "#kernel/amounts.ts";
import { member } from "./members.ts";
import { insertDuesItem } from "./money-fixtures.ts";
import { AT, by, person, TODAY } from "./users.ts";

export const db = open(env.DB);

type Item = {
	memberId: number;
	kind?: "entrance" | "annual";
	year?: number;
	base?: number;
	percent?: number;
	status?: string;
};

/** A dues item, by plain SQL: an open annual one of 2026 over 1,000 unless told. Returns its id. */
export async function item({
	memberId,
	kind = "annual",
	year = 2026,
	base = 1_000,
	percent = 0,
	status = "open",
}: Item) {
	return insertDuesItem({
		member_id: memberId,
		kind,
		dues_year: year,
		base_amount: base,
		discount_percent: percent,
		amount: base - Math.floor((base * percent) / 100),
		status,
		created_at: AT,
		updated_at: AT,
	});
}

let counted = 0;

/** A member with a login and what they owe: an annual fee of 2026 over 1,000 unless told. */
export async function owing(
	of: Partial<Item> & { guardianId?: number | null; status?: "active" | "awaiting_payment" } = {},
) {
	counted += 1;
	const name = `會員${counted}`;
	const user = await person({ name, roles: ["member"] });
	const { guardianId = null, status = "active", ...rest } = of;
	const { id } = await member({ name, status, userId: user.id, guardianId });
	return { memberId: id, userId: user.id, name, itemId: await item({ memberId: id, ...rest }) };
}

/** The form of a payment that staff record, as it stands when nothing was changed in it: a cash one of the whole fee. */
export const entryOf = (owed: { memberId: number; itemId: number }) => ({
	member: String(owed.memberId),
	items: `${owed.itemId}.1000`,
	donation: "",
	amount: "",
	method: "cash",
	account: "",
	fee: "",
	paid_on: "115/11/1",
	last5: "",
	payer_title: "王小明",
	receipt_split: "one",
	remark: "",
	corrects: "",
});

/** The message that an answer leaves for the next page, as JSON. */
export const flashIn = (answer: Response): string =>
	decodeURIComponent(decodeURIComponent(answer.headers.getSetCookie().find((one) => one.includes("flash=")) ?? ""));

/** The id of the payment that an answer says was recorded: its message leads there. */
export const recordedIn = (answer: Response): number => Number(/"\/admin\/payments\/(\d+)"/.exec(flashIn(answer))?.[1]);

export const dues = (owed: { memberId: number; itemId: number }, amount = 1_000): AllocationInput => ({
	kind: "dues",
	duesItemId: owed.itemId,
	memberId: owed.memberId,
	amount,
});

/** A transfer of these parts on 3 March 2026, unless told. */
export const payment = (allocations: readonly AllocationInput[], more: Partial<PaymentInput> = {}): PaymentInput => {
	counted += 1;
	return {
		method: "transfer",
		paidOn: "2026-03-03",
		amount: sumOf(allocations),
		feeAmount: 0,
		last5: String(10_000 + counted),
		bankAccountId: null,
		payerMemberId: allocations[0]?.memberId ?? null,
		payerTitle: "王小明",
		receiptSplit: "one",
		remark: "",
		correctsId: null,
		allocations,
		...more,
	};
};

type Submitting = {
	userId: number;
	source?: "member" | "staff";
	at?: number;
	key?: string;
	confirmDuplicate?: boolean;
};

/** Puts a payment in; returns its id. */
export const submit = (
	input: PaymentInput,
	{ userId, source = "member", at = AT, key = crypto.randomUUID(), confirmDuplicate = false }: Submitting,
) => submitPayment(env, db, { input, source, key, confirmDuplicate, by: { ...by({ id: userId }, at), userId } });

/** A payment as it is stored now. */
export async function paymentNow(id: number) {
	const [[row]] = await readRows(env.DB, storedPayment(id, TODAY));
	if (!row) throw new Error(`there is no payment ${id}`);
	return row;
}
export const refOf = async (id: number): Promise<PaymentRef> => ({ id, version: (await paymentNow(id)).version });

/** Verifies a payment as it stands, by a user. */
export const verify = async (
	id: number,
	userId: number,
	more: { received?: number; at?: number; ref?: PaymentRef; again?: boolean } = {},
): Promise<void> => {
	const { at = AT, ref = await refOf(id), ...rest } = more;
	return verifyPayment(db, { ref, reviewer: { userId, standsFor: [null] }, by: by({ id: userId }, at), ...rest });
};

/** The voucher of a payment with its lines as texts: "1130 Dr 1000". */
export async function voucherOf(paymentId: number) {
	const { results } = await env.DB.prepare(
		`SELECT v.id, v.kind, v.date, v.roc_year, v.seq, (SELECT json_group_array(a.code || iif(l.debit > 0, ' Dr ' || l.debit, ' Cr ' || l.credit) ORDER BY l.line_no)
			FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE l.voucher_id = v.id) AS lines
		FROM vouchers v WHERE v.source = 'payment' AND v.source_id = ?`,
	)
		.bind(paymentId)
		.all<{ id: number; kind: string; date: string; roc_year: number; seq: number; lines: string }>();
	return results.map(({ lines, ...voucher }) => ({ ...voucher, lines: JSON.parse(lines) as string[] }));
}
