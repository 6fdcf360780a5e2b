import { env } from "cloudflare:test";
import { describe, expect, test } from "vitest";
import { articleStateCounts, articlesForStaff, authorOptions, bulkTargets } from "#db/content/article-lists.ts";
import { documentCategories, documentsSelect } from "#db/content/document-lists.ts";
import { latestPublishes, liveAfter } from "#db/content/live.ts";
import { mediaSelect } from "#db/content/media.ts";
import { memberFigures, memberMoves } from "#db/people/member-figures.ts";
import { fittingMembers, memberPage } from "#db/people/member-lists.ts";
import { MEMBER_SORTS } from "#db/people/member-orders.ts";
import { memberCrossings } from "#db/people/member-statistics.ts";
import { countNotes, notesOf } from "#db/people/notes.ts";
import { organisationCount, organisationRows } from "#db/people/representatives.ts";
import type { Select } from "#db/read.ts";
import { auditTail, contentFigures, failures, leftForms, nextPlanned } from "#db/shell/dashboard.ts";
import { VISITOR, visitorParams } from "#db/shell/visitors.ts";
import { peopleFigures } from "#db/system/user-figures.ts";
import { MediaListQuery } from "#domain/content/media/schema.ts";

const EVERY_DOCUMENT = { q: "", sort: "-updated", page: 1 } as const;
const visitor: Select<unknown> = { sql: VISITOR, params: visitorParams("x", 1, "2026-01-01") };
/** Small tables may be walked: a page of people, web-hooks, or a list that was handed in. */
const SMALL =
	/^SCAN (users|u|a|p|roles|webhook_endpoints|cron_tasks|health_reports|json_each|\(subquery-\d+\)|v|CONSTANT ROW)/;

test.each([
	["the visitor of each request", visitor],
	["content", contentFigures()],
	["people", peopleFigures()],
	["failures", failures(Date.now())],
	["left forms", leftForms(1)],
	["what is planned", nextPlanned(["article", "page", "document"])],
	["what was published", latestPublishes()],
	["how soon a change was live", liveAfter("article", 1)],
	["audit", auditTail()],
	["the documents", documentsSelect(EVERY_DOCUMENT, { all: true })[0]],
	["how many documents", documentsSelect(EVERY_DOCUMENT, { all: true })[1]],
	["the documents of an editor", documentsSelect({ ...EVERY_DOCUMENT, state: "draft" }, { all: false })[0]],
	["the categories of documents", documentCategories({ all: true })],
	["the media library", mediaSelect(MediaListQuery.parse({}), true)[0]],
	["who uses no file", mediaSelect(MediaListQuery.parse({ use: "none" }), true)[0]],
] as const)("%s walks no table that grows", async (_, { sql, params }) => {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	const scans = results.map(({ detail }) => detail).filter((detail) => /^SCAN/.test(detail));
	expect(scans.filter((detail) => !SMALL.test(detail) && !/USING (COVERING )?INDEX/.test(detail))).toEqual([]);
});

