import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { EXAMINATION_SORTS, examinationRows } from "#db/books/examinations.ts";
import { PAYEE_SORTS, payeePage } from "#db/books/payees.ts";
import type { Select } from "#db/read.ts";

/** How a statement reads its tables by their names in it. */
async function readsOf({ sql, params }: Select<unknown>, tables: RegExp): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail).filter((detail) => tables.test(detail));
}

test.each(PAYEE_SORTS)("the payments of payees by %s are looked up by the payee", async (sort) => {
	const [rows] = payeePage({ q: "" }, { sort, page: 1 });
	const reads = await readsOf(rows, /^(SCAN|SEARCH) [ds] USING/);
	const looked = [
		"SEARCH d USING INDEX finance_documents_by_payee (payee_id=?)",
		"SEARCH s USING INDEX finance_shares_of_payee (payee_id=?)",
		"SEARCH d USING INTEGER PRIMARY KEY (rowid=?)",
	];
	expect(reads.filter((read) => !looked.includes(read) && !/AUTOMATIC/.test(read))).toEqual([]);
	expect(reads).toEqual(expect.arrayContaining(looked));
});

test.each(EXAMINATION_SORTS)("marks of examinations by %s are counted of those of the page", async (sort) => {
	const reads = await readsOf(examinationRows("", { rows: 50, page: 1, sort }), /^(SCAN|SEARCH) x\b/);
	// What is counted beside each is read of the rows that were chosen.
	expect(reads).toEqual(["SEARCH x USING INTEGER PRIMARY KEY (rowid=?)", expect.stringMatching(/^SCAN x/)]);
});
