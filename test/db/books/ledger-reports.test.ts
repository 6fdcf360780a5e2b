/** The books over a hundred thousand vouchers, in one round trip, from balances that the posting of each keeps. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { cashAccounts, cashDays, cashMoved } from "#db/books/cash-book.ts";
import { fundAccounts, fundMoves } from "#db/books/funds.ts";
import { journal, journalLines, journalSums } from "#db/books/journal.ts";
import { balanceMonths, balanceTrend, incomeMonths, incomeTrend } from "#db/books/ledger-months.ts";
import {
	balanceSheet,
	finalAccounts,
	incomeStatement,
	ledgerHead,
	ledgerLines,
	trialBalance,
} from "#db/books/ledger-reports.ts";
import { subHead, subLines, subRows } from "#db/books/sub-ledger.ts";
import { brokenInvariants } from "#db/invariants/suite.ts";
import type { Select } from "#db/read.ts";
import { readRows } from "#db/read.ts";
import { brokenOnPurpose } from "../../support/invariants.ts";
import { slowness } from "../../support/pace.ts";
import { rows } from "../../support/users.ts";

const VOUCHERS = 100_000;
const MEMBERS = 3_000;
/** On a usual machine; in milliseconds. */
const WITHIN_MS = 1_000;

const triggers = async () =>
	await rows<{ name: string; sql: string }>(
		"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('vouchers', 'voucher_lines')",
	);

/** As many posted vouchers as an association has in decades, by plain SQL: without the triggers, which write one at a time. */
beforeAll(async () => {
	const kept = await triggers();
	const n = `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${VOUCHERS}) SELECT i FROM n)`;
	// Numbers go by the voucher, not by the year.
	brokenOnPurpose("vouchers of plain SQL, which take no numbers of a series");
	const day = "date('2020-01-01', '+' || (i % 2190) || ' days')";
	await env.DB.batch(
		[
			...kept.map(({ name }) => `DROP TRIGGER ${name}`),
			`INSERT INTO vouchers (id, state, kind, roc_year, seq, date, description, posted_at, created_at, updated_at)
				SELECT i, 'posted', 'income', CAST(substr(${day}, 1, 4) AS INTEGER) - 1911, i, ${day}, '會費收款', 1, 1, 1 FROM ${n}`,
			`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit)
				SELECT i, 1, (SELECT id FROM accounts WHERE code = '1130'), 1000 + i % 7, 0 FROM ${n}`,
			`INSERT INTO members (id, member_no, name, status, created_at, updated_at)
				SELECT i, printf('M%04d', i), '會員 ' || i, 'active', 1, 1 FROM ${n} WHERE i <= ${MEMBERS}`,
			`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit, member_id)
				SELECT i, 2, (SELECT id FROM accounts WHERE code = iif(i % 3, '4120', '4110')), 0, 1000 + i % 7, 1 + i % ${MEMBERS} FROM ${n}`,
			`INSERT INTO account_months (account_id, month, debit, credit) SELECT l.account_id, substr(v.date, 1, 7), sum(l.debit), sum(l.credit)
				FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id GROUP BY 1, 2`,
			...kept.map(({ sql }) => sql),
		].map((statement) => env.DB.prepare(statement)),
	);
});

test("a trial balance is a moment, and balances", async () => {
	const begun = performance.now();
	const [all] = await readRows(env.DB, trialBalance({ from: "2022-01", to: "2022-12" }, false));
	const took = performance.now() - begun;
	console.log(`trial balance over ${VOUCHERS} vouchers: ${took.toFixed(0)} ms`);
	expect(took).toBeLessThan(WITHIN_MS * (await slowness()));
	const sum = (of: "opening" | "debit" | "credit") => all.reduce((total, row) => total + row[of], 0);
	expect(all.map(({ code }) => code)).toEqual(["1130", "4110", "4120"]);
	expect(sum("opening")).toBe(0);
	expect(sum("debit")).toBe(sum("credit"));
	expect(sum("debit")).toBe(
		(
			await rows<{ n: number }>(
				"SELECT sum(debit) AS n FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id WHERE v.date LIKE '2022%'",
			)
		)[0]?.n,
	);
});

