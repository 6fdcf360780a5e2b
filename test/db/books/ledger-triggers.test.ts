/** Whatever the statement: what the books refuse is refused by the database itself (docs/accounting.md#會計手冊). */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { postVoucher, reverseVoucher } from "#db/books/vouchers.ts";
import { commit } from "#db/commit.ts";
import { credit, debit } from "#domain/books/ledger/postings.ts";
import { closeMonths } from "../../support/money-fixtures.ts";
import { db, dues, owing, payment, submit, verify } from "../../support/payments.ts";
import { AT, by, person, rows } from "../../support/users.ts";

const cashier = { id: 0 };
/** A posted voucher of 500, its reversal, a draft, a verified payment and its receipt. */
const ids = { posted: 0, other: 0, draft: 0, payment: 0, receipt: 0, item: 0 };
const one = async (query: string, ...params: (string | number)[]) =>
	Number((await rows<{ id: number }>(query, ...params))[0]?.id);

beforeAll(async () => {
	cashier.id = (await person({ roles: ["cashier"] })).id;
	const post = (id: number, amount: number) =>
		postVoucher(
			{
				source: "bank_line",
				id,
				date: "2026-03-05",
				description: "存款",
				lines: [debit("1130", amount, ""), credit("1110", amount, "")],
			},
			by(cashier),
		);
	await commit(db, [...post(1, 500), ...post(2, 700)]);
	ids.posted = await one("SELECT id FROM vouchers WHERE source = 'bank_line' AND source_id = 1");
	ids.other = await one("SELECT id FROM vouchers WHERE source = 'bank_line' AND source_id = 2");
	ids.draft = await draft();
	const owed = await owing();
	ids.item = owed.itemId;
	ids.payment = await submit(payment([dues(owed)]), owed);
	await verify(ids.payment, cashier.id);
	ids.receipt = await one("SELECT id FROM receipts WHERE payment_id = ?", ids.payment);
});

async function draft(
	lines: [code: string, debit: number, credit: number][] = [],
	date = "2026-03-05",
): Promise<number> {
	const id = await one(
		"INSERT INTO vouchers (date, description, created_at, updated_at) VALUES (?, '手開', 1, 1) RETURNING id",
		date,
	);
	for (const [at, [code, left, right]] of lines.entries())
		await rows(
			"INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit) VALUES (?, ?, (SELECT id FROM accounts WHERE code = ?), ?, ?)",
			id,
			at + 1,
			code,
			left,
			right,
		);
	return id;
}
const POST = `UPDATE vouchers SET state = 'posted', kind = ?2, roc_year = ?3, seq = ?4, posted_at = 1 WHERE id = ?1`;
const nextOf = async (kind: string) =>
	Number(
		(
			await rows<{ next: number }>(
				"SELECT coalesce(max(last_no), 0) + 1 AS next FROM number_series WHERE series = ? AND roc_year = 115",
				`voucher:${kind}`,
			)
		)[0]?.next,
	);
const post = async (id: number, kind: string, { year = 115, seq }: { year?: number; seq?: number } = {}) =>
	refusal(POST, id, kind, year, seq ?? (await nextOf(kind)));

/** What a statement is refused with; "" where it is done. */
async function refusal(query: string, ...params: (string | number)[]): Promise<string> {
	const placed = query.replaceAll(/:(\w+)/g, (all, name: string) =>
		name in ids ? String(ids[name as keyof typeof ids]) : all,
	);
	try {
		await env.DB.prepare(placed)
			.bind(...params)
			.run();
		return "";
	} catch (error) {
		return /D1_ERROR: ([a-z_]+\.[a-z_]+|[A-Z]+ (?:KEY )?constraint failed)/.exec(String(error))?.[1] ?? String(error);
	}
}

