import { expect, test } from "vitest";
import { totalWords } from "#domain/books/finance/total.ts";

test.each([
	[[], [], 0, "還沒有金額。"],
	[["", "abc"], ["500"], 0, "還沒有金額。"],
	[["1,200", "", "３００"], [], 0, "合計 1,500 元。"],
	[["18,600"], ["500", ""], 0, "合計 18,600 元，代扣 500 元，實付 18,100 元。"],
	[["4,000"], [], 5_000, "合計 4,000 元，沖抵預支 5,000 元，應繳回 1,000 元。"],
	[["6,000"], ["100"], 5_000, "合計 6,000 元，代扣 100 元，沖抵預支 5,000 元，實付 900 元。"],
] as const)("%j less %j and %d", (amounts, withheld, advanced, words) => {
	expect(totalWords({ amounts, withheld, advanced })).toBe(words);
});
