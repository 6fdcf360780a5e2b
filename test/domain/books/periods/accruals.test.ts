/** 年底調整: what a year owed at its end becomes one draft, which the next year's opening turns back. */

import { env } from "cloudflare:test";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { accrualLines, accrualVoucher, duesReceivable } from "#db/books/accruals.ts";
import { budgetsLeft } from "#db/books/budgets.ts";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { readRows } from "#db/read.ts";
import { draftAccruals } from "#domain/books/periods/accrual-actions.ts";
import { accrualYear, documentsOf, duesValue } from "#domain/books/periods/accruals.ts";
import { openYear } from "#domain/books/periods/actions.ts";
import { postDraft, reverseManual } from "#domain/books/vouchers/actions.ts";
import { accountId, bring, draft, fund, office } from "../../../support/finance.ts";
import { db, dues, item, owing, payment, submit, verify } from "../../../support/payments.ts";
import { codeOf } from "../../../support/refusal.ts";
import { registerInput } from "../../../support/register-input.ts";
import { payee, register, share, withhold } from "../../../support/registers.ts";
import { by, rows } from "../../../support/users.ts";

type Office = Awaited<ReturnType<typeof office>>;
let people: Office;
let helper: number;
beforeAll(async () => {
	people = await office();
	await fund();
	helper = await payee({ name: "林助理" });
});

/** A time in Taipei. */
const on = (day: string, hour = 10): number => Date.parse(`${day}T${String(hour).padStart(2, "0")}:00:00+08:00`);
const listed = async (year: number) => documentsOf((await readRows(env.DB, accrualLines(year)))[0]);
const idsIn = async (year: number, salary: 0 | 1) =>
	(await listed(year)).filter(({ is_salary }) => is_salary === salary).map(({ id }) => id);
const refusal = (promise: Promise<unknown>) => promise.then(() => "done", codeOf);
const request = async (at: number, code = "5320", amount = 1_000) =>
	bring(await draft(people.applicant, { lines: [{ summary: "場地租金", amount }] }), people, "chair", { at, code });
async function salary(at: number, { reason = "12 月薪資", wantedOn = null as string | null } = {}) {
	const shares = [share(helper, { payeeName: "林助理", reason, gross: 36_000, labour: 900, health: 560 })];
	const id = await register(people.applicant, registerInput(shares, { kind: "salary", title: "薪資", wantedOn }));
	await bring(id, people, "cashier", { at });
	await withhold(id, people, { category: "50", tax: 0 });
	return bring(id, people, "chair", { at });
}

type Press = { document?: number[]; dues?: string[]; prepaid?: { code: string; amount: number; memo: string }[] };
const press = (
	year: number,
	{ document = [], dues: sums = [], prepaid = [] }: Press,
	key: string = crypto.randomUUID(),
) =>
	draftAccruals(db, {
		...{ year, dues: sums, prepaid, key },
		document: document.map(String),
		by: by(people.accountant, on(`${year + 1}-01-02`)),
	});
const linesIn = async (id: number) =>
	(
		await rows<{ line: string }>(
			`SELECT a.code || iif(l.debit > 0, ' Dr ' || l.debit, ' Cr ' || l.credit) AS line FROM voucher_lines l
			JOIN accounts a ON a.id = l.account_id WHERE l.voucher_id = ? ORDER BY l.line_no`,
			id,
		)
	).map(({ line }) => line);
const poster = () => ({ userId: people.chair.id, standsFor: [null] });
const post = async (id: number, at: number) => {
	const [row] = await rows<{ version: number }>("SELECT version FROM vouchers WHERE id = ?", id);
	await postDraft(db, { ref: { id, version: row?.version ?? 0 }, poster: poster(), by: by(people.chair, at) });
};
const open = (year: number) =>
	openYear(db, { year, version: 0, reviewer: poster(), by: by(people.accountant, on(`${year}-01-05`)) });

/** What accounts moved in a year or in all, debit less credit, since this test began. */
let before = new Map<string, number>();
const moves = async (year: string) => {
	const found = await rows<{ code: string; moved: number }>(
		`SELECT a.code, sum(m.debit - m.credit) AS moved FROM account_months m JOIN accounts a ON a.id = m.account_id
		WHERE m.month LIKE ? GROUP BY 1`,
		`${year}%`,
	);
	return new Map(found.map(({ code, moved }) => [`${year} ${code}`, moved]));
};
const moved = async (code: string, year = "") =>
	((await moves(year)).get(`${year} ${code}`) ?? 0) - (before.get(`${year} ${code}`) ?? 0);
beforeEach(async () => {
	before = new Map((await Promise.all(["", "2026", "2027", "2030", "2031"].map(moves))).flatMap((map) => [...map]));
});

test("the year is that of December itself, and else the one before", () => {
	expect(["2026-12-01", "2027-01-15", "2026-11-30"].map(accrualYear)).toEqual([2026, 2026, 2025]);
});

