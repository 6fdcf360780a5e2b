import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test } from "vitest";
import { accrualLines, accrualVoucher, duesReceivable } from "#db/books/accruals.ts";
import { budgetsLeft, unbudgeted } from "#db/books/budgets.ts";
import { fundRows, monthFigures, ratioRow } from "#db/books/finance-figures.ts";
import { balanceRows, checkRows, monthRows, periodEvents } from "#db/books/periods.ts";
import { projectRows } from "#db/books/projects.ts";
import { openingHead, turningVouchers } from "#db/books/year-openings.ts";
import { yearHead } from "#db/books/years.ts";
import { invariantSelects } from "#db/invariants/suite.ts";
import { readRows, type Select } from "#db/read.ts";
import { brokenOnPurpose } from "../../support/invariants.ts";
import { slowness } from "../../support/pace.ts";
import { rows } from "../../support/users.ts";

const plan = async ({ sql, params }: Select<unknown>) =>
	(
		await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
			.bind(...params)
			.all<{ detail: string }>()
	).results
		.map(({ detail }) => detail)
		.join("\n");

const PAGES: Record<string, Select<unknown>[]> = {
	"a month": [
		monthRows(["2026-03"]),
		checkRows("2026-03", "2026-11-20"),
		balanceRows("2026-03"),
		periodEvents("2026-03"),
	],
	"the end of a year": [accrualLines(2026), duesReceivable(2026), accrualVoucher(2026)],
	"a year": [yearHead(2026), openingHead(2026), turningVouchers(2026), ratioRow(2026)],
	budgets: [budgetsLeft(2026), unbudgeted(2026)],
	projects: [projectRows({ q: "", active: undefined }, { rows: 50, page: 1 })],
	"the dashboard": [fundRows(), monthFigures(2026)],
};
/** What grows with the years. */
const LARGE =
	/SCAN (?:v|l|vouchers|voucher_lines|payments|p|x|bank_lines|finance_documents|income_records|d|period_events|e)\b(?! USING (?:COVERING )?INDEX)/;

describe("no plan walks through all vouchers, payments or documents", () => {
	test.each(Object.entries(PAGES))("%s", async (_, selects) => {
		for (const one of selects) expect(await plan(one)).not.toMatch(LARGE);
	});
});

describe("over 20,000 vouchers of two years and 5,000 items", () => {
	beforeAll(async () => {
		brokenOnPurpose("vouchers of plain SQL, which take no numbers of a series");
		await rows(
			`INSERT INTO members (id, member_no, name, status, created_at, updated_at)
			SELECT 1000 + key, 'P' || key, '會員' || key, 'active', 1, 1 FROM json_each(?)`,
			JSON.stringify(Array.from({ length: 5_000 }, () => 0)),
		);
		await rows(
			`INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at)
			SELECT id, 'annual', 2026, 1000, 1000, 1, 1 FROM members WHERE id >= 1000`,
		);
		await rows(
			"INSERT INTO budget_items (id, year, account_id, name, amount, created_at, updated_at) SELECT 1, 2026, id, '會議', 9, 1, 1 FROM accounts WHERE code = '5310'",
		);
		const triggers = await rows<{ name: string; sql: string }>(
			"SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name IN ('vouchers', 'voucher_lines')",
		);
		await env.DB.batch(triggers.map(({ name }) => env.DB.prepare(`DROP TRIGGER ${name}`)));
		const many = JSON.stringify(Array.from({ length: 20_000 }, () => 0));
		await rows(
			`INSERT INTO vouchers (id, state, kind, roc_year, seq, date, description, posted_at, created_at, updated_at)
			SELECT key + 1, 'posted', 'expense', 114 + (key >= 10000), key + 1, date('2025-01-01', '+' || (key * 365 / 10000) || ' days'), '記帳', 1, 1, 1
			FROM json_each(?)`,
			many,
		);
		for (const [line, code, side, item] of [
			[1, "5310", "debit", 1],
			[2, "1130", "credit", null],
		] as const)
			await rows(
				`INSERT INTO voucher_lines (voucher_id, line_no, account_id, ${side}, budget_item_id)
				SELECT v.id, ${line}, a.id, 100, ${item} FROM vouchers v, accounts a WHERE a.code = '${code}'`,
			);
		await rows(
			`INSERT INTO account_months (account_id, month, debit, credit) SELECT l.account_id, substr(v.date, 1, 7), sum(l.debit), sum(l.credit)
			FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id GROUP BY 1, 2`,
		);
		await env.DB.batch(triggers.map(({ sql }) => env.DB.prepare(sql)));
	});
	test.each([...Object.entries(PAGES), ["the invariants", invariantSelects()] as const])(
		"%s takes less than a second of a usual machine",
		async (name, selects) => {
			const start = performance.now();
			const answers = await readRows(env.DB, ...selects);
			const took = Math.round(performance.now() - start);
			console.log(`${name} over 20,000 vouchers: ${took} ms`);
			const isSoon = took < 1_000 * (await slowness());
			expect([name, answers.length, isSoon]).toEqual([name, selects.length, true]);
		},
	);
});
