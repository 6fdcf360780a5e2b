/**
 * Thousands of actions by chance over two years of books: vouchers by hand, payments, income, deposits, requests for money,
 * closings and their undoing. The program must answer each as a model of paper says, and its books must be the model's.
 */
import { env } from "cloudflare:test";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { balanceSheet, incomeStatement, trialBalance } from "#db/books/ledger-reports.ts";
import { brokenInvariants } from "#db/invariants/suite.ts";
import { readRows } from "#db/read.ts";
import { sealDocuments, verifyDocuments } from "#domain/books/document-seals/actions.ts";
import { signer } from "#platform/seal-macs.ts";
import { bankAccount } from "../../support/bank.ts";
import { natural, newSeed, stepsOf, WALK_MS } from "../../support/chances.ts";
import { fund, staff } from "../../support/finance.ts";
import { member } from "../../support/members.ts";
import { db, item } from "../../support/payments.ts";
import { rows } from "../../support/users.ts";
import type { Chance, Setting } from "../../support/walk/desk.ts";
import { Walk } from "../../support/walk/walk.ts";

/** More with `npm run prove -- walks`; they always take two years. */
const ACTIONS = stepsOf(1_000);
const LOOKS = 10;
/** Clears the first open month and closes it; then the year before. */
const LAST: Chance = { step: 0, a: 1, b: 0, c: 0, hours: 0 };
/** The chair reopens the last month that is closed, or one of the two before it. */
const AGAIN: Chance = { step: 0, a: 2, b: 1, c: 0, hours: 0 };
const START = Date.UTC(2025, 0, 1, 2);
const seed = newSeed();

const chance: fc.Arbitrary<Chance> = fc.record({
	step: natural,
	a: natural,
	b: natural,
	c: natural,
	hours: fc.noBias(fc.nat(Math.ceil(36_000 / ACTIONS))),
});

let setting: Setting;
beforeAll(async () => {
	const [clerk, cashier, accountant, chair] = [
		await staff("applicant"),
		await staff("cashier"),
		await staff("accountant"),
		await staff("chair"),
	];
	const applicant = await staff("applicant");
	await env.DB.prepare("INSERT INTO user_roles SELECT ?, id FROM roles WHERE code = 'secretary'")
		.bind(applicant.id)
		.run();
	const members: number[] = [];
	const items = new Map<string, number>();
	for (const name of ["甲", "乙", "丙", "丁"]) {
		const { id } = await member({ name: `會員${name}`, status: "active" });
		members.push(id);
		for (const year of [2025, 2026, 2027, 2028])
			items.set(`${id} ${year}`, await item({ memberId: id, year, base: 1_000_000 }));
	}
	const bank = await bankAccount();
	await env.DB.prepare("UPDATE accounts SET is_active = 0 WHERE code = '5820'").run();
	const codes = await rows<{ id: number; code: string }>("SELECT id, code FROM accounts");
	const code = await rows<{ code: string }>(
		"SELECT a.code FROM bank_accounts b JOIN accounts a ON a.id = b.account_id WHERE b.id = ?",
		bank,
	);
	setting = {
		people: { applicant, cashier, accountant, chair, clerk },
		members,
		items,
		bank: { id: bank, code: code[0]?.code ?? "" },
		accounts: new Map(codes.map((one) => [one.code, one.id])),
		start: START,
		closings: Math.ceil(4_000 / ACTIONS),
	};
});

/** What the program keeps for each account and month, and what the vouchers come to. */
const KEPT = `SELECT a.code || ' ' || m.month AS place, m.debit, m.credit, m.closing_debit AS closingDebit, m.closing_credit AS closingCredit
	FROM account_months m JOIN accounts a ON a.id = m.account_id ORDER BY 1`;
const SUMMED = `SELECT a.code || ' ' || substr(v.date, 1, 7) AS place, sum(iif(v.is_closing, 0, l.debit)) AS debit, sum(iif(v.is_closing, 0, l.credit)) AS credit,
	sum(iif(v.is_closing, l.debit, 0)) AS closingDebit, sum(iif(v.is_closing, l.credit, 0)) AS closingCredit
	FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id JOIN accounts a ON a.id = l.account_id WHERE v.state = 'posted' GROUP BY 1 ORDER BY 1`;

