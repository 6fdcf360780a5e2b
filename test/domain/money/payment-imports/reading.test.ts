import { describe, expect, test } from "vitest";
import { targetNamed, targetOfHeader } from "#domain/money/payment-imports/columns.ts";
import { readPayments } from "#domain/money/payment-imports/interpret.ts";
import { mapPayments, NO_READING } from "#domain/money/payment-imports/options.ts";
import { splitOver } from "#domain/money/payment-imports/split.ts";
import { kindsOf, methodOf } from "#domain/money/payment-imports/words.ts";
import type { Cell } from "#kernel/table.ts";

const HEADER = [
	"會員編號",
	"姓名",
	"年度",
	"會費種類",
	"金額",
	"繳費日期",
	"核對日期",
	"繳費方式",
	"末五碼",
	"收據號碼",
	"備註",
];
const sheet = (rows: Cell[][], formulas: string[] = []) => ({ sheet: "繳費", rows, formulas: new Set(formulas) });

function read(row: Cell[]) {
	const mapped = mapPayments([sheet([HEADER, row])], NO_READING);
	if (!mapped) throw new Error("no header was found");
	const { payments } = readPayments(mapped.sheet, mapped.mapping, {
		today: "2026-11-21",
	});
	const [payment] = payments;
	if (!payment) throw new Error("the row is no payment");
	return payment;
}
const ROW: Cell[] = ["M0001", "陳父", "113", "常年會費", 1000, "113/3/5", "113/3/8", "轉帳", "12345", "A-001", "補繳"];
const withCell = (name: string, cell: Cell): Cell[] => ROW.map((one, at) => (HEADER[at] === name ? cell : one));
const problems = ({ errors, conflicts }: ReturnType<typeof read>) =>
	[...errors, ...conflicts].map(({ code, field }) => (field === undefined ? code : `${code}:${field}`));

describe("columns", () => {
	test.each([
		["會員編號", "member_no"],
		["繳費年度", "years"],
		["會費年度", "years"],
		["金　額（元）", "amount"],
		["入帳日期", "verified_on"],
		["核對日期", "verified_on"],
		["帳號末五碼", "last5"],
		["收據編號", "receipt_no"],
		["身分證字號", "national_id"],
		["備註", "remark"],
		["血型", undefined],
	])("%s", (header, target) => {
		expect(targetOfHeader(header)).toBe(target);
	});

	test("are named by their code or by a Chinese name", () => {
		expect([targetNamed("paid_on"), targetNamed("匯款日期"), targetNamed("ignore"), targetNamed("血型")]).toEqual([
			"paid_on",
			"paid_on",
			"ignore",
			undefined,
		]);
	});

	test("the header is found below a title; a list without an amount or a person is none", () => {
		const found = mapPayments([sheet([["示例協會 112 年會費"], [], HEADER, ROW])], NO_READING);
		expect(found?.mapping).toMatchObject({ header: 2, first: 3 });
		expect(
			mapPayments(
				[
					sheet([
						["姓名", "繳費日期"],
						["王", "112/1/1"],
					]),
				],
				NO_READING,
			),
		).toBeUndefined();
		expect(
			mapPayments(
				[
					sheet([
						["金額", "繳費日期"],
						[1, "112/1/1"],
					]),
				],
				NO_READING,
			),
		).toBeUndefined();
	});
});

