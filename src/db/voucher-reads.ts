import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { voucherNumber } from "#db/vouchers.ts";

export type VoucherKind = "income" | "expense" | "transfer";
export type VoucherRow = {
	id: number;
	number: string;
	kind: VoucherKind;
	date: string;
	description: string;
	source: string;
	source_id: number | null;
	/** The lines as JSON: [{code, name, debit, credit, memo, member_no, account_id}]. */
	lines: string;
	total: number;
};
const COLUMNS = `v.id, ${voucherNumber("v")} AS number, v.kind, v.date, v.description, v.source, v.source_id,
	(SELECT json_group_array(json_object('account_id', a.id, 'code', a.code, 'name', a.name, 'debit', l.debit, 'credit', l.credit,
		'memo', l.memo, 'member_id', m.id, 'member_no', m.member_no) ORDER BY l.line_no)
		FROM voucher_lines l JOIN accounts a ON a.id = l.account_id LEFT JOIN members m ON m.id = l.member_id
		WHERE l.voucher_id = v.id) AS lines,
	(SELECT sum(l.debit) FROM voucher_lines l WHERE l.voucher_id = v.id) AS total`;

export type JournalFilter = { from: string; to: string; kind?: VoucherKind | undefined };
const where = `v.state = 'posted' AND v.date BETWEEN ?1 AND ?2 AND (?3 = '' OR v.kind = ?3)`;

/** 日記簿: a page of the posted vouchers between two days, in the order of the books. */
export const journal = (
	{ from, to, kind = undefined }: JournalFilter,
	page: { rows: number; page: number },
): Select<VoucherRow> =>
	select(
		`SELECT ${COLUMNS} FROM vouchers v WHERE ${where} ORDER BY v.date, v.id ${limitTo(page.rows, (page.page - 1) * page.rows)}`,
		from,
		to,
		kind ?? "",
	);

/** How many they are, and the sum of a side. */
export const journalSums = ({
	from,
	to,
	kind = undefined,
}: JournalFilter): Select<{ vouchers: number; total: number }> =>
	selectOne(
		`SELECT count(*) AS vouchers, coalesce(sum((SELECT sum(l.debit) FROM voucher_lines l WHERE l.voucher_id = v.id)), 0) AS total
		FROM vouchers v WHERE ${where}`,
		from,
		to,
		kind ?? "",
	);

export type VoucherDetail = VoucherRow & {
	posted_at: number;
	posted_by: string | null;
	reverses_id: number | null;
	reverses: string | null;
	reversed_by_id: number | null;
	reversed_by: string | null;
};

/** A posted voucher with what it reverses, or what reverses it. */
export const voucherDetail = (id: number): Select<VoucherDetail> =>
	selectOne(
		`SELECT ${COLUMNS}, v.posted_at, u.name AS posted_by, v.reverses_id, ${voucherNumber("o")} AS reverses,
			r.id AS reversed_by_id, ${voucherNumber("r")} AS reversed_by
		FROM vouchers v LEFT JOIN users u ON u.id = v.posted_by LEFT JOIN vouchers o ON o.id = v.reverses_id
			LEFT JOIN vouchers r ON r.reverses_id = v.id AND r.state = 'posted'
		WHERE v.id = ? AND v.state = 'posted'`,
		id,
	);

export type AccountRow = {
	id: number;
	code: string;
	name: string;
	is_active: 0 | 1;
	balance: number;
	bank_account_id: number | null;
};

/** 會計科目 with what each holds now, debit less credit. */
export const chartOfAccounts = (): Select<AccountRow> =>
	select(
		`SELECT a.id, a.code, a.name, a.is_active, b.id AS bank_account_id,
			coalesce((SELECT sum(m.debit - m.credit + m.closing_debit - m.closing_credit) FROM account_months m WHERE m.account_id = a.id), 0) AS balance
		FROM accounts a LEFT JOIN bank_accounts b ON b.account_id = a.id ORDER BY a.code`,
	);
