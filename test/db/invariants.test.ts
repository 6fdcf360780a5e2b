/** Each invariant can fail: broken by plain SQL, with no trigger in the way, it is named, and no other is. */
import { env } from "cloudflare:test";
import { afterEach, beforeAll, expect, test } from "vitest";
import { INVARIANT_WORDS } from "#admin/invariant-words.ts";
import { brokenInvariants, INVARIANTS } from "#db/invariants/suite.ts";
import { brokenOnPurpose } from "../support/invariants.ts";
import { filled, moneyOfAllKinds } from "../support/money-of-all-kinds.ts";
import { rows } from "../support/users.ts";

let names: Awaited<ReturnType<typeof moneyOfAllKinds>>;
const TABLES = [
	"vouchers",
	"voucher_lines",
	"account_months",
	"number_series",
	"periods",
	"period_events",
	"payments",
	"payment_allocations",
	"payment_events",
	"dues_items",
	"dues_events",
	"receipts",
	"income_records",
	"cash_deposits",
	"finance_documents",
	"finance_lines",
	"finance_attachments",
	"finance_events",
	"bank_lines",
	"files",
];
const columns = new Map<string, string>();

const run = (...statements: string[]): Promise<unknown> =>
	env.DB.batch(
		["PRAGMA defer_foreign_keys = ON", ...statements].map((statement) => env.DB.prepare(filled(statement, names))),
	);

beforeAll(async () => {
	brokenOnPurpose("each of these tests breaks one of them");
	names = await moneyOfAllKinds();
	expect(await brokenInvariants(env.DB)).toEqual([]);
	const triggers = await rows<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'trigger'");
	await run(...triggers.map(({ name }) => `DROP TRIGGER ${name}`));
	for (const table of TABLES) {
		const of = await rows<{ name: string }>(`PRAGMA table_info(${table})`);
		columns.set(table, of.map(({ name }) => name).join(", "));
		await run(`CREATE TABLE kept_${table} AS SELECT ${columns.get(table)} FROM ${table}`);
	}
});
afterEach(async () => {
	await run(
		...TABLES.map((table) => `DELETE FROM ${table}`),
		...TABLES.map((table) => `INSERT INTO ${table} (${columns.get(table)}) SELECT * FROM kept_${table}`),
	);
	expect(await brokenInvariants(env.DB)).toEqual([]);
});

/** The balances of months are those of the vouchers, whatever these say. */
const RECOUNT = [
	"DELETE FROM account_months",
	`INSERT INTO account_months SELECT l.account_id, substr(v.date, 1, 7), sum(iif(v.is_closing, 0, l.debit)), sum(iif(v.is_closing, 0, l.credit)),
		sum(iif(v.is_closing, l.debit, 0)), sum(iif(v.is_closing, l.credit, 0))
	FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id WHERE v.state = 'posted' GROUP BY 1, 2`,
];
const ALONE = "source = 'manual', source_id = NULL, source_seq = NULL";