const VOUCHER = "INTO vouchers (id, state, date, description, source, source_id, source_seq, created_at, updated_at)";
const LINE = "INTO voucher_lines (id, voucher_id, line_no, account_id, debit, credit)";
const RECEIPT = `INTO receipts (id, series, mark, roc_year, seq, number, payer_title, amount, items, method, paid_on, issued_on, created_at)`;
test.each([
	["a posted voucher is changed", "UPDATE vouchers SET description = '改' WHERE id = :posted", "voucher.is_posted"],
	[
		"and made a draft again",
		"UPDATE vouchers SET state = 'draft', kind = NULL, roc_year = NULL, seq = NULL, posted_at = NULL WHERE id = :posted",
		"voucher.is_posted",
	],
	["or its key", "UPDATE vouchers SET id = 9999 WHERE id = :posted", "voucher.is_posted"],
	["it is deleted", "DELETE FROM vouchers WHERE id = :posted", "voucher.is_posted"],
	[
		"it is replaced by its id",
		`INSERT OR REPLACE ${VOUCHER} VALUES (:posted, 'draft', '2026-01-01', 'x', 'manual', NULL, NULL, 1, 1)`,
		"voucher.posted_twice",
	],
	[
		"or by its source",
		`REPLACE ${VOUCHER} VALUES (NULL, 'draft', '2026-01-01', 'x', 'bank_line', 1, 1, 1, 1)`,
		"voucher.posted_twice",
	],
	[
		"or by an upsert",
		`INSERT ${VOUCHER} VALUES (:posted, 'draft', '2026-01-01', 'x', 'manual', NULL, NULL, 1, 1) ON CONFLICT (id) DO UPDATE SET description = 'x'`,
		"voucher.posted_twice",
	],
	["a draft takes its place", "UPDATE OR REPLACE vouchers SET id = :posted WHERE id = :draft", "voucher.posted_twice"],
	[
		"a draft takes its source",
		"UPDATE OR REPLACE vouchers SET source = 'bank_line', source_id = 1, source_seq = 1 WHERE id = :draft",
		"voucher.posted_twice",
	],
	[
		"a voucher is born posted",
		"INSERT INTO vouchers (state, kind, roc_year, seq, date, description, posted_at, created_at, updated_at) VALUES ('posted', 'transfer', 115, 99, '2026-01-01', 'x', 1, 1, 1)",
		"voucher.is_posted",
	],
	["a line is added", `INSERT ${LINE} VALUES (NULL, :posted, 3, 1, 5, 0)`, "voucher.is_posted"],
	[
		"a line is changed",
		"UPDATE voucher_lines SET debit = 501 WHERE voucher_id = :posted AND line_no = 1",
		"voucher.is_posted",
	],
	[
		"a line is moved away",
		"UPDATE voucher_lines SET voucher_id = :draft WHERE voucher_id = :posted AND line_no = 1",
		"voucher.is_posted",
	],
	[
		"a line changes its key",
		"UPDATE voucher_lines SET id = 9999 WHERE voucher_id = :posted AND line_no = 1",
		"voucher.is_posted",
	],
	[
		"a line takes another's place",
		`INSERT OR REPLACE ${LINE} SELECT id, :draft, 1, 1, 5, 0 FROM voucher_lines WHERE voucher_id = :posted AND line_no = 1`,
		"voucher.is_posted",
	],
	["a line is deleted", "DELETE FROM voucher_lines WHERE voucher_id = :posted", "voucher.is_posted"],
	["a line is of both sides", `INSERT ${LINE} VALUES (NULL, :draft, 1, 1, 5, 5)`, "CHECK constraint failed"],
	["a line is of no side", `INSERT ${LINE} VALUES (NULL, :draft, 1, 1, 0, 0)`, "CHECK constraint failed"],
	["a line is below zero", `INSERT ${LINE} VALUES (NULL, :draft, 1, 1, -5, 0)`, "CHECK constraint failed"],
	[
		"a day is none",
		"INSERT INTO vouchers (date, description, created_at, updated_at) VALUES ('2026-02-30', 'x', 1, 1)",
		"CHECK constraint failed",
	],
	["an account that was posted to is deleted", "DELETE FROM accounts WHERE code = '1130'", "ledger.account_used"],
	["or gets another code", "UPDATE accounts SET code = '1139' WHERE code = '1130'", "ledger.account_used"],
	[
		"or is replaced",
		"INSERT OR REPLACE INTO accounts (code, name, created_at, updated_at) VALUES ('1130', 'x', 1, 1)",
		"ledger.account_taken",
	],
	[
		"a series is raised by hand",
		"UPDATE number_series SET last_no = last_no + 1 WHERE series = 'receipt:dues' AND roc_year = 115",
		"number.in_use",
	],
	[
		"a series begins elsewhere once it is used",
		"UPDATE number_series SET first_no = 500, last_no = 499 WHERE series = 'receipt:dues' AND roc_year = 115",
		"number.in_use",
	],
	["a series is deleted", "DELETE FROM number_series", "number.in_use"],
	["a series is replaced", "INSERT OR REPLACE INTO number_series VALUES ('receipt:dues', 115, 1, 0)", "number.in_use"],
	["a receipt's amount is changed", "UPDATE receipts SET amount = 1 WHERE id = :receipt", "receipt.is_final"],
	[
		"a receipt's number is changed",
		"UPDATE OR REPLACE receipts SET seq = 77, number = '115-000077' WHERE id = :receipt",
		"receipt.is_final",
	],
	["a receipt is deleted", "DELETE FROM receipts WHERE id = :receipt", "receipt.is_final"],
	[
		"a receipt skips a number",
		`INSERT ${RECEIPT} VALUES (NULL, 'dues', '會', 115, 900, '115-000900', 'x', 1, '[]', 'cash', '2026-01-01', '2026-01-01', 1)`,
		"number.not_next",
	],
	[
		"a receipt takes another's number",
		`INSERT OR REPLACE ${RECEIPT} SELECT id, series, mark, roc_year, seq, number, 'x', 1, '[]', method, paid_on, issued_on, 1 FROM receipts WHERE id = :receipt`,
		"number.not_next",
	],
	["a verified payment is changed", "UPDATE payments SET amount = 1 WHERE id = :payment", "payment.is_settled"],
	[
		"a verified payment waits again",
		"UPDATE payments SET status = 'submitted', verified_at = NULL WHERE id = :payment",
		"payment.is_settled",
	],
	["a verified payment is deleted", "DELETE FROM payments WHERE id = :payment", "payment.is_settled"],
	[
		"a part of it is changed",
		"UPDATE payment_allocations SET amount = 1 WHERE payment_id = :payment",
		"payment.is_settled",
	],
	["a part of it goes", "DELETE FROM payment_allocations WHERE payment_id = :payment", "payment.is_settled"],
	[
		"a payment is born verified",
		"INSERT INTO payments (status, source, method, paid_on, amount, payer_title, submitted_at, verified_at, created_at, updated_at) VALUES ('verified', 'staff', 'cash', '2026-01-01', 1, 'x', 1, 1, 1, 1)",
		"payment.wrong_state",
	],
	[
		"who verifies has submitted it",
		"INSERT INTO payments (source, method, paid_on, amount, payer_title, submitted_at, submitted_by, verified_by, created_at, updated_at) SELECT 'staff', 'cash', '2026-01-01', 1, 'x', 1, id, id, 1, 1 FROM users LIMIT 1",
		"CHECK constraint failed",
	],
	[
		"an item says that it is paid",
		"UPDATE dues_items SET status = 'paid', paid_amount = amount + 1 WHERE id = :item",
		"CHECK constraint failed",
	],
	[
		"the same year is owed twice",
		"INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at) SELECT member_id, kind, dues_year, 5, 5, 1, 1 FROM dues_items WHERE id = :item",
		"dues.exists",
	],
])("refuses that %s", async (_what, query, code) => {
	expect(await refusal(query)).toBe(code);
});

