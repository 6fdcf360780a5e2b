import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { bankLine, doneLines, standingLine } from "#db/bank-lines.ts";
import { matchingSelects, owedByFamily } from "#db/bank-matching.ts";
import { knownLines } from "#db/bank-statements.ts";
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
				/^SCAN (?:a|d|f|l|m|n|own|p|r|u|v)\b/.test(detail) &&
				!/INDEX (?:bank_lines_open|payments_waiting)/.test(detail),
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
		...doneLines({ ...filter, tab: "out" }, 1),
		knownLines(1, "2026-01-01", "2026-12-31"),
	];
	for (const one of all) expect(await scanned(one)).toEqual([]);
});
