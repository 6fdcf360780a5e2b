import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { differencesUntil, reconciledAccount } from "#db/money/bank-reconciliation.ts";
import { readRows } from "#db/read.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { createVoucher } from "#domain/books/vouchers/actions.ts";
import { explainLine, ignoreLine, postFee, postTransfer, suspendLine } from "#domain/money/bank/line-actions.ts";
import { reconcile, sectionOf } from "#domain/money/bank/reconciliation.ts";
import { bankAccount, bankLine, lineNow } from "../../../support/bank.ts";
import { chances, newSeed, one, stepsOf, WALK_MS } from "../../../support/chances.ts";
import { posted, recorded, reversed, reviewer } from "../../../support/income.ts";
import { db } from "../../../support/payments.ts";
import { refusal } from "../../../support/refusal.ts";
import { AT, by, person, rows } from "../../../support/users.ts";

/* Whatever was booked, imported, explained or left: the statement leads from the books' balance to the bank's, without a rest. */

let cashier: number;
let accountant: number;
let chair: number;
beforeAll(async () => {
	cashier = (await person({ name: "出納", roles: ["cashier"] })).id;
	accountant = (await person({ name: "會計", roles: ["accountant"] })).id;
	chair = (await person({ name: "理事長", roles: ["chair"] })).id;
});
const acting = (id = cashier) => ({ ...by({ id }, AT), userId: id });

async function newAccount(name: string) {
	const id = await bankAccount("bank", name);
	const [own] = await rows<{ code: string }>(
		"SELECT a.code FROM bank_accounts b JOIN accounts a ON a.id = b.account_id WHERE b.id = ?",
		id,
	);
	return { id, code: own?.code ?? "" };
}
/** Money in or out by a voucher of hand; returns the id of its line on the account. */
async function byHand(code: string, amount: number, date: string): Promise<number> {
	const size = Math.abs(amount);
	const lines =
		amount > 0 ? [debit(code, size, ""), credit("4910", size, "")] : [debit("5210", size, ""), credit(code, size, "")];
	const id = await createVoucher(db, {
		input: { date, description: "手開", turnsNextYear: false, lines },
		poster: reviewer(accountant),
		key: crypto.randomUUID(),
		by: acting(accountant),
	});
	const [made] = await rows<{ id: number }>(
		"SELECT l.id FROM voucher_lines l JOIN accounts a ON a.id = l.account_id WHERE l.voucher_id = ? AND a.code = ?",
		id,
		code,
	);
	return made?.id ?? 0;
}
/** What an account held before its first line, summed over all its vouchers; an opening counts on whatever day. */
async function heldBefore(account: number, day: string): Promise<number> {
	const [sum] = await rows<{ held: number }>(
		`SELECT coalesce(sum(e.debit - e.credit), 0) AS held FROM bank_accounts b JOIN voucher_lines e ON e.account_id = b.account_id
			JOIN vouchers v ON v.id = e.voucher_id LEFT JOIN vouchers z ON z.id = v.reverses_id
		WHERE b.id = ?1 AND v.state = 'posted' AND (v.date < (SELECT min(booked_on) FROM bank_lines WHERE bank_account_id = ?1)
			OR (v.date <= ?2 AND 'opening' IN (v.source, z.source)))`,
		account,
		day,
	);
	return sum?.held ?? 0;
}
async function statement(account: number, day: string) {
	const [[standing], differences] = await readRows(
		env.DB,
		reconciledAccount(account, day),
		differencesUntil(account, day),
	);
	if (!standing) throw new Error("no account");
	expect(standing.held_before).toBe(await heldBefore(account, day));
	return { standing, differences, ...reconcile(standing, differences) };
}

