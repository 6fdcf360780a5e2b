import { type Select, select } from "#db/read.ts";
import { balanceOf } from "./books.ts";
import { voucherNumber } from "./vouchers.ts";

export type VoucherKind = "income" | "expense" | "transfer";
export type VoucherRow = {
	id: number;
	number: string;
	kind: VoucherKind;
	date: string;
	description: string;
	source: string;
	source_id: number | null;
	/** The lines as JSON: [{code, name, debit, credit, memo, member_id, member_no, account_id}]. */
	lines: string;
	total: number;
};
/** The columns of a VoucherRow, over `vouchers v`. */
export const VOUCHER_COLUMNS = `v.id, ${voucherNumber("v")} AS number, v.kind, v.date, v.description, v.source, v.source_id,
	(SELECT json_group_array(json_object('account_id', a.id, 'code', a.code, 'name', a.name, 'debit', l.debit, 'credit', l.credit,
		'memo', l.memo, 'member_id', m.id, 'member_no', m.member_no) ORDER BY l.line_no)
		FROM voucher_lines l JOIN accounts a ON a.id = l.account_id LEFT JOIN members m ON m.id = l.member_id
		WHERE l.voucher_id = v.id) AS lines,
	(SELECT sum(l.debit) FROM voucher_lines l WHERE l.voucher_id = v.id) AS total`;

export type AccountRow = {
	id: number;
	code: string;
	name: string;
	is_active: 0 | 1;
	balance: number;
	bank_account_id: number | null;
};

/** Selects the chart of accounts (會計科目) with the present balance of each account, debit less credit. */
export const chartOfAccounts = (): Select<AccountRow> =>
	select(
		`SELECT a.id, a.code, a.name, a.is_active, b.id AS bank_account_id,
			${balanceOf("a.id")} AS balance
		FROM accounts a LEFT JOIN bank_accounts b ON b.account_id = a.id ORDER BY a.code`,
	);
