import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { searchEntries, searchSelect } from "#db/system/search.ts";
import { isOfKind } from "#db/system/search-exact.ts";
import type { SearchQuery } from "#db/system/search-query.ts";
import { indexedRefs, readIndexState, writeIndex } from "#db/system/search-writes.ts";
import type { Entry } from "#domain/system/search/entry.ts";
import { matchQuery } from "#kernel/tokens.ts";

const entry = (refId: number, of: Partial<Entry>): Entry => ({
	kind: "article",
	refId,
	type: "news",
	isPinned: false,
	publishedAt: 1_700_000_000_000 + refId,
	categories: "[]",
	tags: "[]",
	tagNames: "",
	title: "標題",
	excerpt: "",
	body: "",
	...of,
});

async function index(...entries: Entry[]): Promise<void> {
	const state = await readIndexState(env.SEARCH);
	expect(await writeIndex(env.SEARCH, state, { refs: entries, entries, rev: state.rev })).not.toBeNull();
}

const ask = (search: string, of: Partial<SearchQuery> = {}) =>
	searchEntries(env.SEARCH, {
		kind: "article",
		match: matchQuery(search) ?? "",
		sort: "relevance",
		limit: 15,
		offset: 0,
		...of,
	});
const found = async (search: string, of: Partial<SearchQuery> = {}) =>
	(await ask(search, of)).hits.map((hit) => hit.refId);

beforeEach(async () => {
	await env.SEARCH.prepare("DELETE FROM entries").run();
});

describe("ranking", () => {
	test("a title counts more than a tag, a tag more than an excerpt, an excerpt more than a body", async () => {
		await index(
			entry(1, { body: "呼吸照護" }),
			entry(2, { excerpt: "呼吸照護" }),
			entry(3, { tagNames: "呼吸照護" }),
			entry(4, { title: "呼吸照護" }),
			entry(5, { body: "別的文字" }),
		);
		expect(await found("呼吸")).toEqual([4, 3, 2, 1]);
	});

	test("equal hits stand newest first", async () => {
		await index(entry(1, { title: "病友" }), entry(2, { title: "病友" }), entry(3, { title: "病友", publishedAt: 5 }));
		expect(await found("病友")).toEqual([2, 1, 3]);
	});

	test("other orders are those of a list", async () => {
		await index(
			entry(1, { title: "乙 病友", publishedAt: 30 }),
			entry(2, { title: "甲 病友", publishedAt: 10, isPinned: true }),
			entry(3, { title: "丙 病友", publishedAt: 20 }),
			entry(4, { title: "丙 病友", publishedAt: 20 }),
		);
		expect(await found("病友", { sort: "-published_at" })).toEqual([2, 1, 4, 3]);
		expect(await found("病友", { sort: "published_at" })).toEqual([2, 3, 4, 1]);
		expect(await found("病友", { sort: "title" })).toEqual([3, 4, 1, 2]);
	});
});

describe("filters and pages", () => {
	beforeEach(() =>
		index(
			entry(1, { title: "病友一", type: "news", categories: '["a"]', tags: '["x","y"]' }),
			entry(2, { title: "病友二", type: "event", categories: '["a","b"]', tags: '["y"]', isPinned: true }),
			entry(3, { title: "病友三", type: "story", categories: '["ab"]' }),
			entry(3, { kind: "page", title: "病友頁" }),
			entry(3, { kind: "document", title: "病友檔", type: "章程", body: "全文", excerpt: "說明" }),
		),
	);

	test.each<[Partial<SearchQuery>, number[]]>([
		[{}, [3, 2, 1]],
		[{ types: [], categories: [], tags: [] }, [3, 2, 1]],
		[{ types: ["news", "story"] }, [3, 1]],
		[{ categories: ["a"] }, [2, 1]],
		[{ categories: ["b", "ab"] }, [3, 2]],
		[{ tags: ["y"] }, [2, 1]],
		[{ tags: ["y"], categories: ["b"] }, [2]],
		[{ pinned: true }, [2]],
		[{ pinned: false }, [3, 1]],
		[{ types: ["' OR 1"] }, []],
		[{ kind: "page" }, [3]],
		[{ kind: "document", types: ["章程"] }, [3]],
		[{ kind: "document", types: ["其他"] }, []],
	])("%j", async (of, ids) => {
		const { total, hits } = await ask("病友", { sort: "-published_at", ...of });
		expect(hits.map((hit) => hit.refId).toSorted()).toEqual(ids.toSorted());
		expect(total).toBe(ids.length);
	});

	test("a page past the end has no hits and still the total", async () => {
		expect(await ask("病友", { limit: 2, offset: 2 })).toMatchObject({ total: 3, hits: [{ refId: 1 }] });
		expect(await ask("病友", { limit: 2, offset: 4 })).toMatchObject({ total: 3, hits: [] });
	});

	test("a hit has its clean texts", async () => {
		expect((await ask("病友", { kind: "document" })).hits).toEqual([
			{ kind: "document", refId: 3, title: "病友檔", excerpt: "說明", body: "全文", isPartial: false },
		]);
	});
});

