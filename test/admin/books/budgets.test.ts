import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { budgetsLeft, unbudgeted } from "#db/books/budgets.ts";
import { insertLines, post } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { standingOf } from "#domain/books/budgets/left.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { ratiosOf } from "#domain/books/ledger/ratios.ts";
import { paths } from "#http/paths.ts";
import { brokenOnPurpose } from "../../support/invariants.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, rows } from "../../support/users.ts";

const { ledger } = paths.admin;
let accountant: Person;
beforeAll(async () => {
	accountant = await signIn({ name: "葉佳穎", roles: ["accountant"] });
});

const page = async (address: string, who = accountant) => {
	const answer = await ask(address, { as: who });
	return { status: answer.status, text: await answer.text() };
};
const send = async (address: string, form: Record<string, string>, who = accountant) => {
	const answer = await ask(address, { as: who, form });
	return { status: answer.status, text: await answer.text(), to: answer.headers.get("Location") };
};
const itemOf = async (name: string, year = 2026) =>
	(
		await rows<{ id: number; version: number }>(
			"SELECT id, version FROM budget_items WHERE name = ? AND year = ?",
			name,
			year,
		)
	)[0] ?? { id: 0, version: 0 };
const add = (code: string, name: string, amount: string, year = "2026") =>
	send(`${ledger.budgetCreate()}?year=${year}`, { year, account: code, name, amount, note: "" });
const newest = sql`(SELECT max(id) FROM vouchers)`;
const posted = (date: string, lines: readonly Entry[]) =>
	commit(db, [
		sql`INSERT INTO vouchers (date, description, created_at, updated_at) VALUES (${date}, '記帳', 1, 1)`,
		insertLines(newest, lines),
		post(newest, by({ id: accountant.userId })),
	]);
const left = async (year = 2026) =>
	(await readRows(db.$client, budgetsLeft(year)))[0].map(({ name, amount, used, committed }) => [
		name,
		amount,
		used,
		committed,
	]);

test("items are added, changed and taken away; what is wrong is told beside its field", async () => {
	expect((await page(ledger.budgets())).text).toContain("還沒有預算");
	for (const [code, name, amount] of [
		["5310", "理監事會議", "50,000"],
		["5320", "年會", "１２０，０００"],
		["5320", "病友聚會", "80000"],
		["4120", "常年會費", "200,000"],
	] as const)
		expect((await add(code, name, amount)).to).toBe(`${ledger.budgets()}?year=2026`);
	for (const wrong of ["0", "-5", "12.5", "一千"])
		expect((await add("5310", "雜支", wrong)).text).toContain("請填寫大於 0 的整數金額");
	expect((await add("5310", "理監事會議", "5")).text).toContain("已有同名的預算項目");
	expect((await add("1130", "存款", "5")).text).toContain("預算只能編在收入或支出科目");
	const unclear = await add("收入", "不清楚", "5");
	expect(unclear.text).toContain("「收入」可能是 4110 入會費收入、4120 常年會費收入");
	expect(unclear.text).toContain('value="收入"');
	const item = await itemOf("理監事會議");
	const change = { account: "會議費", name: "會議", amount: "60,000", note: "四次" };
	expect((await send(ledger.budget(item.id), { ...change, version: "1" })).status).toBe(303);
	const stale = await send(ledger.budget(item.id), { ...change, amount: "70,000", version: "1" });
	expect([stale.status, stale.text.includes("70,000"), stale.text.includes("60,000")]).toEqual([409, true, true]);
	expect(await left()).toEqual([
		["常年會費", 200_000, 0, 0],
		["會議", 60_000, 0, 0],
		["年會", 120_000, 0, 0],
		["病友聚會", 80_000, 0, 0],
	]);
	const gone = await itemOf("年會");
	expect((await send(ledger.budgetRemoval(gone.id), { version: "1" })).status).toBe(303);
	expect((await page(ledger.budget(gone.id))).status).toBe(404);
});