test("the list has what was approved by 31 December and not paid by then, and nothing else", async () => {
	const waits = await request(on("2026-12-31", 23));
	const later = await bring(await request(on("2026-12-20")), people, "posted", { at: on("2027-01-10") });
	await bring(await request(on("2026-12-20")), people, "posted", { at: on("2026-12-31") });
	await request(on("2027-01-01", 0));
	await bring(await draft(people.applicant), people, "accountant", { at: on("2026-12-20") });
	await bring(await draft(people.applicant, { kind: "advance" }), people, "chair", { at: on("2026-12-20") });
	// Cash that goes into the box is no expense.
	await bring(await draft(people.applicant, { kind: "petty_cash" }), people, "chair", {
		at: on("2026-12-20"),
		code: "1120",
	});
	expect((await idsIn(2026, 0)).toSorted()).toEqual([waits, later].toSorted());
	expect(await idsIn(2025, 0)).toEqual([]);
	// The salaries of December stand apart, also where they are approved in January; others and those of a year ago do not.
	const said = await salary(on("2027-01-04"));
	const wished = await bring(
		await salary(on("2026-12-28"), { reason: "薪資", wantedOn: "2026-12-31" }),
		people,
		"paid",
		{
			at: on("2027-01-05"),
		},
	);
	await salary(on("2027-01-04"), { reason: "1 月薪資" });
	await bring(await salary(on("2026-12-20")), people, "paid", { at: on("2026-12-25") });
	expect((await idsIn(2026, 1)).toSorted()).toEqual([said, wished].toSorted());
	expect((await listed(2026)).find(({ id }) => id === said)?.amount).toBe(36_000);
	expect(await idsIn(2025, 1)).toEqual([]);
});

test("one draft has the sums; posted and turned, it leaves nothing of the year's expense to the next one", async () => {
	const at = on("2030-12-20");
	const [rent, print] = [await request(at, "5260", 12_000), await request(at, "5220", 3_000)];
	const pay = await salary(on("2031-01-04"));
	const owes = await owing({ year: 2030 });
	await item({ memberId: owes.memberId, kind: "entrance", year: 2030, base: 500 });
	const late = await owing({ year: 2030 });
	const paid = payment([dues(late, 1_000)], { paidOn: "2031-01-03" });
	await verify(await submit(paid, { ...late, at: on("2031-01-03") }), people.cashier.id, { at: on("2031-01-03") });
	const [owed] = await readRows(env.DB, duesReceivable(2030));
	expect(owed.map(({ kind, items, amount }) => [kind, items, amount])).toEqual([
		["entrance", 1, 500],
		["annual", 2, 2_000],
	]);
	// What unpaid requests of earlier years are still owed is on the list too; here they are left out.
	const chosen = {
		document: [rent, print, pay],
		dues: owed.map(duesValue),
		prepaid: [{ code: "5230", amount: 600, memo: "明年電費" }],
	};
	const key = crypto.randomUUID();
	const id = await press(2030, chosen, key);
	expect(await linesIn(id)).toEqual([
		...["5260 Dr 12000", "5220 Dr 3000", "2110 Cr 15000", "5320 Dr 36000", "2110 Cr 36000"],
		...["1240 Dr 600", "5230 Cr 600", "1220 Dr 2500", "4110 Cr 500", "4120 Cr 2000"],
	]);
	expect(await rows("SELECT date, state, source, turns_next_year FROM vouchers WHERE id = ?", id)).toEqual([
		{ date: "2030-12-31", state: "draft", source: "manual", turns_next_year: 1 },
	]);
	// The same form makes no second one, and another one is refused, before and after it is posted and turned.
	expect(await press(2030, chosen, key)).toBe(id);
	expect(await refusal(press(2030, chosen))).toBe("accrual.done");
	await post(id, on("2031-01-05"));
	expect(await refusal(press(2030, chosen))).toBe("accrual.done");
	expect([await moved("5260", "2030"), await moved("2110"), await moved("5230", "2030")]).toEqual([
		12_000, -51_000, -600,
	]);
	await open(2031);
	expect(await refusal(press(2030, chosen))).toBe("accrual.done");
	expect((await readRows(env.DB, accrualVoucher(2030)))[0][0]).toMatchObject({
		id,
		state: "posted",
		is_turned: 1,
		total: 54_100,
	});
	for (const one of [rent, print, pay]) await bring(one, people, "posted", { at: on("2031-01-10") });
	for (const code of ["5260", "5220", "5320"]) expect(await moved(code, "2031")).toBe(0);
	for (const code of ["2110", "1240", "1220"]) expect(await moved(code)).toBe(0);
	expect([await moved("5260"), await moved("5220"), await moved("5320")]).toEqual([12_000, 3_000, 36_000]);
	expect(await brokenInvariants(env.DB)).toEqual([]);
});

