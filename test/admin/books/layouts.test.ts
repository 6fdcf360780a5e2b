import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { layoutRows, statementItems } from "#db/books/layouts.ts";
import { finalAccounts, incomeStatement } from "#db/books/ledger-reports.ts";
import { insertLines, post } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { layoutLines } from "#domain/books/layouts/lines.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { surplusOf } from "#domain/books/ledger/statements.ts";
import { paths } from "#http/paths.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, rows } from "../../support/users.ts";

const { layouts, ledger } = paths.admin;
let accountant: Person;
let chair: Person;
const newest = sql`(SELECT max(id) FROM vouchers)`;
const posted = (date: string, lines: readonly Entry[], poster = accountant) =>
	commit(db, [
		sql`INSERT INTO vouchers (date, description, created_by, created_at, updated_at) VALUES (${date}, '記帳', ${accountant.userId}, 1, 1)`,
		insertLines(newest, lines),
		post(newest, by({ id: poster.userId })),
	]);
const idOf = async (code: string) =>
	Number((await rows<{ id: number }>("SELECT id FROM accounts WHERE code = ?", code))[0]?.id);
const itemOf = async (name: string) =>
	Number((await rows<{ id: number }>("SELECT id FROM statement_items WHERE name = ?", name))[0]?.id);
const page = async (query: string, who = accountant) => (await ask(`${layouts.show()}${query}`, { as: who })).text();
const send = async (path: string, form: Record<string, string>, who = accountant) => {
	const answer = await ask(path, { as: who, form });
	return { status: answer.status, text: await answer.text() };
};

beforeAll(async () => {
	accountant = await signIn({ name: "葉佳穎", roles: ["accountant"] });
	chair = await signIn({ name: "王理事長", roles: ["chair"] });
	const codes = (await rows<{ code: string }>("SELECT code FROM accounts WHERE code >= '4' ORDER BY code")).map(
		({ code }) => code,
	);
	for (const [n, code] of codes.entries()) {
		const amount = 1_000 + n * 7;
		const lines =
			code < "5"
				? [debit("1110", amount * 50, ""), credit(code, amount * 50, "")]
				: [debit(code, amount, ""), credit("1110", amount, "")];
		await posted(`2025-${String((n % 12) + 1).padStart(2, "0")}-15`, lines);
	}
	for (const [year, code, amount] of [
		[2025, "4120", 90_000],
		[2025, "5210", 500],
		[2026, "5210", 800],
		[2026, "5990", 3_000],
	] as const)
		await rows(
			"INSERT INTO budget_items (year, account_id, name, amount, created_at, updated_at) VALUES (?, ?, '預算', ?, 1, 1)",
			year,
			await idOf(code),
			amount,
		);
});

/** The sums of 款1, 款2 and 款3 by the layout, and those of the two other reports. */
async function sums(year: number) {
	const [all, items, income, final] = await readRows(
		env.DB,
		layoutRows(year),
		statementItems(),
		incomeStatement({ from: `${year}-01`, to: `${year}-12` }, { from: "1990-01", to: "1990-12" }),
		finalAccounts(year),
	);
	const lines = layoutLines(all, items, { report: "final", shape: "full" });
	const items4 = lines.filter(({ level, place }) => level === "item" && place[0] === 1);
	const items5 = lines.filter(({ level, place }) => level === "item" && place[0] === 2);
	const add = (some: readonly { now: number }[]) => some.reduce((sum, { now }) => sum + now, 0);
	return {
		layout: [add(items4), add(items5), lines.at(-1)?.now],
		income: [
			-add(income.filter(({ code }) => code < "5")),
			add(income.filter(({ code }) => code >= "5")),
			surplusOf(income).now,
		],
		budgets: [lines[0]?.than, final.filter(({ code }) => code < "5").reduce((sum, { budget }) => sum + budget, 0)],
	};
}

test("the 項 sum to the income statement, whatever the vouchers and the layout", async () => {
	const before = await sums(2025);
	expect(before.layout).toEqual(before.income);
	expect(before.budgets[0]).toBe(before.budgets[1]);
	// Sub-accounts, accounts out of use with figures, and accounts in other items or in none change no sum.
	await rows(
		"INSERT INTO accounts (code, name, created_at, updated_at) VALUES ('5210-01', '紙張', 1, 1), ('5999', '其他', 1, 1)",
	);
	await posted("2025-03-03", [debit("5210-01", 321, ""), debit("5999", 7, ""), credit("1110", 328, "")]);
	await rows("UPDATE accounts SET is_active = 0 WHERE code IN ('5999', '5820')");
	await rows("UPDATE accounts SET statement_item_id = NULL WHERE code IN ('5310', '5110')");
	await rows("UPDATE accounts SET statement_item_id = ? WHERE code = '5210-01'", await itemOf("雜項支出"));
	const after = await sums(2025);
	expect(after.layout).toEqual(after.income);
	expect(after.income[1]).toBe(Number(before.income[1]) + 328);
});

test("收支決算表 and 收支預算表 have their columns, in the form that the income allows", async () => {
	const final = await page("?report=final&year=2025&shape=full");
	for (const words of [
		"收支決算表",
		"決算數",
		"預算數",
		"增加",
		"減少",
		"說明",
		"辦公費",
		"文具書報費",
		"90,000",
		"本期餘絀",
		"也可以用簡式",
	])
		expect(final).toContain(words);
	const simple = await page("?report=final&year=2025&shape=simple");
	expect(simple).toContain("辦公費");
	expect(simple).not.toContain("文具書報費");
	await posted("2025-05-05", [debit("1110", 5_000_000, ""), credit("4220", 5_000_000, "")], chair);
	expect(await page("?report=final&year=2025&shape=simple")).toContain("報備要用附件一");
	const budget = await page("?report=budget&year=2026");
	for (const words of ["收支預算表", "本年度", "上年度", "預備金", "3,000", "800", "500"])
		expect(budget).toContain(words);
	expect(budget).not.toContain("未結帳");
	expect(await page("?year=1990")).not.toContain("export/xlsx");
});

