/**
 * Makes the books (帳冊) of the demo association: the opening balances of two years ago, monthly income and expenses,
 * budgets, projects, closed months.
 */

import { balanceRows, monthRows } from "#db/books/periods.ts";
import type { Db } from "#db/commit.ts";
import { readRows, select } from "#db/read.ts";
import { copyBudget, createBudget } from "#domain/books/budgets/actions.ts";
import { credit, debit, type Entry } from "#domain/books/ledger/postings.ts";
import { closeMonth, keepBalances } from "#domain/books/periods/actions.ts";
import { createProject } from "#domain/books/projects/actions.ts";
import { createVoucher, openBooks } from "#domain/books/vouchers/actions.ts";
import { byUser } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { seedDemoAssets } from "./assets.ts";

/** The opening balances (開帳) by account; the remainder is the accumulated surplus (累計餘絀). */
const HELD: readonly Entry[] = [
	debit("1110", 8_000, "開帳"),
	debit("1120", 10_000, "開帳"),
	debit("1130-01", 486_000, "開帳"),
	debit("1140-01", 62_500, "開帳"),
	debit("1310", 300_000, "開帳"),
	debit("1430", 96_000, "開帳"),
	credit("1439", 38_400, "開帳"),
	credit("3110", 300_000, "開帳"),
	credit("3210", 624_100, "開帳"),
];

/** A regular payment or income: its months, its day, and the account from or into which it is paid. */
type Regular = {
	months: readonly number[];
	day: number;
	code: string;
	from: string;
	amount: number;
	words: string;
	/** The budget item, when its account has several; `project` is a project of this year. */
	item?: string;
	project?: string;
};
const EACH = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const EXPENSES: readonly Regular[] = [
	{ months: EACH, day: 5, code: "5260", from: "1130-01", amount: 6_000, words: "會址租金" },
	{ months: EACH, day: 15, code: "5250", from: "1130-01", amount: 899, words: "電話與網路費" },
	{ months: [2, 4, 6, 8, 10, 12], day: 20, code: "5230", from: "1130-01", amount: 1_860, words: "電費" },
	{ months: [3, 9], day: 25, code: "5220", from: "1130-01", amount: 14_500, words: "會刊印刷費" },
	{ months: [4, 10], day: 12, code: "5310", from: "1130-01", amount: 8_200, words: "理監事會議場地與餐費" },
	{
		months: [9],
		day: 20,
		code: "5320",
		from: "1130-01",
		amount: 46_000,
		words: "年會場地與講師費",
		item: "年會",
		project: "年會",
	},
];
const INCOMES: readonly Regular[] = [
	{ months: [1, 5, 8, 11], day: 8, code: "4220", from: "1130-01", amount: 24_000, words: "各界捐款" },
	{
		months: [3, 9],
		day: 18,
		code: "4310",
		from: "1130-01",
		amount: 40_000,
		words: "社會局補助款",
		project: "病友支持團體計畫",
	},
	{ months: [6, 12], day: 21, code: "4410", from: "1130-01", amount: 1_240, words: "活存利息" },
];

const BUDGET: readonly (readonly [code: string, name: string, amount: number])[] = [
	["4120", "常年會費", 24_000],
	["4220", "各界捐款", 100_000],
	["4310", "社會局補助", 80_000],
	["4410", "利息", 2_500],
	["5220", "會刊印刷", 28_000],
	["5230", "水電費", 12_000],
	["5250", "電話與網路", 11_000],
	["5260", "會址租金", 72_000],
	["5310", "理監事會議", 18_000],
	["5320", "年會", 50_000],
	["5320", "病友聚會", 30_000],
	["5910", "提撥準備基金", 20_000],
];

const PROJECTS = [
	{ name: "病友支持團體計畫", months: ["01-01", "12-31"], note: "社會局補助，每年結報一次。" },
	{ name: "年會", months: ["07-01", "10-31"], note: "" },
] as const;

type World = { db: Db; userId: number; year: number; today: string };

/**
 * Makes the books of last year and this year when there are no opening balances (開帳) yet, and closes last year's
 * months up to the first that something keeps open. `at` is UTC milliseconds; people and dues must exist.
 */
export async function seedDemoBooks(db: Db, at: number): Promise<void> {
	const [[accountant], [opened]] = await readRows(
		db.$client,
		select<{ id: number }>("SELECT id FROM users WHERE email = 'accountant@example.org'"),
		select<{ id: number }>("SELECT id FROM vouchers WHERE source = 'opening' AND source_id = 0"),
	);
	if (!accountant || opened) return;
	const today = dateInTaipei(at);
	const world = { db, userId: accountant.id, year: Number(today.slice(0, 4)), today };
	const first = `${world.year - 1}-01-01`;
	await openBooks(db, { date: first, lines: HELD, seen: 0, by: byUser(accountant.id, null, morning(first)) });
	await makeBudgets(world);
	await makeProjects(world);
	for (const year of [world.year - 1, world.year]) await keepYear(world, year);
	await seedDemoAssets(db, world);
	await closeLastYear(world);
}

