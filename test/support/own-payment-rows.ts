import assert from "node:assert/strict";
import { submitPayment } from "#domain/money/payments/actions.ts";
import type { PaymentInput } from "#domain/money/payments/form.ts";
import { rejectPayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Store } from "./admin-server.ts";
import { REAL } from "./pictures.ts";

const PROOF = { filename: "轉帳.jpg", declaredType: "image/jpeg", bytes: REAL.jpeg };
/** Years that no assessment of the demo reaches. */
const YEARS = [2001, 2002, 2003];

/**
 * Payments of the member who signs in: one that waits, with a proof, one that was sent back, one with its receipt. Returns
 * the addresses of the member's routes that have a place for one.
 */
export async function fillOwnPayments(store: Store, at: number): Promise<Record<string, string[]>> {
	const { db } = store;
	const env = { ...store.env, ...store.secrets };
	const id = async (statement: string): Promise<number> =>
		(await store.env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
	const userId = await id("SELECT id FROM users WHERE email = 'member@example.org'");
	const cashier = await id("SELECT id FROM users WHERE email = 'cashier@example.org'");
	const memberId = await id(`SELECT id FROM members WHERE user_id = ${userId}`);
	const sent: number[] = [];
	for (const year of YEARS) {
		const item = await id(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
			VALUES (${memberId}, 'annual', ${year}, 1000, 1000, ${at}, ${at}) RETURNING id`,
		);
		const input: PaymentInput = {
			method: "transfer",
			paidOn: dateInTaipei(at),
			amount: 1000,
			feeAmount: 0,
			last5: String(20_000 + year),
			bankAccountId: null,
			payerMemberId: memberId,
			payerTitle: "石雅婷",
			receiptSplit: "one",
			remark: "由先生的帳戶轉出",
			correctsId: null,
			allocations: [{ kind: "dues", duesItemId: item, memberId, amount: 1000 }],
		};
		const by = { ...byUser(userId, null, at), userId };
		sent.push(await submitPayment(env, db, { input, source: "member", upload: PROOF, key: `own-${year}`, by }));
	}
	const [waiting = 0, rejected = 0, verified = 0] = sent;
	const review = { reviewer: { userId: cashier, standsFor: [null] }, by: byUser(cashier, null, at) };
	await rejectPayment(db, { ref: { id: rejected, version: 1 }, reason: "末五碼對不上", ...review });
	await verifyPayment(db, { ref: { id: verified, version: 1 }, ...review });
	const receipt = await id(`SELECT id FROM receipts WHERE payment_id = ${verified}`);
	const { member } = paths;
	return {
		[member.payments.show(":id")]: sent.map(member.payments.show),
		[member.payments.edit(":id")]: [waiting, rejected].map(member.payments.edit),
		[member.payments.proof(":id")]: [member.payments.proof(waiting)],
		[member.receipt.show(":id")]: [member.receipt.show(receipt)],
		[member.receipt.pdf(":id")]: [member.receipt.pdf(receipt)],
	};
}
