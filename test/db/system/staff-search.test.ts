import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { contentHits } from "#db/content/content-hits.ts";
import { memberHits } from "#db/people/member-hits.ts";
import type { Select } from "#db/read.ts";
import * as hits from "#db/shell/staff-search.ts";
import { MOST_COUNTED, type RecordRow } from "#db/system/record-words.ts";
import { needlesOf, partsOf } from "#domain/system/search/needles.ts";
import { insert } from "../../support/content.ts";
import { rows } from "../../support/users.ts";

const run = (sql: string, ...params: (string | number | null)[]) =>
	env.DB.prepare(sql)
		.bind(...params)
		.run();
const looked = (typed: string, limit = 5, offset = 0) => ({ needles: needlesOf(partsOf(typed)), limit, offset });
const ask = async <Row>({ sql, params }: Select<RecordRow<Row>>) => {
	const { results, meta } = await env.DB.prepare(sql)
		.bind(...params)
		.all<RecordRow<Row>>();
	return { results, total: results[0]?.total, ids: results.flatMap(({ id }) => id ?? []), read: meta.rows_read };
};

test.each([
	["王小明 (A12)"],
	["  臺北榮總・神經內科　門診 "],
	["115-000001"],
	["ＡＢＣ１２３、全形"],
	["gene.test+1@Example.org"],
	["A型肝炎B型"],
	["ㄅㄆㄇ カタカナ ー 한국어 あいう"],
	["𠮷野家 𡘙"],
	["Ünïcödé naïve × ÷"],
	["%_*?'\";--"],
	["1,000元"],
	["🧬 DNA🧬"],
	["々〆〇 〈書名〉《甲》"],
	["a\tb\nc"],
])("%j is folded in the database as what is typed is", async (text) => {
	await run("DELETE FROM record_texts WHERE kind = 'test'");
	await run("INSERT INTO record_texts (kind, id, text) VALUES ('test', 1, ?)", text);
	const [stored] = await rows<{ text: string }>("SELECT text FROM record_texts WHERE kind = 'test'");
	// A line is a field there; of what is typed the first parts count, whole.
	const typed = text.split("\n").map((line) => needlesOf([line.normalize("NFKC")]).join(""));
	expect(stored?.text.split("\n").map((line) => line.trimStart())).toEqual(typed.map((line) => line.trimStart()));
});

describe("what a record is found by is as the record is", () => {
	const wordsOf = (kind: string, id: number) =>
		rows<{ word: string }>("SELECT word FROM record_words WHERE kind = ? AND id = ? ORDER BY word", kind, id);
	/** Everything that the triggers keep, beside what it would be if it were made anew. */
	const keptAndMadeAnew = async (table: string, kind: string) => {
		const all =
			"SELECT t.id, t.text, w.word FROM record_texts t LEFT JOIN record_words w USING (kind, id) WHERE kind = ?";
		const kept = await rows(`${all} ORDER BY t.id, w.word`, kind);
		await run("DELETE FROM record_texts WHERE kind = ?", kind);
		expect(await rows("SELECT 1 FROM record_words WHERE kind = ?", kind)).toEqual([]);
		await run(`INSERT INTO record_texts (kind, id, text) SELECT kind, id, text FROM ${table}_found_by`);
		return [kept, await rows(`${all} ORDER BY t.id, w.word`, kind)];
	};

	test("a user's name, address and telephone, after each change, until there is no such user", async () => {
		await insert("users", {
			id: 901,
			name: "周雅婷",
			email: "ya@example.org",
			phone: "0911222333",
			created_at: 1,
			updated_at: 1,
		});
		expect((await wordsOf("user", 901)).map(({ word }) => word)).toEqual([
			"0911222333\n ",
			"222333\n 2333",
			"2333\n 333",
			"333",
			"example org\n",
			"org\n 0911222",
			"ya example o",
			"周雅婷\n y",
			"婷\n ya ",
			"雅婷\n ya",
		]);
		await run("UPDATE users SET name = '周小婷', phone = NULL WHERE id = 901");
		expect((await ask(hits.userHits(looked("雅婷")))).ids).toEqual([]);
		expect((await ask(hits.userHits(looked("0911222333")))).ids).toEqual([]);
		expect((await ask(hits.userHits(looked("小婷 YA")))).ids).toEqual([901]);
		const [kept, anew] = await keptAndMadeAnew("users", "user");
		expect(kept).toEqual(anew);
		await run("DELETE FROM users WHERE id = 901");
		expect(await wordsOf("user", 901)).toEqual([]);
	});

	test("an article and a page only while they are not public, a document and an announcement always", async () => {
		const times = { created_at: 1, updated_at: 1 };
		await insert("articles", { id: 901, slug: "walk", type: "news", title: "健走活動報名", ...times });
		await insert("pages", { id: 901, slug: "walk", path: "walk", title: "健走路線", ...times });
		await insert("documents", { id: 901, slug: "walk", title: "健走保險", ...times });
		await insert("announcements", { id: 901, slug: "walk", title: "健走延期", ...times });
		const kinds = () => rows("SELECT kind FROM record_texts WHERE id = 901 AND kind <> 'user' ORDER BY kind");
		const all = ["announcement", "article", "document", "page"].map((kind) => ({ kind }));
		expect(await kinds()).toEqual(all);
		await run("UPDATE articles SET state = 'published', published_at = 1 WHERE id = 901");
		await run("UPDATE pages SET state = 'trashed' WHERE id = 901");
		expect(await kinds()).toEqual([{ kind: "announcement" }, { kind: "document" }]);
		await run("UPDATE articles SET state = 'archived', title = '健走回顧' WHERE id = 901");
		expect((await ask(hits.unpublishedHits("article", looked("回顧")))).ids).toEqual([901]);
		expect((await ask(hits.unpublishedHits("article", looked("報名")))).ids).toEqual([]);
		for (const [table, kind] of [
			["articles", "article"],
			["documents", "document"],
			["announcements", "announcement"],
		] as const) {
			const [kept, anew] = await keptAndMadeAnew(table, kind);
			expect(kept).toEqual(anew);
		}
	});
});

