import { expect, test } from "vitest";
import {
	accountWords,
	groupText,
	linesOf,
	memberText,
	type NoticeItem,
	readItems,
	totalOf,
} from "#domain/money/dues-notices/sheet.ts";

const item = (year: number, more: Partial<NoticeItem> = {}): NoticeItem => ({
	kind: "annual",
	dues_year: year,
	base_amount: 1_000,
	discount_percent: 0,
	amount: 1_000,
	paid_amount: 0,
	...more,
});
const HALF = { discount_percent: 50, amount: 500 };
const BANK = {
	kind: "bank",
	bank_name: "合作金庫",
	branch: "大安分行",
	holder: "漣漪病友協會",
	number: "0040-717",
} as const;
const POST = { kind: "postal", bank_name: "", branch: "", holder: "", number: "50123456" } as const;
const told = {
	association: "漣漪病友協會",
	accounts: [BANK, POST],
	pay: "https://a.example/pay",
	until: "115年12月31日",
};

test("a line says the base, what came off, what was paid and what is left", () => {
	expect(linesOf([item(2025, { kind: "entrance" }), item(2026, { ...HALF, paid_amount: 200 })])).toEqual([
		{ label: "入會費", base: 1_000, discount: 0, paid: 0, left: 1_000 },
		{ label: "常年會費 115 年（減免 50%）", base: 1_000, discount: 500, paid: 200, left: 300 },
	]);
	expect(totalOf([item(2025), item(2026, { ...HALF, paid_amount: 200 })])).toBe(1_300);
});

test("of many items the older ones are one line, so that a paper is enough; the sums stay", () => {
	const items = Array.from({ length: 12 }, (_, nth) => item(2015 + nth, nth < 3 ? HALF : {}));
	const lines = linesOf(items);
	expect(lines.map(({ label }) => label)).toEqual([
		"109 年以前，共 6 項",
		...[110, 111, 112, 113, 114, 115].map((year) => `常年會費 ${year} 年`),
	]);
	expect(lines[0]).toEqual({ label: "109 年以前，共 6 項", base: 6_000, discount: 1_500, paid: 0, left: 4_500 });
	expect(lines.reduce((sum, { left }) => sum + left, 0)).toBe(totalOf(items));
	expect(linesOf(items.slice(5)).length).toBe(7);
});

test("accounts in a line, whatever is known of them", () => {
	expect(accountWords(BANK)).toBe("合作金庫 大安分行　戶名 漣漪病友協會　帳號 0040-717");
	expect(accountWords(POST)).toBe("郵政劃撥　劃撥帳號 50123456");
});

test("the text for a member says what they owe, to a guardian whose it is; that for a group names nobody and no amount", () => {
	const items = [item(2025), item(2026, HALF)];
	expect(memberText({ name: "陳怡君", guardian: null, items }, told)).toBe(
		[
			"陳怡君 您好，這裡是漣漪病友協會。您還有會費尚未繳納：",
			"・常年會費 114 年 1,000 元",
			"・常年會費 115 年（減免 50%） 500 元",
			"合計 1,500 元，請在 115年12月31日前繳納。",
			"合作金庫 大安分行　戶名 漣漪病友協會　帳號 0040-717",
			"郵政劃撥　劃撥帳號 50123456",
			"繳費後請在這裡登錄，或把轉帳的日期與帳號末五碼告訴我們：https://a.example/pay",
			"如果已經繳費，請不必理會這則訊息，謝謝您。",
		].join("\n"),
	);
	expect(memberText({ name: "石小安", guardian: "石永明", items }, told)).toMatch(
		/^石永明 您好，這裡是漣漪病友協會。石小安還有會費尚未繳納：/,
	);
	expect(groupText(told)).not.toMatch(/陳怡君|石小安|[\d,]+ 元/);
});

test("items come from the database as JSON", () => {
	expect(readItems(JSON.stringify([item(2026)]))).toEqual([item(2026)]);
	expect(() => readItems('[{"kind":"gift"}]')).toThrow();
});