test("a draft is posted where it balances, in an open month, as what it is, under the next number", async () => {
	const lines: [string, number, number][] = [
		["1110", 100, 0],
		["4330", 0, 100],
	];
	expect(await post(await draft([["1110", 100, 0]]), "income")).toBe("voucher.unbalanced");
	expect(await post(await draft([...lines, ["4330", 0, 1]]), "income")).toBe("voucher.unbalanced");
	expect(await post(await draft(), "transfer")).toBe("voucher.unbalanced");
	const good = await draft(lines);
	expect(await post(good, "expense")).toBe("voucher.wrong_kind");
	expect(await post(good, "income", { year: 114, seq: 1 })).toBe("voucher.wrong_kind");
	expect(await post(good, "income", { seq: 500 })).toBe("number.not_next");
	await closeMonths("2025-12");
	expect(await post(await draft(lines, "2025-12-31"), "income", { year: 114, seq: 1 })).toBe("ledger.period_closed");
	await rows("UPDATE accounts SET is_active = 0 WHERE code = '4330'");
	expect(await post(good, "income")).toBe("ledger.account_inactive");
	await rows("UPDATE accounts SET is_active = 1 WHERE code = '4330'");
	expect(await post(good, "income")).toBe("");
	expect(await post(good, "income")).toBe("voucher.is_posted");
});

