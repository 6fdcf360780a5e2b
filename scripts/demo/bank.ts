/**
 * Imports a statement file of the demo's bank: what the books moved there in the last weeks, and a few lines that are
 * not booked yet.
 */

import type { Db } from "#db/commit.ts";
import { bankStatement } from "#db/money/bank-statements.ts";
import { readRows, select } from "#db/read.ts";
import { createStatement, statementDrafts } from "#domain/money/bank-statements/actions.ts";
import { byUser } from "#kernel/by.ts";
import { csvRow } from "#kernel/csv.ts";
import { dateInTaipei } from "#kernel/times.ts";

type Store = { FILES: R2Bucket; SEALING_KEY: string };
type Told = { day: string; what: string; amount: number; last5: string | null; memo: string };

const DAY_MS = 86_400_000;
const HEADER = ["交易日期", "摘要", "支出金額", "存入金額", "帳戶餘額", "轉出帳號", "備註"];
/** The most lines of the file that are not booked yet. */
const MOST_NEW = 5;

/**
 * The SQL for the last twelve sums that moved on the bank's account ?1 by the books, but not in the last three days
 * before ?2 (YYYY-MM-DD): those are on their way.
 */
const BOOKED = `SELECT m.day, CASE WHEN m.kind = 'deposit' THEN '現金存入' WHEN m.amount > 0 THEN '跨行轉入' ELSE '轉帳支出' END AS what, m.amount,
		p.last5, CASE m.kind WHEN 'payment' THEN '會費' WHEN 'expense' THEN d.payee_name WHEN 'voucher' THEN v.description ELSE '' END AS memo
	FROM bank_movements m LEFT JOIN payments p ON m.kind = 'payment' AND p.id = m.record_id
		LEFT JOIN finance_documents d ON m.kind = 'expense' AND d.id = m.record_id
		LEFT JOIN voucher_lines e ON m.kind = 'voucher' AND e.id = m.record_id LEFT JOIN vouchers v ON v.id = e.voucher_id
	WHERE m.account_id = ?1 AND m.day <= date(?2, '-3 days') ORDER BY m.day DESC, m.kind, m.record_id LIMIT 12`;
/** The SQL for what the books say that the bank's account ?1 held before the day ?2. */
const HELD = `SELECT coalesce(sum(e.debit - e.credit), 0) AS held FROM bank_accounts b JOIN voucher_lines e ON e.account_id = b.account_id
	JOIN vouchers v ON v.id = e.voucher_id WHERE b.id = ?1 AND v.state = 'posted' AND v.date < ?2`;
/** The SQL for submitted payments that wait; OWED is the SQL for dues that a member number in the memo names. */
const ANNOUNCED = `SELECT p.paid_on AS day, '跨行轉入' AS what, p.amount, p.last5, '會費' AS memo FROM payments p
	WHERE p.status = 'submitted' AND p.method = 'transfer' AND p.last5 IS NOT NULL ORDER BY p.id LIMIT 2`;
const OWED = `SELECT '' AS day, '現金存入' AS what, d.amount - d.paid_amount AS amount, NULL AS last5, m.member_no AS memo
	FROM dues_items d JOIN members m ON m.id = d.member_id
	WHERE d.status = 'open' AND m.member_no IS NOT NULL AND m.status = 'active' ORDER BY d.id DESC LIMIT 1`;

/**
 * Imports the statement file when no statement was imported yet. `at` is UTC milliseconds; dues, income, deposits and
 * closings must exist.
 */
export async function seedDemoBank(env: Store, db: Db, at: number): Promise<void> {
	const [[account], [cashier], [made]] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM bank_accounts WHERE kind = 'bank' ORDER BY id LIMIT 1"),
		select<{ id: number }>("SELECT id FROM users WHERE email = 'cashier@example.org'"),
		select<{ many: number }>("SELECT count(*) AS many FROM bank_statements"),
	);
	if (!account || !cashier || made?.many !== 0) return;
	const yesterday = dateInTaipei(at - DAY_MS);
	const [booked, announced, owed] = await readRows(
		db.$client,
		select<Told>(BOOKED, account.id, yesterday),
		select<Told>(ANNOUNCED),
		select<Told>(OWED),
	);
	const others: Told[] = [
		...announced,
		...owed,
		{ day: yesterday, what: "利息", amount: 36, last5: null, memo: "" },
		{ day: yesterday, what: "跨行轉入", amount: 700, last5: "90033", memo: "" },
	];
	const fee = { day: yesterday, what: "手續費", amount: -15, last5: null, memo: "跨行轉帳" };
	const told = [...booked, ...others.slice(0, MOST_NEW), fee].map((one) => ({ ...one, day: one.day || yesterday }));
	const [first = yesterday] = told.map(({ day }) => day).toSorted();
	const [[opening]] = await readRows(db.$client, select<{ held: number }>(HELD, account.id, first));
	const rows = linesOf(told, opening?.held ?? 0);
	const upload = {
		filename: "漣漪銀行明細.csv",
		declaredType: "text/csv",
		bytes: new TextEncoder().encode([HEADER, ...rows].map(csvRow).join("")),
	};
	const by = byUser(cashier.id, null, at);
	const { id } = await createStatement(env, db, {
		accountId: account.id,
		upload,
		key: "demo-statement",
		by,
	});
	const [[draft]] = await readRows(db.$client, bankStatement(id));
	if (!draft) return;
	const { fingerprint: seen } = await statementDrafts.plan(env, db, { draft, by });
	const answers = { skip_errors: false, accept_balance: false, accept_account: false };
	await statementDrafts.apply(env, db, { draft, version: draft.version, seen, answers, by });
}

/** Returns the lines of the file by day, with the balance after each; days are written as 115/11/20. */
function linesOf(told: readonly Told[], opening: number): string[][] {
	let balance = opening;
	return told
		.toSorted((a, b) => a.day.localeCompare(b.day))
		.map(({ day, what, amount, last5, memo }) => {
			balance += amount;
			const [year, ...rest] = day.split("-");
			const roc = [Number(year) - 1911, ...rest].join("/");
			const sides = amount < 0 ? [String(-amount), ""] : ["", String(amount)];
			return [roc, what, ...sides, String(balance), last5 === null ? "" : `012-00001234${last5}`, memo];
		});
}
