import { expect, test } from "vitest";
import { outcomeWords } from "#domain/money/payments/outcome.ts";

const due = (duesItemId: number, amount: number, label: string) => ({ duesItemId, memberId: 1, due: amount, label });
const of = {
	wanted: [due(1, 1_000, "王小明 入會費"), due(2, 500, "王小明 常年會費 115 年")],
	donation: 0,
	creditTo: { id: 1, name: "王小明" },
};

test.each([
	[1_500, ["剛好，會費全部繳清。"]],
	[2_000, ["會費全部繳清。", "500 元記為王小明的溢繳款，可以折抵以後的會費。"]],
	[1_200, ["王小明 常年會費 115 年部分繳納，還欠 300 元。"]],
	[700, ["王小明 入會費部分繳納，還欠 300 元。", "王小明 常年會費 115 年仍未繳，欠 500 元。"]],
	[null, ["請填寫大於 0 的整數金額，例如 1,000。"]],
] as const)("of %j that came in: %j", (received, words) => {
	expect(outcomeWords(received, of)).toEqual(words);
});

test("a donation comes after the dues, and before credit", () => {
	expect(outcomeWords(1_800, { ...of, donation: 500 })).toEqual([
		"剛好，會費全部繳清。",
		"捐款 300 元。",
		"捐款少 200 元。",
	]);
	expect(outcomeWords(2_100, { ...of, donation: 500 })).toEqual([
		"會費全部繳清。",
		"捐款 500 元。",
		"100 元記為王小明的溢繳款，可以折抵以後的會費。",
	]);
	expect(outcomeWords(700, { ...of, wanted: [] })).toEqual(["700 元記為王小明的溢繳款，可以折抵以後的會費。"]);
});