/** Returns nine in the morning in Taipei of a day (YYYY-MM-DD), in UTC milliseconds. */
const morning = (day: string): number => Date.parse(`${day}T01:00:00Z`);
const two = (n: number): string => String(n).padStart(2, "0");

async function keepYear({ db, userId, today }: World, year: number): Promise<void> {
	const all = [
		...EXPENSES.map((one) => ({ ...one, isExpense: true })),
		...INCOMES.map((one) => ({ ...one, isExpense: false })),
	];
	const due = all
		.flatMap((one) => one.months.map((month) => ({ ...one, date: `${year}-${two(month)}-${two(one.day)}` })))
		.filter(({ date }) => date <= today)
		.toSorted((a, b) => a.date.localeCompare(b.date));
	const [items, projects] = await readRows(
		db.$client,
		select<{ id: number; name: string }>(
			"SELECT id, name FROM budget_items WHERE year = CAST(? AS INTEGER)",
			String(year),
		),
		select<{ id: number; name: string }>("SELECT id, name FROM projects"),
	);
	for (const { date, code, from, amount, words, isExpense, item, project } of due) {
		const named = {
			budgetItemId: items.find(({ name }) => name === item)?.id ?? null,
			projectId: projects.find(({ name }) => name === `${year - 1911} 年${project}`)?.id ?? null,
		};
		const lines = isExpense
			? [{ ...debit(code, amount, words), ...named }, credit(from, amount, words)]
			: [debit(from, amount, words), { ...credit(code, amount, words), ...named }];
		await createVoucher(db, {
			input: { date, description: words, turnsNextYear: false, lines },
			poster: { userId, standsFor: [null] },
			key: `demo-voucher-${code}-${date}`,
			by: byUser(userId, null, morning(date)),
		});
	}
	const set = `${year}-12-28`;
	if (set <= today)
		await createVoucher(db, {
			input: {
				date: set,
				description: "提撥準備基金",
				turnsNextYear: false,
				lines: [
					debit("5910", 20_000, "提撥準備基金"),
					credit("3110", 20_000, "提撥準備基金"),
					debit("1310", 20_000, "轉入基金專戶"),
					credit("1130-01", 20_000, "轉入基金專戶"),
				],
			},
			poster: { userId, standsFor: [null] },
			key: `demo-reserve-${year}`,
			by: byUser(userId, null, morning(set)),
		});
}

/** Makes last year's budget, and from it this year's, 3% higher. */
async function makeBudgets({ db, userId, year }: World): Promise<void> {
	const [accounts] = await readRows(
		db.$client,
		select<{ id: number; code: string }>("SELECT id, code FROM accounts WHERE code >= '4'"),
	);
	const by = byUser(userId, null, morning(`${year - 2}-12-10`));
	for (const [code, name, amount] of BUDGET) {
		const account = accounts.find((one) => one.code === code);
		if (!account) continue;
		const input = { year: year - 1, account: account.id, name, amount, note: "" };
		await createBudget(db, { input, key: `demo-budget-${code}-${name}`, by });
	}
	await copyBudget(db, { year, percent: 3, by: byUser(userId, null, morning(`${year - 1}-12-10`)) });
}

async function makeProjects({ db, userId, year }: World): Promise<void> {
	for (const { name, months, note } of PROJECTS) {
		const input = {
			name: `${year - 1911} 年${name}`,
			starts_on: `${year}-${months[0]}`,
			ends_on: `${year}-${months[1]}`,
			note,
		};
		const by = byUser(userId, null, morning(`${year}-01-06`));
		await createProject(db, { input, key: `demo-project-${name}`, by });
	}
}

/** Closes last year's months with the books' own bank balances, up to the first that something keeps open. */
async function closeLastYear({ db, userId, year }: World): Promise<void> {
	for (let number = 1; number <= 12; number += 1) {
		const month = `${year - 1}-${two(number)}`;
		const at = morning(`${number === 12 ? `${year}-01` : `${year - 1}-${two(number + 1)}`}-10`);
		const by = byUser(userId, null, at);
		const [[row], balances] = await readRows(db.$client, monthRows([month]), balanceRows(month));
		if (row?.status !== "open") return;
		await keepBalances(db, month, {
			balances: balances.map(({ account_id, held }) => ({ accountId: account_id, amount: held, note: "" })),
			by,
		});
		try {
			await closeMonth(db, { month, version: row.version, reviewer: { userId, standsFor: [null] }, by });
		} catch (error) {
			if (error instanceof Refusal) return;
			throw error;
		}
	}
}