test("a voucher is reversed once, by its own lines turned, and a reversal is not reversed", async () => {
	const reverse = () =>
		commit(
			db,
			reverseVoucher({ source: "bank_line", id: 2 }, { date: "2026-03-06", description: "沖銷", by: by(cashier, AT) }),
		);
	const wrong = await one(
		"INSERT INTO vouchers (date, description, source, source_id, source_seq, reverses_id, created_at, updated_at) VALUES ('2026-03-06', 'x', 'reversal', ?1, 1, ?1, 1, 1) RETURNING id",
		ids.posted,
	);
	await rows(
		"INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit) SELECT ?, line_no, account_id, debit, credit FROM voucher_lines WHERE voucher_id = ?",
		wrong,
		ids.posted,
	);
	expect(await post(wrong, "transfer")).toBe("voucher.not_reversible");
	await rows("DELETE FROM vouchers WHERE id = ?", wrong);
	await reverse();
	await expect(reverse()).rejects.toMatchObject({ code: "voucher.reversed" });
	const reversal = await one("SELECT id FROM vouchers WHERE reverses_id = ?", ids.other);
	const again = await one(
		"INSERT INTO vouchers (date, description, source, source_id, source_seq, reverses_id, created_at, updated_at) VALUES ('2026-03-06', 'x', 'reversal', ?1, 1, ?1, 1, 1) RETURNING id",
		reversal,
	);
	await rows(
		"INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit) SELECT ?, line_no, account_id, credit, debit FROM voucher_lines WHERE voucher_id = ?",
		again,
		reversal,
	);
	expect(await post(again, "transfer")).toBe("voucher.not_reversible");
	await rows("DELETE FROM vouchers WHERE id = ?", again);
	expect(
		await rows(
			"SELECT sum(l.debit) AS debit, sum(l.credit) AS credit FROM voucher_lines l WHERE voucher_id IN (?, ?) AND account_id = (SELECT id FROM accounts WHERE code = '1130')",
			ids.other,
			reversal,
		),
	).toEqual([{ debit: 700, credit: 700 }]);
});

test("a second voucher of a source needs the first one reversed", async () => {
	const second = (id: number) =>
		commit(
			db,
			postVoucher(
				{
					source: "bank_line",
					id,
					seq: 2,
					date: "2026-03-07",
					description: "重新入帳",
					lines: [debit("1130", 5, ""), credit("1110", 5, "")],
				},
				by(cashier),
			),
		);
	await expect(second(1)).rejects.toMatchObject({ code: "voucher.posted_twice" });
	await second(2);
});

test("where a series begins is said before its first use", async () => {
	expect(await refusal("INSERT INTO number_series VALUES ('receipt:donation', 120, 301, 300)")).toBe("");
	expect(await refusal("UPDATE number_series SET first_no = 401, last_no = 400 WHERE roc_year = 120")).toBe("");
	expect(await refusal("INSERT INTO number_series VALUES ('receipt:donation', 121, 301, 305)")).toBe("number.in_use");
});
