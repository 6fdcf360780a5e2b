import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { againstStored } from "#ui/against-stored.ts";
import { conflictPart, followChoices } from "#ui/conflict.ts";
import { difference } from "#ui/difference.ts";
import { html, toHtml } from "#ui/html.ts";
import { merge3 } from "#ui/merge.ts";
import { type Run, wordsApart } from "#ui/words-apart.ts";
import { parse } from "../support/markup.ts";

const joined = (runs: Run[], kinds: Run["kind"][]): string =>
	runs
		.filter(({ kind }) => kinds.includes(kind))
		.map(({ text }) => text)
		.join("");
/** The runs as one line: [-removed-]{+added+}. */
const said = (before: string, after: string): string =>
	wordsApart(before, after)
		.map(({ kind, text }) => (kind === "same" ? text : kind === "added" ? `{+${text}+}` : `[-${text}-]`))
		.join("");

test("marks the Chinese words that changed, not the letters around them", () => {
	expect(said("年會在台北舉行", "年會在台中舉行")).toBe("年會在[-台北-]{+台中+}舉行");
	expect(said("十二月六日上午九時，在台北。", "十二月十三日上午九時半，在台北。")).toBe(
		"十二月[-六日-]{+十三日+}上午[-九時-]{+九時半+}，在台北。",
	);
});

test("keeps lines that did not change whole", () => {
	expect(said("一\n二\n三\n", "一\n三\n四\n")).toBe("一\n[-二\n-]三\n{+四\n+}");
});

const [A, B, C] = ["會員大會訂於十二月舉行。\n", "請攜帶會員證報到。\n", "午餐由協會準備。\n"];

test("an inserted paragraph is one insertion, and the changed one after it stays beside its old self", () => {
	expect(said(`${A}\n${B}`, `${A}\n${C}\n${B.replace("會員證", "身分證")}`)).toBe(
		`${A}\n{+${C}\n+}請攜帶[-會員證-]{+身分證+}報到。\n`,
	);
});

test("a moved paragraph leaves the others as they are", () => {
	expect(said(`${A}\n${B}\n${C}`, `${B}\n${C}\n${A}`)).toBe(`[-${A}\n-]${B}\n${C}{+\n${A}+}`);
});

test("a paragraph without a word in common is replaced whole", () => {
	expect(said(`${A}${B}`, `病友故事徵文\n${B}`)).toBe(`[-會員大會訂於十二月舉行。-]{+病友故事徵文+}\n${B}`);
});

const text = fc.array(fc.constantFrom("會", "員", "大會", "\n", "\n", " ", "a", "<b>", "。", "𠮷"), { maxLength: 60 });
const paragraph = fc.constantFrom(A, B, C, "\n", "a\n", "結尾");
const paragraphs = fc.array(paragraph, { maxLength: 25 });

test("both texts can be read back from the runs, whatever they are", () => {
	fc.assert(
		fc.property(fc.oneof(text, paragraphs), fc.oneof(text, paragraphs), (one, two) => {
			const [before, after] = [one.join(""), two.join("")];
			const runs = wordsApart(before, after);
			expect(joined(runs, ["same", "removed"])).toBe(before);
			expect(joined(runs, ["same", "added"])).toBe(after);
		}),
		{ numRuns: 500 },
	);
});

test("a text too long to compare counts as replaced", () => {
	const before = Array.from({ length: 3_000 }, (_, at) => `第${at}`).join("，");
	const after = before.replaceAll("第", "其");
	expect(joined(wordsApart(before, after), ["same", "removed"])).toBe(before);
	const runs = wordsApart("舊".repeat(150_000), "新".repeat(150_000));
	expect(runs.map(({ kind }) => kind)).toEqual(["removed", "added"]);
});

/** Paragraphs of `count` lines, each another, as long as an article's. */
const longText = (count: number): string[] =>
	Array.from(
		{ length: count },
		(_, at) => `第 ${at} 段：${"協會於每年冬季舉辦呼吸照護講座，".repeat(8)}${at * 7919}。\n\n`,
	);

