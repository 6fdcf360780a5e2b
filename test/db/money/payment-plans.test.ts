import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { duesOfNumbers, payerCandidates, payersOwing, transfersThere } from "#db/money/payment-entries.ts";
import { duesFigures, listedPayments, paymentPage, paymentWords, waitingPayments } from "#db/money/payment-lists.ts";
import { firstWaiting, paymentPlace, queueFrom } from "#db/money/payment-queue.ts";
import {
	certificatesBeside,
	discountsBeside,
	linesBeside,
	openDuesBeside,
	openDuesOfFamily,
	paymentEvents,
	paymentReview,
	paymentsAlike,
	receiptsOfPayment,
	verifiersOf,
} from "#db/money/payment-reviews.ts";
import type { Select } from "#db/read.ts";

async function planOf({ sql, params }: Select<unknown>): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail);
}
/** Walked without harm: people, accounts, what was handed in, what a part before gave. */
const SMALL = /^SCAN (u|h|users|b|page|found|json_each|j|rate|k|n|c|CONSTANT ROW|\(subquery|[A-Z0-9_-]* ?CONSTANT)/;
const DAYS = { from: "2026-01-01", to: "2026-12-31" };

test.each([
	["the list", paymentPage({ filter: {} })[0]],
	["its last page", paymentPage({ filter: {}, page: 900 })[0]],
	["its count", paymentPage({ filter: { status: "verified" } })[1]],
	["by amount", paymentPage({ filter: {}, sort: "amount" })[0]],
	["of a state and days", paymentPage({ filter: { status: "submitted", ...DAYS, method: "cash" } })[0]],
	["a search", paymentPage({ filter: { words: paymentWords("王小明 115-000012 40718 1,000") } })[0]],
	["its count, searched", paymentPage({ filter: { words: paymentWords("王小明") } })[1]],
	["the export", listedPayments({ filter: DAYS }, 10_001)],
	["what waits", waitingPayments()],
	["the figures", duesFigures(2026)],
	["a payment", paymentReview(1, "2026-11-20")],
	["its events", paymentEvents(1)],
	["its receipts", receiptsOfPayment(1)],
	["its place", paymentPlace(1, { userId: 1, since: 0 })],
	["the queue after it", queueFrom(1, 50)],
	["the first that waits", firstWaiting([1, 2])],
	["the families' dues", openDuesBeside(1)],
	["a family's dues", openDuesOfFamily(1)],
	["what is alike", paymentsAlike(1)],
	["lines beside it", linesBeside(1)],
	["who verifies", verifiersOf(1, "payments.verify")],
	["its discounts", discountsBeside(1, "2026-11-20")],
	["certificates beside it", certificatesBeside(1)],
	["payers", payerCandidates(["王小明"])],
	["payers who owe", payersOwing()],
	["dues of numbers", duesOfNumbers(["M0001", "M0002"])],
	["transfers that are there", transfersThere([{ day: "2026-11-01", amount: 1000, last5: "40718" }])],
] as const)("%s walks no table that grows", async (_, statement) => {
	const scans = (await planOf(statement)).filter((detail) => /^SCAN/.test(detail));
	const whole = scans.filter((detail) => !SMALL.test(detail) && !/USING (COVERING )?INDEX/.test(detail));
	expect(whole).toEqual([]);
});

test.each([
	["the list", paymentPage({ filter: {} })[0], "payments_by_day"],
	["of a state", paymentPage({ filter: { status: "submitted" } })[0], "payments_by_status"],
	["by amount", paymentPage({ filter: {}, sort: "-amount" })[0], "payments_by_amount"],
] as const)("%s is read in the order of its index", async (_, statement, index) => {
	const plan = await planOf(statement);
	expect(plan.some((detail) => new RegExp(`^(SCAN|SEARCH) p USING (COVERING )?INDEX ${index}`).test(detail))).toBe(
		true,
	);
	// One sort: of the page's own rows.
	expect(plan.filter((detail) => detail === "USE TEMP B-TREE FOR ORDER BY").length).toBeLessThanOrEqual(1);
});
