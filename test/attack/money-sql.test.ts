/**
 * Payments, receipts, dues, events, consents, months and steps by somebody with SQL: every statement is refused by name and
 * changes nothing. The program's own roads to the same tables stand in the fixture, and in the tests of the domains.
 */
import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { filled, moneyOfAllKinds } from "../support/money-of-all-kinds.ts";
import { rows } from "../support/users.ts";

let names: Awaited<ReturnType<typeof moneyOfAllKinds>>;
beforeAll(async () => {
	names = await moneyOfAllKinds();
	await rows("INSERT INTO periods (month, updated_at) VALUES ('2026-02', 1)");
});

const TABLES = [
	...["payments", "payment_allocations", "payment_events", "receipts", "dues_items", "dues_events", "consents"],
	...["periods", "period_events", "number_series", "vouchers", "voucher_lines", "account_months", "income_records"],
	...[
		"finance_documents",
		"finance_lines",
		"finance_events",
		"finance_attachments",
		"bank_lines",
		"cash_deposits",
		"files",
	],
];
const everything = async () =>
	JSON.stringify(
		(await env.DB.batch(TABLES.map((table) => env.DB.prepare(`SELECT * FROM ${table}`)))).map((one) => one.results),
	);

/** What a statement is refused with; "" where it is done. */
async function refusal(statement: string): Promise<string> {
	try {
		await env.DB.prepare(filled(statement, names)).run();
		return "";
	} catch (error) {
		return /D1_ERROR: ([a-z_]+\.[a-z_]+|[A-Z]+ (?:KEY )?constraint failed)/.exec(String(error))?.[1] ?? String(error);
	}
}

const PAYMENT = "INTO payments (source, method, paid_on, amount, payer_title, submitted_at, created_at, updated_at";
const VALUES = "VALUES ('staff', 'cash', '2026-03-03', 100, 'x', 1, 1, 1";
const PART = "INTO payment_allocations (payment_id, kind, member_id, amount)";
const EVENT = "INTO payment_events (payment_id, seq, step, user_id, at)";
const DUE = "INTO dues_items (member_id, kind, dues_year, base_amount, amount, created_at, updated_at";
const RECEIPT =
	"INTO receipts (series, mark, roc_year, seq, number, payment_id, member_id, payer_title, amount, items, method, paid_on, issued_on, created_at)";
/** The next receipt of a series, of a payment and a member as SQL, over an amount. */
const receipt = (of: {
	series?: string;
	payment: string;
	member?: string;
	amount: number;
	items?: string;
	method?: string;
	mark?: string;
}) =>
	`INSERT ${RECEIPT} SELECT '${of.series ?? "dues"}', '${of.mark ?? (of.series === "donation" ? "捐" : "會")}', 115, n, '115-' || substr('000000' || n, -6), ${of.payment}, ${of.member ?? "NULL"}, 'x',
		${of.amount}, '${of.items ?? `[{"amount":${of.amount}}]`}', '${of.method ?? "transfer"}', '2026-03-03', '2026-03-05', 1
	FROM (SELECT coalesce((SELECT last_no + 1 FROM number_series WHERE series = 'receipt:${of.series ?? "dues"}' AND roc_year = 115), 1) AS n)`;
const verified = "status = 'verified', verified_at = 9, verified_by = :second";
const FINANCE =
	"INTO finance_events (document_id, seq, revision, step, from_state, to_state, user_id, on_behalf_of, comment, content_hash, at)";
const step = (name: string, to: string, user: string, behalf = "NULL") =>
	`INSERT ${FINANCE} SELECT d.id, (SELECT max(seq) + 1 FROM finance_events WHERE document_id = d.id), d.revision, '${name}', d.state, '${to}',
		${user}, ${behalf}, 'x', d.content_hash, ${Date.UTC(2026, 2, 6)} FROM finance_documents d WHERE d.id = :sent`;
const onPosted = (name: string, to: string, user: string) => step(name, to, user).replace(":sent", ":document");
const linePart = (line: string, kind: string, record: string, isTie: 0 | 1, amount = "amount") =>
	`INSERT INTO bank_line_parts (line_id, kind, record_id, amount, is_tie, created_at)
		SELECT id, '${kind}', ${record}, ${amount}, ${isTie}, 9 FROM bank_lines WHERE id = ${line}`;

