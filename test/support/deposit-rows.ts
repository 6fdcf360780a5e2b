import assert from "node:assert/strict";
import { createDeposit, reverseDeposit } from "#domain/money/deposits/actions.ts";
import { submitPayment } from "#domain/money/payments/actions.ts";
import { verifyPayment } from "#domain/money/payments/verification-actions.ts";
import { paths } from "#http/paths.ts";
import { byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Store } from "./admin-server.ts";

const { deposits } = paths.admin;

/** Cash that lies here, a deposit that stands with a line of the bank that may show it, and one that was reversed. */
export async function fillDeposits(store: Store, at: number): Promise<Record<string, string[]>> {
	const { db } = store;
	const env = { ...store.env, ...store.secrets };
	const id = async (statement: string): Promise<number> =>
		(await store.env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
	const [admin, cashier] = [
		await id("SELECT id FROM users WHERE email = 'admin@example.org'"),
		await id("SELECT id FROM users WHERE email = 'cashier@example.org'"),
	];
	const account = await id("SELECT id FROM bank_accounts WHERE is_active = 1 ORDER BY id LIMIT 1");
	const member = await id("SELECT min(id) AS id FROM members WHERE merged_into IS NULL");
	const today = dateInTaipei(at);
	const cash = async (nth: number) => {
		const input = {
			method: "cash",
			paidOn: today,
			amount: 731,
			feeAmount: 0,
			last5: null,
			bankAccountId: null,
			payerMemberId: member,
			payerTitle: "王小明",
			receiptSplit: "one",
			remark: "",
			correctsId: null,
			allocations: [{ kind: "donation", memberId: null, amount: 731 }],
		} as const;
		const by = { ...byUser(admin, null, at), userId: admin };
		const made = await submitPayment(env, db, { input, source: "staff", key: `cash-${nth}`, by });
		const reviewer = { userId: cashier, standsFor: [null] };
		await verifyPayment(db, { ref: { id: made, version: 1 }, reviewer, by: byUser(cashier, null, at) });
		return { kind: "payment", id: made, amount: 731 } as const;
	};
	const by = byUser(cashier, null, at);
	const deposit = (items: Awaited<ReturnType<typeof cash>>[], key: string) =>
		createDeposit(db, { input: { items, account, deposited_on: today, amount: 731, note: "收執聯 A-7" }, key, by });
	const standing = await deposit([await cash(1)], "deposit-1");
	const reversed = await deposit([await cash(2)], "deposit-2");
	await reverseDeposit(db, { ref: { id: reversed, version: 1 }, reason: "帳戶選錯", by });
	await store.env.DB.prepare(
		`INSERT INTO bank_lines (statement_id, bank_account_id, row, booked_on, amount, memo, fingerprint, created_at, updated_at)
		SELECT min(id), ?1, 99, ?2, 731, '現金存入', 'deposit', ?3, ?3 FROM bank_statements`,
	)
		.bind(account, today, at)
		.run();
	return {
		[deposits.show(":id")]: [standing, reversed].map(deposits.show),
		[deposits.reversal(":id")]: [deposits.reversal(standing)],
		[deposits.list()]: [deposits.list(), `${deposits.list()}?state=reversed`, `${deposits.list()}?q=nothing`],
	};
}