test("what is in transit, not yet presented, and not yet booked stands in its part, with its day", async () => {
	const { id, code } = await newAccount("會費專戶");
	await byHand(code, 10_000, "2026-01-15"); // before the files begin
	const first = await bankLine({ accountId: id, amount: 1_000, day: "2026-03-02", balance: 11_500 });
	const gift = await recorded(cashier, { amount: 1_000, bankAccountId: id, receivedOn: "2026-03-02" });
	await posted(gift, accountant);
	await explainLine(db, {
		ref: { id: first, version: 1 },
		records: [{ kind: "income", id: gift }],
		withFee: false,
		by: acting(),
	});
	const transit = await byHand(code, 700, "2026-03-31");
	const cheque = await byHand(code, -300, "2026-03-30");
	await bankLine({ accountId: id, amount: -15, day: "2026-03-20", memo: "手續費", balance: 11_485 });
	await bankLine({ accountId: id, amount: 88, day: "2026-03-31", memo: "利息", balance: 11_573 });
	const march = await statement(id, "2026-03-31");
	expect(march).toMatchObject({
		standing: { held: 11_400, balance: 11_573, first: "2026-03-02" },
		before: 500,
		adjusted: 11_573,
		unexplained: 0,
		sums: { in_transit: -700, outstanding: 300, bank_in: 88, bank_out: -15 },
	});
	expect(march.differences.map((row) => [row.kind, row.id, row.day, sectionOf(row)])).toEqual([
		["line", expect.any(Number), "2026-03-20", "bank_out"],
		["voucher", cheque, "2026-03-30", "outstanding"],
		["line", expect.any(Number), "2026-03-31", "bank_in"],
		["voucher", transit, "2026-03-31", "in_transit"],
	]);
	// In April the bank shows both; March's statement stays as it was.
	for (const [record, amount, balance] of [
		[transit, 700, 12_273],
		[cheque, -300, 11_973],
	] as const) {
		const line = await bankLine({ accountId: id, amount, day: "2026-04-01", balance });
		await explainLine(db, {
			ref: { id: line, version: 1 },
			records: [{ kind: "voucher", id: record }],
			withFee: false,
			by: acting(),
		});
	}
	expect(await statement(id, "2026-03-31")).toMatchObject({ unexplained: 0, sums: march.sums });
	expect(await statement(id, "2026-04-30")).toMatchObject({ unexplained: 0, sums: { in_transit: 0, outstanding: 0 } });
});

test("a line that is missing shows as a rest, and a file without balances cannot be compared", async () => {
	const { id } = await newAccount("少一筆");
	await bankLine({ accountId: id, amount: 100, day: "2026-03-02", balance: 100 });
	await bankLine({ accountId: id, amount: 50, day: "2026-03-05", balance: 450 });
	expect(await statement(id, "2026-03-31")).toMatchObject({ unexplained: 300, adjusted: 150 });
	const { id: bare } = await newAccount("沒有餘額");
	await bankLine({ accountId: bare, amount: 100, day: "2026-03-02" });
	expect(await statement(bare, "2026-03-31")).toMatchObject({ unexplained: null, before: null });
});

const SEED = newSeed();
test(`what was held before the first line is the sum of all vouchers before it (seed ${SEED})`, async () => {
	const { id, code } = await newAccount("開始以前");
	await bankLine({ accountId: id, amount: 500, day: "2026-02-15", balance: 500 });
	for (const { a, b, c } of chances(25, SEED)) {
		const date = `2026-0${(a % 3) + 1}-${String((b % 28) + 1).padStart(2, "0")}`;
		await byHand(code, (c % 2 === 0 ? 1 : -1) * ((c % 900) + 1), date);
	}
	const before = (await statement(id, "2026-03-31")).standing.held_before;
	await byHand(code, 7, "2026-02-14");
	await byHand(code, 70, "2026-02-15");
	for (const day of ["2026-02-15", "2026-02-28", "2026-03-31"])
		expect((await statement(id, day)).standing.held_before).toBe(before + 7);
});