/** So many of a kind in whom everybody has 協會, one in two 病友, one in a thousand a number of their own. */
const MANY = 2_500;

describe("with thousands", () => {
	beforeAll(async () => {
		await run(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
			INSERT INTO announcements (id, slug, title, audience, created_at, updated_at)
			SELECT 10000 + i, 'many-' || i, '協會' || iif(i % 2, '病友', '家屬') || iif(i % 1000 = 0, '特別', '') || '通知', iif(i > 100, 'members', 'public'), i, i FROM n`);
		await run(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY})
			INSERT INTO members (id, member_no, name, status, created_at, updated_at)
			SELECT 10000 + i, printf('Z%04d', i), iif(i % 2, '陳', '林') || char(20000 + i) || iif(i % 1000 = 0, '祥', '瑞'), 'active', 1, 1 FROM n`);
	});
	const found = (typed: string, all = true, limit = 5, offset = 0) =>
		ask(hits.announcementHits(looked(typed, limit, offset), { all }));

	test.each<[string, number, number[], number]>([
		["one that few have", 2, [12_000, 11_000], 60],
		["協會", MOST_COUNTED + 1, [12_500, 12_499, 12_498], 1_200],
		["協會 病友", MOST_COUNTED + 1, [12_499, 12_497, 12_495], 8_000],
		["協會 特別", 2, [12_000, 11_000], 1_300],
		["沒有", 0, [], 60],
		["協會病友特別", 0, [], 1_300],
	])("%s: as many, the newest first, for so many rows that are read", async (typed, total, ids, most) => {
		const { read, ...answer } = await found(typed === "one that few have" ? "特別" : typed);
		expect([answer.total, answer.ids.slice(0, 3)]).toEqual([total, ids]);
		expect(read).toBeLessThan(most);
	});

	test("its pages follow one another, and what stands behind the last is nothing, of as many", async () => {
		const [first, second] = [await found("協會", true, 20), await found("協會", true, 20, 20)];
		expect([...first.ids, ...second.ids]).toEqual(Array.from({ length: 40 }, (_, at) => 12_500 - at));
		expect(await found("特別", true, 20, 20)).toMatchObject({ total: 2, ids: [] });
		expect(await found("協會", true, 0)).toMatchObject({ total: MOST_COUNTED + 1, ids: [] });
	});

	test("what somebody does not see is neither found nor counted, nor does it hide what they see", async () => {
		expect(await found("協會", false)).toMatchObject({ total: 100, ids: [10_100, 10_099, 10_098, 10_097, 10_096] });
		expect(await found("特別", false)).toMatchObject({ total: 0, ids: [] });
	});

	test.each<[string[], number, string[], number]>([
		[["陳"], MOST_COUNTED + 1, ["Z0001", "Z0003", "Z0005"], 1_500],
		[["z0042"], 1, ["Z0042"], 60],
		[["林", "祥"], 2, ["Z1000", "Z2000"], 5_000],
		[["沒有"], 0, [], 20],
	])("members: %j", async (words, total, numbers, most) => {
		const answer = await ask(memberHits(words, { limit: 3, offset: 0 }));
		const shown = answer.results.flatMap((one) => (one.id === null ? [] : [one.member_no]));
		expect([answer.total, shown]).toEqual([total, numbers]);
		expect(answer.read).toBeLessThan(most);
	});
});

test("who is called just so stands before who is called longer, and a title's beginning before its middle", async () => {
	for (const [id, title] of [
		[1, "理事會"],
		[2, "理事會會議通知"],
		[3, "第二屆理事會"],
		[4, "理事會"],
	] as const)
		await insert("announcements", { id, slug: `order-${id}`, title, created_at: 1, updated_at: 1 });
	expect((await ask(hits.announcementHits(looked("理事會"), { all: true }))).ids).toEqual([4, 1, 2, 3]);
});

