import assert from "node:assert/strict";
import { submitPayment } from "#domain/money/payments/actions.ts";
import type { PaymentInput } from "#domain/money/payments/form.ts";
import { reversePayment, verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Store } from "./admin-server.ts";
import { REAL } from "./pictures.ts";

const { payments } = paths.admin;
const PROOF = { filename: "轉帳.jpg", declaredType: "image/jpeg", bytes: REAL.jpeg };
/** Years that no assessment of the demo reaches. */
const YEARS = { waiting: 2011, recorded: 2012, verified: 2013, reversed: 2014 };

/**
 * Payments that staff recorded: one that waits with its proof, one of the administrator's own, one that is verified, one
 * that was reversed. Returns the addresses of the staff's routes that have a place for one.
 */
export async function fillPayments(store: Store, at: number): Promise<Record<string, string[]>> {
	const { db } = store;
	const env = { ...store.env, ...store.secrets };
	const id = async (statement: string): Promise<number> =>
		(await store.env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
	const user = (name: string) => id(`SELECT id FROM users WHERE email = '${name}@example.org'`);
	const [admin, secretary, cashier, chair] = [
		await user("admin"),
		await user("secretary"),
		await user("cashier"),
		await user("chair"),
	];
	const memberId = await id(
		`INSERT INTO members (member_no, name, status, created_at, updated_at)
		VALUES ('Q0001', '王小明', 'active', ${at}, ${at}) RETURNING id`,
	);
	const sent = async (year: number, userId: number): Promise<number> => {
		const item = await id(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
			VALUES (${memberId}, 'annual', ${year}, 1000, 1000, ${at}, ${at}) RETURNING id`,
		);
		const input: PaymentInput = {
			method: "transfer",
			paidOn: dateInTaipei(at),
			amount: 1200,
			feeAmount: 0,
			last5: String(30_000 + year),
			bankAccountId: null,
			payerMemberId: memberId,
			payerTitle: "王小明",
			receiptSplit: "one",
			remark: "由太太的帳戶轉出",
			correctsId: null,
			allocations: [
				{ kind: "dues", duesItemId: item, memberId, amount: 1000 },
				{ kind: "credit", memberId, amount: 200 },
			],
		};
		const by = { ...byUser(userId, null, at), userId };
		return submitPayment(env, db, { input, source: "staff", upload: PROOF, key: `staff-${year}`, by });
	};
	const waiting = await sent(YEARS.waiting, secretary);
	const recorded = await sent(YEARS.recorded, admin);
	const [verified, reversed] = [await sent(YEARS.verified, secretary), await sent(YEARS.reversed, secretary)];
	for (const one of [verified, reversed])
		await verifyPayment(db, {
			ref: { id: one, version: 1 },
			reviewer: { userId: cashier, standsFor: [null] },
			by: byUser(cashier, null, at),
		});
	await reversePayment(db, {
		ref: { id: reversed, version: 2 },
		reason: "登錄到別人",
		reviewer: { userId: chair, standsFor: [null] },
		by: byUser(chair, null, at),
	});
	return {
		// It leads to the first that waits.
		[payments.queue()]: [payments.show(waiting)],
		[payments.show(":id")]: [waiting, recorded, verified, reversed].map(payments.show),
		[payments.create()]: [
			payments.create(),
			`${payments.create()}?q=${encodeURIComponent("石")}`,
			`${payments.create()}?member=${memberId}`,
			`${payments.create()}?corrects=${reversed}`,
		],
		[payments.edit(":id")]: [payments.edit(recorded)],
		[payments.proof(":id")]: [payments.proof(waiting)],
		[payments.reversal(":id")]: [payments.reversal(verified)],
		[payments.list()]: [payments.list(), `${payments.list()}?status=reversed`, `${payments.list()}?q=nobody`],
	};
}