test(
	`from the books to the bank without a rest, in any order (seed ${SEED})`,
	async () => {
		const [own, other] = [await newAccount("甲"), await newAccount("乙")];
		await byHand(own.code, 90_000, "2026-01-02");
		let balance = 123_456;
		let day = 1;
		const date = () => `2026-0${3 + Math.floor(day / 28)}-${String((day % 28) + 1).padStart(2, "0")}`;
		const lines: number[] = [];
		const made: { kind: "voucher" | "income"; id: number; amount: number }[] = [];
		lines.push(await bankLine({ accountId: own.id, amount: 77, day: "2026-03-01", balance }));
		const begun = await statement(own.id, "2026-03-31");
		for (const { step, a, b, c } of chances(stepsOf(60), SEED)) {
			day = Math.min(day + (a % 3), 80);
			const line = one(lines, b);
			const ref = { id: line, version: (await lineNow(line)).version };
			const amount = ((c % 5) + 1) * 100 * (c % 2 === 0 ? 1 : -1);
			const record = made.length > 0 ? one(made, a) : undefined;
			const steps = [
				async () => {
					balance += amount;
					lines.push(await bankLine({ accountId: own.id, amount, day: date(), balance }));
				},
				async () => made.push({ kind: "voucher", id: await byHand(own.code, amount, date()), amount }),
				async () => {
					const id = await recorded(cashier, { amount: Math.abs(amount), bankAccountId: own.id, receivedOn: date() });
					await posted(id, accountant);
					made.push({ kind: "income", id, amount: Math.abs(amount) });
				},
				async () => record && explainLine(db, { ref, records: [record], withFee: c % 3 === 0, by: acting() }),
				async () => record && explainLine(db, { ref, records: [record, one(made, b)], withFee: false, by: acting() }),
				async () => postFee(db, { ref, by: acting() }),
				async () => postTransfer(db, { ref, account: other.id, by: acting() }),
				async () => suspendLine(db, { ref, by: acting() }),
				async () => ignoreLine(db, { ref, reason: "x", by: acting() }),
				async () => record?.kind === "income" && reversed(record.id, chair),
			];
			await refusal(one(steps, step)());
			for (const end of ["2026-03-31", "2026-04-30", "2026-12-31"]) {
				const now = await statement(own.id, end);
				expect([end, now.unexplained, now.before]).toEqual([end, 0, begun.before]);
			}
		}
	},
	WALK_MS,
);

// It opens the books of a later day: vouchers before it are refused from here on.
test("suspense that became dues, an opening after the first line, and days that end where they began leave no rest", async () => {
	const { id, code } = await newAccount("暫收");
	const line = await bankLine({ accountId: id, amount: 1_000, day: "2026-03-02", balance: 3_000 });
	await suspendLine(db, { ref: { id: line, version: 1 }, by: acting() });
	expect(await statement(id, "2026-03-31")).toMatchObject({ before: 2_000, unexplained: 0 });
	const gift = await recorded(cashier, { amount: 1_000, bankLineId: line, receivedOn: "2026-03-02" });
	await posted(gift, accountant);
	const settled = await statement(id, "2026-03-31");
	expect([settled.differences, settled.unexplained]).toEqual([[], 0]);
	// The bank lists its newest lines first, and the last day's come and go.
	await bankLine({ accountId: id, amount: 100, day: "2026-04-01", balance: 3_100 });
	await bankLine({ accountId: id, amount: -100, day: "2026-04-01", balance: 3_000 });
	await rows("UPDATE bank_lines SET row = 1000 - row WHERE bank_account_id = ?", id);
	expect((await statement(id, "2026-04-30")).standing.balance).toBe(3_000);
	await rows(
		`INSERT INTO vouchers (date, description, source, source_id, source_seq, created_at, updated_at) VALUES ('2026-03-03', '開帳', 'opening', 0, 1, 1, 1)`,
	);
	const opening = "(SELECT id FROM vouchers WHERE source = 'opening' AND source_id = 0)";
	await rows(
		`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit) SELECT ${opening}, 1, id, 2000 FROM accounts WHERE code = ?`,
		code,
	);
	await rows(
		`INSERT INTO voucher_lines (voucher_id, line_no, account_id, credit) SELECT ${opening}, 2, id, 2000 FROM accounts WHERE code = '3210'`,
	);
	await rows(
		`UPDATE vouchers SET state = 'posted', kind = s.kind, roc_year = 115, seq = coalesce((SELECT last_no + 1 FROM number_series
			WHERE series = 'voucher:' || s.kind AND roc_year = 115), 1), posted_at = 1
		FROM (SELECT voucher_id, kind FROM voucher_sums WHERE voucher_id = ${opening}) s WHERE vouchers.id = s.voucher_id`,
	);
	expect(await statement(id, "2026-04-30")).toMatchObject({ before: 0, unexplained: 0 });
});