const ATTACKS: Record<string, readonly (readonly [statement: string, code: string])[]> = {
	"a payment's state": [
		[`UPDATE payments SET ${verified} WHERE id = :waiting`, "payment.wrong_state"],
		[`UPDATE payments SET status = 'verified', verified_at = 9 WHERE id = :waiting`, "payment.wrong_state"],
		[`UPDATE payments SET ${verified}, amount = 1 WHERE id = :waiting`, "payment.unbalanced"],
		[`UPDATE payments SET ${verified} WHERE id = :rejected`, "payment.wrong_state"],
		[`UPDATE payments SET ${verified} WHERE id = :reversed`, "payment.is_settled"],
		["UPDATE payments SET status = 'reversed', reversed_at = 9, reason = 'x' WHERE id = :paid", "payment.wrong_state"],
		["UPDATE payments SET status = 'reversed', reversed_at = 9, reason = 'x' WHERE id = :used", "payment.wrong_state"],
		["UPDATE payments SET status = 'submitted', verified_at = NULL WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET status = 'cancelled', verified_at = NULL WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET status = 'verified', reversed_at = NULL WHERE id = :reversed", "payment.wrong_state"],
		[`INSERT ${PAYMENT}, status, verified_at) ${VALUES}, 'verified', 1)`, "payment.wrong_state"],
		[`INSERT OR REPLACE ${PAYMENT}, id) ${VALUES}, :paid)`, "payment.wrong_state"],
		[`INSERT ${PAYMENT}, id) ${VALUES}, :paid) ON CONFLICT DO UPDATE SET amount = 1`, "payment.wrong_state"],
		["DELETE FROM payments WHERE id = :paid", "payment.is_settled"],
		["DELETE FROM payments WHERE id = :rejected", "payment.is_settled"],
	],
	"what a settled payment says": [
		["UPDATE payments SET amount = amount + 1 WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET fee_amount = 5 WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET paid_on = '2026-01-01' WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET method = 'cash' WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET source = 'import' WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET payer_title = 'x' WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET receipt_split = 'per_member' WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET last5 = '99999' WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET payer_member_id = :other WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET payer_member_id = NULL WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET payer_member_id = :other WHERE id = :reversed", "payment.is_settled"],
		["UPDATE payments SET proof_file_id = NULL WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET on_behalf_of = :chair WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET verified_by = :chair WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET verified_at = 1 WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET submitted_by = :chair WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET submitted_at = 2 WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET corrects_id = :reversed WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET remark = '補記' WHERE id = :paid", "payment.is_settled"],
		["UPDATE payments SET reversed_by = :chair WHERE id = :reversed", "payment.is_settled"],
		["UPDATE payments SET reversed_at = 1 WHERE id = :reversed", "payment.is_settled"],
		["UPDATE payments SET reason = '別的理由' WHERE id = :reversed", "payment.is_settled"],
		["UPDATE OR REPLACE payments SET id = :paid WHERE id = :waiting", "payment.is_settled"],
		[
			"UPDATE files SET deleted_at = 1 WHERE id = (SELECT proof_file_id FROM payments WHERE id = :paid)",
			"payment.is_settled",
		],
		["UPDATE files SET sha256 = hex(zeroblob(32)) WHERE purpose = 'payment_proof'", "file.is_final"],
		["DELETE FROM files WHERE purpose = 'payment_proof'", "file.is_final"],
	],
	"what it pays": [
		[`INSERT ${PART} VALUES (:paid, 'credit', :member, 500)`, "payment.is_settled"],
		[`INSERT ${PART} VALUES (:reversed, 'credit', :member, 500)`, "payment.is_settled"],
		["UPDATE payment_allocations SET amount = amount + 1 WHERE payment_id = :paid", "payment.is_settled"],
		["UPDATE payment_allocations SET member_id = :other WHERE payment_id = :paid", "payment.is_settled"],
		[
			"UPDATE payment_allocations SET member_id = NULL WHERE payment_id = :paid AND kind = 'donation'",
			"payment.is_settled",
		],
		["UPDATE payment_allocations SET disability_status = 'approved' WHERE payment_id = :paid", "payment.is_settled"],
		["UPDATE payment_allocations SET payment_id = :waiting WHERE payment_id = :paid", "payment.is_settled"],
		["UPDATE payment_allocations SET payment_id = :paid WHERE payment_id = :waiting", "payment.is_settled"],
		[
			"UPDATE payment_allocations SET kind = 'credit', dues_item_id = NULL WHERE payment_id = :paid AND kind = 'dues'",
			"payment.is_settled",
		],
		["DELETE FROM payment_allocations WHERE payment_id = :paid", "payment.is_settled"],
		[
			`INSERT OR REPLACE INTO payment_allocations (id, payment_id, kind, member_id, amount) SELECT id, :waiting, 'credit', :other, 1
			FROM payment_allocations WHERE payment_id = :paid LIMIT 1`,
			"payment.is_settled",
		],
	],
	"a voucher of a payment": [
		["UPDATE vouchers SET date = '2026-04-01' WHERE id = :voucher", "voucher.is_posted"],
		[
			"UPDATE vouchers SET source = 'manual', source_id = NULL, source_seq = NULL WHERE id = :voucher",
			"voucher.is_posted",
		],
		["UPDATE voucher_lines SET member_id = :other WHERE voucher_id = :voucher", "voucher.is_posted"],
		["DELETE FROM vouchers WHERE id = :voucher", "voucher.is_posted"],
		["DELETE FROM voucher_lines WHERE voucher_id = :voucher", "voucher.is_posted"],
		["UPDATE number_series SET last_no = last_no + 1 WHERE series = 'receipt:dues'", "number.in_use"],
		["DELETE FROM number_series WHERE series = 'receipt:dues'", "number.in_use"],
		[
			"INSERT OR REPLACE INTO number_series (series, roc_year, first_no, last_no) VALUES ('receipt:dues', 115, 1, 0)",
			"number.in_use",
		],
	],
	"a receipt": [
		[receipt({ payment: "NULL", amount: 100 }), "receipt.wrong_state"],
		[receipt({ payment: ":paid", member: ":member", amount: 1 }), "receipt.wrong_state"],
		[receipt({ series: "donation", payment: ":paid", member: ":member", amount: 1 }), "receipt.wrong_state"],
		[receipt({ payment: ":waiting", member: ":other", amount: 1_000 }), "receipt.wrong_state"],
		[receipt({ payment: ":rejected", amount: 1_000 }), "receipt.wrong_state"],
		[receipt({ payment: ":reversed", amount: 1_000 }), "receipt.wrong_state"],
		[receipt({ payment: ":used", amount: 300, method: "credit" }), "receipt.wrong_state"],
		[receipt({ payment: ":credited", amount: 1, mark: "" }), "receipt.wrong_mark"],
		[receipt({ payment: ":credited", amount: 1, mark: "捐" }), "receipt.wrong_mark"],
		["UPDATE receipts SET mark = '' WHERE payment_id = :paid", "receipt.is_final"],
		["UPDATE receipt_marks SET mark = '費' WHERE series = 'dues'", "receipt.wrong_mark"],
		["UPDATE receipts SET payer_title_folded = 'x' WHERE payment_id = :paid", "receipt.is_final"],
		["UPDATE receipts SET member_id = :other WHERE payment_id = :paid", "receipt.is_final"],
		["UPDATE receipts SET member_id = NULL WHERE payment_id = :paid", "receipt.is_final"],
		["UPDATE receipts SET amount = amount + 1 WHERE payment_id = :paid", "receipt.is_final"],
		["UPDATE receipts SET items = '[]' WHERE payment_id = :paid", "receipt.is_final"],
		["UPDATE receipts SET payment_id = :credited WHERE payment_id = :paid", "receipt.is_final"],
		["UPDATE receipts SET payment_id = NULL, income_id = :income WHERE payment_id = :paid", "receipt.is_final"],
		["UPDATE receipts SET payer_title = 'x' WHERE payment_id = :paid", "receipt.is_final"],
		[
			"UPDATE receipts SET status = 'issued', voided_at = NULL, reason = NULL WHERE payment_id = :reversed",
			"receipt.is_final",
		],
		["UPDATE receipts SET reason = 'x' WHERE payment_id = :reversed", "receipt.is_final"],
		["UPDATE receipts SET seq = seq + 100, number = '115-000101' WHERE payment_id = :paid", "receipt.is_final"],
		["DELETE FROM receipts WHERE payment_id = :reversed", "receipt.is_final"],
	],
	"who did what to a payment": [
		["UPDATE payment_events SET user_id = :chair WHERE payment_id = :paid", "audit.append_only"],
		["UPDATE payment_events SET at = 1 WHERE payment_id = :paid", "audit.append_only"],
		["UPDATE payment_events SET reason = '別的理由' WHERE payment_id = :rejected", "audit.append_only"],
		["UPDATE payment_events SET step = 'cancel' WHERE step = 'reject'", "audit.append_only"],
		[
			"UPDATE payment_events SET payment_id = :waiting, seq = 9 WHERE payment_id = :paid AND seq = 2",
			"audit.append_only",
		],
		["DELETE FROM payment_events WHERE payment_id = :paid AND seq = 2", "audit.append_only"],
		[`INSERT OR REPLACE ${EVENT} VALUES (:paid, 2, 'verify', :chair, 1)`, "payment.wrong_state"],
		[
			`INSERT ${EVENT} VALUES (:paid, 2, 'verify', :chair, 1) ON CONFLICT DO UPDATE SET user_id = :chair`,
			"payment.wrong_state",
		],
		[`INSERT ${EVENT} VALUES (:paid, 3, 'reverse', :chair, 1)`, "payment.wrong_state"],
		[`INSERT ${EVENT} VALUES (:paid, 3, 'verify', :chair, 1)`, "payment.wrong_state"],
		[`INSERT ${EVENT} VALUES (:waiting, 2, 'verify', :chair, 1)`, "payment.wrong_state"],
		[`INSERT ${EVENT} VALUES (:waiting, 7, 'edit', :chair, 1)`, "payment.wrong_state"],
		[`INSERT ${EVENT} VALUES (:rejected, 3, 'reverse', :chair, 1)`, "payment.wrong_state"],
	],
	"what is owed": [
		["UPDATE dues_items SET base_amount = 10, amount = 10 WHERE id = :open", "dues.wrong_state"],
		["UPDATE dues_items SET discount_percent = 50, amount = 500 WHERE id = :open", "dues.wrong_state"],
		["UPDATE dues_items SET amount = 10 WHERE id = :open", "dues.wrong_state"],
		["UPDATE dues_items SET status = 'waived' WHERE id = :open", "dues.wrong_state"],
		["UPDATE dues_items SET status = 'cancelled' WHERE id = :open", "dues.wrong_state"],
		["UPDATE dues_items SET status = 'paid', paid_amount = 1000 WHERE id = :open", "dues.wrong_state"],
		["UPDATE dues_items SET status = 'open', paid_amount = 0 WHERE id = :item", "dues.wrong_state"],
		["UPDATE dues_items SET status = 'open' WHERE id = :waived", "dues.wrong_state"],
		["UPDATE dues_items SET credited_amount = 500 WHERE id = :item", "dues.wrong_state"],
		["UPDATE dues_items SET member_id = :member WHERE id = :waived", "dues.wrong_state"],
		["UPDATE dues_items SET source = 'import', import_id = 1 WHERE id = :open", "dues.wrong_state"],
		["UPDATE dues_items SET dues_year = 2099 WHERE id = :open", "dues.exists"],
		["UPDATE OR REPLACE dues_items SET id = :open WHERE id = :item", "dues.exists"],
		[`INSERT ${DUE}, status) VALUES (:member, 'annual', 2050, 0, 0, 1, 1, 'paid')`, "dues.wrong_state"],
		[`INSERT ${DUE}, status, paid_amount) VALUES (:member, 'annual', 2050, 9, 9, 1, 1, 'paid', 9)`, "dues.wrong_state"],
		[`INSERT ${DUE}, status) VALUES (:member, 'annual', 2050, 9, 9, 1, 1, 'waived')`, "dues.wrong_state"],
		[`INSERT ${DUE}, status) VALUES (:member, 'annual', 2050, 9, 9, 1, 1, 'cancelled')`, "dues.wrong_state"],
		[`INSERT OR REPLACE ${DUE}, id) VALUES (:member, 'annual', 2051, 9, 9, 1, 1, :item)`, "dues.exists"],
		["DELETE FROM dues_items WHERE id = :open", "dues.wrong_state"],
		["DELETE FROM dues_items WHERE id = :waived", "dues.wrong_state"],
		["UPDATE dues_events SET reason = '別的理由' WHERE dues_item_id = :waived", "audit.append_only"],
		["UPDATE dues_events SET user_id = :chair WHERE dues_item_id = :waived", "audit.append_only"],
		["UPDATE dues_events SET dues_item_id = :open", "audit.append_only"],
		["DELETE FROM dues_events WHERE dues_item_id = :waived", "audit.append_only"],
		[
			"INSERT OR REPLACE INTO dues_events (id, dues_item_id, kind, at) SELECT id, dues_item_id, 'unwaived', 1 FROM dues_events WHERE dues_item_id = :waived",
			"audit.append_only",
		],
		[
			"INSERT INTO dues_events (dues_item_id, kind, from_amount, to_amount, at) VALUES (:open, 'corrected', 5, 1, 1)",
			"audit.append_only",
		],
	],
	"what somebody agreed to": [
		["UPDATE consents SET given = 0 WHERE member_id = :member", "audit.append_only"],
		["UPDATE consents SET member_id = :other WHERE member_id = :member", "audit.append_only"],
		["UPDATE consents SET text_version = '2' WHERE member_id = :member", "audit.append_only"],
		["UPDATE consents SET at = 5, channel = 'paper' WHERE member_id = :member", "audit.append_only"],
		["DELETE FROM consents WHERE member_id = :member", "audit.append_only"],
		[
			"INSERT OR REPLACE INTO consents (id, member_id, kind, text_version, given, channel, at) SELECT id, member_id, kind, '1', 0, 'web', 1 FROM consents",
			"audit.append_only",
		],
	],
	"a month": [
		[
			"INSERT INTO periods (month, status, closed_at, updated_at) VALUES ('2025-07', 'closed', 1, 1)",
			"ledger.period_stale",
		],
		[
			"INSERT OR REPLACE INTO periods (month, status, closed_at, updated_at) VALUES ('2026-02', 'closed', 1, 1)",
			"ledger.period_stale",
		],
		["INSERT OR REPLACE INTO periods (month, updated_at) VALUES ('2026-01', 1)", "ledger.period_stale"],
		["UPDATE periods SET status = 'closed', closed_at = 1 WHERE month = '2026-02'", "ledger.period_stale"],
		["UPDATE periods SET status = 'open', closed_at = NULL WHERE month = '2026-01'", "ledger.second_person"],
		["UPDATE periods SET month = '2025-06' WHERE month = '2026-02'", "ledger.period_stale"],
		["DELETE FROM periods WHERE month = '2026-01'", "ledger.period_stale"],
		["DELETE FROM period_events", "ledger.period_stale"],
	],
	"a step of a finance document": [
		[step("approve_cashier", "pending_accountant", ":accountant"), "finance.not_your_step"],
		[step("approve_cashier", "pending_accountant", ":chair"), "finance.not_your_step"],
		[step("approve_cashier", "pending_accountant", ":accountant", ":cashier"), "finance.not_your_step"],
		[step("approve_cashier", "pending_accountant", ":applicant"), "finance.own_document"],
		[step("return", "returned", ":chair"), "finance.not_your_step"],
		[step("reject", "rejected", ":accountant"), "finance.not_your_step"],
		[step("void", "voided", ":second"), "finance.not_your_step"],
		[step("withdraw", "withdrawn", ":cashier"), "finance.not_yours"],
		[step("approve_chair", "approved", ":chair"), "finance.wrong_state"],
		[onPosted("unpost", "paid", ":chair"), "finance.not_your_step"],
		["UPDATE finance_documents SET state = 'approved' WHERE id = :sent", "finance.wrong_state"],
		["UPDATE finance_documents SET state = 'paid' WHERE id = :document", "finance.wrong_state"],
		["UPDATE finance_documents SET gross = 1 WHERE id = :sent", "finance.is_final"],
		["UPDATE finance_documents SET income_tax = 1 WHERE id = :sent", "finance.is_final"],
		["UPDATE finance_documents SET payee_account = '999' WHERE id = :document", "finance.is_final"],
		["UPDATE finance_lines SET amount = 1 WHERE document_id = :sent", "finance.is_final"],
		["DELETE FROM finance_lines WHERE document_id = :sent", "finance.is_final"],
		["UPDATE finance_events SET user_id = :chair", "finance.is_final"],
		["DELETE FROM finance_events", "finance.is_final"],
		["DELETE FROM finance_documents WHERE id = :sent", "finance.is_final"],
	],
	"income, deposits and lines": [
		["UPDATE income_records SET amount = 1 WHERE id = :income", "income.is_final"],
		["UPDATE income_records SET state = 'reversed', reversed_at = 1, reason = 'x' WHERE id = :income", "deposit.holds"],
		["UPDATE cash_deposits SET amount = 1", "deposit.is_final"],
		["UPDATE bank_lines SET amount = 1 WHERE id = :line", "bank.line_used"],
		["UPDATE bank_lines SET explained = 1 WHERE id = :line", "bank.line_used"],
		["UPDATE bank_lines SET status = 'unmatched' WHERE id = :line", "bank.line_used"],
		["UPDATE bank_lines SET status = 'ignored', reason = 'x' WHERE id = :line", "bank.line_used"],
		["UPDATE bank_lines SET status = 'matched', explained = amount WHERE id = :free", "bank.line_used"],
		["UPDATE bank_lines SET status = 'matched' WHERE id = :free", "bank.line_used"],
		[linePart(":free", "payment", ":reversed", 1), "bank.mismatch"],
		[linePart(":free", "payment", "(SELECT record_id FROM bank_line_parts WHERE line_id = :line)", 1), "bank.mismatch"],
		[linePart(":free", "payment", ":paid", 1, "amount + 1"), "bank.mismatch"],
		[linePart(":free", "payment", ":paid", 1, "-amount"), "bank.mismatch"],
		[linePart(":free", "income", "-1", 1), "bank.mismatch"],
		[linePart(":line", "payment", ":paid", 1, "1"), "bank.line_used"],
		["UPDATE bank_line_parts SET amount = amount + 1", "bank.line_used"],
		["UPDATE bank_line_parts SET is_tie = 1", "bank.line_used"],
		["DELETE FROM bank_line_parts WHERE line_id = :line", "bank.line_used"],
		[
			`INSERT INTO bank_lines (statement_id, bank_account_id, row, booked_on, amount, explained, memo, words, fingerprint, status, created_at, updated_at)
			SELECT statement_id, bank_account_id, 9, booked_on, amount, amount, memo, words, 'x', 'matched', 1, 1 FROM bank_lines WHERE id = :free`,
			"bank.line_used",
		],
		["UPDATE income_records SET bank_line_id = :free WHERE id = :income", "income.is_final"],
		[linePart(":free", "deposit", ":deposit", 1), "bank.mismatch"],
		["UPDATE cash_deposits SET bank_line_id = :free WHERE id = :deposit", "deposit.line"],
		["UPDATE bank_lines SET payment_id = :paid WHERE id = :line", "bank.line_used"],
	],
};
const COUNT = Object.values(ATTACKS).flat().length;

