import { orders } from "#db/orders.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { financeNumberOf, incomeNumberOf } from "#db/record-numbers.ts";
import { whoHolds } from "#db/system/index.ts";
import { isBeforeClosed } from "./books.ts";
import { resolutionAt } from "./concurrent-posts.ts";
import { conditions, type JournalFilter } from "./journal.ts";
import { traceOf } from "./voucher-trace.ts";
import { voucherNumber } from "./vouchers.ts";

/** A draft voucher in the list; amounts are whole NT$. */
export type DraftRow = {
	id: number;
	date: string;
	description: string;
	turns_next_year: 0 | 1;
	lines: number;
	debit: number;
	credit: number;
	author: string | null;
	updated_at: number;
	/** The number of all drafts that fit the filter. */
	total: number;
};

/** The orders of the list; `balance` has the vouchers first whose two sides are the same amount. */
const ORDER = orders(
	{
		text: "v.description",
		date: "v.date",
		author: "u.name",
		amount: "debit",
		credit: "credit",
		balance: "coalesce(sum(l.debit) = sum(l.credit) AND sum(l.debit) > 0, 0) = 0",
	},
	"v.id",
);
export const DRAFT_SORTS = ORDER.sorts;
type DraftsQuery = {
	q: string;
	balance: "even" | "uneven" | undefined;
	sort: (typeof DRAFT_SORTS)[number];
	page: number;
};

/** Selects a page of `size` drafts of manual vouchers by the index `vouchers_drafts`, which holds only drafts. */
export const drafts = ({ q, balance, sort, page }: DraftsQuery, size: number): Select<DraftRow> =>
	select(
		`SELECT v.id, v.date, v.description, v.turns_next_year, count(l.id) AS lines, coalesce(sum(l.debit), 0) AS debit,
			coalesce(sum(l.credit), 0) AS credit, u.name AS author, v.updated_at, count(*) OVER () AS total
		FROM vouchers v INDEXED BY vouchers_drafts LEFT JOIN voucher_lines l ON l.voucher_id = v.id
			LEFT JOIN users u ON u.id = coalesce(v.edited_by, v.created_by)
		WHERE v.state = 'draft' AND v.source = 'manual' AND (?1 = '' OR instr(lower(v.description), lower(?1)) > 0)
		GROUP BY v.id HAVING ?2 = '' OR (?2 = 'even') = (coalesce(sum(l.debit = 0), 0) > 0 AND sum(l.debit) = sum(l.credit))
		${ORDER.by(sort)} ${limitTo(size, (page - 1) * size)}`,
		q,
		balance ?? "",
	);

/** A voucher in any state with everything that its page shows. */
export type VoucherPageRow = {
	id: number;
	state: "draft" | "posted";
	/** The number; null for a draft, as is `kind`. */
	number: string | null;
	kind: "income" | "expense" | "transfer" | null;
	date: string;
	description: string;
	source: string;
	/** The id of the source; for a finance document its own id, not that of its posting. */
	source_id: number | null;
	/** The number of the source, such as F115-0006 or I115-0007, when it has one besides its id. */
	source_no: string | null;
	turns_next_year: 0 | 1;
	/** The resolution of the 理事會 by which money leaves 基金專戶, and its day. */
	resolution_no: string | null;
	resolution_on: string | null;
	version: number;
	/** The lines as JSON, in the form that `VoucherLines` of admin/books/ledger reads. */
	lines: string;
	debit: number;
	credit: number;
	/** What the voucher can be traced by, as JSON (traceIn of domain/books/vouchers/trace.ts). */
	trace: string;
	author_id: number | null;
	author: string | null;
	created_by: string | null;
	posted_by_id: number | null;
	posted_by: string | null;
	posted_at: number | null;
	/**
	 * JSON of the resolution by which one person was accountant (會計) and cashier (出納) when the voucher was posted.
	 */
	resolution: string | null;
	updated_at: number;
	reverses_id: number | null;
	reverses: string | null;
	reversed_by_id: number | null;
	reversed_by: string | null;
	month_closed: 0 | 1;
	/** Whether a year after that of the voucher is closed. */
	later_closed: 0 | 1;
};

