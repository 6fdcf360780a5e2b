import { expect, test } from "vitest";
import { pastedRows, readRow, rowProblem } from "#domain/money/payment-lists/rows.ts";

const typed = (no: string, year: string, money: string, day: string, tail = "") => ({ no, year, money, day, tail });
const TODAY = "2026-11-20";

test("cells apart by tabs or commas are rows; titles and empty lines are none", () => {
	expect(
		pastedRows(
			"會員編號\t年度\t金額\n\nM0001\t115\t1,000\t115/11/1\t00718\r\nM0002,115,1000,115/11/1,40718\nM0003，115，500，115/11/1",
		),
	).toEqual([
		typed("M0001", "115", "1,000", "115/11/1", "00718"),
		typed("M0002", "115", "1000", "115/11/1", "40718"),
		typed("M0003", "115", "500", "115/11/1"),
	]);
	expect(pastedRows("")).toEqual([]);
});

test.each([
	[
		typed("m0001", "115", "1,000", "115/11/1", "718"),
		{ no: "M0001", year: 2026, amount: 1_000, paidOn: "2026-11-01", last5: "00718" },
	],
	[
		typed("Ｍ０００１", "民國115年", "１０００", "2026/11/1"),
		{ no: "M0001", year: 2026, amount: 1_000, paidOn: "2026-11-01", last5: null },
	],
	[typed("M1", "", "500", "1151101"), { no: "M1", year: null, amount: 500, paidOn: "2026-11-01", last5: null }],
])("%j is read", (row, read) => {
	expect(readRow(row, TODAY)).toEqual({ row: read });
});

test.each([
	[typed("", "115", "1000", "115/11/1"), "請填會員編號。"],
	[typed("M1", "前年", "1000", "115/11/1"), "看不懂年度「前年」，請填 115 或 2026。"],
	[typed("M1", "115", "0", "115/11/1"), "金額「0」不是大於 0 的整數。"],
	[typed("M1", "115", "1000", "115/2/30"), "看不懂日期「115/2/30」，請填 115/11/20。"],
	[typed("M1", "115", "1000", "115/11/21"), "日期還沒有到。"],
	[typed("M1", "115", "1000", "115/11/1", "12a45"), "末五碼「12a45」不是 5 個數字。"],
])("%j is refused: %s", (row, problem) => {
	expect(readRow(row, TODAY)).toEqual({ problem });
});

test("an empty row is none, and one of nobody or of nothing owed says so", () => {
	expect(readRow(typed(" ", "", "", ""), TODAY)).toEqual({ isEmpty: true });
	const row = { no: "M1", year: 2025, amount: 1_000, paidOn: "2026-11-01", last5: null };
	expect(rowProblem(row, undefined, [])).toBe("沒有編號「M1」的會員。");
	const item = {
		id: 1,
		member_id: 1,
		kind: "annual" as const,
		dues_year: 2026,
		amount: 1_000,
		paid_amount: 0,
		claims: 0,
	};
	expect(rowProblem(row, { name: "王小明" }, [item])).toBe("王小明沒有 114 年未繳的會費。");
	expect(rowProblem({ ...row, year: 2026 }, { name: "王小明" }, [{ ...item, claims: 1 }])).toBe(
		"王小明 常年會費 115 年已有一筆收款等待核對。",
	);
	expect(rowProblem({ ...row, year: null }, { name: "王小明" }, [item])).toBeNull();
});
