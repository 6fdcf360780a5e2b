import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeEach, expect, test } from "vitest";
import { searchEntries } from "#db/system/search.ts";
import { readIndexState, writeIndex } from "#db/system/search-writes.ts";
import { plainText } from "#domain/content/content/text.ts";
import type { Entry } from "#domain/system/search/entry.ts";
import { fold, matchQuery } from "#kernel/tokens.ts";
import { stepsOf } from "../../support/chances.ts";

/**
 * What the index finds is what a walk over all texts finds. Few letters, so that they meet in every order; the index is
 * filled once for a batch of documents and asked many times.
 */
const HAN = [..."甲乙丙型號台臺北病友", "𡍼", "〇", "々"];
const KANA = [..."アイーがガ", "ｶﾞ", "ﾊ", "か\u309a", "ㄅ", "하", "ㅎㅏ"];
const LATIN = [..."aAbB12１ＡßǅΣςéı", "+", "#", "＋", "ss", "e\u0301", "ﬁ", "㍿", "²"];
const BETWEEN = [..." 　、。-_\"'*()&<>😀", "\ue000", "\ue001", "\u3099"];
const INVISIBLE = ["\u200b", "\ufe0f", "\u00ad", "\u{e0100}"];
const letter = fc.oneof(
	{ weight: 6, arbitrary: fc.constantFrom(...HAN) },
	{ weight: 2, arbitrary: fc.constantFrom(...KANA) },
	{ weight: 4, arbitrary: fc.constantFrom(...LATIN) },
	{ weight: 3, arbitrary: fc.constantFrom(...BETWEEN) },
	{ weight: 1, arbitrary: fc.constantFrom(...INVISIBLE) },
);
const line = (maxLength: number) => fc.array(letter, { maxLength }).map((letters) => letters.join(""));
const document = fc.record({
	title: line(8),
	excerpt: line(12),
	tags: fc.array(line(4), { maxLength: 3 }),
	blocks: fc.array(line(14), { maxLength: 5 }),
});
type Document = { title: string; excerpt: string; tags: string[]; blocks: string[] };
const query = fc.array(letter, { minLength: 1, maxLength: 3 }).map((letters) => letters.join(""));

const CJK = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}ー]/u;
const isWord = (character: string | undefined) =>
	character !== undefined && /[\p{L}\p{M}\p{N}]/u.test(character) && !CJK.test(character);
/** One space for all between two words, but signs at a word's end are its own and a counted number stands in its sentence. */
const spaced = (text: string) => {
	let before = " ";
	const kept = [...fold(text)].map((character) => {
		const isSign = (character === "+" || character === "#") && before !== " ";
		before = isWord(character) || isSign ? character : " ";
		return CJK.test(character) || isWord(character) || isSign || /\s/u.test(character) ? character : "\0";
	});
	const close = kept
		.join("")
		.replace(/([^\s\0])(\s+)(?=(\p{Nd}+)\s*(.|$))/gu, (all, last, _space, _number, next) =>
			CJK.test(last) && CJK.test(next) ? last : all,
		)
		.replace(/(?<![\p{L}\p{M}\p{N}])(\p{Nd}+)\s+(.)/gu, (all, number, next) => (CJK.test(next) ? number + next : all))
		.replace(new RegExp(String.raw`(?<=${CJK.source})(\p{Nd}+)\s+(.)`, "gu"), (all, number, next) =>
			CJK.test(next) ? number + next : all,
		);
	return close.replace(/[\s\0]+/gu, " ");
};

/** A place where `part` begins, unless that is inside a word. */
function holds(block: readonly string[], part: readonly string[]): boolean {
	return block.some(
		(_, at) =>
			part.every((character, offset) => block[at + offset] === character) &&
			!(isWord(part[0]) && isWord(block[at - 1])),
	);
}

const blocksOf = ({ title, excerpt, tags, blocks }: Document) => [title, excerpt, ...tags, ...blocks];
const partsOf = (search: string) =>
	fold(search)
		.replace(
			/(?<!\S)(\p{Nd}+)\s+(型|號)(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Hangul}ー])/gu,
			"$1$2",
		)
		.split(/\s+/u)
		.map((part) => spaced(part).trim())
		.filter((part) => part !== "");

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
/** As Markdown is rendered: a block each, with an inline tag in its middle. */
const asHtml = (blocks: readonly string[]) =>
	blocks
		.map((block) => {
			const letters = [...block];
			const half = letters.length >> 1;
			return `<p>${escaped(letters.slice(0, half).join(""))}<em>${escaped(letters.slice(half).join(""))}</em></p>\n`;
		})
		.join("");

