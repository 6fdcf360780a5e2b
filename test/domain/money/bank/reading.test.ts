import { describe, expect, test } from "vitest";
import { readDirection, readSigned } from "#domain/money/bank-statements/amounts.ts";
import { last5Of, wordsOf } from "#domain/money/bank-statements/last5.ts";
import { isComplete, mapStatement, NO_OPTIONS, type ReadingOptions } from "#domain/money/bank-statements/mapping.ts";
import { countsOf, marksOf, planned } from "#domain/money/bank-statements/plan.ts";
import { readRowsOf } from "#domain/money/bank-statements/reading.ts";
import type { Cell, Sheet } from "#kernel/table.ts";
import { readSheet } from "#platform/spreadsheets.ts";
import { BANK_ROWS, bankCsv, bankXlsx, POSTAL_ROWS, postalCsv } from "../../../support/bank-files.ts";

const TODAY = "2026-11-20";
const sheetOf = (rows: Cell[][], formulas: string[] = []): Sheet => ({ sheet: "s", rows, formulas: new Set(formulas) });
const mapped = (sheets: Sheet[], options: Partial<ReadingOptions> = {}) => {
	const found = mapStatement(sheets, { ...NO_OPTIONS, ...options });
	if (!found) throw new Error("no header");
	return found;
};
const read = (sheets: Sheet[], options: Partial<ReadingOptions> = {}) => {
	const { sheet, mapping } = mapped(sheets, options);
	return readRowsOf(sheet, mapping, { today: TODAY, accept_dates: options.accept_dates ?? false });
};
const told = (sheets: Sheet[], options?: Partial<ReadingOptions>) =>
	read(sheets, options).map(({ row, outcome, line, said }) => [
		row,
		outcome,
		line ? [line.day, line.amount, line.fee, line.last5, line.balance, line.memo] : said.map(({ code }) => code),
	]);

describe("three lists of real banks", () => {
	test("a CSV in Big5 with title rows, ROC days and two columns of amounts", async () => {
		const sheets = await readSheet(bankCsv(), "明細.csv");
		const { mapping } = mapped(sheets);
		expect(mapping.header).toBe(4);
		expect(mapping.columns.map(({ target }) => target)).toEqual([
			"date",
			"ignore",
			"memo",
			"out",
			"in",
			"balance",
			"counter",
			"memo",
		]);
		expect(mapping.columns.every(({ known }) => known)).toBe(true);
		expect(told(sheets)).toEqual([
			[6, "line", ["2024-11-03", 1_000, 0, "40718", 101_000, "跨行轉入 周建宏 會費"]],
			[7, "line", ["2024-11-05", 2_000, 0, null, 103_000, "現金存入 M0007"]],
			[8, "line", ["2024-11-05", -15, 0, null, 102_985, "手續費"]],
			[9, "line", ["2024-11-12", 500, 0, "90033", 103_485, "跨行轉入 林小玉"]],
			[10, "line", ["2024-11-12", 500, 0, "34455", 103_985, "ATM轉入"]],
			[11, "skip", ["no_line"]],
			[12, "skip", ["no_line"]],
		]);
	});

	test("an XLSX with serial days, 借貸別, and the account in what was told", async () => {
		const sheets = await readSheet(await bankXlsx(), "明細.xlsx");
		expect(told(sheets)).toEqual([
			[2, "line", ["2024-11-03", 1_000, 0, "40718", 51_000, "跨行轉帳 台新 812-20881000040718 周建宏"]],
			[3, "line", ["2024-11-04", -3_000, 0, null, 48_000, "轉帳支出 房租"]],
			[4, "line", ["2024-11-05", 1_000, 0, "12345", 49_000, "跨行轉帳 會費 末五碼 12345"]],
		]);
	});

	test("郵政劃撥: 985 of 1,000 arrives, and both are known", async () => {
		const sheets = await readSheet(postalCsv(), "劃撥.csv");
		expect(told(sheets)).toEqual([
			[4, "line", ["2024-11-04", 985, 15, null, null, "陳美玲 常年會費 M0012"]],
			[5, "line", ["2024-11-10", 285, 15, null, null, "善心人士 捐款"]],
			[6, "skip", ["no_line"]],
		]);
	});

	test("a fee beside one column of amounts is what was kept of them; three that disagree are an error", () => {
		const rows: Cell[][] = [
			["日期", "金額", "手續費"],
			["115/11/04", 1_000, 15],
		];
		expect(told([sheetOf(rows)])).toEqual([[2, "line", ["2026-11-04", 985, 15, null, null, ""]]]);
		const wrong = POSTAL_ROWS.map((row) => row.map((cell) => (cell === "985" ? "990" : cell)));
		expect(told([sheetOf(wrong)])[0]).toEqual([4, "error", ["bad_fee"]]);
	});
});

