import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { selectOf } from "#db/select-of.ts";
import { beginsIn } from "#db/steps.ts";
import { whoHolds } from "#db/system/index.ts";
import { ACCOUNTS } from "#domain/books/ledger/postings.ts";
import { daysOf } from "#domain/books/ledger/trial.ts";
import type { CheckCode } from "#domain/books/periods/checks.ts";
import { PERIOD_STEPS } from "#domain/books/periods/rules.ts";
import type { By } from "#kernel/by.ts";
import { bankBalance, HELD, isPosted, postingAccount } from "./books.ts";
import { belowZero } from "./cash-below-zero.ts";
import { openingLeft } from "./year-openings.ts";

/** A month (YYYY-MM) of a year; `version` is 0 when it was never closed. */
export type MonthRow = {
	month: string;
	status: "open" | "closed";
	version: number;
	closed_by: number | null;
	closer: string | null;
	/** The user for whom a deputy closed the month. */
	on_behalf_of: number | null;
	closed_at: number | null;
	vouchers: number;
	drafts: number;
	/** Whether the month's year is closed: the year has to be opened before the month. */
	year_closed: 0 | 1;
};
const MONTHS = `SELECT j.value AS month, coalesce(p.status, 'open') AS status, coalesce(p.version, 0) AS version, p.closed_by,
		u.name AS closer, iif(p.status = 'closed', (SELECT e.on_behalf_of FROM period_events e
			WHERE e.period = p.month AND e.step = 'close' ORDER BY e.id DESC LIMIT 1), NULL) AS on_behalf_of, p.closed_at,
		(SELECT count(*) FROM vouchers WHERE state = 'posted' AND date BETWEEN j.value || '-01' AND j.value || '-31') AS vouchers,
		(SELECT count(*) FROM vouchers WHERE state = 'draft' AND date BETWEEN j.value || '-01' AND j.value || '-31') AS drafts,
		${isPosted("closing", "CAST(substr(j.value, 1, 4) AS INTEGER)")} AS year_closed
	FROM json_each(?1) j LEFT JOIN periods p ON p.month = j.value LEFT JOIN users u ON u.id = p.closed_by ORDER BY j.value`;
export const monthRows = (months: readonly string[]): Select<MonthRow> => select(MONTHS, JSON.stringify(months));

/** Selects the first and the last month in the books. */
export const monthsKept = (): Select<{ first: string | null; last: string | null }> =>
	selectOne("SELECT min(month) AS first, max(month) AS last FROM account_months");

/** Selects the first month with entries (YYYY-MM) that is open; null when there is none. */
export const firstOpenMonth = (): Select<{ month: string | null }> =>
	selectOne(
		"SELECT min(m.month) AS month FROM account_months m LEFT JOIN periods p ON p.month = m.month WHERE coalesce(p.status, 'open') = 'open'",
	);

export type PeriodEvent = {
	step: "close" | "reopen" | "open_year";
	user: string | null;
	behalf: string | null;
	reason: string | null;
	at: number;
};
/** Selects the events (closings, reopenings) of a month or a year, newest first. */
export const periodEvents = (period: string): Select<PeriodEvent> =>
	select(
		`SELECT e.step, u.name AS user, b.name AS behalf, e.reason, e.at FROM period_events e LEFT JOIN users u ON u.id = e.user_id
			LEFT JOIN users b ON b.id = e.on_behalf_of WHERE e.period = ? ORDER BY e.id DESC`,
		period,
	);

/** A bank account in the books: its balance at the end of a month, and the balance that the bank states. */
export type BalanceRow = {
	account_id: number;
	code: string;
	name: string;
	held: number;
	amount: number | null;
	note: string;
	/** The bank account of the ledger account, the last day until which its files reach in the month, and their balance. */
	bank_account_id: number | null;
	file_day: string | null;
	file_balance: number | null;
};
const BALANCES = (
	month: SQL,
): SQL => sql`SELECT a.id AS account_id, a.code, a.name, coalesce(h.held, 0) AS held, b.amount, coalesce(b.note, '') AS note
	FROM accounts a LEFT JOIN (SELECT m.account_id, sum(${sql.raw(HELD)}) AS held, max(m.month) AS last
			FROM account_months m WHERE m.month <= ${month} GROUP BY m.account_id) h ON h.account_id = a.id
		LEFT JOIN period_balances b ON b.account_id = a.id AND b.month = ${month}
	WHERE substr(a.code, 1, 4) IN ('1130', '1140', '1310') AND (coalesce(h.held, 0) <> 0 OR h.last = ${month} OR b.amount IS NOT NULL
		OR EXISTS (SELECT 1 FROM bank_accounts k WHERE k.account_id = a.id AND k.is_active = 1))`;
