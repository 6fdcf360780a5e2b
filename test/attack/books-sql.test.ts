/** The tables of documents, income, deposits and books, by somebody with SQL: REPLACE, upserts, moved keys, deletions. */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { createDeposit } from "#domain/money/deposits/actions.ts";
import { bankAccount, bankLine } from "../support/bank.ts";
import { accountId, bring, draft, office } from "../support/finance.ts";
import { donor, posted, recorded } from "../support/income.ts";
import { db, dues, owing, payment, submit, verify } from "../support/payments.ts";
import { by, person, rows, TODAY } from "../support/users.ts";

/** What the statements name: `:line` is a bank line that is ignored, `:matched` one that explains a payment. */
const names: Record<string, string | number> = {};
const filled = (statement: string) => statement.replaceAll(/:([a-z]+)\b/gi, (_, name) => String(names[name]));
const TABLES = [
	"finance_documents",
	"finance_lines",
	"finance_attachments",
	"finance_revisions",
	"finance_events",
	"finance_postings",
	"income_records",
	"donors",
	"cash_deposits",
	"cash_deposit_items",
	"bank_lines",
	"period_events",
	"posting_accounts",
	"budget_items",
	"accounts",
	"vouchers",
	"voucher_lines",
	"receipts",
];
const everything = async () => {
	const read = TABLES.map((table) => env.DB.prepare(`SELECT * FROM ${table}`));
	return JSON.stringify((await env.DB.batch(read)).map(({ results }) => results));
};

beforeAll(async () => {
	const people = await office();
	const second = await person({ name: "第二位出納", roles: ["cashier"] });
	names.document = await bring(await draft(people.applicant), people, "posted");
	names.approved = await bring(await draft(people.applicant), people, "chair");
	const giver = await donor({ nationalId: "A123456789" });
	const cash = await recorded(people.cashier.id, { donorId: giver, method: "cash", amount: 900 });
	await posted(cash, people.accountant.id);
	const account = await bankAccount();
	names.line = await bankLine({ accountId: account, amount: 900 });
	names.other = await bankLine({ accountId: account, amount: 900 });
	const input = {
		items: [{ kind: "income", id: cash, amount: 900 }] as const,
		account,
		deposited_on: TODAY,
		amount: 900,
	};
	names.deposit = await createDeposit(db, {
		input: { ...input, items: [...input.items], note: "" },
		key: "deposit",
		by: by(second),
	});
	const part =
		"INSERT INTO bank_line_parts (line_id, kind, record_id, amount, is_tie, created_at) VALUES (?, ?, ?, 900, 1, 1)";
	await rows(part, names.line, "deposit", names.deposit);
	names.income = cash;
	names.giver = giver;
	names.account = account;
	const owed = await owing();
	names.payment = await submit(payment([dues(owed, 900)], { bankAccountId: account }), owed);
	await verify(names.payment, second.id);
	names.matched = await bankLine({ accountId: account, amount: 900 });
	await rows(part, names.matched, "payment", names.payment);
	names.food = await accountId("5320");
	const [item] = await rows<{ id: number }>(
		"INSERT INTO budget_items (year, account_id, name, amount, created_at, updated_at) VALUES (2026, ?, '聚會', 1, 1, 1) RETURNING id",
		names.food,
	);
	names.budget = item?.id ?? 0;
	await rows("INSERT INTO period_events (period, step, user_id, at) VALUES ('2025-01', 'close', ?, 1)", second.id);
});

