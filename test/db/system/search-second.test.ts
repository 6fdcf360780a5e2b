import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { type SearchHit, searchEntries } from "#db/system/search.ts";
import type { SearchQuery } from "#db/system/search-query.ts";
import { readIndexState, writeIndex } from "#db/system/search-writes.ts";
import type { Entry } from "#domain/system/search/entry.ts";
import { highlightWide, widen } from "#domain/system/search/wide.ts";
import { matchQuery } from "#kernel/tokens.ts";
import { foldWide } from "#kernel/variants.ts";

const GROUPS = [["輪椅", "輔具"]];
const KINDS = ["article", "page", "document"] as const;

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
	await env.SEARCH.prepare("DELETE FROM entries").run();
	const state = await readIndexState(env.SEARCH);
	expect(await writeIndex(env.SEARCH, state, { refs: entries, entries, rev: state.rev })).not.toBeNull();
}

type Asked = Partial<SearchQuery> & { isNarrow?: boolean };
const ask = (search: string, { isNarrow = false, ...of }: Asked = {}) =>
	searchEntries(env.SEARCH, {
		match: matchQuery(search) ?? "",
		wide: isNarrow ? undefined : (widen(search, GROUPS) ?? undefined),
		sort: "relevance",
		limit: 100,
		offset: 0,
		...of,
	});
const name = ({ kind, refId, isPartial }: SearchHit): string => `${isPartial ? "~" : ""}${kind[0]}${refId}`;
const found = async (search: string, of: Asked = {}) => (await ask(search, of)).hits.map(name);

beforeEach(() => index());

test("simplified characters, variants, years and synonyms follow what is literally there", async () => {
	await index(
		entry(1, { body: "裏面有一張輪椅" }),
		entry(2, { body: "里面有一张轮椅" }),
		entry(3, { body: "民國 115 年的著作" }),
		entry(4, { body: "2026年的着作" }),
		entry(5, { title: "輔具借用" }),
	);
	expect(await found("輪椅")).toEqual(["a1", "~a5", "~a2"]);
	expect(await found("轮椅")).toEqual(["a2", "~a5", "~a1"]);
	expect(await found("裡面")).toEqual(["~a2", "~a1"]);
	expect(await found("著作")).toEqual(["a3", "~a4"]);
	for (const year of ["115年", "115 年", "民國115年", "民國 115 年"]) expect(await found(year)).toEqual(["a3", "~a4"]);
	expect(await found("2026年")).toEqual(["a4", "~a3"]);
	expect(await found("西元2026年")).toEqual(["~a4", "~a3"]);
	expect(await found("輪椅借用")).toEqual(["~a5"]);
});

test("where not all parts stand together, the hits with the rarest ones follow; what stands everywhere never suffices", async () => {
	const rare = ["喘息", "補助"];
	await index(
		...Array.from({ length: 30 }, (_, at) =>
			entry(at + 1, { body: `病友${at < 4 ? rare[0] : ""}${at % 2 ? "" : ` ${rare[1]}`}` }),
		),
	);
	const half = Array.from({ length: 13 }, (_, at) => `~a${29 - 2 * at}`);
	expect(await found("喘息 補助 病友")).toEqual(["a3", "a1", "~a4", "~a2", ...half]);
	expect((await ask("喘息 病友 沒有的字")).total).toBe(4);
	expect((await ask("喘息服務 沒有的字")).hits.map(name)).toEqual(["~a4", "~a3", "~a2", "~a1"]);
});

test("a text that says less follows one that says more, whatever stands in its title", async () => {
	await index(entry(1, { title: "補助" }), entry(2, { body: "轮椅 补助" }), entry(3, { title: "輪椅", body: "补助" }));
	expect(await found("輪椅 補助")).toEqual(["~a3", "~a2", "~a1"]);
});

test("kinds are counted whichever is shown", async () => {
	await index(
		entry(1, { title: "輪椅" }),
		entry(2, { title: "轮椅" }),
		...KINDS.slice(1).map((kind) => entry(1, { kind, title: "轮椅" })),
	);
	const counts = { article: 2, page: 1, document: 1 };
	expect(await ask("輪椅")).toMatchObject({ counts, exact: 1, total: 4 });
	expect(await ask("輪椅", { shown: "page" })).toMatchObject({ counts, exact: 0, total: 1 });
	expect(await ask("輪椅", { kind: "article" })).toMatchObject({ counts: { article: 2, page: 0, document: 0 } });
	expect(await found("輪椅", { shown: "document" })).toEqual(["~d1"]);
});