test("what is used is told by the item that a line names, or by the only one of its account; reversals give it back", async () => {
	const [meeting, party] = [await itemOf("會議"), await itemOf("病友聚會")];
	await add("5320", "健走", "10,000");
	const walk = await itemOf("健走");
	await rows(
		"INSERT INTO accounts (code, name, created_at, updated_at) VALUES ('5310-01', '理事會', 1, 1), ('5320-01', '北區', 1, 1)",
	);
	await posted("2026-02-01", [debit("5310", 4_000, ""), credit("1130", 4_000, "")]);
	await posted("2026-02-02", [{ ...debit("5310-01", 1_000, ""), budgetItemId: meeting.id }, credit("1130", 1_000, "")]);
	await posted("2026-02-03", [debit("5310-01", 500, ""), credit("1130", 500, "")]);
	await posted("2026-02-04", [{ ...debit("5320", 12_000, ""), budgetItemId: walk.id }, credit("1130", 12_000, "")]);
	// Of two items nobody says which; another year's does not count, nor what another year's line names.
	await posted("2026-02-05", [debit("5320", 700, ""), credit("1130", 700, "")]);
	await posted("2025-02-05", [{ ...debit("5320", 900, ""), budgetItemId: party.id }, credit("1130", 900, "")]);
	await posted("2026-03-01", [debit("1130", 30_000, ""), credit("4120", 30_000, "")]);
	expect(await left()).toEqual([
		["常年會費", 200_000, 30_000, 0],
		["會議", 60_000, 5_500, 0],
		["健走", 10_000, 12_000, 0],
		["病友聚會", 80_000, 0, 0],
	]);
	const { text } = await page(`${ledger.budgets()}?year=2026`);
	expect(text).toContain("超支");
	expect(
		(await readRows(db.$client, unbudgeted(2026)))[0].map(({ code, amount, has_items }) => [code, amount, has_items]),
	).toEqual([["5320", 700, 1]]);
	expect(
		(await readRows(db.$client, unbudgeted(2025)))[0].map(({ code, amount, has_items }) => [code, amount, has_items]),
	).toEqual([["5320", 900, 0]]);
	expect(text).toContain("傳票沒有指定是哪一個");
	const removal = await send(ledger.budgetRemoval(walk.id), { version: "1" });
	expect([removal.status, removal.text.includes("不能刪除")]).toEqual([422, true]);
	expect((await page(`${ledger.budgetsExport("csv")}?year=2026`)).text.trim().split("\r\n").slice(1, 3)).toEqual([
		"4120,常年會費收入,常年會費,200000,30000,0,170000,收入,",
		"5310,會議費,會議,60000,5500,0,54500,正常,四次",
	]);
});

test("what documents under way will use is committed; warnings come before overspending", async () => {
	const meeting = await itemOf("會議");
	await rows(
		`INSERT INTO finance_documents (id, kind, title, applicant_id, payee_name, pay_by, gross, state_since, created_at, updated_at)
		VALUES (1, 'vendor', '場地', ?, '某某', 'transfer', 50000, 1, 1, 1)`,
		accountant.userId,
	);
	await rows(
		"INSERT INTO finance_lines (document_id, line_no, summary, amount, account_id, budget_item_id) VALUES (1, 1, '場地', 50000, NULL, ?)",
		meeting.id,
	);
	expect((await left()).find(([name]) => name === "會議")).toEqual(["會議", 60_000, 5_500, 0]);
	brokenOnPurpose("a document of plain SQL that was sent without its event");
	await rows("DROP TRIGGER finance_documents_take_steps");
	await rows("DROP TRIGGER finance_documents_are_sent_whole");
	await rows("DROP TRIGGER finance_documents_are_sent_with_proof");
	await rows("UPDATE finance_documents SET state = 'pending_cashier', roc_year = 115, seq = 1 WHERE id = 1");
	expect((await left()).find(([name]) => name === "會議")).toEqual(["會議", 60_000, 5_500, 50_000]);
	const of = (used: number, committed: number, code = "5310") => standingOf({ code, amount: 100, used, committed });
	expect([of(50, 30), of(50, 40), of(60, 41), of(101, 0), of(500, 0, "4120")]).toEqual([
		"fine",
		"near",
		"committed",
		"over",
		"fine",
	]);
	expect((await page(`${ledger.budgets()}?year=2026`)).text).toContain("快用完");
});

