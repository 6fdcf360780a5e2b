import { describe, expect, test } from "vitest";
import { CategoryInput, OrderMove } from "#domain/content/categories/form.ts";
import { nameKey, namesakes, slugOf, TermName, TermSlug } from "#domain/content/categories/names.ts";
import { reorder } from "#domain/content/categories/rules.ts";
import { TagInput } from "#domain/content/tags/form.ts";
import { planTags } from "#domain/content/tags/rules.ts";

const messages = (result: { error?: { issues: { message: string }[] } }) =>
	result.error?.issues.map(({ message }) => message);

describe("names", () => {
	test.each([
		["  冬季\n 照護 ", "冬季 照護"],
		["e\u0301cole", "école"],
		["<script>alert(1)</script>", "<script>alert(1)</script>"],
		["字".repeat(80), "字".repeat(80)],
		["𠮷".repeat(80), "𠮷".repeat(80)],
	])("%j is %j", (typed, name) => expect(TermName.parse(typed)).toBe(name));
	test.each([
		["", "請填寫名稱。"],
		["   ", "請填寫名稱。"],
		["字".repeat(81), "最多 80 個字。"],
		["字".repeat(300), "最多 80 個字。"],
		["—！？", "名稱至少要有一個文字或數字，也不要有看不見的字元。"],
		["公告\u202e告公", "名稱至少要有一個文字或數字，也不要有看不見的字元。"],
		["公\u200b告", "名稱至少要有一個文字或數字，也不要有看不見的字元。"],
	])("%j is refused", (typed, why) => expect(messages(TermName.safeParse(typed))).toEqual([why]));
	test("a slug is canonical; one that was typed has something in it", () => {
		expect(TermSlug.parse(" Hello, 世界！ ")).toBe("hello-世界");
		expect(TermSlug.parse("")).toBe("");
		expect(messages(TermSlug.safeParse("！！"))).toEqual(["網址至少要有一個文字或數字。"]);
		expect(messages(TermSlug.safeParse("a".repeat(300)))).toEqual(["最多 120 個字。"]);
	});
	test("a tag's name has no mark that stands between tags", () => {
		expect(messages(TagInput.safeParse({ name: "冬季、照護", slug: "" }))).toEqual([
			"標籤名稱裡不要有頓號、逗號或分號。",
		]);
		expect(TagInput.parse({ name: "C++", slug: "c-plus" })).toEqual({ name: "C++", slug: "c-plus" });
	});
	test("a description has its lines", () =>
		expect(CategoryInput.parse({ name: "a", slug: "", description: " 一\r\n二 " }).description).toBe("一\n二"));
});

const KNOWN = [
	{ id: 1, name: "Covid", slug: "covid" },
	{ id: 2, name: "台灣", slug: "taiwan" },
	{ id: 3, name: "COVID", slug: "covid-2" },
];

test.each([
	["ＣＯＶＩＤ", null, [1, 3]],
	["covid", 1, [3]],
	["臺灣", null, [2]],
	["臺灣", 2, []],
	["臺灣 ", null, [2]],
	["台", null, []],
] as const)("%s reads like %s's others: %j", (name, ownId, ids) => expect(namesakes(KNOWN, name, ownId)).toEqual(ids));

test("spaces within a name count as one", () => expect(nameKey("ａ　 b")).toBe("a b"));

test("a slug is the typed one, or made of the name and nobody's", () => {
	expect(slugOf({ name: "新", slug: "typed" }, KNOWN)).toBe("typed");
	expect(slugOf({ name: "Covid", slug: "" }, KNOWN)).toBe("covid-3");
	expect(slugOf({ name: "Covid", slug: "" }, KNOWN, 1)).toBe("covid");
});

test("one place up or down; the ends stay", () => {
	expect(reorder([1, 2, 3], { id: 2, by: -1 })).toEqual([2, 1, 3]);
	expect(reorder([1, 2, 3], { id: 2, by: 1 })).toEqual([1, 3, 2]);
	expect(reorder([1, 2, 3], { id: 1, by: -1 })).toEqual([1, 2, 3]);
	expect(reorder([1, 2, 3], { id: 3, by: 1 })).toEqual([1, 2, 3]);
	expect(reorder([1, 2, 3], { id: 9, by: 1 })).toEqual([1, 2, 3]);
	expect(OrderMove.parse({ seen: "3 12", move: "12 up" })).toEqual({ seen: [3, 12], move: { id: 12, by: -1 } });
	expect(OrderMove.safeParse({ seen: "1", move: "1 sideways" }).success).toBe(false);
});

test("tags: the very name first, else the one that reads the same, else a new one with a slug of its own", () => {
	expect(
		planTags(["COVID", "covid", "ｃｏｖｉｄ", "臺灣", " 長照 2.0", "長照 ２.０", "C++", "C#", "❤", ""], KNOWN),
	).toEqual({
		names: ["COVID", "Covid", "台灣", "長照 2.0", "C++", "C#", "❤"],
		create: [
			{ name: "長照 2.0", slug: "長照-2-0" },
			{ name: "C++", slug: "c" },
			{ name: "C#", slug: "c-2" },
			{ name: "❤", slug: "tag" },
		],
	});
	expect(planTags([], KNOWN)).toEqual({ names: [], create: [] });
});
