import fc from "fast-check";
import { expect, test } from "vitest";
import { type Run, wordsApart } from "#admin/ui/words-apart.ts";

const joined = (runs: Run[], kinds: Run["kind"][]): string =>
	runs
		.filter(({ kind }) => kinds.includes(kind))
		.map(({ text }) => text)
		.join("");

test("marks the Chinese words that changed, not the letters around them", () => {
	expect(wordsApart("年會在台北舉行", "年會在台中舉行")).toEqual([
		{ kind: "same", text: "年會在" },
		{ kind: "removed", text: "台北" },
		{ kind: "added", text: "台中" },
		{ kind: "same", text: "舉行" },
	]);
});

test("keeps lines that did not change whole", () => {
	expect(wordsApart("一\n二\n三\n", "一\n三\n四\n")).toEqual([
		{ kind: "same", text: "一\n" },
		{ kind: "removed", text: "二\n" },
		{ kind: "same", text: "三\n" },
		{ kind: "added", text: "四\n" },
	]);
});

test("both texts can be read back from the runs, whatever they are", () => {
	const text = fc.array(fc.constantFrom("會", "員", "大會", "\n", " ", "a", "<b>", "。", "𠮷"), { maxLength: 40 });
	fc.assert(
		fc.property(text, text, (one, two) => {
			const [before, after] = [one.join(""), two.join("")];
			const runs = wordsApart(before, after);
			expect(joined(runs, ["same", "removed"])).toBe(before);
			expect(joined(runs, ["same", "added"])).toBe(after);
		}),
	);
});

test("a text too long to compare counts as replaced, and takes no time", () => {
	const before = Array.from({ length: 3_000 }, (_, at) => `第${at}`).join("，");
	const after = before.replaceAll("第", "其");
	expect(wordsApart(before, after)).toEqual([
		{ kind: "removed", text: before },
		{ kind: "added", text: after },
	]);
});
