import { expect, test } from "vitest";
import { readAmount, readLast5 } from "#kernel/amounts.ts";

test.each([
	["1000", 1_000],
	["1,000", 1_000],
	["１，０００", 1_000],
	["NT$ 1,000 元", 1_000],
	["新臺幣 500 元整", 500],
	[500, 500],
	["100,000,000", 100_000_000],
])("%s is %i", (text, amount) => expect(readAmount(text)).toBe(amount));

test.each([
	"",
	"0",
	"-500",
	"1000.5",
	"1,00",
	"10,0000",
	"一千",
	"1e3",
	"100000001",
	"１０００．５",
	0,
	-1,
	1.5,
	"1,000,",
])("%s is no amount", (text) => expect(readAmount(text)).toBeNull());

test("the last five digits are five digits, full-width ones too", () => {
	expect(["12345", "１２３４５", " 00001 ", "1234", "123456", "1234a", ""].map(readLast5)).toEqual([
		"12345",
		"12345",
		"00001",
		null,
		null,
		null,
		null,
	]);
});
