import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { accountDetail, postingAccounts } from "#db/books/accounts.ts";
import { balanceMonths, balanceTrend, incomeMonths, incomeTrend } from "#db/books/ledger-months.ts";
import { accountsBeside } from "#db/books/ledger-reports.ts";
import { drafts, voucherForPage } from "#db/books/voucher-drafts.ts";
import { openingLinesNow, openingStanding, openingsSoFar, voucherStanding } from "#db/books/voucher-writes.ts";
import { type Select, select } from "#db/read.ts";

async function planOf({ sql, params }: Select<unknown>): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail);
}

/** What is read from one end to the other, of vouchers and their lines. */
const scanned = async (one: Select<unknown>): Promise<string[]> =>
	(await planOf(one)).filter((detail) => /^SCAN (?:v|l|r|o|vouchers|voucher_lines)\b/.test(detail));

test("pages of vouchers read no voucher that they do not show", async () => {
	const all: Select<unknown>[] = [
		voucherForPage(1),
		voucherStanding(1),
		openingStanding(),
		openingsSoFar(),
		openingLinesNow(),
		accountDetail(1),
		postingAccounts(),
	];
	for (const one of all) expect([one.sql, await scanned(one)]).toEqual([one.sql, []]);
});

test("a statement by months or years reads the balances of months once, and no voucher", async () => {
	const year = { from: "2026-01", to: "2026-12" };
	for (const one of [incomeMonths(year), balanceMonths(year), incomeTrend(year, 12), balanceTrend(year)]) {
		const plan = await planOf(one);
		expect([one.sql, plan.filter((detail) => /\bm\b/.test(detail)).length]).toEqual([one.sql, 1]);
		expect(plan.filter((detail) => /voucher/.test(detail))).toEqual([]);
	}
});

test("the accounts before and after another are found by their codes, and whether they have postings by their balances", async () => {
	const plan = await planOf(accountsBeside(1));
	expect(plan.filter((detail) => /^SCAN (?:a|m|accounts|account_months)\b/.test(detail))).toEqual([]);
	expect(plan.filter((detail) => /^SEARCH a USING INDEX/.test(detail))).toHaveLength(2);
});

test("the list of drafts goes along the index of drafts alone", async () => {
	const read = await scanned(drafts({ q: "電", balance: "even", sort: "-amount", page: 1 }, 50));
	expect(read).toEqual([expect.stringMatching(/^SCAN v USING INDEX vouchers_drafts/)]);
});

test("what a posting asks of its voucher is answered by its own lines", async () => {
	expect(await scanned(select("SELECT kind FROM voucher_sums WHERE voucher_id = ?", 1))).toEqual([]);
});