describe("what may stand in a list", () => {
	const HEADER = ["日期", "摘要", "金額", "餘額"];
	const one = (row: Cell[], options?: Partial<ReadingOptions>) => told([sheetOf([HEADER, row])], options)[0];

	test("days of every style; those of two readings only when they are accepted, none of tomorrow", () => {
		const day = (cell: Cell, accept_dates = false) => {
			const [, outcome, said] = one([cell, "", 1, null], { accept_dates }) ?? [];
			return outcome === "line" && Array.isArray(said) ? said[0] : said;
		};
		const styles = ["115/11/3", "1151103", 1_151_103, "2026-11-03 09:12", "２０２６／１１／０３", 20_261_103, 46_329.5];
		expect(styles.map((cell) => day(cell))).toEqual(styles.map(() => "2026-11-03"));
		expect([day("26/3/5"), day("26/3/5", true)]).toEqual([["ambiguous_date"], "2026-03-05"]);
		expect([day("26/12/5"), day("115/2/30"), day("115/11/21")]).toEqual([
			["future_date"],
			["bad_date"],
			["future_date"],
		]);
		expect([day("45/2/29"), day("x"), day(true)]).toEqual([["bad_date"], ["bad_date"], ["bad_date"]]);
	});

	test.each<[Cell, number | null | undefined]>([
		["1,000", 1_000],
		["1,000.00", 1_000],
		["１，０００", 1_000],
		["(1,000)", -1_000],
		["（500）", -500],
		["-1,000", -1_000],
		["NT$ 1,000 元", 1_000],
		["+300", 300],
		["300-", -300],
		["", null],
		["--", null],
		[null, null],
		["0", 0],
		[1_000.5, undefined],
		["1,00", undefined],
		["abc", undefined],
		["(-5)", undefined],
		[true, undefined],
		["9999999999", undefined],
	])("an amount %j", (cell, amount) => expect(readSigned(cell)).toBe(amount));

	test("借貸別 in the bank's sense", () => {
		expect(["貸", "存入", "C", "借", "提", "DR", "？"].map(readDirection)).toEqual([1, 1, 1, -1, -1, -1, undefined]);
	});

	test("amounts that nobody can read are errors, with their row; a title row again and an empty one are none", () => {
		const rows: Cell[][] = [
			HEADER,
			["115/11/03", "a", "一千", null],
			[],
			HEADER,
			["115/11/04", "b", 0, 5],
			["115/11/05", "c", 7, "?"],
			["本頁小計", "", 7, null],
		];
		expect(told([sheetOf(rows)])).toEqual([
			[2, "error", ["bad_amount"]],
			[4, "skip", ["header_again"]],
			[5, "skip", ["no_amount"]],
			[6, "error", ["bad_balance"]],
			[7, "skip", ["no_line"]],
		]);
	});

	test("money on both sides, and 借貸別 that says nothing", () => {
		const both = [
			["日期", "支出", "存入"],
			["115/11/03", "5", "6"],
		];
		expect(told([sheetOf(both)])[0]).toEqual([2, "error", ["both_sides"]]);
		const neither = [
			["日期", "借貸別", "金額"],
			["115/11/03", "沖正", "6"],
		];
		expect(told([sheetOf(neither)])[0]).toEqual([2, "error", ["bad_direction"]]);
	});

	test("two rows of headers, fifty columns that nobody knows, a value that a formula gave", () => {
		const unknown = Array.from({ length: 50 }, (_, n) => `欄位${n}`);
		const rows: Cell[][] = [
			["日期", "摘要", "金額", "", ...unknown],
			["", "", "支出", "存入", ...unknown.map(() => "")],
			["115/11/03", "轉入", null, 300, ...unknown.map(() => "x")],
		];
		const { mapping, sheet } = mapped([sheetOf(rows, ["2,3"])]);
		expect([mapping.header, mapping.first]).toEqual([0, 2]);
		expect(mapping.columns.filter(({ known }) => !known)).toHaveLength(50);
		const [line] = readRowsOf(sheet, mapping, { today: TODAY, accept_dates: false });
		expect([line?.line?.amount, line?.said]).toEqual([300, [{ code: "formula" }]]);
	});

	test("no header where no row has a day and an amount; one that somebody tells counts", () => {
		expect(
			mapStatement(
				[
					sheetOf([
						["a", "b"],
						["115/11/03", 5],
					]),
				],
				NO_OPTIONS,
			),
		).toBeUndefined();
		const options: Partial<ReadingOptions> = { header: { row: 0, rows: 1 }, columns: { a: "date", b: "in" } };
		const { mapping } = mapped(
			[
				sheetOf([
					["a", "b"],
					["115/11/03", 5],
				]),
			],
			options,
		);
		expect([isComplete(mapping), mapping.columns.map(({ target }) => target)]).toEqual([true, ["date", "in"]]);
	});

	test("what an account's columns are is remembered by their names, wherever they stand", () => {
		const again: Cell[][] = [
			["新欄", "收", "何時"],
			["x", 5, "115/11/03"],
		];
		const options: Partial<ReadingOptions> = { columns: { 何時: "date", 收: "in", 新欄: "memo" } };
		expect(told([sheetOf(again)], options)).toEqual([[2, "line", ["2026-11-03", 5, 0, null, null, "x"]]]);
	});
});

