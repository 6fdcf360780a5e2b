import { type Select, select } from "#db/read.ts";

/**
 * A budget item of a year. `used` is posted in the books, `committed` is requested by finance documents under way;
 * whole NT$.
 */
export type BudgetLeft = {
	id: number;
	name: string;
	code: string;
	account: string;
	account_id: number;
	amount: number;
	used: number;
	committed: number;
	note: string;
	version: number;
};

/**
 * Common table expressions of the year ?1: its budget items (`items`), the accounts that have only one item (`home`),
 * what was posted by lines that name an item (`named`), and by lines that are outside the budget (不列預算) (`apart`).
 */
const COUNTED = `items AS (SELECT b.*, a.code, a.name AS account, count(*) OVER (PARTITION BY b.account_id) AS beside
			FROM budget_items b JOIN accounts a ON a.id = b.account_id WHERE b.year = CAST(?1 AS INTEGER)),
		home AS (SELECT x.id AS account_id, i.id AS item_id FROM items i JOIN accounts x ON x.id = i.account_id
				OR (substr(x.code, 1, 4) = i.code AND NOT EXISTS (SELECT 1 FROM items o WHERE o.account_id = x.id)) WHERE i.beside = 1),
		named AS (SELECT i.id AS item_id, l.account_id, sum(l.debit - l.credit) AS moved FROM items i
			JOIN voucher_lines l ON l.budget_item_id = i.id JOIN vouchers v ON v.id = l.voucher_id
			WHERE v.state = 'posted' AND v.is_closing = 0 AND v.date BETWEEN ?1 || '-01-01' AND ?1 || '-12-31' GROUP BY 1, 2),
		apart AS (SELECT l.account_id, sum(l.debit - l.credit) AS moved FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id
			WHERE l.is_unbudgeted = 1 AND v.state = 'posted' AND v.is_closing = 0
				AND v.date BETWEEN ?1 || '-01-01' AND ?1 || '-12-31' GROUP BY 1)`;

/**
 * Selects the budget items of a year by account, each with what was used of it and what documents under way will use. A
 * line or document counts to the item that it names; one that names none counts to the only item of its account, or
 * else of the parent account (5250 for 5250-01), unless it is outside the budget (不列預算). Closing vouchers are left
 * out. What a 年底調整 has in the books counts as used alone until the next year turned it back. For an income item,
 * `used` is what came in. The view budgets_left (migration 0042) is the same rule for one item.
 */
export const budgetsLeft = (year: number): Select<BudgetLeft> =>
	select(
		`WITH ${COUNTED},
		under_way AS (SELECT item_id, amount FROM finance_budgets
			WHERE state IN ('pending_cashier', 'pending_accountant', 'pending_chair', 'approved', 'paid')),
		moves AS (SELECT item_id, moved, 0 AS committed FROM named
			UNION ALL SELECT h.item_id, m.debit - m.credit, 0 FROM home h JOIN account_months m ON m.account_id = h.account_id
				WHERE m.month BETWEEN ?1 || '-01' AND ?1 || '-12'
			UNION ALL SELECT h.item_id, -n.moved, 0 FROM home h JOIN named n ON n.account_id = h.account_id
			UNION ALL SELECT h.item_id, -n.moved, 0 FROM home h JOIN apart n ON n.account_id = h.account_id
			UNION ALL SELECT item_id, 0, amount FROM under_way WHERE item_id IS NOT NULL)
		SELECT i.id, i.name, i.code, i.account, i.account_id, i.amount, i.note, i.version,
			coalesce(sum(m.moved), 0) * iif(i.code < '5', -1, 1) AS used, coalesce(sum(m.committed), 0) AS committed
		FROM items i LEFT JOIN moves m ON m.item_id = i.id GROUP BY i.id ORDER BY i.code, i.name, i.id`,
		String(year),
	);

/** Selects the years that have a budget. */
export const budgetYears = (): Select<{ year: number }> =>
	select("SELECT DISTINCT year FROM budget_items ORDER BY year");

/** What was posted in a year on an account of income or expense and is counted by no budget item. */
export type Unbudgeted = { account_id: number; code: string; account: string; amount: number; has_items: 0 | 1 };
export const unbudgeted = (year: number): Select<Unbudgeted> =>
	select(
		`WITH ${COUNTED}
		SELECT a.id AS account_id, a.code, a.name AS account, EXISTS (SELECT 1 FROM items i WHERE i.account_id = a.id) AS has_items,
			iif(a.id IN (SELECT account_id FROM home), coalesce((SELECT n.moved FROM apart n WHERE n.account_id = a.id), 0), sum(m.debit - m.credit)
				- coalesce((SELECT sum(n.moved) FROM named n WHERE n.account_id = a.id), 0)) * iif(a.code < '5', -1, 1) AS amount
		FROM account_months m JOIN accounts a ON a.id = m.account_id
		WHERE m.month BETWEEN ?1 || '-01' AND ?1 || '-12' AND a.code >= '4'
		GROUP BY a.id HAVING amount <> 0 ORDER BY a.code`,
		String(year),
	);
