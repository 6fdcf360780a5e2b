/** The books over a hundred thousand vouchers, in one round trip, from balances that the posting of each keeps. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { ledgerHead, ledgerLines, trialBalance } from "#db/ledger-reports.ts";
import { readRows } from "#db/read.ts";
import { rows } from "../support/users.ts";

const VOUCHERS = 100_000;
const WITHIN_MS = 1_000;

const triggers = async () =>
	await rows<{ name: string; sql: string }>(
		"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('vouchers', 'voucher_lines')",
	);

/** As many posted vouchers as an association has in decades, by plain SQL: without the triggers, which write one at a time. */
beforeAll(async () => {
	const kept = await triggers();
	const n = `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${VOUCHERS}) SELECT i FROM n)`;
	const day = "date('2020-01-01', '+' || (i % 2190) || ' days')";
	await env.DB.batch(
		[
			...kept.map(({ name }) => `DROP TRIGGER ${name}`),
			`INSERT INTO vouchers (id, state, kind, roc_year, seq, date, description, posted_at, created_at, updated_at)
				SELECT i, 'posted', 'income', CAST(substr(${day}, 1, 4) AS INTEGER) - 1911, i, ${day}, '會費收款', 1, 1, 1 FROM ${n}`,
			`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit)
				SELECT i, 1, (SELECT id FROM accounts WHERE code = '1130'), 1000 + i % 7, 0 FROM ${n}`,
			`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit)
				SELECT i, 2, (SELECT id FROM accounts WHERE code = iif(i % 3, '4120', '4110')), 0, 1000 + i % 7 FROM ${n}`,
			`INSERT INTO account_months (account_id, month, debit, credit) SELECT l.account_id, substr(v.date, 1, 7), sum(l.debit), sum(l.credit)
				FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id GROUP BY 1, 2`,
			...kept.map(({ sql }) => sql),
		].map((statement) => env.DB.prepare(statement)),
	);
}, 120_000);

test("a trial balance is a moment, and balances", async () => {
	const begun = performance.now();
	const [all] = await readRows(env.DB, trialBalance({ from: "2022-01", to: "2022-12" }, false));
	const took = performance.now() - begun;
	console.log(`trial balance over ${VOUCHERS} vouchers: ${took.toFixed(0)} ms`);
	expect(took).toBeLessThan(WITHIN_MS);
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
	expect(took).toBeLessThan(3 * WITHIN_MS);
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
