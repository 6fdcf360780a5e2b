import { expect, test } from "vitest";
import { readReceiptNumber } from "#kernel/record-numbers.ts";

test.each([
	["115-7", { mark: null, series: null, rocYear: 115, seq: 7 }],
	["１１５－０００００７", { mark: null, series: null, rocYear: 115, seq: 7 }],
	["會115-000007", { mark: "會", series: null, rocYear: 115, seq: 7 }],
	["其他99-1234567", { mark: "其他", series: null, rocYear: 99, seq: 1_234_567 }],
	["115-000007（會費）", { mark: "", series: "dues", rocYear: 115, seq: 7 }],
	["115-000007(捐款)", { mark: "", series: "donation", rocYear: 115, seq: 7 }],
	["115", undefined],
	["I115-0007", undefined],
	["0912-345678", undefined],
	["收據115-000007", { mark: "收據", series: null, rocYear: 115, seq: 7 }],
	["會115-000007號", undefined],
])("%s", (typed, said) => expect(readReceiptNumber(typed)).toEqual(said));