test("a year takes over what the one before had, changed by some percent, once", async () => {
	const copy = (percent: string) => send(ledger.budgetsCopy(), { year: "2027", percent });
	for (const wrong of ["abc", "-100", "3.5"]) expect((await copy(wrong)).text).toContain("請填 -99 到 200 的整數");
	expect((await page(`${ledger.budgets()}?year=2027`)).text).toContain("從 115 年複製");
	expect((await copy("+5%")).status).toBe(303);
	expect((await copy("50")).status).toBe(303);
	expect(await left(2027)).toEqual([
		["常年會費", 210_000, 0, 0],
		["會議", 63_000, 0, 0],
		["健走", 10_500, 0, 0],
		["病友聚會", 84_000, 0, 0],
	]);
});

test("projects have their own sums; a name is given once", async () => {
	const input = { name: "補助計畫 <b>", starts_on: "115/1/1", ends_on: "2026-12-31", note: "" };
	expect((await send(ledger.projectCreate(), input)).status).toBe(303);
	expect((await send(ledger.projectCreate(), input)).text).toContain("已有同名的專案");
	for (const [wrong, said] of [
		["2026-02-30", "或沒有這一天"],
		["12/3/5", "也可能是"],
	] as const)
		expect((await send(ledger.projectCreate(), { ...input, name: "x", starts_on: wrong })).text).toContain(said);
	expect((await send(ledger.projectCreate(), { ...input, name: "x", ends_on: "2025-12-31" })).text).toContain(
		"結束日期不能早於開始日期",
	);
	const [{ id } = { id: 0 }] = await rows<{ id: number }>("SELECT id FROM projects");
	await posted("2026-04-01", [{ ...debit("5610", 2_000, ""), projectId: id }, credit("1130", 2_000, "")]);
	await posted("2026-04-02", [debit("1130", 5_000, ""), { ...credit("4310", 5_000, ""), projectId: id }]);
	const { text } = await page(ledger.projects());
	for (const words of ["補助計畫 &lt;b>", "115年1月1日～115年12月31日", "5,000", "2,000", "3,000"])
		expect(text).toContain(words);
	expect((await page(`${ledger.projects()}?q=沒有`)).text).toContain("找不到符合的專案");
	expect((await send(ledger.project(id), { ...input, version: "1" })).status).toBe(303);
	expect((await page(`${ledger.projects()}?active=1`)).text).toContain("找不到符合的專案");
	expect((await send(ledger.project(id), { ...input, version: "1" })).status).toBe(409);
	const auditor = await signIn({ roles: ["auditor"] });
	expect([
		(await page(ledger.projects(), auditor)).status,
		(await page(ledger.projectCreate(), auditor)).status,
	]).toEqual([200, 403]);
});

test("the ratios that the law looks at, at their edges", () => {
	const of = (income: number, expense: number, reserved: number) => {
		const { reserve, spent } = ratiosOf({ income, expense, reserved });
		return [reserve.percent, reserve.isFine, spent.percent, spent.isFine];
	};
	expect(of(2_000_000, 1_600_000, 400_000)).toEqual([20, true, 60, true]);
	expect(of(2_000_000, 1_600_000, 402_000)).toEqual([20.1, false, 59.9, false]);
	expect(of(3_000_000, 1_799_000, 0)).toEqual([0, true, 60, false]);
	// A surplus of at most 500,000 is no harm.
	expect(of(1_000_000, 500_000, 0)).toEqual([0, true, 50, true]);
	expect(of(1_000_002, 500_001, 0)).toEqual([0, true, 50, false]);
	expect(of(1_000, 10, 0)).toEqual([0, true, 1, true]);
	expect(of(0, 500, 0)).toEqual([null, true, null, true]);
	expect(of(0, 500, 100)).toEqual([null, false, null, true]);
});

test("the dashboard shows what there is, where it is, and how the law would look at it", async () => {
	const { text } = await page(paths.admin.home());
	for (const words of ["資金餘額", "年的法定比率", "收入與支出"]) expect(text).toContain(words);
	expect((await page(paths.admin.home(), await signIn({ roles: ["secretary"] }))).text).not.toContain("資金餘額");
});