test("200 KB with 50 changed paragraphs: 50 changes, found among the unchanged ones", () => {
	const before = longText(500);
	const after = before.map((line, at) => (at % 10 === 3 ? line.replace("冬季", "春季") : line));
	expect(new TextEncoder().encode(before.join("")).length).toBeGreaterThan(200_000);
	const runs = wordsApart(before.join(""), after.join(""));
	expect(runs.filter(({ kind }) => kind === "added").map((run) => run.text)).toEqual(Array(50).fill("春季"));
});

test("unchanged lines are folded, and what is folded can be opened or is only counted", () => {
	const before = longText(30).join("");
	const after = before.replace("第 15 段：協會", "第 15 段：本會");
	const shown = toHtml(difference({ before, after, context: 1 }));
	expect([...shown.matchAll(/<summary>(.*?)<\/summary>/g)].map(([, words]) => words)).toEqual([
		"未變更的 15 行",
		"未變更的 14 行",
	]);
	expect(shown.replace(/<summary>.*?<\/summary>|<del>.*?<\/del>|<[^>]*>/g, "")).toBe(after);
	const brief = toHtml(difference({ before, after, context: 1, isBrief: true }));
	expect(brief).toContain("第 15 段：<del>協會於</del><ins>本會於</ins>每年冬季");
	expect(brief.length).toBeLessThan(1_000);
});

test("a brief difference shows the beginning of a very long change", () => {
	const brief = toHtml(difference({ before: "", after: "𠮷".repeat(5_000), context: 1, isBrief: true }));
	expect(brief).toBe(
		`<div class="difference long"><ins>${"𠮷".repeat(750)}...</ins><p class="fold-words">這一段還有 8,500 字，全文在下面的欄位裡</p></div>`,
	);
});

const one = (text: string) => ({ mine: text, theirs: text, both: text, conflicts: 0 });

test("changes of different lines are merged; the same ones stand in the text twice and are counted", () => {
	const base = `${A}\n${B}\n${C}`;
	const mine = base.replace("會員證", "身分證");
	const merged = mine.replace("午餐", "晚餐");
	expect(merge3(base, mine, base.replace("午餐", "晚餐"))).toEqual(one(merged));
	const theirs = base.replace("會員證", "健保卡").replace("午餐", "晚餐");
	expect(merge3(base, mine, theirs)).toEqual({
		mine: merged,
		theirs,
		both: `${A}\n【您的版本】\n\n請攜帶身分證報到。\n\n【對方的版本】\n\n請攜帶健保卡報到。\n\n【以上兩段請留一段】\n\n${C.replace("午餐", "晚餐")}`,
		conflicts: 1,
	});
});

test("who changed nothing has nothing to merge, and the same change counts once", () => {
	fc.assert(
		fc.property(paragraphs, paragraphs, (before, after) => {
			const [base, changed] = [before.join(""), after.join("")];
			expect(merge3(base, changed, base)).toEqual(one(changed));
			expect(merge3(base, base, changed)).toEqual(one(changed));
			expect(merge3(base, changed, changed)).toEqual(one(changed));
		}),
	);
});

test("every line that one of both wrote is in the merged text, unless it was merged with nothing", () => {
	fc.assert(
		fc.property(fc.array(fc.nat(40), { maxLength: 6 }), fc.array(fc.nat(40), { maxLength: 6 }), (left, right) => {
			const lines = Array.from({ length: 41 }, (_, at) => `第 ${at} 行\n`);
			const insert = (places: number[], who: string) =>
				lines.map((line, at) => (places.includes(at) ? `${line}${who} ${at}\n` : line)).join("");
			const { both: merged } = merge3(lines.join(""), insert(left, "甲"), insert(right, "乙"));
			for (const line of [...lines, ...left.map((at) => `甲 ${at}\n`), ...right.map((at) => `乙 ${at}\n`)])
				expect(merged).toContain(line);
		}),
	);
});