test("an accrued request counts to a budget once: to its year, until the next year turned it back", async () => {
	const budget = async (year: number, code = "5610") => {
		await rows(
			"INSERT INTO budget_items (year, account_id, name, amount, created_at, updated_at) VALUES (?, ?, ?, 50000, 1, 1)",
			year,
			await accountId(code),
			`${code} 的預算`,
		);
	};
	for (const year of [2032, 2033, 2034]) await budget(year);
	/** What the items of both years used, and what is under way for them; the view says the same of what is left. */
	const counts = async () => {
		const both = await Promise.all(
			[2032, 2033].map(async (year) =>
				(await readRows(env.DB, budgetsLeft(year)))[0].find(({ code }) => code === "5610"),
			),
		);
		for (const one of both)
			expect(await rows("SELECT amount_left FROM budgets_left WHERE item_id = ?", one?.id ?? 0)).toEqual([
				{ amount_left: 50_000 - (one?.used ?? 0) - (one?.committed ?? 0) },
			]);
		return both.map((one) => [one?.used, one?.committed]);
	};
	const [id, other] = [await request(on("2032-12-20"), "5610", 12_000), await request(on("2032-12-21"), "5610", 700)];
	expect(await counts()).toEqual([
		[0, 12_700],
		[0, 0],
	]);
	const voucher = await press(2032, { document: [id, other] });
	expect(await counts()).toEqual([
		[0, 12_700],
		[0, 0],
	]);
	// The accountant takes one of them out of the draft: it stays under way.
	await rows("DELETE FROM voucher_lines WHERE voucher_id = ? AND debit = 700", voucher);
	await rows("UPDATE voucher_lines SET credit = 12000 WHERE voucher_id = ? AND credit > 0", voucher);
	await post(voucher, on("2033-01-02"));
	expect(await counts()).toEqual([
		[12_000, 700],
		[0, 0],
	]);
	for (const statement of [
		"UPDATE accrued_lines SET line_id = line_id",
		"DELETE FROM accrued_lines",
		`INSERT INTO accrued_lines (voucher_id, line_id) SELECT ${voucher}, id FROM finance_lines WHERE document_id = ${other}`,
	])
		await expect(rows(statement)).rejects.toThrow("accrual.done");
	await open(2033);
	expect(await counts()).toEqual([
		[12_000, 700],
		[-12_000, 12_000],
	]);
	await bring(id, people, "paid", { at: on("2033-01-10") });
	expect(await counts()).toEqual([
		[12_000, 700],
		[-12_000, 12_000],
	]);
	await bring(id, people, "posted", { at: on("2033-01-10") });
	expect(await counts()).toEqual([
		[12_000, 700],
		[0, 0],
	]);
	expect(await brokenInvariants(env.DB)).toEqual([]);
});

test("what changed since it was seen is refused, and so is nothing at all; a draft taken back can be made anew", async () => {
	const one = await request(on("2028-12-20"));
	expect(await refusal(press(2028, {}))).toBe("accrual.nothing");
	expect(await refusal(press(2028, { document: [one], dues: ["annual.7"] }))).toBe("accrual.changed");
	await bring(one, people, "paid", { at: on("2028-12-30") });
	expect(await refusal(press(2028, { document: [one] }))).toBe("accrual.changed");
	const prepaid = [{ code: "5260", amount: 900, memo: "" }];
	await rows("DELETE FROM vouchers WHERE id = ?", await press(2028, { prepaid }));
	const id = await press(2028, { prepaid });
	await post(id, on("2028-12-31"));
	const [row] = await rows<{ version: number }>("SELECT version FROM vouchers WHERE id = ?", id);
	const reversal = { date: "2028-12-31", reason: "更正", poster: poster(), by: by(people.chair, on("2028-12-31")) };
	await reverseManual(db, { ref: { id, version: row?.version ?? 0 }, ...reversal });
	expect(await press(2028, { prepaid })).toBeGreaterThan(id);
});

test("by bare SQL a year has one voucher, which is not exchanged, and a posted one stays", async () => {
	const id = await press(2024, { prepaid: [{ code: "5260", amount: 900, memo: "" }] });
	await rows(
		"INSERT INTO vouchers (id, date, description, created_at, updated_at) VALUES (990, '2024-12-31', '調整', 1, 1)",
	);
	for (const statement of [
		"INSERT INTO accruals (voucher_id, year) VALUES (990, 2024)",
		`INSERT OR REPLACE INTO accruals (voucher_id, year) VALUES (${id}, 2023)`,
		"UPDATE OR REPLACE accruals SET voucher_id = 990 WHERE year = 2024",
		"UPDATE accruals SET year = 2023 WHERE year = 2024",
	])
		await expect(rows(statement)).rejects.toThrow("accrual.done");
	await post(id, on("2025-01-02"));
	await expect(rows("DELETE FROM accruals WHERE year = 2024")).rejects.toThrow("accrual.done");
});