test("a page of the busiest account is a moment, and goes on where the one before it ended", async () => {
	const [account] = await rows<{ id: number }>("SELECT id FROM accounts WHERE code = '1130'");
	const id = account?.id ?? 0;
	const span = { from: "2021-03-10", to: "2024-12-31" };
	const begun = performance.now();
	const [[head], first, second, last] = await readRows(
		env.DB,
		ledgerHead(id, span),
		ledgerLines(id, { ...span, page: 1, rows: 100 }),
		ledgerLines(id, { ...span, page: 2, rows: 100 }),
		ledgerLines(id, { ...span, page: 600, rows: 100 }),
	);
	const took = performance.now() - begun;
	console.log(`general ledger, three pages and its head: ${took.toFixed(0)} ms`);
	expect(took).toBeLessThan(3 * WITHIN_MS * (await slowness()));
	const before = (
		await rows<{ n: number }>(
			"SELECT sum(debit) AS n FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id WHERE v.date < '2021-03-10'",
		)
	)[0]?.n;
	expect(head?.opening).toBe(before);
	expect(first).toHaveLength(100);
	expect(first[0]?.balance).toBe((head?.opening ?? 0) + (first[0]?.debit ?? 0));
	expect(second[0]?.balance).toBe((first.at(-1)?.balance ?? 0) + (second[0]?.debit ?? 0));
	expect(["入會費收入", "常年會費收入"]).toContain(first[0]?.contra);
	expect(last).toHaveLength(100);
});

/** How long a page's statements take together, in one round trip: the better of two, as others use the machine too. */
async function timed(what: string, ...selects: Select<unknown>[]): Promise<number> {
	const once = async () => {
		const begun = performance.now();
		await readRows(env.DB, ...selects);
		return performance.now() - begun;
	};
	const took = Math.min(await once(), await once());
	console.log(`${what} over ${VOUCHERS} vouchers: ${took.toFixed(0)} ms`);
	return took;
}

test("every book and statement is a moment, over all years too", async () => {
	const [account] = await rows<{ id: number }>("SELECT id FROM accounts WHERE code = '1130'");
	const id = account?.id ?? 0;
	const all = { from: "2020-01-01", to: "2025-12-31" };
	const months = { from: "2020-01", to: "2025-12" };
	const [first, second] = [
		{ rows: 50, page: 1 },
		{ rows: 100, page: 600 },
	];
	const took = {
		"trial balance, all years": await timed("trial balance, all years", trialBalance(months, true)),
		"general ledger of the busiest account": await timed(
			"general ledger, its head and a page",
			ledgerHead(id, all),
			ledgerLines(id, { ...all, page: 1, rows: 100 }),
		),
		journal: await timed(
			"journal, a year",
			journal({ ...all, from: "2025-01-01" }, first),
			journalSums({ ...all, from: "2025-01-01" }),
		),
		"journal, all": await timed("journal, all years", journal(all, first), journalSums(all)),
		"sub-ledger": await timed(
			"sub-ledger of all members",
			subRows({ by: "member", account: 0, ...all }, { rows: 100, page: 1 }),
		),
		"sub-ledger of one": await timed(
			"sub-ledger of one member",
			subHead(7, { by: "member", account: 0, ...all }),
			subLines(7, { by: "member", account: 0, ...all }, { rows: 100, page: 1 }),
		),
		"cash book": await timed("cash book, all years", cashAccounts(months), cashMoved(all)),
		"cash book by day": await timed(
			"cash book by day",
			ledgerHead(id, all),
			cashDays(id, { ...all, ...second, page: 3 }),
		),
		statements: await timed(
			"statements",
			incomeStatement(months, months),
			balanceSheet("2025-12", "2024-12"),
			finalAccounts(2025),
			incomeMonths({ from: "2025-01", to: "2025-12" }),
			balanceMonths({ from: "2025-01", to: "2025-12" }),
			incomeTrend({ from: "2021-01", to: "2025-12" }, 12),
			balanceTrend({ from: "2021-01", to: "2025-12" }),
		),
		annual: await timed(
			"annual pack",
			finalAccounts(2025),
			cashAccounts({ from: "2025-01", to: "2025-12" }),
			cashMoved({ from: "2025-01-01", to: "2025-12-31" }),
			balanceSheet("2025-12", "2024-12"),
			fundAccounts(2025),
			fundMoves(2025),
		),
	};
	const most = WITHIN_MS * (await slowness());
	expect(Object.entries(took).filter(([, ms]) => ms > most)).toEqual([]);
	await timed("journal as a file", journalLines(all, 20_000));
});

test("the monthly balances are what their vouchers say, and the check of all invariants is soon done", async () => {
	const begun = performance.now();
	const broken = await brokenInvariants(env.DB);
	const took = performance.now() - begun;
	console.log(`all invariants over ${VOUCHERS} vouchers: ${took.toFixed(0)} ms`);
	expect(broken.map(({ code }) => code)).toEqual(["number_series"]);
	expect(took).toBeLessThan(3 * WITHIN_MS * (await slowness()));
});