export const balanceRows = (month: string): Select<BalanceRow> =>
	selectOf(sql`SELECT n.*, ${sql.raw(bankBalance("n.bank_account_id", "n.file_day"))} AS file_balance
		FROM (SELECT r.*, k.id AS bank_account_id, (SELECT max(l.booked_on) FROM bank_lines l
				WHERE l.bank_account_id = k.id AND l.balance IS NOT NULL AND l.booked_on <= ${month} || '-31') AS file_day
			FROM (${BALANCES(sql`${month}`)}) r LEFT JOIN bank_accounts k ON k.account_id = r.account_id) n ORDER BY n.code`);

/**
 * A check that a month does not pass: `many` is how many things are left to do, `amount` (NT$) the sum of money
 * concerned.
 */
export type CheckRow = { code: CheckCode; blocks: 0 | 1; many: number; amount: number | null };

const held = (codes: SQL, month: string): SQL => sql`(SELECT coalesce(sum(${sql.raw(HELD)}), 0)
	FROM account_months m JOIN accounts a ON a.id = m.account_id WHERE m.month <= ${month} AND ${codes})`;

/**
 * Returns the query of the checks that prevent the closing of a month (YYYY-MM) or deserve a look before it; passed
 * checks are left out.
 */
function checks(month: string, today: string): SQL {
	const { to } = daysOf({ from: month, to: month });
	const balances = BALANCES(sql`${month}`);
	const cash = held(sql`substr(a.code, 1, 4) = '1110'`, month);
	const suspense = held(sql.raw(`a.id = ${postingAccount(ACCOUNTS.suspense)}`), month);
	const all = [
		sql`'not_over', 1, ${today} <= ${to}, NULL`,
		sql`'month_before', 1, (SELECT count(DISTINCT m.month) FROM account_months m LEFT JOIN periods p ON p.month = m.month
			WHERE m.month < ${month} AND coalesce(p.status, 'open') = 'open'), NULL`,
		sql`'opening', 1, ${sql.raw(openingLeft(Number(month.slice(0, 4))))}, NULL`,
		counted("drafts", 1, sql`NULL`, sql`vouchers WHERE state = 'draft' AND date <= ${to}`),
		counted("payments", 1, sql`sum(amount)`, sql`payments WHERE status = 'submitted' AND paid_on <= ${to}`),
		counted("finance", 1, sql`sum(net)`, sql`finance_documents WHERE state = 'paid' AND paid_on <= ${to}`),
		counted(
			"income",
			1,
			sql`sum(amount)`,
			sql`income_records WHERE state = 'recorded' AND is_in_kind = 0 AND received_on <= ${to}`,
		),
		counted("cash_below_zero", 1, sql`sum(held)`, sql`(${belowZero(month)})`),
		counted("balance_missing", 1, sql`NULL`, sql`(${balances}) WHERE amount IS NULL`),
		counted("balance_differs", 1, sql`sum(held - amount)`, sql`(${balances}) WHERE amount <> held AND note = ''`),
		counted("balance_noted", 0, sql`sum(held - amount)`, sql`(${balances}) WHERE amount <> held AND note <> ''`),
		counted("income_drafts", 0, sql`sum(amount)`, sql`income_records WHERE state = 'draft' AND received_on <= ${to}`),
		counted(
			"bank_lines",
			0,
			sql`sum(abs(amount - explained))`,
			sql`bank_lines WHERE status IN ('unmatched', 'suggested') AND booked_on <= ${to}`,
		),
		sql`'cash', 0, ${cash} <> 0, ${cash}`,
		sql`'suspense', 0, ${suspense} <> 0, -${suspense}`,
	].map((check) => sql`json_array(${check})`);
	return sql`SELECT value ->> 0 AS code, value ->> 1 AS blocks, value ->> 2 AS many, value ->> 3 AS amount
		FROM json_each(json_array(${sql.join(all, sql`, `)})) WHERE value ->> 2 > 0`;
}
const counted = (code: CheckCode, blocks: 0 | 1, sum: SQL, from: SQL): SQL =>
	sql`${code}, ${blocks}, (SELECT count(*) FROM ${from}), (SELECT ${sum} FROM ${from})`;
