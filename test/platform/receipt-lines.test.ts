import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { breakLines, fitLines, fitText } from "#platform/receipt-pdf/lines.ts";

/** Chinese is as wide as it is high, Latin half. */
const wide = (text: string): number =>
	[...text].reduce((sum, one) => sum + ((one.codePointAt(0) ?? 0) < 0x2000 ? 0.5 : 1), 0);
const measure = (text: string, size: number): number => wide(text) * size;

describe("breaks lines", () => {
	test.each([
		["一二三四五", 3, ["一二三", "四五"]],
		["一二三，四五", 3, ["一二", "三，四", "五"]],
		["一二（三四）五六", 3, ["一二", "（三", "四）五", "六"]],
		["一二 ABC DEF", 4, ["一二 ABC", "DEF"]],
		["ABCDEFGHIJ", 3, ["ABCDEF", "GHIJ"]],
		["115-000001號", 5, ["115-000001", "號"]],
		["", 3, [""]],
	])("%s in %d", (text, width, lines) => {
		expect(breakLines(text, width, wide)).toEqual(lines);
	});

	test("none is too wide, and nothing but spaces at its ends is lost", () => {
		const texts = fc.string({ unit: fc.constantFrom(..."一會費，。（）ABC 15年、𡍼"), maxLength: 60 });
		fc.assert(
			fc.property(texts, fc.integer({ min: 1, max: 12 }), (text, width) => {
				const lines = breakLines(text, width, wide);
				expect(Math.max(...lines.map(wide))).toBeLessThanOrEqual(width);
				expect(lines.join("").replaceAll(" ", "")).toBe(text.replaceAll(" ", ""));
			}),
		);
	});
});

describe("fits", () => {
	test.each([
		["a short text in the size that is asked for", "一二三", { size: 12, lines: ["一二三"] }],
		["a longer one on one line, smaller", "一二三四五六七八九", { size: 11, lines: ["一二三四五六七八九"] }],
		[
			"a long one on more lines",
			"一二三四五六七八九十一二三四",
			{ size: 10, lines: ["一二三四五六七八九十", "一二三四"] },
		],
	])("%s", (_, text, fitted) => {
		expect(fitText(text, { width: 100, height: 20, most: 12, leading: 1 }, measure)).toEqual(fitted);
	});

	test("several texts in one size, each from a new line", () => {
		const box = { width: 40, height: 30, most: 12, leading: () => 1 };
		expect(fitLines(["一二三四五", "六"], box, measure)).toEqual({ size: 10, lines: [["一二三四", "五"], ["六"]] });
	});

	test("any text into its box", () => {
		const box = { width: 200, height: 30, most: 14, leading: 1.25 };
		fc.assert(
			fc.property(fc.string({ unit: fc.constantFrom(..."一會費，ABC 15"), minLength: 1, maxLength: 400 }), (text) => {
				const { size, lines } = fitText(text, box, measure);
				expect(lines.length * size * box.leading).toBeLessThanOrEqual(box.height);
				expect(Math.max(...lines.map((line) => measure(line, size)))).toBeLessThanOrEqual(box.width);
			}),
		);
	});
});
