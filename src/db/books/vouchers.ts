import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { ClosedMonth, Entry } from "#domain/books/ledger/postings.ts";
import type { By } from "#kernel/by.ts";
import { isClosing } from "./books.ts";

/** The number of a voucher, as books and pages show it; the log of the system, which knows no books, writes it, too. */
export { voucherNumber } from "#db/record-numbers.ts";

/**
 * The source of a voucher: the record that it is about. A second voucher of the same source (`seq` 2) needs the first
 * one reversed.
 */
export type VoucherSource = {
	source: "payment" | "dues" | "bank_line" | "income" | "finance" | "deposit" | "opening" | "closing";
	id: number | SQL<number>;
	seq?: number;
};
export type NewVoucher = VoucherSource & { date: string; description: string; lines: readonly Entry[] };

export const voucherOf = ({ source, id, seq = 1 }: VoucherSource): SQL =>
	sql`(SELECT id FROM vouchers WHERE source <> 'manual' AND source = ${source} AND source_id = ${id} AND source_seq = ${seq})`;

/**
 * Inserts a voucher and posts it at once under the next number of its kind and year. The triggers of migration 0022
 * refuse a voucher that does not balance, a closed month (`ledger.period_closed`), an inactive account, the same source
 * twice (`voucher.posted_twice`), and a cash-class account with several sub-accounts of which none takes its postings
 * (`ledger.cash_sub_account`). An account code that does not exist fails the batch.
 */
export const postVoucher = (voucher: NewVoucher, by: By): Write[] => [
	sql`INSERT INTO vouchers (date, description, source, source_id, source_seq, created_by, created_at, updated_at)
		VALUES (${voucher.date}, ${voucher.description}, ${voucher.source}, ${voucher.id}, ${voucher.seq ?? 1}, ${by.userId}, ${by.at}, ${by.at})`,
	insertLines(voucherOf(voucher), voucher.lines),
	...(voucher.source === "opening" ? [] : [onSubAccounts(voucherOf(voucher))]),
	post(voucherOf(voucher), by),
];

/**
 * Moves the lines of a draft from a cash-class account that has sub-accounts to the sub-account that takes its postings
 * (cash_homes, migration 0042).
 */
const onSubAccounts = (voucher: SQL): Write =>
	sql`UPDATE voucher_lines SET account_id = h.home_id FROM cash_homes h
		WHERE voucher_lines.voucher_id = ${voucher} AND h.account_id = voucher_lines.account_id AND h.home_id IS NOT NULL
			AND voucher_lines.account_id IN (SELECT account_id FROM vouchers_on_cash_parents WHERE voucher_id = ${voucher})`;

/** Inserts the lines of a voucher that has none yet. An account that does not exist fails the batch. */
export const insertLines = (voucherId: SQL | number, lines: readonly Entry[]): Write =>
	sql`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit, memo, member_id, project_id, budget_item_id, is_unbudgeted)
		SELECT ${voucherId}, j.key + 1, ${accountIn(sql`j.value ->> '$.account'`)},
			CAST(j.value ->> '$.debit' AS INTEGER), CAST(j.value ->> '$.credit' AS INTEGER), j.value ->> '$.memo',
			CAST(j.value ->> '$.memberId' AS INTEGER), CAST(j.value ->> '$.projectId' AS INTEGER), CAST(j.value ->> '$.budgetItemId' AS INTEGER),
			coalesce(j.value ->> '$.isUnbudgeted', 0)
		FROM json_each(${JSON.stringify(lines)}) j`;

/** Returns SQL for the id of an account that is named by its code or by a posting purpose. */
const accountIn = (name: SQL): SQL =>
	sql`coalesce((SELECT account_id FROM posting_accounts WHERE purpose = ${name}), (SELECT id FROM accounts WHERE code = ${name}))`;

/**
 * Reverses the voucher of a source, or a voucher by its id, on a day (YYYY-MM-DD): inserts its lines with debit and
 * credit exchanged, as a closing voucher when it is one. Does nothing when there is no such voucher. A line on a
 * cash-class account that has sub-accounts by now goes to the sub-account that takes its postings, unless it brings the
 * parent's balance towards zero. Refuses with `ledger.cash_sub_account` when no sub-account takes them.
 */
export const reverseVoucher = (
	of: VoucherSource | { voucherId: number },
	{ date, description, by }: { date: string; description: string; by: By },
): Write[] => {
	const voucher = "voucherId" in of ? sql`${of.voucherId}` : voucherOf(of);
	const reversal = sql`(SELECT id FROM vouchers WHERE reverses_id = ${voucher})`;
	return [
		sql`INSERT INTO vouchers (date, description, source, source_id, source_seq, reverses_id, is_closing, created_by, created_at, updated_at)
			SELECT ${date}, ${description}, 'reversal', id, 1, id, is_closing, ${by.userId}, ${by.at}, ${by.at} FROM vouchers WHERE id = ${voucher}`,
		sql`INSERT INTO voucher_lines (voucher_id, line_no, account_id, debit, credit, memo, member_id, project_id, budget_item_id, is_unbudgeted)
			SELECT ${reversal}, line_no, account_id, credit, debit, memo, member_id, project_id, budget_item_id, is_unbudgeted
			FROM voucher_lines WHERE voucher_id = ${voucher}`,
		onSubAccounts(reversal),
		post(reversal, by),
	];
};

/** Posts a draft under the next number of its kind and year. */
export const post = (id: SQL | number, by: By): Write =>
	sql`UPDATE vouchers SET state = 'posted', kind = s.kind, roc_year = CAST(substr(date, 1, 4) AS INTEGER) - 1911,
			seq = coalesce((SELECT n.last_no + 1 FROM number_series n WHERE n.series = 'voucher:' || s.kind
				AND n.roc_year = CAST(substr(vouchers.date, 1, 4) AS INTEGER) - 1911), 1),
			posted_by = ${by.userId}, posted_at = ${by.at}, updated_at = ${by.at}, version = version + 1
		FROM (SELECT voucher_id, kind FROM voucher_sums WHERE voucher_id = ${id}) s WHERE vouchers.id = s.voucher_id`;

/** Selects the closed months, and the last month of each closed year (`is_year`), before which nothing is posted either. */
export const closedMonths = (): Select<ClosedMonth> =>
	select(
		`SELECT month, 0 AS is_year FROM periods WHERE status = 'closed'
		UNION ALL SELECT v.source_id || '-12', 1 FROM vouchers v WHERE ${isClosing("v")} ORDER BY month, is_year`,
	);
