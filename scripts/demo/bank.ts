/**
 * Imports a statement file of the demo's bank; the first half of its lines is in the books already, as payments,
 * donations, deposits and expense requests.
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
/** The most lines of the file that are booked already, and the most other lines. */
const HALF = 5;

/**
 * The SQL for booked sums on the bank's account ?1: the newest donation and deposit, then members' transfers, HALF rows
 * at most.
 */
const BOOKED = `SELECT * FROM (SELECT i.received_on AS day, '跨行轉入' AS what, i.amount - i.fee_amount AS amount, NULL AS last5, '捐款' AS memo
		FROM income_records i WHERE i.state IN ('recorded', 'posted') AND i.bank_account_id = ?1 ORDER BY i.received_on DESC, i.id DESC LIMIT 1)
	UNION ALL SELECT * FROM (SELECT d.deposited_on, '現金存入', d.amount, NULL, '' FROM cash_deposits d
		WHERE d.reversed_at IS NULL AND d.bank_account_id = ?1 ORDER BY d.deposited_on DESC, d.id DESC LIMIT 1)
	UNION ALL SELECT * FROM (SELECT p.paid_on, '跨行轉入', p.amount - p.fee_amount, p.last5, '會費' FROM payments p
		WHERE p.status = 'verified' AND p.bank_account_id = ?1 AND p.method = 'transfer' ORDER BY p.paid_on DESC, p.id DESC LIMIT ${HALF})
	LIMIT ${HALF}`;
/** The SQL for expense requests that were paid from the bank's account ?1, the newest two. */
const PAID = `SELECT d.paid_on AS day, '轉帳支出' AS what, -d.net AS amount, NULL AS last5, d.payee_name AS memo
	FROM finance_documents d JOIN bank_accounts b ON b.account_id = d.paid_from
	WHERE b.id = ?1 AND d.state IN ('paid', 'posted') AND d.net > 0 ORDER BY d.paid_on DESC, d.id DESC LIMIT 2`;
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
	const [booked, paid, announced, owed] = await readRows(
		db.$client,
		select<Told>(BOOKED, account.id),
		select<Told>(PAID, account.id),
		select<Told>(ANNOUNCED),
		select<Told>(OWED),
	);
	const yesterday = dateInTaipei(at - DAY_MS);
	const others: Told[] = [
		...announced,
		...owed,
		{ day: yesterday, what: "利息", amount: 36, last5: null, memo: "" },
		{ day: yesterday, what: "跨行轉入", amount: 700, last5: "90033", memo: "" },
	];
	const fee = { day: yesterday, what: "手續費", amount: -15, last5: null, memo: "跨行轉帳" };
	const rows = linesOf([...booked, ...paid, ...others.slice(0, HALF), fee], yesterday);
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
function linesOf(told: readonly Told[], yesterday: string): string[][] {
	let balance = 100_000;
	return told
		.map((one) => ({ ...one, day: one.day || yesterday }))
		.toSorted((a, b) => a.day.localeCompare(b.day))
		.map(({ day, what, amount, last5, memo }) => {
			balance += amount;
			const [year, ...rest] = day.split("-");
			const roc = [Number(year) - 1911, ...rest].join("/");
			const sides = amount < 0 ? [String(-amount), ""] : ["", String(amount)];
			return [roc, what, ...sides, String(balance), last5 === null ? "" : `012-00001234${last5}`, memo];
		});
}