const WHO = { userId: 1, seesAll: false };
const EVERY = { userId: 1, seesAll: true };
const LOOK = looked("基因 115-000123 會議");
const SOME_SIGHT = { all: false, publicOnes: true, userId: 1, permissions: new Set(["audit.view"]) };
/** Walked without harm: what a part before gave, one row, a list that was handed in, and the roles. */
const SMALL = /^SCAN (CONSTANT ROW|\(|w$|x$|n\d|h$|hits|page|counted|chosen|least|own|json_each|o$)/;

test.each<[string, Select<unknown>]>([
	["users", hits.userHits(LOOK)],
	["receipts", hits.receiptHits(LOOK)],
	["finance documents", hits.financeHits(LOOK, EVERY)],
	["one's own", hits.financeHits(LOOK, WHO)],
	["vouchers", hits.voucherHits(LOOK)],
	["payments", hits.paymentHits(LOOK)],
	["income", hits.incomeHits(LOOK)],
	["articles", hits.unpublishedHits("article", LOOK)],
	["pages", hits.unpublishedHits("page", LOOK)],
	["documents", hits.documentHits(LOOK, { ...SOME_SIGHT, all: true })],
	["some documents", hits.documentHits(LOOK, SOME_SIGHT)],
	["announcements", hits.announcementHits(LOOK, { all: false })],
	["tasks", hits.taskHits(LOOK, EVERY)],
	["one's own tasks", hits.taskHits(LOOK, WHO)],
	["members", memberHits(["陳", "m0"], { limit: 5, offset: 0 })],
])("%s: no table that grows is walked but in the order of an index", async (_, { sql, params }) => {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	const scans = results.map(({ detail }) => detail).filter((detail) => /^SCAN/.test(detail));
	expect(scans.filter((detail) => !SMALL.test(detail) && !/USING (COVERING )?INDEX/.test(detail))).toEqual([]);
});

test("of what is public only so many hits are looked at, the newest, those with it in their title first", async () => {
	const MOST = MOST_COUNTED + 100;
	const n = `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${MOST})`;
	await env.SEARCH.batch(
		[
			`${n} INSERT INTO entries (id, kind, ref_id, published_at, title) SELECT i, 'article', i, i, iif(i IN (7, 300), '基因', '甲') FROM n`,
			`${n} INSERT INTO entry_texts (id, excerpt, body) SELECT i, '', '基因' FROM n`,
			`${n} INSERT INTO entries_fts (rowid, title, tags, excerpt, body) SELECT i, iif(i IN (7, 300), '基因 因', '甲'), '', '', '基因 因' FROM n`,
			"INSERT INTO entries (id, kind, ref_id, published_at, title) VALUES (1099511627777, 'page', 1, 1, '基因')",
			"INSERT INTO entry_texts (id, excerpt, body) VALUES (1099511627777, '', '基因')",
			"INSERT INTO entries_fts (rowid, title, tags, excerpt, body) VALUES (1099511627777, '基因 因', '', '', '')",
		].map((sql) => env.SEARCH.prepare(sql)),
	);
	const of = async (kind: "article" | "page", limit: number, offset = 0) => {
		const { sql, params } = contentHits({ kind, match: '"基因"', parts: ["基因"] }, { limit, offset });
		const { results } = await env.SEARCH.prepare(sql)
			.bind(...params)
			.all<RecordRow<{ title: string }>>();
		return [results[0]?.total, results.flatMap(({ id }) => id ?? [])];
	};
	expect(await of("article", 3)).toEqual([MOST_COUNTED + 1, [300, MOST, MOST - 1]]);
	expect(await of("article", 3, 3)).toEqual([MOST_COUNTED + 1, [MOST - 2, MOST - 3, MOST - 4]]);
	expect(await of("page", 3)).toEqual([1, [1]]);
	expect(await of("page", 3, 3)).toEqual([1, []]);
});

test("found is exactly what holds every part of what was typed, whatever that is", async () => {
	const letter = fc.constantFrom(..."陳王明台臺會議A1a 0-、。9Ｂ#１");
	const text = fc.string({ unit: letter, minLength: 1, maxLength: 14 }).filter((one) => one.trim() !== "");
	await fc.assert(
		fc.asyncProperty(
			fc.array(text, { minLength: 1, maxLength: 12 }),
			fc.string({ unit: letter, maxLength: 10 }),
			async (titles, typed) => {
				await run("DELETE FROM announcements");
				await run(
					`INSERT INTO announcements (id, slug, title, created_at, updated_at)
				SELECT key + 1, '甲' || key, value, 1, 1 FROM json_each(?)`,
					JSON.stringify(titles),
				);
				const needles = needlesOf(partsOf(typed));
				if (needles.length === 0) return;
				const texts = await rows<{ id: number; text: string }>(
					"SELECT id, text FROM record_texts WHERE kind = 'announcement'",
				);
				const expected = texts
					.filter((one) => needles.every((needle) => one.text.includes(needle)))
					.map(({ id }) => id);
				const answer = await ask(hits.announcementHits({ needles, limit: 50, offset: 0 }, { all: true }));
				expect([answer.total, answer.ids.toSorted((a, b) => a - b)]).toEqual([expected.length, expected]);
			},
		),
		{ numRuns: 60 },
	);
});