const LINE_COLUMNS = "statement_id, bank_account_id, row, booked_on, amount, fingerprint, created_at, updated_at";
const DEPOSIT = "INTO cash_deposits (id, deposited_on, bank_account_id, amount, created_at, updated_at)";
const PART = "INTO bank_line_parts (id, line_id, kind, record_id, amount, is_tie, created_at)";
test.each([
	`INSERT OR REPLACE INTO bank_lines (id, ${LINE_COLUMNS}) SELECT id, statement_id, bank_account_id, row, booked_on, 1, 'x', 1, 1 FROM bank_lines WHERE id = :matched`,
	`INSERT OR REPLACE INTO bank_lines (${LINE_COLUMNS}) SELECT statement_id, bank_account_id, row, booked_on, 1, fingerprint, 1, 1 FROM bank_lines WHERE id = :other`,
	`REPLACE INTO bank_lines (status, explained, ${LINE_COLUMNS}) SELECT 'matched', 1, statement_id, bank_account_id, row, booked_on, 1, 'y', 1, 1 FROM bank_lines WHERE id = :other`,
	"UPDATE OR REPLACE bank_lines SET status = 'matched', explained = amount WHERE id = :other",
	"UPDATE OR REPLACE bank_lines SET id = :line WHERE id = :other",
	"UPDATE bank_lines SET amount = 1 WHERE id = :other",
	"UPDATE bank_lines SET status = 'matched', reason = NULL WHERE id = :other",
	"UPDATE bank_lines SET status = 'unmatched', reason = NULL WHERE id = :line",
	"DELETE FROM bank_lines WHERE id = :other",
	`INSERT OR REPLACE ${DEPOSIT} VALUES (:deposit, '${TODAY}', :account, 1, 1, 1)`,
	"UPDATE cash_deposits SET amount = 1",
	`INSERT ${PART} VALUES (NULL, :other, 'deposit', :deposit, 900, 1, 1)`,
	`INSERT ${PART} VALUES (NULL, :other, 'payment', :payment, 900, 1, 1)`,
	`INSERT OR REPLACE ${PART} SELECT id, :other, kind, record_id, amount, is_tie, 1 FROM bank_line_parts WHERE line_id = :matched`,
	`INSERT OR REPLACE ${PART} SELECT NULL, line_id, kind, record_id, 1, is_tie, 1 FROM bank_line_parts WHERE line_id = :matched`,
	"UPDATE OR REPLACE bank_line_parts SET line_id = :other",
	"UPDATE cash_deposits SET reversed_at = 1, reason = 'x'",
	"DELETE FROM cash_deposits",
	"INSERT OR REPLACE INTO cash_deposit_items (id, deposit_id, income_id) SELECT id, deposit_id, income_id FROM cash_deposit_items",
	"INSERT INTO cash_deposit_items (deposit_id, income_id) VALUES (:deposit, :income)",
	"UPDATE cash_deposit_items SET is_released = 1",
	"UPDATE OR REPLACE cash_deposit_items SET income_id = NULL, payment_id = :payment",
	"DELETE FROM cash_deposit_items",
	"INSERT OR REPLACE INTO donors (id, kind, name, seal_id, created_at, updated_at) VALUES (:giver, 'person', 'x', 'x', 1, 1)",
	"INSERT OR REPLACE INTO donors (kind, name, seal_id, created_at, updated_at) SELECT kind, 'x', seal_id, 1, 1 FROM donors",
	"INSERT OR REPLACE INTO donors (kind, name, seal_id, national_id_hash, created_at, updated_at) SELECT kind, 'x', 'x', national_id_hash, 1, 1 FROM donors",
	"DELETE FROM donors",
	"UPDATE income_records SET donor_id = NULL WHERE id = :income",
	"UPDATE OR REPLACE income_records SET state = 'reversed', reversed_at = 1, reason = 'x' WHERE id = :income",
	"UPDATE accounts SET code = '1130-77' WHERE id = (SELECT account_id FROM finance_lines WHERE document_id = :approved LIMIT 1)",
	"UPDATE accounts SET code = '5999' WHERE id = (SELECT paid_from FROM finance_documents WHERE id = :document)",
	"INSERT OR REPLACE INTO accounts (id, code, name, created_at, updated_at) VALUES (:food, '5998', 'x', 1, 1)",
	"INSERT OR REPLACE INTO accounts (code, name, created_at, updated_at) VALUES ('5320', 'x', 1, 1)",
	"DELETE FROM accounts WHERE id = :food",
	"INSERT OR REPLACE INTO posting_accounts (purpose, account_id, updated_at) VALUES ('refundable', :food, 1)",
	"INSERT INTO posting_accounts (purpose, account_id, updated_at) VALUES ('cash', :food, 1) ON CONFLICT DO UPDATE SET account_id = :food",
	"UPDATE OR REPLACE posting_accounts SET purpose = 'cash' WHERE purpose = 'bank'",
	"UPDATE posting_accounts SET account_id = :food WHERE purpose = 'refundable'",
	"DELETE FROM posting_accounts WHERE purpose = 'refundable'",
	"INSERT OR REPLACE INTO budget_items (year, account_id, name, amount, created_at, updated_at) VALUES (2026, :food, '聚會', 999, 1, 1)",
	"UPDATE OR REPLACE budget_items SET id = id + 1",
	"UPDATE budget_items SET account_id = (SELECT id FROM accounts WHERE code = '1130')",
	"INSERT OR REPLACE INTO period_events (id, period, step, at) SELECT id, period, step, 2 FROM period_events",
	"UPDATE period_events SET user_id = NULL",
	"DELETE FROM period_events",
	"INSERT OR REPLACE INTO finance_postings (document_id, kind) VALUES (:document, 'payment')",
	"UPDATE finance_postings SET document_id = :approved",
	"DELETE FROM finance_postings",
	"UPDATE finance_documents SET payee_account = '999' WHERE id = :approved",
	"UPDATE finance_documents SET state = 'paid', paid_on = '2026-03-05', paid_from = (SELECT id FROM accounts WHERE code = '1110') WHERE id = :approved",
	"UPDATE OR REPLACE finance_documents SET seq = (SELECT seq FROM finance_documents WHERE id = :document) WHERE id = :approved",
	"UPDATE finance_documents SET applicant_id = applicant_id + 1 WHERE id = :approved",
	"DELETE FROM finance_documents",
	"UPDATE finance_lines SET document_id = :approved WHERE document_id = :document",
	"UPDATE finance_lines SET account_id = (SELECT id FROM accounts WHERE code = '1110') WHERE document_id = :approved",
	"DELETE FROM finance_lines",
	"DELETE FROM finance_events",
	"UPDATE finance_revisions SET content = '{}'",
	"UPDATE voucher_lines SET account_id = :food",
	"DELETE FROM vouchers",
])("refused, and nothing is other than it was: %s", async (statement) => {
	const before = await everything();
	await expect(env.DB.prepare(filled(statement)).run()).rejects.toThrow("SQLITE_CONSTRAINT");
	expect(await everything()).toBe(before);
});

test("a budget item that a document names keeps its account", async () => {
	await rows(
		"INSERT INTO budget_items (year, account_id, name, amount, created_at, updated_at) VALUES (2026, ?, '餐', 1, 1, 1)",
		names.food ?? 0,
	);
	const people = await office();
	const id = await bring(await draft(people.applicant), people, "cashier");
	await rows(
		`UPDATE finance_lines SET account_id = ?1, budget_item_id = (SELECT id FROM budget_items WHERE name = '餐') WHERE document_id = ?2`,
		names.food ?? 0,
		id,
	);
	await expect(
		rows("UPDATE budget_items SET account_id = (SELECT id FROM accounts WHERE code = '5210') WHERE name = '餐'"),
	).rejects.toThrow("budget.used");
});
