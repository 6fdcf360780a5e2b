import { orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { financeNumberOf } from "#db/record-numbers.ts";
import { isStaff } from "#db/system/index.ts";
import type { FinanceState } from "#domain/books/finance/labels.ts";
import type { ExemptionKind, PayeeKind } from "#domain/books/payees/form.ts";
import { readFormKey } from "#kernel/form-key.ts";

/**
 * Selects the payees who have one of these numbers: hashes of national ids, or 統一編號. None when the form with this key
 * made them itself.
 */
export const numbersTaken = (numbers: readonly string[], key: string): Select<{ number: string; name: string }> =>
	select(
		`SELECT j.value AS number, p.name FROM json_each(?1) j JOIN payees p ON p.national_id_hash = j.value OR p.tax_id = j.value
		WHERE NOT EXISTS (SELECT 1 FROM form_submissions WHERE key = ?2)`,
		JSON.stringify(numbers),
		readFormKey(key).form,
	);

export const PAYEES_PER_PAGE = 50;

/** A payee in the list; `accounts` are those in use, `paid` is the net amount of all payments to them. */
export type PayeeListRow = {
	id: number;
	kind: PayeeKind;
	name: string;
	national_id_mask: string | null;
	tax_id: string | null;
	is_resident: 0 | 1;
	is_active: 0 | 1;
	phone: string | null;
	email: string | null;
	address: string;
	member_no: string | null;
	user_name: string | null;
	/** The newest account in use: its bank code and number. */
	bank_code: string | null;
	account: string | null;
	payments: number;
	paid: number;
	last_on: string | null;
};
export const PAYEE_LACKS = ["id", "account"] as const;
export type PayeeFilter = {
	q: string;
	kind?: PayeeKind | undefined;
	lacking?: (typeof PAYEE_LACKS)[number] | undefined;
	resident?: "1" | "0" | undefined;
	active?: "1" | "0" | undefined;
};
/**
 * Returns SQL for the payments to payees, one a row: requests that name the payee's record, and shares of registers
 * (清冊): of one payee (SQL of the id), or of a table of them that is joined before.
 */
const paymentsOf = (
	of: string,
	id: string,
): string => `SELECT d.payee_id, d.net, d.paid_on FROM ${of} finance_documents d
		WHERE d.payee_id = ${id} AND d.register IS NULL AND d.state IN ('paid', 'posted')
	UNION ALL SELECT s.payee_id, s.net, d.paid_on FROM ${of} finance_shares s CROSS JOIN finance_documents d ON d.id = s.document_id
		WHERE s.payee_id = ${id} AND d.state IN ('paid', 'posted')`;
/** Returns SQL for a sum of all payments to the payee `p`. */
const allPayments = (sum: string): string => `(SELECT ${sum} FROM (${paymentsOf("", "p.id")}))`;
/** SQL for the newest account in use of the payee `p`. */
const ACCOUNT = "(SELECT max(n.id) FROM payee_accounts n WHERE n.payee_id = p.id AND n.is_active = 1)";

const ORDER = orders(
	{
		name: "p.name",
		account: `(SELECT a.account FROM payee_accounts a WHERE a.id = ${ACCOUNT})`,
		paid: allPayments("coalesce(sum(net), 0)"),
		last: allPayments("max(paid_on)"),
		state: "p.is_active = 0",
	},
	"p.name",
	"p.id",
);
export const PAYEE_SORTS = ORDER.sorts;
export type PayeeSort = (typeof PAYEE_SORTS)[number];

/**
 * Returns the SQL condition of the search for payees: a part of the name or phone, or the whole 統一編號, e-mail, masked
 * national id, member number, or account number with or without its dashes.
 */
const FOUND = (
	q: string,
) => `(instr(p.name, ${q}) > 0 OR instr(p.phone, ${q}) > 0 OR p.tax_id = ${q} OR p.email = lower(${q})
	OR p.national_id_mask = upper(${q}) OR p.member_id IN (SELECT member_id FROM member_numbers WHERE member_no = upper(${q}))
	OR p.id IN (SELECT payee_id FROM payee_accounts WHERE replace(account, '-', '') = replace(${q}, '-', '')))`;
const LACKS = {
	id: "p.national_id_mask IS NULL AND p.tax_id IS NULL",
	account: "NOT EXISTS (SELECT 1 FROM payee_accounts a WHERE a.payee_id = p.id AND a.is_active = 1)",
} as const;

function payeesWhere({ q, kind, lacking, resident, active }: PayeeFilter) {
	const params: string[] = [];
	const bound = (value: string) => `?${params.push(value)}`;
	const where = [
		"p.pseudonymised_at IS NULL",
		...(q ? [FOUND(bound(q.normalize("NFKC")))] : []),
		...(kind ? [`p.kind = ${bound(kind)}`] : []),
		...(lacking ? [LACKS[lacking]] : []),
		...(resident ? [`p.is_resident = ${resident}`] : []),
		...(active ? [`p.is_active = ${active}`] : []),
	];
	return { where: where.join(" AND "), params };
}

/**
 * Selects the payees that fit the filter, at most `limit` after `offset`. They are chosen first: payments are summed of
 * these alone.
 */
export function payeeRows(filter: PayeeFilter, sort: PayeeSort, limit: string): Select<PayeeListRow> {
	const { where, params } = payeesWhere(filter);
	return select(
		`WITH page AS MATERIALIZED (SELECT p.id FROM payees p WHERE ${where} ${ORDER.by(sort)} ${limit}),
			sums AS (SELECT payee_id, count(*) AS payments, sum(net) AS paid, max(paid_on) AS last_on
				FROM (${paymentsOf("page CROSS JOIN", "page.id")}) GROUP BY payee_id)
		SELECT p.id, p.kind, p.name, p.national_id_mask, p.tax_id, p.is_resident, p.is_active, p.phone, p.email, p.address,
			m.member_no, u.name AS user_name, a.bank_code, a.account, coalesce(s.payments, 0) AS payments, coalesce(s.paid, 0) AS paid, s.last_on
		FROM page CROSS JOIN payees p ON p.id = page.id LEFT JOIN sums s ON s.payee_id = p.id LEFT JOIN members m ON m.id = p.member_id
			LEFT JOIN users u ON u.id = p.user_id LEFT JOIN payee_accounts a ON a.id = ${ACCOUNT}
		${ORDER.by(sort)}`,
		...params,
	);
}

/** Selects one page of the payees that fit the filter, and how many there are. */
export function payeePage(
	filter: PayeeFilter,
	{ sort, page }: { sort: PayeeSort; page: number },
): [Select<PayeeListRow>, Select<{ total: number }>] {
	const { where, params } = payeesWhere(filter);
	return [
		payeeRows(filter, sort, limitTo(PAYEES_PER_PAGE, (page - 1) * PAYEES_PER_PAGE)),
		selectOne(`SELECT count(*) AS total FROM payees p WHERE ${where}`, ...params),
	];
}

/** A payee as the payee's page and form show it. */
export type PayeeRow = {
	id: number;
	version: number;
	kind: PayeeKind;
	name: string;
	national_id_mask: string | null;
	tax_id: string | null;
	is_resident: 0 | 1;
	user_id: number | null;
	user_name: string | null;
	member_id: number | null;
	member_no: string | null;
	member_name: string | null;
	/** The member whose record the payee's member became by a merge, when the payee is their second one. */
	merged_member_id: number | null;
	email: string | null;
	phone: string | null;
	address: string;
	note: string;
	is_active: 0 | 1;
	pseudonymised_at: number | null;
	created_at: number;
};
const PAYEE = `FROM payees p LEFT JOIN members m ON m.id = p.member_id LEFT JOIN users u ON u.id = p.user_id WHERE p.id = ?`;
const NAMES = "m.member_no, m.name AS member_name, u.name AS user_name";
export const payeeRow = (id: number): Select<PayeeRow> =>
	selectOne(
		`SELECT p.id, p.version, p.kind, p.name, p.national_id_mask, p.tax_id, p.is_resident, p.user_id, p.member_id, p.merged_member_id, p.email, p.phone,
			p.address, p.note, p.is_active, p.pseudonymised_at, p.created_at, ${NAMES} ${PAYEE}`,
		id,
	);

/** A payee with the sealed columns too, for the actions. */
export type StoredPayee = PayeeRow & { seal_id: string; person_key: string | null; national_id: string | null };
export const storedPayee = (id: number): Select<StoredPayee> => selectOne(`SELECT p.*, ${NAMES} ${PAYEE}`, id);

/** An account of a payee. */
export type PayeeAccountRow = {
	id: number;
	bank_code: string;
	branch: string;
	account: string;
	holder: string;
	is_active: 0 | 1;
	created_at: number;
};
export const accountsOf = (payeeId: number): Select<PayeeAccountRow> =>
	select(
		`SELECT id, bank_code, branch, account, holder, is_active, created_at FROM payee_accounts WHERE payee_id = ?
		ORDER BY is_active DESC, id DESC`,
		payeeId,
	);

/** A paper by which no supplementary premium is withheld; `until` is its last day, if it ended. */
export type ExemptionRow = { id: number; kind: ExemptionKind; paper: string; shown_on: string; until: string | null };
export const exemptionsOf = (payeeId: number): Select<ExemptionRow> =>
	select(
		"SELECT id, kind, paper, shown_on, until FROM payee_exemptions WHERE payee_id = ? ORDER BY shown_on DESC, id DESC",
		payeeId,
	);

/** What a payee was asked to be paid: a request, or a share of a register (清冊). Amounts are whole NT$. */
export type PayeePaymentRow = {
	id: number;
	number: string | null;
	day: string | null;
	title: string;
	gross: number;
	tax: number;
	premium: number;
	net: number;
	state: FinanceState;
};
export const PAYMENTS_SHOWN = 200;

/** The query of the requests that were sent and pay the payee ?1. */
export const PAYMENTS_TO = `SELECT * FROM (SELECT d.id, ${financeNumberOf("d")} AS number, d.paid_on AS day, d.title, d.gross, d.income_tax AS tax,
			d.nhi AS premium, d.net, d.state
		FROM finance_documents d WHERE d.payee_id = ?1 AND d.register IS NULL AND d.state <> 'draft'
		UNION ALL SELECT d.id, ${financeNumberOf("d")}, d.paid_on, s.reason, s.gross, s.tax, s.premium, s.net, d.state
		FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id WHERE s.payee_id = ?1 AND d.state <> 'draft')`;

/** Selects the newest requests that were sent and pay the payee, PAYMENTS_SHOWN + 1 at most. */
export const paymentsTo = (payeeId: number): Select<PayeePaymentRow> =>
	select(`${PAYMENTS_TO} ORDER BY coalesce(day, '9999') DESC, id DESC ${limitTo(PAYMENTS_SHOWN + 1)}`, payeeId);

/** Selects the staff who may be linked to a payee (0 for a new one), by name; also the one who is linked already. */
export const staffToLink = (payeeId: number): Select<{ id: number; name: string }> =>
	select(
		`SELECT u.id, u.name FROM users u WHERE u.id = (SELECT user_id FROM payees WHERE id = ?)
			OR (u.status = 'active' AND ${isStaff("u.id")}) ORDER BY u.name, u.id`,
		payeeId,
	);
