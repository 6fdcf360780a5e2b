import { expect, test } from "vitest";
import { accountNumbersIn, balanceDoubts, otherNumbers } from "#domain/money/bank-statements/balances.ts";
import type { PlannedRow } from "#domain/money/bank-statements/plan.ts";
import type { Cell } from "#kernel/table.ts";

type Line = [amount: number, balance: number | null, becomes?: "known"];
const rowsOf = (lines: readonly Line[], day = "2026-03-02"): PlannedRow[] =>
	lines.map(([amount, balance, becomes = "new" as const], at) => ({
		row: at + 2,
		said: [],
		outcome: "line",
		line: { day, amount, fee: 0, memo: "", last5: null, balance },
		becomes,
		fingerprint: String(at),
	}));
const STORED = [
	{ booked_on: "2026-03-01", balance: 900 },
	{ booked_on: "2026-03-01", balance: 1_000 },
];

test("a file follows when each balance comes from the one before it, oldest or newest first", () => {
	const lines: Line[] = [
		[100, 1_100],
		[-300, 800],
		[50, 850],
	];
	for (const rows of [rowsOf(lines), rowsOf(lines.toReversed())])
		expect(balanceDoubts(rows, STORED)).toEqual({ breaks: [], gap: null });
	expect(balanceDoubts(rowsOf(lines), [])).toEqual({ breaks: [], gap: null });
	// The bank's order within the last stored day may be any.
	expect(balanceDoubts(rowsOf(lines), STORED.toReversed())).toEqual({ breaks: [], gap: null });
});

test("a line that is missing in the middle, and one before the file, are told with what should stand there", () => {
	const missing: Line[] = [
		[100, 1_100],
		[50, 850],
	];
	expect(balanceDoubts(rowsOf(missing), STORED).breaks).toEqual([{ row: 3, expected: 1_150, found: 850 }]);
	expect(balanceDoubts(rowsOf([[100, 1_300]]), STORED)).toEqual({
		breaks: [],
		gap: { day: "2026-03-01", stored: 1_000, found: 1_200 },
	});
});

test("lines that the account has already are not judged, and continue the file", () => {
	const overlapping: Line[] = [
		[-7, 400, "known"],
		[100, 1_100, "known"],
		[-300, 800],
		[50, 850],
	];
	expect(balanceDoubts(rowsOf(overlapping), STORED)).toEqual({ breaks: [], gap: null });
	const all = overlapping.map(([amount, balance]): Line => [amount, balance, "known"]);
	expect(balanceDoubts(rowsOf(all), STORED)).toEqual({ breaks: [], gap: null });
});

test("a file without balances is not judged", () => {
	const lines: Line[] = [
		[100, null],
		[-300, null],
	];
	expect(balanceDoubts(rowsOf(lines), STORED)).toEqual({ breaks: [], gap: null });
});

test("the numbers above the header are compared with the account's", () => {
	const sheet = (rows: Cell[][]) => ({ sheet: "x", rows, formulas: new Set<string>() });
	const above: Cell[][] = [
		["帳戶明細"],
		["帳號：", "012-34-567890-1", "戶名：", "協會"],
		["查詢帳號:0123456789 0001"],
		["期間", "113/11/01"],
	];
	const found = accountNumbersIn(sheet([...above, ["日期", "金額"], ["帳號", "99999999999"]]), 4);
	expect(found).toEqual(["012345678901", "01234567890001"]);
	expect(
		accountNumbersIn(
			sheet([
				["帳號", "****7890*"],
				["戶名", "12345678"],
			]),
			2,
		),
	).toEqual(["****7890*"]);
	const other = (numbers: string[], own: string) => otherNumbers(numbers, own);
	expect(other(found, "012345678901")).toEqual([]);
	expect(other(["98765432101"], "012345678901")).toEqual(["98765432101"]);
	// Without the bank's or branch's leading digits, and with hidden ones.
	expect(other(["0004012345678901"], "012345678901")).toEqual([]);
	expect(other(["********78901"], "012345678901")).toEqual([]);
	expect(other(["********78902"], "012345678901")).toEqual(["********78902"]);
	// A short number may be anything.
	expect(other(["98765432101"], "0121")).toEqual([]);
	expect(other([], "012345678901")).toEqual([]);
});
