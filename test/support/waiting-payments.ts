/** Payments of one member that wait for whoever verifies, each with a picture of its transfer. */
import assert from "node:assert/strict";
import { patiently } from "#db/commit.ts";
import { submitPayment } from "#domain/money/payments/actions.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Store } from "./admin-server.ts";
import { REAL } from "./pictures.ts";

const PAYER = "王小明";
/** How long before now the first of them was sent. */
const SINCE_MS = 1_000_000;
let nth = 0;

/** Transfers that wait, the oldest first; of those at `own` the cashier is the submitter. Returns their ids. */
export async function waitingPayments(
	store: Store,
	{ many, own = [] }: { many: number; own?: readonly number[] },
): Promise<number[]> {
	const id = async (sql: string): Promise<number> =>
		(await store.env.DB.prepare(sql).first<number>("id")) ?? assert.fail(sql);
	await store.env.DB.prepare(
		`INSERT INTO members (member_no, name, status, created_at, updated_at)
		SELECT 'Q0001', '${PAYER}', 'active', 0, 0 WHERE NOT EXISTS (SELECT 1 FROM members WHERE member_no = 'Q0001')`,
	).run();
	const [secretary, cashier, memberId] = [
		await id("SELECT id FROM users WHERE email = 'secretary@example.org'"),
		await id("SELECT id FROM users WHERE email = 'cashier@example.org'"),
		await id("SELECT id FROM members WHERE member_no = 'Q0001'"),
	];
	const made: number[] = [];
	for (let at = 0; at < many; at++) {
		nth++;
		const item = await id(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
			VALUES (${memberId}, 'annual', ${2100 + nth}, 1000, 1000, 0, 0) RETURNING id`,
		);
		const userId = own.includes(at) ? cashier : secretary;
		made.push(
			await submitPayment({ ...store.env, ...store.secrets }, store.db, {
				input: {
					...{ method: "transfer", paidOn: dateInTaipei(Date.now()), amount: 1000, feeAmount: 0, bankAccountId: null },
					...{ last5: String(50_000 + nth), payerMemberId: memberId, payerTitle: PAYER, receiptSplit: "one" },
					...{ remark: "", correctsId: null },
					allocations: [{ kind: "dues", duesItemId: item, memberId, amount: 1000 }],
				},
				source: "staff",
				upload: { filename: "轉帳.png", declaredType: "image/png", bytes: REAL.png },
				key: `waiting-${nth}`,
				by: { ...byUser(userId, null, Date.now() - SINCE_MS + nth), userId },
			}),
		);
	}
	return made;
}

/** Takes out of the queue what waits in it. */
export const emptyQueue = ({ env }: Store): Promise<unknown> =>
	patiently(() => env.DB.prepare("UPDATE payments SET status = 'cancelled' WHERE status = 'submitted'").run());

/** Returns what was decided about a payment. */
export const decisionsOf = ({ env }: Store, id: number): Promise<string[]> =>
	env.DB.prepare("SELECT step FROM payment_events WHERE payment_id = ? AND step IN ('verify', 'reject')")
		.bind(id)
		.all<{ step: string }>()
		.then(({ results }) => results.map(({ step }) => step));