test("there are as many as were found, and more", () => {
	expect(COUNT).toBeGreaterThanOrEqual(97);
	console.log(`${COUNT} statements against the money`);
});

test.each(
	Object.entries(ATTACKS).flatMap(([about, all]) => all.map(([statement, code]) => [about, statement, code] as const)),
)("%s: %s", async (_, statement, code) => {
	const before = await everything();
	expect(await refusal(statement)).toBe(code);
	expect(await everything()).toBe(before);
});

/** A voucher by SQL that is posted by the same people's rules: its source names something that does not wait for it. */
test.each([
	["payment", ":paid", 2],
	["payment", ":rejected", 1],
	["payment", ":reversed", 2],
	["payment", "999999", 1],
	["income", ":income", 2],
])("a voucher of a %s %s that does not wait for one is not posted", async (source, id, seq) => {
	const account = (code: string) => `(SELECT id FROM accounts WHERE code = '${code}')`;
	const voucher = `(SELECT max(id) FROM vouchers)`;
	const statements = [
		`INSERT INTO vouchers (date, description, source, source_id, source_seq, created_at, updated_at)
			VALUES ('2026-03-05', 'x', '${source}', ${id}, ${seq}, 1, 1)`,
		`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit) VALUES (${voucher}, 1, ${account("1110")}, 5)`,
		`INSERT INTO voucher_lines (voucher_id, line_no, account_id, credit) VALUES (${voucher}, 2, ${account("4910")}, 5)`,
		`UPDATE vouchers SET state = 'posted', kind = 'income', roc_year = 115, posted_at = 1, seq = (SELECT last_no + 1 FROM number_series
			WHERE series = 'voucher:income' AND roc_year = 115) WHERE id = ${voucher}`,
	];
	const before = await everything();
	const done = env.DB.batch(statements.map((one) => env.DB.prepare(filled(one, names))));
	await expect(done).rejects.toThrow(/voucher\.(own_source|posted_twice)/);
	expect(await everything()).toBe(before);
});