type Case = { breaks: string[]; names?: string; also?: string[] };
const CASES: Record<string, Case> = {
	voucher_balanced: {
		breaks: ["UPDATE voucher_lines SET debit = debit + 5 WHERE voucher_id = :manual AND debit > 0", ...RECOUNT],
	},
	voucher_number: { breaks: ["UPDATE vouchers SET date = '2025-03-05' WHERE id = :manual", ...RECOUNT] },
	reversals: {
		breaks: [
			`UPDATE voucher_lines SET debit = iif(debit > 0, debit + 5, 0), credit = iif(credit > 0, credit + 5, 0)
			WHERE voucher_id = (SELECT id FROM vouchers WHERE source = 'reversal')`,
			...RECOUNT,
		],
	},
	voucher_once: {
		breaks: ["UPDATE vouchers SET source = 'dues', source_id = 999, source_seq = id WHERE id IN (:manual, :manual2)"],
	},
	number_series: {
		breaks: ["UPDATE number_series SET last_no = last_no + 1 WHERE series = 'receipt:dues'"],
		names: "receipt:dues 115",
	},
	account_months: {
		breaks: [
			"UPDATE account_months SET debit = debit + 1 WHERE month = '2026-01' AND account_id = (SELECT id FROM accounts WHERE code = '5250')",
		],
		names: "5250 2026-01",
	},
	closed_month_moved: { breaks: ["UPDATE periods SET closed_at = 1 WHERE month = '2026-01'"] },
	closed_months: { breaks: ["DELETE FROM period_events WHERE period = '2026-01'"], names: "2026-01" },
	closed_years: {
		breaks: [
			"UPDATE vouchers SET source = 'closing', source_id = 2026, source_seq = 1, is_closing = 1 WHERE id = :manual",
			...RECOUNT,
		],
		also: ["closed_months"],
	},
	advance: {
		breaks: [
			`UPDATE voucher_lines SET account_id = (SELECT id FROM accounts WHERE code = '2120')
			WHERE voucher_id = :voucher AND account_id = (SELECT id FROM accounts WHERE code = '4120')`,
			...RECOUNT,
		],
		names: "900 ≠ 1900",
	},
	openings: {
		breaks: ["UPDATE vouchers SET source = 'opening', source_id = 2026, source_seq = 1 WHERE id = :manual"],
		names: "2026",
		also: ["advance"],
	},
	payment_voucher: { breaks: [`UPDATE vouchers SET ${ALONE} WHERE id = :voucher`], names: ":paid" },
	payment_unsettled: {
		breaks: ["UPDATE vouchers SET source = 'payment', source_id = :waiting, source_seq = 1 WHERE id = :manual"],
		names: ":waiting",
	},
	payment_parts: {
		breaks: ["UPDATE payment_allocations SET amount = amount + 1 WHERE payment_id = :paid AND kind = 'donation'"],
		names: ":paid",
	},
	payment_events: { breaks: ["DELETE FROM payment_events WHERE payment_id = :paid AND seq = 1"], names: ":paid" },
	dues_paid: {
		breaks: ["UPDATE dues_items SET paid_amount = 999, status = 'partially_paid' WHERE id = :item"],
		names: ":item",
	},
	dues_owner: {
		breaks: ["UPDATE payment_allocations SET member_id = :other WHERE payment_id = :paid AND kind = 'dues'"],
		names: ":paid",
	},
	dues_events: { breaks: ["DELETE FROM dues_events WHERE dues_item_id = :waived"], names: ":waived" },
	credit: { breaks: ["UPDATE payments SET payer_member_id = :other WHERE id = :used"], names: ":other" },
	receipt_of: {
		breaks: ["UPDATE receipts SET status = 'issued', voided_at = NULL, reason = NULL WHERE payment_id = :reversed"],
	},
	receipt_amount: {
		breaks: ["UPDATE receipts SET amount = amount + 1 WHERE payment_id = :paid AND series = 'donation'"],
	},
	income_voucher: { breaks: [`UPDATE vouchers SET ${ALONE} WHERE source = 'income'`], names: ":income" },
	document_numbers: { breaks: ["UPDATE income_records SET seq = 7"], names: "I115" },
	deposits: { breaks: ["UPDATE cash_deposits SET amount = amount + 1"], names: ":deposit" },
	finance_events: {
		breaks: ["DELETE FROM finance_events WHERE document_id = :document AND step = 'approve_chair'"],
		names: ":document",
	},
	finance_people: {
		breaks: [
			`UPDATE finance_events SET user_id = (SELECT e.user_id FROM finance_events e WHERE e.document_id = :document
				AND e.step = 'approve_cashier') WHERE document_id = :document AND step = 'approve_accountant'`,
		],
		names: ":document",
	},
	finance_voucher: {
		breaks: [`UPDATE vouchers SET ${ALONE} WHERE source = 'finance'`],
		names: ":document",
	},
	finance_amounts: { breaks: ["UPDATE finance_documents SET gross = gross + 1 WHERE id = :sent"], names: ":sent" },
	bank_lines: { breaks: ["UPDATE bank_lines SET amount = amount + 1 WHERE id = :line"], names: ":line" },
	files: { breaks: ["UPDATE files SET deleted_at = 1"], names: ":paid" },
};

test("every one of them can be broken, and has its words", () => {
	const codes = Object.values(INVARIANTS).flatMap((area) => Object.keys(area));
	expect(Object.keys(CASES).sort()).toEqual(codes.toSorted());
	expect(Object.keys(INVARIANT_WORDS).sort()).toEqual(codes.toSorted());
});

test.each(Object.entries(CASES))("%s", async (code, { breaks, names: told, also = [] }) => {
	await run(...breaks);
	const broken = await brokenInvariants(env.DB);
	expect(broken.map((one) => one.code).sort()).toEqual([code, ...also].sort());
	if (told !== undefined) expect(broken.find((one) => one.code === code)?.names).toEqual([filled(told, names)]);
});
