import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { arrearsByYear, duesEvents, duesOfMember, duesRow, paymentsOfDues, unpaidMembers } from "#db/money/dues.ts";
import { storedDues } from "#db/money/dues-actions.ts";
import { DUES_SORTS, type DuesFilter, duesPage, duesTotals, duesYears } from "#db/money/dues-lists.ts";
import { planned } from "#db/people/dues-expected.ts";
import { duesStanding } from "#db/people/dues-standing.ts";
import type { Select } from "#db/read.ts";

const plan = async ({ sql, params }: Select<unknown>): Promise<string[]> => {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail);
};
/** A list that was handed in, what a statement made itself, and one row of settings. */
const SMALL = /^SCAN (json_each|j|page|\(subquery-\d+\)|f|k|x|y|u|unpaid|CONSTANT ROW|(\d+ )?CONSTANT)/;
const costly = (details: string[]): string[] =>
	details.filter((detail) => /^SCAN/.test(detail) && !SMALL.test(detail) && !/USING (COVERING )?INDEX/.test(detail));

const FILTERS: DuesFilter[] = [
	{},
	{ year: 2026 },
	{ year: 2026, kind: "annual", status: "owed" },
	{ status: "waived", type: "sponsor" },
	{ words: ["王", "m0001"] },
];
const everything = FILTERS.flatMap((filter): [string, Select<unknown>][] => [
	...DUES_SORTS.map((sort): [string, Select<unknown>] => [
		`the list ${JSON.stringify(filter)} by ${sort}`,
		duesPage(filter, { sort }),
	]),
	[`its totals ${JSON.stringify(filter)}`, duesTotals(filter)],
]);

test.each<[string, Select<unknown>]>([
	...everything,
	["its last page", duesPage({}, { page: 300 })],
	["the years", duesYears()],
	["an item", duesRow(1, { userId: 1, today: "2026-03-05" })],
	["its verbs", storedDues(1)],
	["its events", duesEvents(1)],
	["its payments", paymentsOfDues(1)],
	["a member's", duesOfMember(1)],
	["what a member owes", duesStanding(1)],
	["the arrears", arrearsByYear(2026)],
	["who has two unpaid years", unpaidMembers(2026, { page: 1 })],
	["what some would owe", planned({ year: 2026, kinds: ["annual"], today: "2026-03-05", memberIds: [1] })],
])("%s walks no table", async (_, query) => expect(costly(await plan(query))).toEqual([]));

test("the list reads its order from the members' index, and its totals from the items' alone", async () => {
	const list = await plan(duesPage({ year: 2026 }, {}));
	expect(list.filter((detail) => detail.startsWith("SCAN m "))).toEqual(["SCAN m USING INDEX members_in_order"]);
	expect(list).toContain("SEARCH d USING COVERING INDEX dues_items_of (member_id=? AND dues_year=?)");
	expect(await plan(duesTotals({ year: 2026, status: "owed" }))).toEqual([
		"SEARCH d USING COVERING INDEX dues_items_by_year (dues_year=?)",
	]);
	expect(await plan(duesTotals({}))).toEqual(["SCAN d USING COVERING INDEX dues_items_by_year"]);
});
test("arrears read the items that are outstanding alone", async () => {
	for (const query of [arrearsByYear(2026), unpaidMembers(2026, { page: 1 })])
		expect((await plan(query)).some((detail) => detail.includes("dues_items_outstanding"))).toBe(true);
});