/** Everything that must hold at any moment. */
async function look({ books, today }: Walk): Promise<void> {
	const kept = await rows<{ place: string }>(KEPT);
	expect(kept).toEqual(await rows(SUMMED));
	expect(kept).toEqual(
		[...books.moved].map(([place, sides]) => ({ place, ...sides })).sort((a, b) => (a.place < b.place ? -1 : 1)),
	);
	const numbers = await rows<{ series: string; many: number; last: number; kept: number }>(
		`SELECT v.kind || ' ' || v.roc_year AS series, count(*) AS many, max(v.seq) AS last, n.last_no AS kept FROM vouchers v
			JOIN number_series n ON n.series = 'voucher:' || v.kind AND n.roc_year = v.roc_year WHERE v.state = 'posted' GROUP BY 1`,
	);
	expect(new Map(numbers.map(({ series, last }) => [series, last]))).toEqual(books.numbers);
	for (const { many, last, kept: counter } of numbers) expect([many, counter]).toEqual([last, last]);
	const uneven = await rows(
		"SELECT v.id FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id WHERE v.state = 'posted' GROUP BY v.id HAVING sum(l.debit) <> sum(l.credit) OR count(*) < 2",
	);
	expect(uneven).toEqual([]);
	expect((await brokenInvariants(env.DB)).filter(({ code }) => code !== "openings")).toEqual([]);
	const month = today.slice(0, 7);
	const [trial, sheet, earned] = await readRows(
		env.DB,
		trialBalance({ from: "2025-01", to: month }, true),
		balanceSheet(month, "2024-12"),
		incomeStatement({ from: `${month.slice(0, 4)}-01`, to: month }, { from: "2024-01", to: "2024-12" }),
	);
	expect(trial.reduce((sum, row) => sum + row.debit - row.credit, 0)).toBe(0);
	const told = (of: readonly { code: string; now: number }[]) =>
		of.map(({ code, now }) => [code, now]).filter(([, now]) => now !== 0);
	const paper = (of: Map<string, number>) =>
		[...of].filter(([, now]) => now !== 0).sort(([a], [b]) => (a < b ? -1 : 1));
	expect(told(sheet)).toEqual(paper(books.held(month)));
	expect(told(earned)).toEqual(paper(books.earned(`${month.slice(0, 4)}-01`, month)));
	expect(sheet.reduce((sum, { now }) => sum + now, 0)).toBe(0);
	// No step changed a receipt or voucher that was sealed before it.
	const sign = await signer(env);
	expect((await verifyDocuments(db, { sign })).faults).toEqual([]);
	await sealDocuments(db, sign, START);
}

/** So many chances; the same seed gives the same ones. */
function chancesOf(seed: number): Chance[] {
	const many = { minLength: ACTIONS, maxLength: ACTIONS, size: "max" } as const;
	const [chances = []] = fc.sample(fc.array(chance, many), { seed, numRuns: 1 });
	return chances;
}

test(`${ACTIONS} actions leave the books of paper (seed ${seed})`, { timeout: WALK_MS }, async () => {
	const chances = chancesOf(seed);
	const walk = new Walk(setting);
	// So much money that nothing is paid from what is not there: months close only above zero.
	const [date, amount] = ["2025-01-01", 90_000_000_000];
	const codes = await fund({ date, amount, only: `1110 1120 ${setting.bank.code}`, at: START });
	const lines = codes.map((code) => [code, amount, 0] as const);
	walk.books.post({ date, lines: [...lines, ["3110", 0, amount * codes.length]] });
	const began = Date.now();
	for (const [nth, one] of chances.entries()) {
		await walk.take(one);
		if ((nth + 1) % (ACTIONS / LOOKS) === 0) await look(walk);
	}
	// One walk in some hundreds is mostly refused (months that close early): it goes on until it has made its vouchers.
	for (const one of chancesOf(seed + 1)) if (walk.books.vouchers <= ACTIONS / 3) await walk.take(one);
	// Chance alone does not always reopen a month, nor come to the end of a year.
	for (let months = 0; months < 24 && !walk.told.has("reopen a month: done"); months++) {
		await walk.closeMonth(LAST);
		await walk.reopenMonth(AGAIN);
	}
	for (let months = 0; months < 24 && !walk.told.has("close a year: done"); months++) {
		await walk.closeMonth(LAST);
		await walk.closeYear(LAST);
	}
	await look(walk);
	const { books, today } = walk;
	const told = Object.fromEntries([...walk.told].sort(([a], [b]) => (a < b ? -1 : 1)));
	const seconds = Math.round((Date.now() - began) / 1_000);
	console.log(JSON.stringify({ seed, seconds, until: today, vouchers: books.vouchers, told }));
	// What the walk is about did happen.
	for (const one of [
		"close a month: done",
		"close a year: done",
		"reopen a month: done",
		"deposit: done",
		"post: done",
	])
		expect([one, walk.told.has(one)]).toEqual([one, true]);
	expect(chances).toHaveLength(ACTIONS);
	expect(books.vouchers).toBeGreaterThan(ACTIONS / 3);
});
