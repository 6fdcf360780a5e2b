import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { matchingSelects } from "#db/money/bank-booked.ts";
import { bankBalances, householdsOf, saidParts } from "#db/money/bank-desk.ts";
import { bankLine, doneLines, standingLine } from "#db/money/bank-lines.ts";
import { evidenceOfLines, owedByFamily } from "#db/money/bank-matching.ts";
import { movementNamed, movementsNear } from "#db/money/bank-parts.ts";
import { linesShowing, linesShowingTyped } from "#db/money/bank-shown.ts";
import { knownLines } from "#db/money/bank-statements.ts";
import type { Select } from "#db/read.ts";

/** Tables that are read from one end to the other. */
async function scanned({ sql, params }: Select<unknown>): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	// The tables by their names in the queries; open lines and waiting payments have indexes of their own.
	return results
		.map(({ detail }) => detail)
		.filter(
			(detail) =>
				/^SCAN (?:a|c|d|f|i|l|m|n|own|p|r|u|v|x)\b/.test(detail) &&
				!/INDEX (?:bank_lines_(?:open|by_day)|payments_waiting)/.test(detail),
		);
}

test("matching and the pages of lines read no table of thousands from one end to the other", async () => {
	const filter = { q: "", account: 1 } as const;
	const all: Select<unknown>[] = [
		...matchingSelects(),
		owedByFamily(1),
		bankLine(1),
		standingLine(1),
		...doneLines({ ...filter, tab: "matched" }, 1),
		...doneLines({ ...filter, tab: "ignored" }, 1),
		...doneLines({ ...filter, tab: "all" }, 1),
		bankBalances(),
		householdsOf(1, 0),
		householdsOf(1, 1),
		saidParts(1),
		movementNamed({ kind: "voucher", id: 1 }),
		movementsNear(1),
		linesShowing("payment", 1),
		linesShowing("income", 1),
		linesShowingTyped({ accountId: 1, method: "transfer", arrived: 1_000, day: "2026-03-03" }),
		knownLines(1, "2026-01-01", "2026-12-31"),
	];
	for (const one of all) expect(await scanned(one)).toEqual([]);
});

test("what is booked and fits one line is found by its amount and day, also by the triggers", async () => {
	const plan = await env.DB.prepare("EXPLAIN QUERY PLAN SELECT 1 FROM bank_lines_booked WHERE line_id = ?")
		.bind(1)
		.all<{ detail: string }>();
	const details = plan.results.map(({ detail }) => detail);
	// The fees of the post office are counted, not stored; the accounts that the program posts to are few.
	expect(details.filter((detail) => /^SCAN (?!CONSTANT ROW|counted|kept|posting_accounts)/.test(detail))).toEqual([]);
	for (const index of [
		"payments_booked (<expr>=?",
		"income_records_booked (<expr>=?",
		"cash_deposits_booked (amount=?",
		"finance_documents_paid (bank_net=?",
		"voucher_lines_by_amount (account_id=? AND <expr>=?",
	])
		expect(details.some((detail) => detail.includes(index))).toBe(true);
});

test("who a line is of is found by its five digits in the payments, not in all that were verified", async () => {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${evidenceOfLines().sql}`).all<{ detail: string }>();
	const payments = results.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH) p\b/.test(detail));
	expect(payments).toEqual(["SEARCH p USING INDEX payments_by_last5 (last5=?)"]);
});
