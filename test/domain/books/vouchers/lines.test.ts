import { expect, test } from "vitest";
import { type Account, accountNamed, accountsLike, chooseAccount } from "#domain/books/accounts/chart.ts";
import {
	amountIn,
	balanceWords,
	type Known,
	NO_LINE,
	readLine,
	sumsOf,
	type TypedLine,
} from "#domain/books/vouchers/lines.ts";

const account = (id: number, code: string, name: string, isActive = true): Account => ({ id, code, name, isActive });
const CHART = [
	account(1, "1110", "庫存現金"),
	account(2, "1130", "銀行存款"),
	account(3, "1130-01", "漣漪銀行活期存款"),
	account(4, "1310", "銀行存款－基金專戶"),
	account(5, "5250", "郵電費"),
	account(6, "5820", "呆帳", false),
	account(7, "5990", "預備金"),
];

test.each([
	["1130", [2, 3]],
	["1130-01", [3]],
	["1130 銀行存款", [2]],
	["１１１０", [1]],
	["銀行存款", [2, 4]],
	["存款", [2, 3, 4]],
	["郵", [5]],
	["沒有", []],
	["", [1, 2, 3, 4, 5, 6, 7]],
])("%s offers accounts by code and name, the likeliest first", (text, ids) => {
	expect(accountsLike(text, CHART).map(({ id }) => id)).toEqual(ids);
});

test.each([
	["1130", 2],
	["1130-01 隨便", 3],
	["銀行存款", 2],
	["活期", 3],
	["存款", undefined],
	["9999", undefined],
	["", undefined],
])("%s names one account or none", (text, id) => {
	expect(accountNamed(text, CHART)?.id).toBe(id);
});

test("of what is offered, a text chooses one account or a sentence says why it does not", () => {
	const offered = CHART.filter(({ code }) => code < "2");
	expect(chooseAccount(" 活期 ", offered, CHART)).toEqual({ account: CHART[2] });
	expect(chooseAccount("郵電費", offered, CHART)).toEqual({ problem: "這裡不能選 5250 郵電費，請改選其他科目。" });
	expect(chooseAccount("呆帳", offered, CHART)).toEqual({ problem: "5820 呆帳已停用，請改用其他科目。" });
	expect(chooseAccount("　", offered, CHART)).toEqual({ problem: "請選擇會計科目。" });
	const many = Array.from({ length: 9 }, (_, at) => account(at, `53${at}0`, `活動 ${at}`));
	expect(chooseAccount("53", many)).toEqual({
		problem: `「53」可能是 ${[0, 1, 2, 3, 4, 5].map((at) => `53${at}0 活動 ${at}`).join("、")}等 9 個科目，請改打代號或完整的名稱。`,
	});
});

const KNOWN: Known = {
	accounts: CHART,
	members: new Map([["M0001", 7]]),
	projects: new Set([3]),
	budgets: new Map([[9, { accountId: 5, year: 2026 }]]),
	year: 2026,
};
const row = (of: Partial<TypedLine>): TypedLine => ({ ...NO_LINE, ...of });

test("a row is a line with one side; an empty one is none, also where only a project was chosen", () => {
	expect(readLine(row({}), KNOWN)).toBeNull();
	expect(readLine(row({ project: "3" }), KNOWN)).toBeNull();
	expect(
		readLine(
			row({ account: "5250", debit: "NT$ 1,000 元", memo: " 郵  資 ", member: "ｍ0001", project: "3", budget: "9" }),
			KNOWN,
		),
	).toEqual({
		line: { account: "5250", debit: 1000, credit: 0, memo: "郵 資", memberId: 7, projectId: 3, budgetItemId: 9 },
	});
	expect(readLine(row({ account: "1110", debit: "0", credit: "300" }), KNOWN)).toMatchObject({
		line: { debit: 0, credit: 300 },
	});
});

test.each([
	["account", { debit: "100" }, "請選擇會計科目。"],
	[
		"account",
		{ account: "存款", debit: "100" },
		"「存款」可能是 1130 銀行存款、1130-01 漣漪銀行活期存款、1310 銀行存款－基金專戶，請改打代號或完整的名稱。",
	],
	["account", { account: "聚餐", debit: "100" }, "找不到「聚餐」這個科目。"],
	["account", { account: "預備金", debit: "100" }, "5990 預備金只編預算，請改用實際用途的科目。"],
	["account", { account: "5820", debit: "100" }, "5820 呆帳已停用，請改用其他科目。"],
	["debit", { account: "5250" }, "請在借方或貸方填寫大於 0 的金額。"],
	["debit", { account: "5250", debit: "0", credit: "0" }, "請在借方或貸方填寫大於 0 的金額。"],
	["credit", { account: "5250", credit: "0" }, "請在借方或貸方填寫大於 0 的金額。"],
	["debit", { account: "5250", debit: "-1" }, "「-1」不是大於 0 的整數金額（最多一億元）。"],
	["credit", { account: "5250", credit: "1.5" }, "「1.5」不是大於 0 的整數金額（最多一億元）。"],
	["debit", { account: "5250", debit: "100000001" }, "「100000001」不是大於 0 的整數金額（最多一億元）。"],
	["debit", { account: "5250", debit: "1", credit: "1" }, "借方與貸方只能填一邊。"],
	["memo", { account: "5250", debit: "1", memo: "字".repeat(201) }, "摘要最多 200 個字。"],
	["member", { account: "5250", debit: "1", member: "M0002" }, "找不到會員編號 M0002。"],
	["project", { account: "5250", debit: "1", project: "4" }, "這個專案已不能使用，請重新選擇。"],
	["budget", { account: "5250", debit: "1", budget: "8" }, "這個預算項目不是傳票那一年的，請重新選擇。"],
	["budget", { account: "1110", debit: "1", budget: "9" }, "預算項目與會計科目不同，請重新選擇。"],
])("%s of %o is refused: %s", (field, of, problem) => {
	expect(readLine(row(of), KNOWN)).toEqual({ problem, field });
});

test("the difference is told in figures and in words", () => {
	expect(balanceWords({ debit: 0, credit: 0 })).toBe("還沒有金額");
	expect(balanceWords({ debit: 1000, credit: 1000 })).toBe("借貸平衡：1,000 元（壹仟元整）");
	expect(balanceWords({ debit: 1005, credit: 0 })).toBe("借方比貸方多 1,005 元（壹仟零伍元整）");
	expect(balanceWords({ debit: 5, credit: 15 })).toBe("貸方比借方多 10 元（壹拾元整）");
	expect(
		sumsOf([
			{ debit: 1, credit: 0 },
			{ debit: 0, credit: 3 },
		]),
	).toEqual({ debit: 1, credit: 3 });
	expect(["1,000", "１０", "x", "-3", ""].map(amountIn)).toEqual([1000, 10, 0, 0, 0]);
});