test("an entry of an older cutting is found exactly until it is cut again, and goes without a trace", async () => {
	await index(entry(1, { title: "輪椅" }));
	await env.SEARCH.batch(["folded_fts", "titles_fts"].map((table) => env.SEARCH.prepare(`DELETE FROM ${table}`)));
	expect([await found("輪椅"), await found("轮椅")]).toEqual([["a1"], []]);
	await env.SEARCH.prepare("DELETE FROM entries").run();
	expect([await found("輪椅"), await found("轮椅")]).toEqual([[], []]);
});

test("a word that over 300 texts have exactly has no second tier, and all kinds in turn", async () => {
	await index(
		...Array.from({ length: 320 }, (_, at) => entry(at + 1, { body: "輪椅" })),
		...Array.from({ length: 3 }, (_, at) => entry(at + 1, { kind: "page", body: "輪椅" })),
		entry(900, { body: "轮椅" }),
	);
	const first = await ask("輪椅", { limit: 8 });
	expect(first).toMatchObject({ exact: 323, total: 323 });
	expect(first.hits.map(name)).toEqual(["p3", "a320", "p2", "a319", "p1", "a318", "a317", "a316"]);
	const pages = await Promise.all(Array.from({ length: 47 }, (_, at) => found("輪椅", { limit: 7, offset: at * 7 })));
	expect(new Set(pages.flat()).size).toBe(323);
	expect(await found("轮椅", { limit: 3 })).toEqual(["a900", "~a320", "~a319"]);
});

const LETTERS = [..."裡裏里著着輪轮椅病友A1年 、"];
const TWIN: Record<string, string> = { 裡: "裏", 裏: "里", 里: "裡", 著: "着", 着: "著", 輪: "轮", 轮: "輪" };
const text = (maxLength: number) =>
	fc.array(fc.constantFrom(...LETTERS), { maxLength }).map((letters) => letters.join(""));
const written = fc.record({
	title: text(6),
	tagNames: text(3),
	excerpt: text(8),
	blocks: fc.array(text(12), { maxLength: 2 }),
	day: fc.nat(9),
});
const WAYS: Asked[] = [
	{},
	{ kind: "article" },
	{ shown: "page" },
	{ kind: "article", sort: "title", types: ["news"] },
	{ sort: "-published_at" },
	{ kind: "article", sort: "published_at", pinned: false },
];

test("whatever is written and typed: the exact tier is the search without a second, no hit is in both, pages join without gap", {
	timeout: 240_000,
}, async () => {
	let partial = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(written, { minLength: 24, maxLength: 24 }),
			fc.array(text(5), { minLength: 4, maxLength: 4 }),
			async (texts, searches) => {
				const entries = texts.map(({ blocks, day, ...of }, at) =>
					entry(at + 1, {
						...of,
						kind: KINDS[at % 3] ?? "article",
						type: at % 2 ? "news" : "event",
						isPinned: at % 5 === 0,
						publishedAt: day,
						body: blocks.join("\n"),
					}),
				);
				await index(...entries);
				for (const search of searches.filter((typed) => matchQuery(typed) !== null)) {
					for (const way of WAYS) {
						const all = await ask(search, way);
						const names = all.hits.map(name);
						const second = names.filter((one) => one.startsWith("~"));
						const first = names.slice(0, names.length - second.length);
						expect(first).toEqual(await found(search, { ...way, isNarrow: true }));
						expect([all.exact, all.total]).toEqual([first.length, names.length]);
						expect(new Set(names.map((one) => one.replace("~", ""))).size).toBe(names.length);
						const pages: string[] = [];
						for (let offset = 0; offset <= names.length; offset += 5)
							pages.push(...(await found(search, { ...way, limit: 5, offset })));
						expect(pages).toEqual(names);
						partial += second.length;
					}
					// Folding is the same both ways: the twin of a text finds the same texts, in whichever tier.
					const twin = [...search].map((letter) => TWIN[letter] ?? letter).join("");
					expect(foldWide(twin)).toBe(foldWide(search));
					const texts = async (typed: string) => (await found(typed)).map((one) => one.replace("~", "")).toSorted();
					expect(await texts(twin)).toEqual(await texts(search));
				}
			},
		),
		{ numRuns: 3, seed: 19, endOnFailure: true },
	);
	expect(partial).toBeGreaterThan(20);
});

test.each([
	["轮椅", { title: "輪椅", excerpt: "" }, "<mark>輪椅</mark>"],
	["裡面", { title: "在裏面", excerpt: "" }, "在<mark>裏面</mark>"],
	["民國115年", { title: "2026 年會", excerpt: "" }, "<mark>2026 年</mark>會"],
	["輪椅借用", { title: "輔具借用", excerpt: "" }, "<mark>輔具借用</mark>"],
	["輪倚借用", { title: "輔具借用", excerpt: "" }, "輔具<mark>借用</mark>"],
])("%s marks what it found", (search, texts, title) => {
	const wide = widen(search, GROUPS);
	expect(wide && highlightWide({ ...texts, body: "" }, wide).title).toBe(title);
});