describe("writes", () => {
	test("a new text replaces the old one, tokens too", async () => {
		await index(entry(1, { title: "舊的標題" }));
		await index(entry(1, { title: "新的標題" }));
		expect([await found("舊的"), await found("新的")]).toEqual([[], [1]]);
	});

	test("each write of entries raises the index's revision, and one without any does not", async () => {
		const before = await readIndexState(env.SEARCH);
		await index(entry(1, {}));
		const after = (await readIndexState(env.SEARCH)).indexRev;
		expect(after).toBeGreaterThan(before.indexRev);
		expect((await ask("標題")).indexRev).toBe(after);
		await writeIndex(env.SEARCH, { rev: before.rev, indexRev: after }, { refs: [], entries: [], rev: before.rev + 1 });
		expect(await readIndexState(env.SEARCH)).toEqual({ rev: before.rev + 1, indexRev: after });
	});

	test("what was read under an older state is not written", async () => {
		const state = await readIndexState(env.SEARCH);
		await index(entry(1, { title: "新的" }));
		const late = { refs: [entry(1, {})], entries: [entry(1, { title: "舊的" })], rev: state.rev + 7 };
		expect(await writeIndex(env.SEARCH, state, late)).toBeNull();
		expect([await found("舊的"), await found("新的")]).toEqual([[], [1]]);
		expect((await readIndexState(env.SEARCH)).rev).toBe(state.rev);
	});

	test("long texts go in and out, whatever they hold", async () => {
		const long = "病友協會".repeat(60_000);
		await index(
			entry(1, { title: "長", excerpt: "摘要".repeat(5_000), body: long }),
			entry(2, { title: "怪", body: '"\\\0\u0001\u2028'.repeat(10_000) }),
			...Array.from({ length: 40 }, (_, at) => entry(at + 10, { body: `第${at}篇${long.slice(0, 20_000)}` })),
		);
		expect((await ask("會病", { limit: 1 })).total).toBe(41);
		expect(await found("第39篇")).toEqual([49]);
		expect((await ask("長")).hits[0]?.body).toBe(long.slice(0, 200_000));
	});

	test("entries, texts and tokens go together", async () => {
		await index(entry(1, {}), entry(1, { kind: "page" }));
		await env.SEARCH.prepare("DELETE FROM entries WHERE kind = 'article'").run();
		const ids = (table: string) => env.SEARCH.prepare(`SELECT group_concat(rowid) AS ids FROM ${table}`).first("ids");
		const page = String(2 ** 40 + 1);
		const tables = ["entries", "entry_texts", "entries_fts", "folded_fts", "titles_fts"];
		expect(await Promise.all(tables.map(ids))).toEqual(tables.map(() => page));
		expect(await indexedRefs(env.SEARCH)).toEqual([{ kind: "page", refId: 1 }]);
	});
});