test("what is said of a line is kept by year and statement, printed and in the file", async () => {
	const path = `${layouts.notes()}?year=2025&report=final`;
	const line = `note_item-${await itemOf("辦公費")}`;
	expect((await ask(path, { as: chair })).status).toBe(403);
	expect((await send(path, { version: "0", [line]: "採購 <紙張>", "note_class-3": "撙節" })).status).toBe(303);
	expect(await page("?report=final&year=2025")).toContain("採購 &lt;紙張>");
	expect(await page("?report=budget&year=2025")).not.toContain("採購");
	expect(await page("?report=final&year=2024")).not.toContain("採購");
	const csv = await (
		await ask(`${layouts.export("csv")}?report=final&year=2025&shape=full`, { as: accountant })
	).text();
	expect(csv).toContain("款,項,目,名稱,決算數,預算數,增加,減少,說明");
	expect(csv).toContain("採購 <紙張>");
	// Somebody who saw the notes before does not overwrite them.
	const stale = await send(path, { version: "0", [line]: "別的" });
	expect([stale.status, stale.text.includes("剛剛已被其他人更新"), stale.text.includes('value="別的"')]).toEqual([
		409,
		true,
		true,
	]);
	expect((await send(path, { version: "1", [line]: "" })).status).toBe(303);
	expect(await page("?report=final&year=2025")).not.toContain("採購");
	for (const wrong of [{ version: "2", other: "x" }, { version: "x" }, { version: "2", [line]: "長".repeat(201) }])
		expect((await send(path, wrong)).status).toBe(422);
	expect((await ask(`${layouts.notes()}?year=2025&report=other`, { as: accountant })).status).toBe(400);
	expect(await rows("SELECT action, auditable_id FROM audit_log WHERE action = 'layout.notes'")).toHaveLength(2);
});

test("the layout is data: 項 are named, ordered, added and deleted, and an account chooses one of its class", async () => {
	const text = await (await ask(layouts.items(), { as: accountant })).text();
	const seen = (/name="seen" value="([^"]*)"/.exec(text)?.[1] ?? "").replaceAll("&quot;", '"');
	const office = await itemOf("辦公費");
	const [empty] = [await itemOf("預備金")];
	expect(
		(
			await send(layouts.items(), {
				seen,
				[`name_${office}`]: "行政辦公費",
				[`position_${office}`]: "1",
				name_new: "病友服務費",
				class_new: "5",
				position_new: "35",
			})
		).status,
	).toBe(303);
	expect((await send(layouts.items(), { seen, [`name_${office}`]: "我的", [`position_${office}`]: "1" })).status).toBe(
		409,
	);
	expect(await itemOf("行政辦公費")).toBe(office);
	const now = JSON.stringify(
		(await readRows(env.DB, statementItems()))[0].map(({ id, name, position }) => [id, name, position]),
	);
	const used = await send(layouts.items(), { seen: now, [`name_${empty}`]: "", [`position_${empty}`]: "1" });
	expect([used.status, used.text.includes("還有會計科目列在這一項")]).toEqual([422, true]);
	const twice = await send(layouts.items(), { seen: now, [`name_${office}`]: "人事費", [`position_${office}`]: "1" });
	expect([twice.status, twice.text.includes("已有同名的項")]).toEqual([422, true]);
	const made = await itemOf("病友服務費");
	const account = await idOf("5320");
	const [{ version } = { version: 0 }] = await rows<{ version: number }>(
		"SELECT version FROM accounts WHERE id = ?",
		account,
	);
	const edit = { code: "5320", name: "活動及病友服務費", is_active: "1" };
	expect((await send(ledger.account(account), { ...edit, item: String(made), version: String(version) })).status).toBe(
		303,
	);
	expect(await page("?report=final&year=2025&shape=simple")).toContain("病友服務費");
	// A form without the field leaves the item as it is.
	expect((await send(ledger.account(account), { ...edit, name: "活動費", version: String(version + 1) })).status).toBe(
		303,
	);
	expect(await rows("SELECT statement_item_id AS item FROM accounts WHERE id = ?", account)).toEqual([{ item: made }]);
	const bank = await idOf("1110");
	const wrong = await send(ledger.account(bank), {
		code: "1110",
		name: "庫存現金",
		is_active: "1",
		item: String(made),
		version: "1",
	});
	expect([wrong.status, wrong.text.includes("收入科目要選收入的項")]).toEqual([422, true]);
});

test("the database itself keeps an account in an item of its class, and no item twice", async () => {
	const refused = (statement: string, code: string) => expect(env.DB.prepare(statement).run()).rejects.toThrow(code);
	await refused(
		"UPDATE accounts SET statement_item_id = (SELECT id FROM statement_items WHERE name = '人事費') WHERE code = '4110'",
		"layout.class",
	);
	await refused(
		"INSERT INTO accounts (code, name, statement_item_id, created_at, updated_at) VALUES ('1199', '試', 1, 1, 1)",
		"layout.class",
	);
	await refused("DELETE FROM statement_items WHERE name = '折舊'", "layout.used");
	await refused("UPDATE statement_items SET class = '4' WHERE name = '折舊'", "layout.taken");
	await refused(
		"INSERT OR REPLACE INTO statement_items (class, name, position, updated_at) VALUES ('5', '折舊', 1, 1)",
		"layout.taken",
	);
	await refused("INSERT INTO statement_notes VALUES (2025, 'final', 'x', '', 1, 1)", "CHECK");
});