export const checkRows = (month: string, today: string): Select<CheckRow> => selectOf(checks(month, today));

/** Refuses with `ledger.cash_below_zero` a month at whose end a cash-class account is negative. */
export const refuseBelowZero = (month: string): Write =>
	refuseWhere("ledger.cash_below_zero", sql`EXISTS (${belowZero(month)})`);

/** Returns SQL: whether a check prevents the closing of a month. It guards the batch that closes the month. */
export const isBlocked = (month: string, today: string): SQL =>
	sql`EXISTS (SELECT 1 FROM (${checks(month, today)}) WHERE blocks = 1)`;

/**
 * Closes a month that the user saw open at a version (0: it has no row yet). Refuses with `ledger.period_stale` when
 * another user changed it meanwhile.
 */
export const closePeriod = (month: string, version: number, by: By): Write[] => [
	...(version === 0
		? [sql`INSERT INTO periods (month, version, updated_at) VALUES (${month}, ${version}, ${by.at})`]
		: []),
	// A voucher of a request that began later may have been posted before this batch: nothing was posted after the closing.
	sql`UPDATE periods SET status = ${PERIOD_STEPS.close.to}, closed_by = ${by.userId}, version = version + 1, updated_at = ${by.at},
		closed_at = max(${by.at}, coalesce((SELECT max(posted_at) FROM vouchers
			WHERE state = 'posted' AND date BETWEEN ${month} || '-01' AND ${month} || '-31'), 0))
		WHERE month = ${month} AND version = ${version} AND ${beginsIn("status", PERIOD_STEPS.close)}`,
	guard("ledger.period_stale"),
];

/**
 * Opens a month that the user saw closed; its event comes before it in the batch. Refuses with `ledger.period_stale`
 * when another user changed it meanwhile.
 */
export const reopenPeriod = (month: string, version: number, by: By): Write[] => [
	sql`UPDATE periods SET status = ${PERIOD_STEPS.reopen.to}, closed_by = NULL, closed_at = NULL, version = version + 1, updated_at = ${by.at}
		WHERE month = ${month} AND version = ${version} AND ${beginsIn("status", PERIOD_STEPS.reopen)}`,
	guard("ledger.period_stale"),
];

type NewEvent = {
	period: string;
	step: PeriodEvent["step"];
	onBehalfOf: number | null;
	reason?: string | undefined;
	by: By;
};
export const insertEvent = ({ period, step, onBehalfOf, reason, by }: NewEvent): Write =>
	sql`INSERT INTO period_events (period, step, user_id, on_behalf_of, reason, at)
		VALUES (${period}, ${step}, ${by.userId}, ${onBehalfOf}, ${reason ?? null}, ${by.at})`;

export type Balance = { accountId: number; amount: number | null; note: string };

/** Selects the balances that are stored for the end of a month. */
export const keptBalances = (month: string): Select<Balance> =>
	select("SELECT account_id AS accountId, amount, note FROM period_balances WHERE month = ?", month);

/** Stores the balances that the bank states at the end of a month; an amount of null deletes the account's balance. */
export const setBalances = (month: string, balances: readonly Balance[], by: By): Write[] => [
	sql`DELETE FROM period_balances WHERE month = ${month} AND account_id IN (SELECT value ->> '$.accountId' FROM json_each(${JSON.stringify(balances)}))`,
	sql`INSERT INTO period_balances (month, account_id, amount, note, user_id, updated_at)
		SELECT ${month}, CAST(j.value ->> '$.accountId' AS INTEGER), CAST(j.value ->> '$.amount' AS INTEGER), j.value ->> '$.note', ${by.userId}, ${by.at}
		FROM json_each(${JSON.stringify(balances)}) j WHERE j.value ->> '$.amount' IS NOT NULL`,
];

/** Selects the users who may reopen today what others closed: by their own permission, or as a deputy. */
export const reopeners = (today: string): Select<{ id: number; name: string }> => whoHolds("ledger.reopen", today, 10);
