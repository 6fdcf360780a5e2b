import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { donorPick, donorRow, donorsFound, giftsOf, listDonors } from "#db/money/donors.ts";
import { freeLine, incomeAccounts, incomeRow, kindAccounts, openProjects, storedIncome } from "#db/money/income.ts";
import { incomePage, incomeWaiting, listedIncome, taxRows } from "#db/money/income-lists.ts";
import { receiptSelect } from "#db/money/receipts.ts";
import type { Select } from "#db/read.ts";

async function planOf({ sql, params }: Select<unknown>): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail);
}
/** Walked without harm: accounts, projects, what was handed in, what a part before gave, and donors in a list by name. */
const SMALL = /^SCAN (u|p|a|d|c|json_each|n|own_record|CONSTANT ROW|\(subquery|[A-Z0-9_-]* ?CONSTANT)/;
const DAYS = { from: "2026-01-01", to: "2026-12-31" };

test.each([
	["the list", incomePage({ filter: { q: "" }, page: 1 })[0]],
	["its last page", incomePage({ filter: { q: "" }, page: 900 })[0]],
	["of a state and days", incomePage({ filter: { q: "", state: "recorded", ...DAYS }, page: 1 })[0]],
	["the export", listedIncome({ filter: { q: "", ...DAYS } }, 10_001)],
	["what waits", incomeWaiting()],
	["a record", incomeRow(1)],
	["a record for its verbs", storedIncome(1)],
	["a line", freeLine(1)],
	["the line of a record", freeLine(null, 1)],
	["accounts", incomeAccounts()],
	["accounts of kinds", kindAccounts()],
	["projects", openProjects()],
	["donors", listDonors({ q: "" }, { page: 1 })[0]],
	["donors that a word finds", donorsFound("林")],
	["a donor", donorRow(1)],
	["one who is chosen", donorPick(1)],
	["their gifts", giftsOf(1)],
	["their gifts of a year", giftsOf(1, 2026)],
	["the receipts of a year", taxRows(2026)],
	["a receipt", receiptSelect(1)],
] as const)("%s walks no table that grows", async (_, statement) => {
	const scans = (await planOf(statement)).filter((detail) => /^SCAN/.test(detail));
	const whole = scans.filter((detail) => !SMALL.test(detail) && !/USING (COVERING )?INDEX/.test(detail));
	expect(whole).toEqual([]);
});

test("a page of the list is taken in the order of the index, without sorting", async () => {
	expect((await planOf(incomePage({ filter: { q: "" }, page: 1 })[0])).join("\n")).not.toContain(
		"TEMP B-TREE FOR ORDER BY",
	);
});
