import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import {
	advancesToSettle,
	refundPayment,
	settledAdvance,
	suspenseLine,
	suspenseLines,
} from "#db/books/finance-forms.ts";
import { financePage, financeWords, listedDocuments } from "#db/books/finance-lists.ts";
import { creditsLeft } from "#db/books/finance-refunds.ts";
import { countWaiting, firstWaiting, openAdvances, waitingDocuments } from "#db/books/finance-waiting.ts";
import type { Select } from "#db/read.ts";
import { reviewersOf } from "../../support/finance.ts";

async function planOf({ sql, params }: Select<unknown>): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail);
}
/** Walked without harm: what somebody may do, what was found before, the people and accounts that there are. */
const SMALL = /^SCAN (acts|h|a|w|page|waiting|json_each|x|u|r|b|\(subquery|finance_related|CONSTANT ROW)/;
const [all, own] = [
	{ userId: 1, seesAll: true },
	{ userId: 1, seesAll: false },
];
const viewer = {
	userId: 1,
	reviewers: reviewersOf({ id: 1, held: ["finance.review.cashier", "finance.pay"] }),
	today: "2026-03-05",
};

test.each([
	["one's own", financePage({ reader: own, filter: {} })[0]],
	["one's own, counted", financePage({ reader: own, filter: {} })[1]],
	["of a state", financePage({ reader: own, filter: { state: "pending_chair", kind: "vendor" } })[0]],
	["an applicant's search", financePage({ reader: own, filter: { words: financeWords("青禾 F115-0001 600") } })[0]],
	["the export", listedDocuments({ reader: own, filter: {} }, 10_001)],
	["what waits", waitingDocuments(viewer, 200)],
	["how much waits", countWaiting(viewer)],
	["what waits first", firstWaiting(viewer, 3)],
	["an advance to settle", settledAdvance({ id: 1, of: 0 }, own)],
	["a payment to give back", refundPayment({ id: 0, of: 1 })],
	["a line to give back", suspenseLine({ id: 1, of: 0 })],
] as const)("%s walks no table that grows", async (_, statement) => {
	const scans = (await planOf(statement)).filter((detail) => /^SCAN/.test(detail));
	expect(scans.filter((detail) => !SMALL.test(detail) && !/USING (COVERING )?INDEX/.test(detail))).toEqual([]);
});

test("the members with 溢繳款 are found by the indexes of what was paid too much", async () => {
	const plan = await planOf(creditsLeft(true));
	for (const index of ["payment_allocations_credited", "dues_items_credited"])
		expect(plan.some((detail) => detail.includes(index))).toBe(true);
	expect(plan.filter((detail) => /^SCAN (m|members|p|f|a|d)\b/.test(detail))).toEqual([]);
});

test("the whole list is walked in its own order, without sorting", async () => {
	const plan = await planOf(financePage({ reader: all, filter: {} })[0]);
	expect(plan.filter((detail) => detail.includes("TEMP B-TREE")).length).toBeLessThanOrEqual(1);
});

/** Few, of all that there are: advances that are open, and lines that stand as 暫收款. */
test.each([
	["open advances", openAdvances(all)],
	["advances to settle", advancesToSettle(all)],
	["lines of 暫收款", suspenseLines(true)],
] as const)("%s can be asked", async (_, { sql, params }) => {
	expect(
		await env.DB.prepare(sql)
			.bind(...params)
			.all(),
	).toMatchObject({ results: [] });
});