describe("the plan", () => {
	test("a kind's bounds are INTEGERs, to which FTS5 skips; a bound number of D1 is a REAL, which it ignores", async () => {
		expect(isOfKind("page")).toBe("entries_fts.rowid BETWEEN 1099511627777 AND 2199023255551");
		const type = (sql: string, ...params: number[]) =>
			env.SEARCH.prepare(sql)
				.bind(...params)
				.first("t");
		expect(await type("SELECT typeof(?1) AS t", 1_099_511_627_777)).toBe("real");
		expect(await type("SELECT typeof(1099511627777) AS t")).toBe("integer");
	});

	const explain = async (of: Partial<SearchQuery>) => {
		const query = { kind: "article", match: '"a"', sort: "relevance", limit: 15, offset: 0, ...of } as const;
		const { sql, params } = searchSelect(query);
		const plan = await env.SEARCH.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...params)
			.all<{ detail: string }>();
		return plan.results.map((row) => row.detail);
	};

	test.each<[Partial<SearchQuery>, { walks: number; reads: number }]>([
		// Counted; ranked, or else the others than those with it in their title: only the ranked and the page read entries.
		[{}, { walks: 3, reads: 2 }],
		[{ sort: "-published_at" }, { walks: 2, reads: 2 }],
		[
			{ types: ["a"], categories: ["b"], tags: ["c"], pinned: true },
			{ walks: 3, reads: 5 },
		],
	])("%j asks the full-text index first and reads entries by id", async (of, { walks, reads }) => {
		const plan = await explain(of);
		expect(plan.filter((line) => /^SCAN (entries|entry_texts|e|t)\b(?! VIRTUAL)/.test(line))).toEqual([]);
		expect(plan.filter((line) => line.startsWith("SCAN entries_fts VIRTUAL TABLE INDEX"))).toHaveLength(walks);
		expect(plan.filter((line) => line.startsWith("SEARCH e USING INTEGER PRIMARY KEY (rowid=?)"))).toHaveLength(reads);
		expect(plan.filter((line) => line.startsWith("SEARCH t USING INTEGER PRIMARY KEY (rowid=?)"))).toHaveLength(1);
	});
});

describe("a word that very many texts contain", () => {
	const MANY = 320;
	/** Every text has the word; the 40th, 80th … has it in its title, and the oldest has it so often that its score is best. */
	const fill = () =>
		index(
			...Array.from({ length: MANY }, (_, at) =>
				entry(at + 1, {
					title: (at + 1) % 40 === 0 ? `病友會刊 ${at + 1}` : `第 ${at + 1} 篇`,
					body: at === 0 ? "病友".repeat(50) : "給病友",
					type: at < 300 ? "news" : "event",
				}),
			),
			entry(1, { kind: "page", title: "病友頁" }),
		);
	const titled = [320, 280, 240, 200, 160, 120, 80, 40];
	const others = Array.from({ length: MANY }, (_, at) => MANY - at).filter((id) => id % 40 !== 0);

	test("has its titles first, then the newest, on all pages together each text once", async () => {
		await fill();
		const first = await ask("病友");
		expect(first.total).toBe(MANY);
		expect(first.hits.map((hit) => hit.refId)).toEqual([...titled, ...others].slice(0, 15));
		const pages = await Promise.all(
			Array.from({ length: 33 }, (_, at) => found("病友", { limit: 10, offset: at * 10 })),
		);
		expect(pages.flat()).toEqual([...titled, ...others]);
	});

	test("is ranked as ever where a filter leaves few, and counted with it", async () => {
		await fill();
		const { total, hits } = await ask("病友", { types: ["event"], limit: 2 });
		expect([total, hits.map((hit) => hit.refId)]).toEqual([20, [320, 319]]);
		expect((await ask("病友", { types: ["news"] })).hits.map((hit) => hit.refId).slice(0, 8)).toEqual([
			1,
			...titled.slice(1),
		]);
		expect((await ask("病友", { types: ["news", "event"] })).hits.map((hit) => hit.refId)).toEqual(
			[...titled, ...others].slice(0, 15),
		);
	});

	test("needs every part in the title", async () => {
		await fill();
		expect(await found("病友 刊", { limit: 3 })).toEqual([320, 280, 240]);
		expect((await ask("病 友")).hits.map((hit) => hit.refId).slice(0, 9)).toEqual([...titled, 319]);
	});
});