describe("the last five digits of who paid", () => {
	test.each([
		["822-0000123440718", "", "40718"],
		["********90033", "", "90033"],
		["40718", "", "40718"],
		["", "轉入 0081234567840718 會費", "40718"],
		["", "末五碼：40718", "40718"],
		["", "後5碼 40718", "40718"],
		["", "***40718", "40718"],
		["", "電話 0912345678", null],
		["", "20261103 會費", null],
		["", "111122223333 444455556666", null],
		["", "111122223333 111122223333", "23333"],
		["", "", null],
	])("%j %j", (counter, memo, last5) => expect(last5Of(counter, memo)).toBe(last5));

	test("parts of a memo that may be a name or a number", () => {
		expect(wordsOf("周建宏 會費 m0007")).toEqual(["M0007", "周建宏", "周建", "建宏", "會費"]);
		expect(wordsOf("會費𡍼小明")).toContain("𡍼小明");
	});
});

describe("the same line is never taken twice", () => {
	const rows = () => read([sheetOf(BANK_ROWS)]);
	test("it is known by day, amount and balance, and the how-manieth", () => {
		const marks = marksOf(rows());
		expect(new Set(marks.values()).size).toBe(5);
		const twins: Cell[][] = [
			["日期", "金額", "摘要"],
			["115/11/03", 5, "a"],
			["115/11/03", 5, "a"],
			["115/11/03", 5, "b"],
		];
		const some = marksOf(read([sheetOf(twins)]));
		expect([...some.values()].map((mark) => mark.split("|").at(-1))).toEqual(["1", "2", "1"]);
	});

	test("a list that overlaps brings what is new alone", () => {
		const marks = marksOf(rows());
		const all = planned(rows(), new Map(), new Set());
		expect(all.every(({ fingerprint }) => fingerprint === null)).toBe(true);
		const first = read([sheetOf(BANK_ROWS)]);
		const prints = marksOf(first);
		const known = new Set([...marks.values()].slice(0, 3));
		expect(countsOf(planned(first, prints, known))).toEqual({
			error: 0,
			new: 2,
			known: 3,
			skip: 2,
			first: "2024-11-03",
			last: "2024-11-12",
		});
	});
});
