/** Twenty lines of a bank statement of six kinds, with the members and payments that they are about. */
import assert from "node:assert/strict";
import { createAccount } from "#domain/money/bank/actions.ts";
import { wordsOf } from "#domain/money/bank-statements/last5.ts";
import { submitPayment } from "#domain/money/payments/actions.ts";
import { byOperator, byUser } from "#kernel/by.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Store } from "./admin-server.ts";
import { REAL } from "./pictures.ts";

/** Lines of a payment that was told with its digits; without digits; whose text has a number; a name; fees; one too large. */
export const BANK_LINES = { told: 8, likely: 4, number: 3, name: 2, fee: 2, large: 1 };
export const ALL_BANK_LINES = Object.values(BANK_LINES).reduce((sum, many) => sum + many, 0);

/** A name of three characters, as the text of a bank line has it: no two members have the same. */
const nameOf = (nth: number): string =>
	`林${"甲乙丙丁戊己庚辛壬"[Math.floor(nth / 10)]}${"子丑寅卯辰巳午未申酉"[nth % 10]}`;
type Line = { amount: number; memo?: string; last5?: string };
const today = dateInTaipei(Date.now());

/** Writes the members, payments and lines, and closes what waited before; returns the bank account that has the lines. */
export async function fillBankDesk({ db, ...store }: Store): Promise<number> {
	const at = Date.now();
	const env = { ...store.env, ...store.secrets };
	const one = async (statement: string): Promise<number> =>
		(await env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
	await env.DB.batch([
		env.DB.prepare("UPDATE payments SET status = 'cancelled' WHERE status = 'submitted'"),
		env.DB.prepare("UPDATE bank_lines SET status = 'ignored', reason = 'x' WHERE status IN ('unmatched', 'suggested')"),
	]);
	const given = {
		kind: "bank",
		name: "對帳專戶",
		bank_name: "",
		branch: "",
		holder: "",
		number: "012-777",
		position: 0,
	};
	const account = await createAccount(
		db,
		{ ...given, kind: "bank", is_shown: true },
		{ key: "desk", by: byOperator(at) },
	);
	const statement = await one(
		`INSERT INTO bank_statements (bank_account_id, filename, state, created_at) VALUES (${account}, 'x', 'applied', 1) RETURNING id`,
	);
	const userId = await one("SELECT id FROM users WHERE email = 'secretary@example.org'");
	let rows = 0;
	const line = ({ amount, memo = "", last5 }: Line) => {
		rows += 1;
		return one(
			`INSERT INTO bank_lines (statement_id, bank_account_id, row, booked_on, amount, fee_amount, memo, words, last5, fingerprint, created_at, updated_at)
			VALUES (${statement}, ${account}, ${rows}, '${today}', ${amount}, 0, '${memo}', '${JSON.stringify(wordsOf(memo))}',
				${last5 === undefined ? "NULL" : `'${last5}'`}, 'desk ${rows}', 1, 1) RETURNING id`,
		);
	};
	const member = async (nth: number, due: number) => {
		const id = await one(
			`INSERT INTO members (member_no, name, status, created_at, updated_at) VALUES ('D${1000 + nth}', '${nameOf(nth)}', 'active', ${at}, ${at}) RETURNING id`,
		);
		const itemId = await one(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
			VALUES (${id}, 'annual', 2026, ${due}, ${due}, ${at}, ${at}) RETURNING id`,
		);
		return { id, itemId };
	};
	const payment = async (nth: number, amount: number, last5: string | null) => {
		const { id, itemId } = await member(nth, amount);
		await submitPayment(env, db, {
			input: {
				...{ method: "transfer", paidOn: today, amount, feeAmount: 0, last5, bankAccountId: null },
				...{ payerMemberId: id, payerTitle: nameOf(nth), receiptSplit: "one", remark: "", correctsId: null },
				allocations: [{ kind: "dues", duesItemId: itemId, memberId: id, amount }],
			},
			source: "staff",
			upload: { filename: "轉帳.png", declaredType: "image/png", bytes: REAL.png },
			key: `desk-${nth}`,
			by: { ...byUser(userId, null, at), userId },
		});
	};
	for (let nth = 0; nth < BANK_LINES.told; nth++) {
		await payment(nth, 1_000 + nth, String(60_000 + nth));
		await line({ amount: 1_000 + nth, last5: String(60_000 + nth), memo: "會費" });
	}
	for (let nth = 0; nth < BANK_LINES.likely; nth++) {
		await payment(20 + nth, 2_100 + nth, null);
		await line({ amount: 2_100 + nth, memo: "跨行轉入" });
	}
	for (let nth = 0; nth < BANK_LINES.number; nth++) {
		await member(40 + nth, 3_100 + nth);
		await line({ amount: 3_100 + nth, memo: `會費 D${1040 + nth}` });
	}
	for (let nth = 0; nth < BANK_LINES.name; nth++) {
		await member(60 + nth, 4_100 + nth);
		await line({ amount: 4_100 + nth, memo: `會費 ${nameOf(60 + nth)}` });
	}
	for (let nth = 0; nth < BANK_LINES.fee; nth++) await line({ amount: -15 - nth, memo: "手續費" });
	for (let nth = 0; nth < BANK_LINES.large; nth++) {
		await member(80 + nth, 5_000);
		await line({ amount: 5_500, memo: `捐款 D${1080 + nth}` });
	}
	return account;
}
