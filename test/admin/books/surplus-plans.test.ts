import { env } from "cloudflare:test";
import { sql } from "drizzle-orm";
import { beforeAll, expect, test } from "vitest";
import { insertLines, post } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { ratiosOf } from "#domain/books/ledger/ratios.ts";
import { paths } from "#http/paths.ts";
import { db } from "../../support/payments.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { by, rows } from "../../support/users.ts";

const { ledger } = paths.admin;
const YEAR = 2025;
let accountant: Person;
beforeAll(async () => {
	accountant = await signIn({ roles: ["accountant"] });
	await commit(db, [
		sql`INSERT INTO vouchers (date, description, created_at, updated_at) VALUES ('2025-06-01', '補助', 1, 1)`,
		insertLines(sql`(SELECT max(id) FROM vouchers)`, [
			debit("1130", 2_000_000, "補助"),
			credit("4310", 2_000_000, "補助"),
		]),
		post(sql`(SELECT max(id) FROM vouchers)`, by({ id: accountant.userId })),
	]);
});

const PLAN = {
	...{ first_year: "2026", last_year: "2029", amount: "2,000,000" },
	...{ approval_no: "社會字第 1150000001 號", approved_on: "115/5/1", version: "0" },
};
const send = async (form: Record<string, string>, path = ledger.surplusPlan(YEAR), as = accountant) => {
	const answer = await ask(path, { as, form });
	return { status: answer.status, text: await answer.text() };
};
const year = async (of = YEAR, as = accountant) => (await ask(ledger.year(of), { as })).text();
const refused = (statement: string) => expect(env.DB.prepare(statement).run()).rejects.toThrow("CHECK");

test("a plan that the authority agreed to takes the place of the spending, and of nothing else", () => {
	const result = { income: 2_000_000, expense: 500_000, reserved: 500_000 };
	expect(ratiosOf(result).spent).toEqual({ percent: 0, isFine: false });
	expect(ratiosOf({ ...result, hasPlan: true })).toEqual({
		reserve: { percent: 25, isFine: false },
		spent: { percent: 0, isFine: true },
	});
});

test("without one the year is short; what is wrong with one is said beside its field", async () => {
	expect(await year()).toContain("不足");
	for (const [wrong, words] of [
		[{ last_year: "2030" }, "計畫最多 4 年"],
		[{ first_year: "2028", last_year: "2027" }, "最後一年不能早於第一年"],
		[{ first_year: "2025", last_year: "2025" }, "之後的四年內"],
		[{ first_year: "2029", last_year: "2031" }, "之後的四年內"],
		[{ amount: "0" }, "請填計畫的金額"],
		[{ approval_no: "" }, "請填主管機關同意的文號"],
		[{ approved_on: "" }, "請填主管機關同意的日期"],
		[{ approved_on: "2126/1/1" }, "同意的日期還沒到"],
	] as const) {
		const { status, text } = await send({ ...PLAN, ...wrong });
		expect([status, text.includes(words)]).toEqual([422, true]);
	}
	expect(await rows("SELECT * FROM surplus_plans")).toEqual([]);
});

test("recorded, it is named on the year's page and the warning is gone, for that year alone; deleted, it is back", async () => {
	expect((await send(PLAN)).status).toBe(303);
	const shown = await year();
	expect(shown).not.toContain("不足");
	for (const words of ["有核准的計畫", "115 至 118 年使用 2,000,000 元", "社會字第 1150000001 號"])
		expect(shown).toContain(words);
	expect(shown).not.toContain("請核對");
	expect((await ask(ledger.surplusPlan(YEAR), { as: accountant })).status).toBe(200);
	// A form that saw no plan, or an older one, does not write over it.
	expect((await send(PLAN)).status).toBe(409);
	expect((await send({ ...PLAN, amount: "900,000", last_year: "2026", version: "1" })).status).toBe(303);
	expect(await year()).toContain("計畫的金額比帳上的結餘 2,000,000 元少，請核對。");
	expect(await year()).toContain("115 年使用 900,000 元");
	expect(await year(2026)).not.toContain("有核准的計畫");
	const auditor = await signIn({ roles: ["auditor"] });
	expect(await year(YEAR, auditor)).toContain("有核准的計畫");
	expect((await send(PLAN, ledger.surplusPlan(YEAR), auditor)).status).toBe(403);
	expect((await send({ version: "1" }, ledger.surplusPlanRemoval(YEAR))).status).toBe(409);
	expect((await send({ version: "2" }, ledger.surplusPlanRemoval(YEAR))).status).toBe(303);
	expect(await year()).toContain("不足");
	expect(await rows("SELECT action FROM audit_log WHERE action LIKE 'year.plan%' ORDER BY id")).toEqual(
		["year.plan", "year.plan", "year.plan_drop"].map((action) => ({ action })),
	);
});

test("no writer records a plan of more than four years, or of the year itself", async () => {
	const insert = (first: number, last: number) =>
		`INSERT INTO surplus_plans (year, first_year, last_year, amount, approval_no, approved_on, created_at, updated_at)
		VALUES (2020, ${first}, ${last}, 1, '字號', '2021-05-01', 1, 1)`;
	for (const [first, last] of [
		[2020, 2021],
		[2021, 2025],
		[2023, 2022],
	] as const)
		await refused(insert(first, last));
});