describe("a row", () => {
	test("is read whole", () => {
		expect(read(ROW)).toEqual({
			row: 2,
			name: "陳父",
			values: { member_no: "M0001", name: "陳父" },
			kinds: ["annual"],
			years: [2024],
			amount: 1000,
			paidOn: "2024-03-05",
			verifiedOn: "2024-03-08",
			method: "transfer",
			last5: "12345",
			receiptNo: "A-001",
			payerTitle: null,
			remark: "補繳",
			errors: [],
			conflicts: [],
			notices: [],
		});
	});

	test.each([
		["112、113", [2023, 2024]],
		["112-114", [2023, 2024, 2025]],
		["2024", [2024]],
		[113, [2024]],
		["１１３年度", [2024]],
	])("the years %s", (cell, years) => {
		expect(read(withCell("年度", cell)).years).toEqual(years);
	});

	test.each([
		["1,000", 1000],
		["１０００", 1000],
		["NT$ 1,000 元", 1000],
		[500, 500],
	])("the amount %s", (cell, amount) => {
		const payment = read(withCell("金額", cell));
		expect([payment.amount, problems(payment)]).toEqual([amount, []]);
	});

	test.each<[string, Cell, string]>([
		["金額", 0, "bad_value:amount"],
		["金額", "０", "bad_value:amount"],
		["金額", -1000, "bad_value:amount"],
		["金額", 1000.5, "bad_value:amount"],
		["金額", "10,00", "bad_value:amount"],
		["金額", "已繳", "bad_value:amount"],
		["金額", null, "no_amount"],
		["年度", "一一三", "bad_value:years"],
		["年度", "50", "bad_value:years"],
		["會費種類", "會刊", "bad_value:kind"],
		["繳費日期", "113/2/30", "bad_value:paid_on"],
		["繳費日期", "116/1/1", "bad_value:paid_on"],
		["繳費日期", "12/3/5", "bad_value:paid_on"],
		["核對日期", "113/3/1", "verified_early"],
		["末五碼", "1234", "bad_value:last5"],
		["收據號碼", "A".repeat(41), "bad_value:receipt_no"],
		["備註", "字".repeat(501), "bad_value:remark"],
	])("%s %s is told", (name, cell, problem) => {
		expect(problems(read(withCell(name, cell)))).toEqual([problem]);
	});

	test("without number and name is nobody's; without any day has none", () => {
		expect(problems(read([null, null, ...ROW.slice(2)]))).toEqual(["no_member"]);
		expect(problems(read(ROW.map((cell, at) => (at === 5 || at === 6 ? null : cell))))).toEqual(["no_day"]);
	});

	test("one day stands for the other, and it is said; so are a kind and a way that nobody wrote", () => {
		const payment = read(["M0001", null, "113", null, 1000, null, "113/3/8", null, null, null, null]);
		expect(payment).toMatchObject({
			paidOn: "2024-03-08",
			verifiedOn: "2024-03-08",
			method: "other",
			kinds: ["annual"],
		});
		expect(payment.notices.map(({ code }) => code)).toEqual(["kind_assumed", "paid_on_assumed", "method_assumed"]);
		expect(read(withCell("繳費方式", null)).method).toBe("transfer");
	});

	test("last five digits that a spreadsheet took for a number have their zeros again; of an account the end counts", () => {
		expect(read(withCell("末五碼", 123)).last5).toBe("00123");
		expect(read(withCell("末五碼", "０１２３４")).last5).toBe("01234");
		expect(read(withCell("末五碼", "0081-1234-56789")).last5).toBe("56789");
	});

	test("sums, the header once more and footers are nobody", () => {
		const rows = [HEADER, ROW, HEADER, [null, "合計", null, null, 1000], ["以下空白"]];
		const mapped = mapPayments([sheet(rows)], NO_READING);
		const { payments, passed } = mapped
			? readPayments(mapped.sheet, mapped.mapping, { today: "2026-11-21" })
			: { payments: [], passed: [] };
		expect(payments.length).toBe(1);
		expect(passed.map(({ row, reason }) => [row, reason.code])).toEqual([
			[3, "header_again"],
			[4, "subtotal"],
			[5, "no_person"],
		]);
	});
});

test.each([
	["入會費", ["entrance"]],
	["常年會費", ["annual"]],
	["入會費＋常年會費", ["entrance", "annual"]],
	["入會費及年費", ["entrance", "annual"]],
	["常年會費113年", ["annual"]],
	["捐款", ["donation"]],
	["義賣", undefined],
])("%s is a kind", (text, kinds) => {
	expect(kindsOf(text)).toEqual(kinds);
});

test.each([
	["ATM轉帳", "transfer"],
	["郵政劃撥", "postal"],
	["現金", "cash"],
	["支票", "other"],
	["以物易物", undefined],
])("%s is a way to pay", (text, method) => {
	expect(methodOf(text)).toBe(method);
});

describe("an amount over what it pays", () => {
	const weights = { entrance: 1000, annual: 500 };
	const fresh = (kind: "annual" | "entrance") => ({ kind, left: undefined });
	const owed = (left: number) => ({ kind: "annual" as const, left });
	test.each<[string, number, Parameters<typeof splitOver>[1], unknown]>([
		["one year", 700, [fresh("annual")], { amounts: [700] }],
		["three years evenly", 1500, [fresh("annual"), fresh("annual"), fresh("annual")], { amounts: [500, 500, 500] }],
		[
			"what does not come out even",
			1000,
			[fresh("annual"), fresh("annual"), fresh("annual")],
			{ stop: { code: "amount_unclear", text: "1000" } },
		],
		["both kinds by their fees", 1500, [fresh("entrance"), fresh("annual")], { amounts: [1000, 500] }],
		["what is owed, in order", 700, [owed(500), owed(500)], { amounts: [500, 200] }],
		["more than is owed", 1100, [owed(500), owed(500)], { stop: { code: "over_owed", text: "1100", read: "1000" } }],
		[
			"what is owed first, the rest of years nobody assessed",
			1500,
			[owed(500), fresh("annual")],
			{ amounts: [500, 1000] },
		],
		[
			"nothing for a year nobody assessed",
			500,
			[owed(500), fresh("annual")],
			{ stop: { code: "amount_unclear", text: "500" } },
		],
	])("%s", (_, amount, shares, result) => {
		expect(splitOver(amount, shares, weights)).toEqual(result);
	});
});