const LIST = { page: 1, userId: 1 };
const EVERYTHING = {
	words: ["基因"],
	found: "[1]",
	type: "news",
	category: 1,
	tag: 1,
	author: "甲",
	pinned: true,
} as const;
/** Conditions are decided on the index of the list alone; an excerpt is read only of what is not public. */
const BY_INDEX =
	/USING (COVERING )?INDEX|USING INTEGER PRIMARY KEY|^SCAN (page|json_each|n |\(subquery)|USING PRIMARY KEY/;

test.each([
	["the list", articlesForStaff({ ...LIST, filter: {} })],
	["its last page", articlesForStaff({ ...LIST, filter: {}, page: 300 })],
	["by title", articlesForStaff({ ...LIST, filter: {}, sort: "title" })],
	["by day", articlesForStaff({ ...LIST, filter: {}, sort: "-published" })],
	["of a state and type", articlesForStaff({ ...LIST, filter: { state: "published", type: "news" } })],
	["the trash", articlesForStaff({ ...LIST, filter: { state: "trashed" } })],
	["a search", articlesForStaff({ ...LIST, filter: EVERYTHING })],
	["its counts", articleStateCounts(EVERYTHING)],
	["all counts", articleStateCounts({})],
	["the authors", authorOptions()],
	["targets", bulkTargets(EVERYTHING, { kind: "archive" }, 1)[0]],
	["how many targets", bulkTargets({ state: "draft" }, { kind: "trash" }, 1)[1]],
] as const)("articles: %s reads no row that it does not show", async (_, { sql, params }) => {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	const reads = results.map(({ detail }) => detail).filter((detail) => /^(SCAN|SEARCH)/.test(detail));
	expect(reads.filter((detail) => !BY_INDEX.test(detail))).toEqual([]);
});

test.each([
	["first", articlesForStaff({ ...LIST, filter: {} })],
	["last", articlesForStaff({ ...LIST, filter: {}, page: 300 })],
	["trash", articlesForStaff({ ...LIST, filter: { state: "trashed" } })],
] as const)("articles: the %s page is read in the order of an index", async (_, { sql, params }) => {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	const details = results.map(({ detail }) => detail);
	// One sort: of the page's own rows.
	expect(details.filter((detail) => detail === "USE TEMP B-TREE FOR ORDER BY")).toHaveLength(1);
	expect(details.some((detail) => /articles_for_staff|articles_in_trash/.test(detail))).toBe(true);
});

test("what was published last is read in the order of an index", async () => {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${latestPublishes().sql}`).all<{ detail: string }>();
	const details = results.map(({ detail }) => detail);
	expect(details[0]).toBe("SCAN c USING INDEX content_changes_published");
	expect(details.filter((detail) => /TEMP B-TREE/.test(detail))).toEqual([]);
});

const TODAY = { today: "2026-11-20" };
const NARROW = {
	...TODAY,
	type: "sponsor",
	identity: "parent",
	disability: "approved",
	city: "臺北市",
	notes: true,
} as const;
/** The plan of a statement, line by line. */
async function planOf({ sql, params }: Select<unknown>): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail);
}
const LIST_INDEXES = {
	number: "members_in_order",
	name: "members_by_name_in_list",
	joined: "members_by_day",
	valid: "members_by_validity",
};

describe("members", () => {
	test.each(
		MEMBER_SORTS.flatMap((sort) =>
			[1, 2, 3_334].flatMap((page) => [
				{ sort, page, filter: TODAY },
				{ sort, page, filter: NARROW },
				{ sort, page, filter: { ...NARROW, status: "active" as const } },
				{ sort, page, filter: { ...NARROW, status: "lapsed" as const, dues: "owing_two" as const } },
			]),
		),
	)("the list: $sort, page $page, $filter: chosen in the order of an index alone, from either end", async (ask) => {
		const plan = await planOf(memberPage(ask));
		const own = Object.entries(LIST_INDEXES).find(([name]) => name === ask.sort.replace("-", ""))?.[1];
		const order = own ?? LIST_INDEXES.number;
		const index = "status" in ask.filter && order === LIST_INDEXES.number ? `${order}_of_status` : order;
		const members = plan.filter((line) => /^(SCAN|SEARCH) m\b/.test(line));
		const isChoosing = (line: string) => new RegExp(` USING (COVERING )?INDEX ${index}( |$)`).test(line);
		// One way through the list, or both.
		expect(members.filter(isChoosing)).toHaveLength(ask.page === 1 ? 1 : 2);
		// Counted where the counts are kept, but for a certificate's day; and only the rows of the page are read.
		const counts = "status" in ask.filter ? /^SEARCH m USING PRIMARY KEY \(status=\?/ : /^SCAN m$/;
		const ended = /^SEARCH m USING (COVERING )?INDEX members_expiring \(disability_until<\?\)$/;
		expect(members.filter((line) => !isChoosing(line))).toEqual([
			expect.stringMatching(counts),
			...("disability" in ask.filter ? [expect.stringMatching(ended)] : []),
			"SEARCH m USING INTEGER PRIMARY KEY (rowid=?)",
		]);
		// An order without an index of its own is sorted after each way, unless the filter leaves it one value.
		const sorted = own || ("city" in ask.filter && ask.sort.endsWith("city")) ? 0 : ask.page === 1 ? 1 : 2;
		expect(plan.filter((line) => line === "USE TEMP B-TREE FOR ORDER BY")).toHaveLength(1 + sorted);
		expect(plan.filter((line) => /^SCAN (n|w|x|g)\b/.test(line))).toEqual([]);
	});

	test.each([
		["a long name, a number", memberPage({ filter: { ...NARROW, words: ["歐陽娜娜斯基維奇王子", "m0187"] } })],
		["of a status", memberPage({ filter: { ...NARROW, status: "active", words: ["陳"] }, sort: "-name" })],
		["an export", fittingMembers({ ...NARROW, words: ["0912"] }, "number", 500)],
	])("a search starts from the words: %s", async (_, ask) => {
		const plan = await planOf(ask);
		const reads = plan.filter((line) => /^(SCAN|SEARCH) (m|w|x|n|g)\b/.test(line));
		// "SCAN m" alone is what was found.
		expect(reads.filter((line) => /^SCAN m./.test(line) || /members_(in|by)/.test(line))).toEqual([]);
		expect(reads.some((line) => /^SEARCH w USING PRIMARY KEY \(word[>=]/.test(line))).toBe(true);
		expect(reads).toContain("SEARCH m USING INTEGER PRIMARY KEY (rowid=?)");
	});

	test("own fields: a condition is found by its tokens, columns read the rows of the page alone, counts look up each member", async () => {
		const own = { conditions: [{ field: 7, plain: "3", sealed: "a".repeat(64) }], seesAll: true };
		const token = "SEARCH t USING PRIMARY KEY (field_id=? AND token=?)";
		const value = /^SEARCH v USING INDEX sqlite_autoindex_member_field_values_1 \(member_id=\?/;
		for (const filter of [
			{ ...TODAY, own },
			{ ...NARROW, own },
		]) {
			const plan = await planOf(memberPage({ filter }));
			expect(plan).toContain(token);
			expect(plan.some((line) => value.test(line))).toBe(true);
			expect(plan.filter((line) => /^SCAN (t|v|f|c)\b/.test(line))).toEqual([]);
		}
		const counted = await planOf(
			memberCrossings({ rows: "city", columns: { field: 7 }, whom: "active", seesAll: true }, "2026-03-05"),
		);
		expect(counted.some((line) => /^SEARCH t1 USING (COVERING )?INDEX member_field_tokens_of_member/.test(line))).toBe(
			true,
		);
	});

	test("one word alone is counted in the words, and then looked up or met on the way through the list", async () => {
		const plan = await planOf(memberPage({ filter: { ...TODAY, words: ["陳"] }, page: 2 }));
		const reads = plan.filter((line) => /^(SCAN|SEARCH) (m|w)\b/.test(line));
		const word = "SEARCH w USING PRIMARY KEY (word>? AND word<?)";
		expect(reads).toEqual([
			word,
			"SEARCH m USING INTEGER PRIMARY KEY (rowid=?)",
			word,
			"SCAN m USING INDEX members_in_order",
			word,
			"SCAN m USING INDEX members_in_order",
			word,
			"SEARCH m USING INTEGER PRIMARY KEY (rowid=?)",
		]);
	});

	test("organisations are found and counted by their types, not among all members", async () => {
		for (const ask of [organisationRows("2026-11-20", { rows: 50, page: 1, sort: "name" }), organisationCount()]) {
			const members = (await planOf(ask)).filter((line) => /^(SCAN|SEARCH) m\b/.test(line));
			expect(members).toEqual(["SEARCH m USING INDEX members_of_type (type_code=?)"]);
		}
	});

	test("notes are counted in the index", async () => {
		for (const ask of [countNotes({ type: "member", id: 1 }), memberPage({ filter: TODAY })]) {
			const plan = await planOf(ask);
			expect(plan).toContain("SEARCH n USING COVERING INDEX notes_of (notable_type=? AND notable_id=?)");
		}
		const [first] = await planOf(notesOf("member", 1));
		expect(first).toBe("SEARCH n USING INDEX notes_of (notable_type=? AND notable_id=?)");
	});

	test("the figures are summed in the order of an index", async () => {
		const figures = await planOf(memberFigures("2026-11-20"));
		// What is alike is summed in the order of the index, then of all years together, and these few sums stand in the order of the types.
		expect(figures.filter((line) => /members|B-TREE/.test(line))).toEqual([
			expect.stringMatching(/^SCAN members USING (COVERING )?INDEX members_figures$/),
			"SEARCH t USING INDEX membership_types_code (code=?)",
			"USE TEMP B-TREE FOR GROUP BY",
			"USE TEMP B-TREE FOR ORDER BY",
		]);
		const moves = (await planOf(memberMoves("2026-01-01"))).filter((line) => /members/.test(line));
		expect(moves).toEqual([
			"SEARCH members USING INDEX members_figures (status=?)",
			expect.stringMatching(/^SEARCH members USING (COVERING )?INDEX members_by_day \(joined_on>\?\)$/),
			expect.stringMatching(/^SEARCH members USING (COVERING )?INDEX members_left \(left_on>\?\)$/),
		]);
	});
});