const asEntry = ({ title, excerpt, tags, blocks }: Document, at: number): Entry => ({
	kind: "article",
	refId: at + 1,
	type: "news",
	isPinned: false,
	publishedAt: at,
	categories: "[]",
	tags: "[]",
	tagNames: tags.join("\n"),
	title,
	excerpt,
	body: plainText(asHtml(blocks)),
});

async function indexAll(documents: readonly Document[]): Promise<void> {
	await env.SEARCH.prepare("DELETE FROM entries").run();
	const state = await readIndexState(env.SEARCH);
	const entries = documents.map(asEntry);
	expect(await writeIndex(env.SEARCH, state, { refs: entries, entries, rev: state.rev })).not.toBeNull();
}

/** The ids that each query finds, in one round trip for all. */
async function askAll(queries: readonly string[]): Promise<string[]> {
	const matches = queries.map(matchQuery);
	const statement = env.SEARCH.prepare(
		"SELECT coalesce(group_concat(rowid), '') AS ids FROM (SELECT rowid FROM entries_fts WHERE entries_fts MATCH ?1 ORDER BY rowid)",
	);
	const asked = matches.filter((match) => match !== null);
	const results =
		asked.length > 0 ? await env.SEARCH.batch<{ ids: string }>(asked.map((match) => statement.bind(match))) : [];
	const answers = results.map((result) => result.results[0]?.ids ?? "");
	return matches.map((match) => (match === null ? "" : (answers.shift() ?? "")));
}

const walk = (documents: readonly Document[], matches: (document: Document) => boolean): string =>
	documents.flatMap((document, at) => (matches(document) ? [at + 1] : [])).join(",");

function expected(documents: readonly Document[], normal: readonly string[][][], search: string): string {
	const parts = partsOf(search).map((part) => [...part]);
	if (parts.length === 0) return "";
	return walk(documents, (document) => {
		const blocks = normal[documents.indexOf(document)] ?? [];
		return parts.every((part) => blocks.some((block) => holds(block, part)));
	});
}

beforeEach(async () => {
	await env.SEARCH.prepare("DELETE FROM entries").run();
});

test("what is found is what a walk over all texts finds", async () => {
	let asked = 0;
	let answered = 0;
	await fc.assert(
		fc.asyncProperty(
			fc.array(document, { minLength: 40, maxLength: 80 }),
			fc.array(query, { minLength: 250, maxLength: 250 }),
			fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 1, max: 4 })), { minLength: 250, maxLength: 250 }),
			async (documents, random, places) => {
				const blocks = documents.flatMap(blocksOf).filter((block) => block !== "");
				const cut = places.map(([block, at, length]) => {
					const letters = [...(blocks[block % blocks.length] ?? "甲")];
					return letters.slice(at % letters.length, (at % letters.length) + length).join("");
				});
				const queries = [...random, ...cut];
				await indexAll(documents);
				const found = await askAll(queries);
				const normal = documents.map((one) => blocksOf(one).map((block) => [...spaced(block)]));
				const pairs = (answers: readonly string[]) =>
					queries.map((search, at) => [JSON.stringify(search), answers[at]]);
				expect(pairs(found)).toEqual(pairs(queries.map((search) => expected(documents, normal, search))));
				asked += queries.length;
				answered += found.filter((ids) => ids !== "").length;
			},
		),
		{ numRuns: stepsOf(10), endOnFailure: true },
	);
	// The test would show nothing if hardly a query had hits.
	expect(asked).toBe(stepsOf(5_000));
	expect(answered).toBeGreaterThan(asked / 2);
});