const VOUCHER_PAGE = `SELECT v.id, v.state, ${voucherNumber("v")} AS number, v.kind, v.date, v.description, v.source,
			iif(v.source = 'finance', (SELECT document_id FROM finance_postings WHERE id = v.source_id), v.source_id) AS source_id,
			CASE v.source
				WHEN 'finance' THEN (SELECT ${financeNumberOf("d")} FROM finance_postings p JOIN finance_documents d ON d.id = p.document_id
					WHERE p.id = v.source_id)
				WHEN 'income' THEN (SELECT ${incomeNumberOf("r")} FROM income_records r WHERE r.id = v.source_id) END AS source_no,
			v.turns_next_year, v.resolution_no, v.resolution_on, v.version,
			(SELECT json_group_array(json_object('account_id', a.id, 'code', a.code, 'name', a.name, 'is_active', a.is_active, 'debit', l.debit,
				'credit', l.credit, 'memo', l.memo, 'member_id', m.id, 'member_no', m.member_no, 'project_id', p.id, 'project', p.name,
				'budget_item_id', b.id, 'budget', b.name) ORDER BY l.line_no)
				FROM voucher_lines l JOIN accounts a ON a.id = l.account_id LEFT JOIN members m ON m.id = l.member_id
					LEFT JOIN projects p ON p.id = l.project_id LEFT JOIN budget_items b ON b.id = l.budget_item_id
				WHERE l.voucher_id = v.id) AS lines,
			(SELECT coalesce(sum(l.debit), 0) FROM voucher_lines l WHERE l.voucher_id = v.id) AS debit,
			(SELECT coalesce(sum(l.credit), 0) FROM voucher_lines l WHERE l.voucher_id = v.id) AS credit,
			${traceOf("v")} AS trace, coalesce(v.edited_by, v.created_by) AS author_id, e.name AS author, c.name AS created_by,
			v.posted_by AS posted_by_id, u.name AS posted_by, v.posted_at, ${resolutionAt("v.posted_at")} AS resolution,
			v.updated_at, v.reverses_id, ${voucherNumber("o")} AS reverses, r.id AS reversed_by_id, ${voucherNumber("r")} AS reversed_by,
			EXISTS (SELECT 1 FROM periods WHERE month = substr(v.date, 1, 7) AND status = 'closed') AS month_closed,
			${isBeforeClosed("v.date")} AS later_closed
		FROM vouchers v LEFT JOIN users u ON u.id = v.posted_by LEFT JOIN users c ON c.id = v.created_by
			LEFT JOIN users e ON e.id = coalesce(v.edited_by, v.created_by) LEFT JOIN vouchers o ON o.id = v.reverses_id
			LEFT JOIN vouchers r ON r.reverses_id = v.id AND r.state = 'posted'`;

export const voucherForPage = (id: number): Select<VoucherPageRow> => selectOne(`${VOUCHER_PAGE} WHERE v.id = ?`, id);

/** Which posted vouchers to print: those of these ids, or all that fit the filter of 日記簿. */
export type PrintedVouchers = { ids: readonly number[] } | { filter: JournalFilter };

/** Selects posted vouchers to be printed, in the order of the books, at most `limit`. */
export function vouchersToPrint(of: PrintedVouchers, limit: number): Select<VoucherPageRow> {
	const { where, params } =
		"ids" in of
			? {
					where: "v.state = 'posted' AND v.id IN (SELECT value FROM json_each(?1))",
					params: [JSON.stringify(of.ids)],
				}
			: conditions(of.filter);
	return select(`${VOUCHER_PAGE} WHERE ${where} ORDER BY v.date, v.id ${limitTo(limit)}`, ...params);
}

/** Selects the members with these member numbers. */
export const membersByNumber = (numbers: readonly string[]): Select<{ id: number; member_no: string }> =>
	select(
		"SELECT id, member_no FROM members WHERE member_no IN (SELECT value FROM json_each(?1)) AND merged_into IS NULL",
		JSON.stringify(numbers),
	);

/** Selects the active projects, those of a voucher, and those with these ids. */
export const projectChoices = (ids: readonly number[], voucherId: number): Select<{ id: number; name: string }> =>
	select(
		`SELECT id, name FROM projects WHERE is_active = 1 OR id IN (SELECT value FROM json_each(?1))
			OR id IN (SELECT project_id FROM voucher_lines WHERE voucher_id = ?2) ORDER BY name, id`,
		JSON.stringify(ids),
		voucherId,
	);

/** Selects the active users who may post today, by name: by their own permission, or as a deputy. */
export const posters = (today: string): Select<{ id: number; name: string }> => whoHolds("ledger.post", today, 1_000);