describe("a form whose record somebody else saved meanwhile", () => {
	const BASE = `${A}\n${B}\n${C}`;
	const against = (mine: string, theirs: string) =>
		againstStored(
			{ values: { body: mine, version: "1" }, errors: {} },
			{ version: 2, fields: [{ field: "body", label: "內文", mine, theirs, theirsValue: theirs, base: BASE }] },
		);
	const mine = BASE.replace("會員證", "身分證");

	test("changes of different lines are both in the field; nothing is to be chosen, and it is still to be saved", () => {
		const both = mine.replace("午餐", "晚餐");
		const state = against(mine.replaceAll("\n", "\r\n"), BASE.replace("午餐", "晚餐"));
		expect(state.values.body).toBe(both);
		expect(state.conflict?.map(({ merged }) => merged)).toEqual(["both"]);
		const shown = toHtml(conflictPart(state) ?? html`<p />`);
		expect(shown).toContain("已經合併在下面的欄位裡，還沒有儲存。");
		expect(shown).toContain("<del>會員證</del><ins>身分證</ins>");
		expect(shown).not.toContain("<input");
	});

	test("a field that only they changed takes their text, one that only I changed keeps mine", () => {
		const theirs = BASE.replace("午餐", "晚餐");
		expect(against(BASE, theirs).values.body).toBe(theirs);
		const kept = against(mine, BASE);
		expect([kept.values.body, kept.conflict]).toEqual([mine, undefined]);
		expect(kept.problem).toBe("剛才有人更新了這筆資料，但與您填的內容沒有衝突。請再儲存一次。");
	});

	test("a group that only they changed takes their boxes", () => {
		const fields = [
			{ field: "tags", label: "分類", mine: "甲", theirs: "甲、乙", theirsValue: "1 2", base: "甲", isList: true },
		];
		const state = againstStored({ values: { tags: ["1"], version: "1" }, errors: {} }, { version: 2, fields });
		expect(state.values.tags).toEqual(["1", "2"]);
	});

	test("changes of the same line are to be chosen from; the other changes are in all three texts", () => {
		const theirs = BASE.replace("會員證", "健保卡").replace("午餐", "晚餐");
		const state = against(mine, theirs);
		expect(state.values.body).toBe(mine.replace("午餐", "晚餐"));
		const inputs = parse(toHtml(conflictPart(state) ?? html`<p />`)).filter(({ name }) => name === "input");
		expect(inputs.map(({ attributes }) => [attributes.name, attributes.value])).toEqual([
			["_take.body", "mine"],
			["_take.body", "theirs"],
			["_take.body", "both"],
			["_theirs.body", theirs],
			["_both.body", merge3(BASE, mine, theirs).both],
		]);
		const sent = { body: mine, "_theirs.body": theirs, "_both.body": "兩邊" };
		expect(followChoices({ ...sent, "_take.body": "both" })).toEqual({ body: "兩邊" });
		expect(followChoices({ ...sent, "_take.body": "theirs" })).toEqual({ body: theirs });
		expect(followChoices({ ...sent, "_take.body": "mine" })).toEqual({ body: mine });
	});

	test("where nobody knows what both started from there are two sides", () => {
		const state = againstStored(
			{ values: { body: mine, version: "1" }, errors: {} },
			{ version: 2, fields: [{ field: "body", label: "內文", mine, theirs: BASE }] },
		);
		expect(state.conflict?.[0]?.both).toBe(undefined);
		expect(state.values.body).toBe(mine);
	});

	test("of 200 KB the page holds their text once, and of the difference only what changed", () => {
		const base = longText(500).join("");
		const theirs = base.replaceAll("0 段：協會", "0 段：本會");
		const state = againstStored(
			{ values: { body: "", version: "1" }, errors: {} },
			{ version: 2, fields: [{ field: "body", label: "內文", mine: base.replace("第 11 段", "第十一段"), theirs }] },
		);
		const size = new TextEncoder().encode(toHtml(conflictPart(state) ?? html`<p />`)).length;
		const text = new TextEncoder().encode(theirs).length;
		expect(text).toBeGreaterThan(200_000);
		expect(size).toBeLessThan(1.5 * text);
	});

	test("two texts of 200 KB without a line in common do not fill the page", () => {
		const [one, two] = ["舊".repeat(70_000), "新".repeat(70_000)];
		const state = againstStored(
			{ values: { body: one, version: "1" }, errors: {} },
			{ version: 2, fields: [{ field: "body", label: "內文", mine: one, theirs: two }] },
		);
		expect(new TextEncoder().encode(toHtml(conflictPart(state) ?? html`<p />`)).length).toBeLessThan(222_000);
	});
});