test("every Chinese string is found wherever it stands, by nothing but comparing strings", async () => {
	const han = fc.constantFrom("甲", "乙", "型", "台", "臺", "𡍼", "ア", "ー");
	const text = fc.array(fc.oneof({ weight: 8, arbitrary: han }, fc.constantFrom("A", "1", "、", " ", "\n")), {
		maxLength: 30,
	});
	const strings = ["甲", "乙", "型", "臺", "𡍼", "ア", "ー"];
	const queries = strings.flatMap((a) => [a, ...strings.flatMap((b) => [a + b, ...strings.map((c) => a + b + c)])]);
	await fc.assert(
		fc.asyncProperty(fc.array(text, { minLength: 60, maxLength: 60 }), async (texts) => {
			const documents = texts.map((letters) => ({
				title: "",
				excerpt: "",
				tags: [],
				blocks: letters.join("").split("\n"),
			}));
			await indexAll(documents);
			const same = (character: string) => character.replaceAll("臺", "台");
			const plain = queries.map((search) =>
				walk(documents, ({ blocks }) => blocks.some((block) => same(block).includes(same(search)))),
			);
			expect(await askAll(queries)).toEqual(plain);
		}),
		{ numRuns: stepsOf(3), endOnFailure: true },
	);
});

test.each([
	["A型", ["A型", "A型號", "甲A型", "類A型"], ["A、型", "A 型", "型A", "A", "B型與A", "AB型", "BA型"]],
	["型1", ["型1", "甲型12", "型１"], ["型、1", "型 1", "1型", "型\n1", "型2", "型11".replace("1", "2")]],
	["甲乙1", ["丙甲乙1"], ["甲乙、1", "甲1乙", "乙1"]],
	["友協", ["病友協會"], ["病友、協會", "病友 協會", "病友\n協會"]],
	["𡍼", ["𡍼", "甲𡍼乙"], ["甲", "\ud844"]],
	["臺北", ["台北", "臺北", "在台北市"], ["台 北"]],
	["型、1", ["型、1", "型 1", "型（1"], ["型1", "型\n1", "1、型"]],
	["病友 協會", ["病友的協會", "協會\n病友"], ["病友", "協會"]],
	["cov", ["COVID-19", "a covid"], ["acov", "co v"]],
	["116年", ["116年", "116 年", "民國 116 年度", "民國116　年會"], ["116、年", "2116年", "116\n年", "115 年"]],
	["116 年", ["116年", "116 年", "民國 116 年度", "民國116　年會"], ["116、年", "2116年", "116\n年", "116 病友年"]],
	["民國116年", ["民國 116 年", "民國116年", "民國 116年"], ["民國、116年", "116年"]],
	["第3屆", ["第 3 屆", "第3屆"], ["第 13 屆"]],
	["116 年會", ["116 年會", "116 病友年會"], ["116 年"]],
	["C++", ["C++", "Ｃ＋＋ 語言", "學C++", "C++17"], ["C", "C#", "C+", "C、"]],
	["C#", ["C#", "C# 與 C++"], ["C", "C++", "c、#"]],
	["c", ["C++", "C#", "c"], ["abc"]],
	["CD4+", ["CD4+ T 細胞", "CD4+T細胞"], ["CD4", "CD4 T"]],
])("%s", async (search, yes, no) => {
	const documents = [...yes, ...no].map((text) => ({ title: "", excerpt: "", tags: [], blocks: text.split("\n") }));
	await indexAll(documents);
	expect(await askAll([search])).toEqual([yes.map((_, at) => at + 1).join(",")]);
});

test("hostile queries are answered", async () => {
	await indexAll([{ title: "near and or not 病友", excerpt: "", tags: [], blocks: [] }]);
	const queries = [
		'"',
		'"*',
		"* ( ) NEAR AND -",
		"NEAR(病 友)",
		"病* ^友",
		"title:病",
		"-病",
		"病\0友",
		"病\ud83d友",
		"😀".repeat(100),
	];
	const heavy = [
		"\ufdfa".repeat(100),
		"病".repeat(100),
		"甲 ".repeat(50),
		"a".repeat(100),
		"病1".repeat(50),
		"\ue000",
		"'); --",
	];
	const answers = await Promise.all(
		[...queries, ...heavy].map(async (search) => {
			const match = matchQuery(search);
			if (match === null) return "nothing to ask";
			return (await searchEntries(env.SEARCH, { kind: "article", match, sort: "relevance", limit: 15, offset: 0 }))
				.total;
		}),
	);
	const nothing = "nothing to ask";
	expect(answers).toEqual([nothing, nothing, 1, 0, 1, 0, 1, 0, 0, nothing, 0, 0, 0, 0, 0, nothing, nothing]);
});
