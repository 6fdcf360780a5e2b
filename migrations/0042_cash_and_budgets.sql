-- Cash and bank accounts with sub-accounts pay and receive by these alone; no month is closed while one of them is below zero.
-- A line that is 不列預算 counts to no item of a budget, and who goes over an item says that they know.

-- An account of cash class with sub-accounts in use: what it still holds is moved to them.
CREATE VIEW cash_parents AS
SELECT a.id AS account_id, a.code, a.name FROM accounts a
WHERE a.code IN ('1110', '1120', '1130', '1140', '1310')
	AND EXISTS (SELECT 1 FROM accounts s WHERE s.code > a.code || '-' AND s.code < a.code || '.' AND s.is_active = 1);

-- The one sub-account that stands for such an account where none is named: the only one in use, or else the only one that the
-- program posts to.
CREATE VIEW cash_homes AS
SELECT p.account_id, coalesce(
	(SELECT min(s.id) FROM accounts s WHERE s.code > p.code || '-' AND s.code < p.code || '.' AND s.is_active = 1 HAVING count(*) = 1),
	(SELECT min(s.id) FROM accounts s WHERE s.code > p.code || '-' AND s.code < p.code || '.' AND s.is_active = 1
		AND s.id IN (SELECT account_id FROM posting_accounts) HAVING count(*) = 1)) AS home_id
FROM cash_parents p;

-- Vouchers and the accounts of cash_parents that they may not stand on: all but a transfer that brings such an account towards
-- zero, and not beyond, at the end of its month and of each later one.
CREATE VIEW vouchers_on_cash_parents AS
SELECT l.voucher_id, l.account_id FROM voucher_lines l JOIN cash_parents p ON p.account_id = l.account_id
	JOIN vouchers v ON v.id = l.voucher_id JOIN voucher_sums s ON s.voucher_id = l.voucher_id
WHERE s.kind IS NOT 'transfer' OR EXISTS (SELECT 1 FROM (
		SELECT e.month, (SELECT sum(o.debit - o.credit) FROM voucher_lines o WHERE o.voucher_id = l.voucher_id AND o.account_id = l.account_id) AS moved,
			coalesce((SELECT sum(m.debit - m.credit + m.closing_debit - m.closing_credit) FROM account_months m
				WHERE m.account_id = l.account_id AND m.month <= e.month), 0) AS held
		FROM (SELECT substr(v.date, 1, 7) AS month UNION SELECT m.month FROM account_months m
			WHERE m.account_id = l.account_id AND m.month > substr(v.date, 1, 7)) e)
	WHERE moved * held >= 0 OR abs(moved) > abs(held));

CREATE TRIGGER vouchers_post_on_sub_accounts BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted'
	AND EXISTS (SELECT 1 FROM voucher_lines l JOIN cash_parents p ON p.account_id = l.account_id WHERE l.voucher_id = OLD.id)
	AND ((NEW.date, NEW.source, NEW.reverses_id, NEW.is_closing) IS NOT (OLD.date, OLD.source, OLD.reverses_id, OLD.is_closing)
		OR EXISTS (SELECT 1 FROM vouchers_on_cash_parents x WHERE x.voucher_id = OLD.id))
BEGIN
	SELECT RAISE(ABORT, 'ledger.cash_sub_account');
END;
CREATE TRIGGER posting_accounts_name_sub_accounts BEFORE UPDATE ON posting_accounts
WHEN NEW.account_id <> OLD.account_id AND EXISTS (SELECT 1 FROM cash_parents WHERE account_id = NEW.account_id)
BEGIN
	SELECT RAISE(ABORT, 'ledger.cash_sub_account');
END;
CREATE TRIGGER finance_documents_pay_from_sub_accounts BEFORE UPDATE ON finance_documents
WHEN OLD.state = 'approved' AND NEW.state = 'paid' AND EXISTS (SELECT 1 FROM cash_parents WHERE account_id = NEW.paid_from)
BEGIN
	SELECT RAISE(ABORT, 'ledger.cash_sub_account');
END;

ALTER TABLE voucher_lines ADD COLUMN is_unbudgeted INTEGER NOT NULL DEFAULT 0 -- 不列預算
	CHECK (is_unbudgeted = 0 OR (is_unbudgeted = 1 AND budget_item_id IS NULL));
CREATE INDEX voucher_lines_unbudgeted ON voucher_lines (account_id) WHERE is_unbudgeted = 1;

-- A reversal has the lines of what it reverses; where one stands on an account of cash class that now has sub-accounts, one of
-- these may take its place.
DROP TRIGGER vouchers_post_true_reversals;
CREATE TRIGGER vouchers_post_true_reversals BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.reverses_id IS NOT NULL AND (
	NOT EXISTS (SELECT 1 FROM vouchers o WHERE o.id = NEW.reverses_id AND o.state = 'posted' AND o.reverses_id IS NULL
		AND o.is_closing = NEW.is_closing)
	OR EXISTS (SELECT account_id, debit, credit, member_id, line_no, project_id, budget_item_id, is_unbudgeted
			FROM voucher_lines WHERE voucher_id = NEW.reverses_id
		EXCEPT SELECT coalesce((SELECT p.account_id FROM voucher_lines o JOIN cash_parents p ON p.account_id = o.account_id
					JOIN accounts s ON s.id = l.account_id AND s.code > p.code || '-' AND s.code < p.code || '.' AND s.is_active = 1
				WHERE o.voucher_id = NEW.reverses_id AND o.line_no = l.line_no), l.account_id),
			l.credit, l.debit, l.member_id, l.line_no, l.project_id, l.budget_item_id, l.is_unbudgeted
		FROM voucher_lines l WHERE l.voucher_id = OLD.id)
	OR (SELECT count(*) FROM voucher_lines WHERE voucher_id = NEW.reverses_id)
		<> (SELECT count(*) FROM voucher_lines WHERE voucher_id = OLD.id))
BEGIN
	SELECT RAISE(ABORT, 'voucher.not_reversible');
END;

-- No month is closed at whose end an account of cash class holds less than nothing, and nothing that is posted later, into a
-- month before, makes one of a closed month so.
CREATE TRIGGER periods_begin_closed_above_zero BEFORE INSERT ON periods
WHEN NEW.status = 'closed' AND EXISTS (SELECT 1 FROM accounts a WHERE substr(a.code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310')
	AND 0 > (SELECT sum(m.debit - m.credit + m.closing_debit - m.closing_credit) FROM account_months m
		WHERE m.account_id = a.id AND m.month <= NEW.month))
BEGIN
	SELECT RAISE(ABORT, 'ledger.cash_below_zero');
END;
CREATE TRIGGER periods_close_above_zero BEFORE UPDATE ON periods
WHEN NEW.status = 'closed' AND OLD.status = 'open' AND EXISTS (SELECT 1 FROM accounts a
	WHERE substr(a.code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310')
	AND 0 > (SELECT sum(m.debit - m.credit + m.closing_debit - m.closing_credit) FROM account_months m
		WHERE m.account_id = a.id AND m.month <= NEW.month))
BEGIN
	SELECT RAISE(ABORT, 'ledger.cash_below_zero');
END;
CREATE TRIGGER vouchers_keep_closed_cash BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted'
	AND (NEW.is_closing = 1 OR NOT EXISTS (SELECT 1 FROM periods WHERE month = substr(NEW.date, 1, 7) AND status = 'closed'))
	AND EXISTS (SELECT 1 FROM (SELECT l.account_id, sum(l.debit - l.credit) AS moved
			FROM voucher_lines l JOIN accounts a ON a.id = l.account_id
			WHERE l.voucher_id = OLD.id AND substr(a.code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310') GROUP BY l.account_id) d
		JOIN periods p ON p.status = 'closed' AND p.month >= substr(NEW.date, 1, 7)
	WHERE d.moved < 0 AND d.moved + coalesce((SELECT sum(m.debit - m.credit + m.closing_debit - m.closing_credit) FROM account_months m
		WHERE m.account_id = d.account_id AND m.month <= p.month), 0) < 0)
BEGIN
	SELECT RAISE(ABORT, 'ledger.cash_closed_month');
END;

-- What the accountant chose of a line's budget: an item, none (不列預算), or nothing, and then the only item of its account.
ALTER TABLE finance_lines ADD COLUMN is_unbudgeted INTEGER NOT NULL DEFAULT 0
	CHECK (is_unbudgeted = 0 OR (is_unbudgeted = 1 AND budget_item_id IS NULL));
CREATE TRIGGER finance_lines_keep_unbudgeted BEFORE UPDATE ON finance_lines
WHEN NEW.is_unbudgeted <> OLD.is_unbudgeted
	AND (SELECT state FROM finance_documents WHERE id = OLD.document_id) NOT IN ('draft', 'returned', 'pending_accountant', 'paid')
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
-- Of the accountant's approval, or of posting: they know that it goes over the budget.
ALTER TABLE finance_events ADD COLUMN over_budget INTEGER NOT NULL DEFAULT 0
	CHECK (over_budget = 0 OR (over_budget = 1 AND step IN ('approve_accountant', 'post')));

-- The item that an account's lines of a year count to where they name none: the only one of the account, else of the one above.
CREATE VIEW budget_homes AS
SELECT i.year, i.id AS item_id, x.id AS account_id FROM budget_items i JOIN accounts a ON a.id = i.account_id
	JOIN accounts x ON x.id = a.id OR (x.code > a.code || '-' AND x.code < a.code || '.'
		AND NOT EXISTS (SELECT 1 FROM budget_items o WHERE o.year = i.year AND o.account_id = x.id))
WHERE NOT EXISTS (SELECT 1 FROM budget_items o WHERE o.year = i.year AND o.account_id = i.account_id AND o.id <> i.id);

-- The item that each line of a document counts to; db/budgets.ts sums up the same for all items of a year.
CREATE VIEW finance_budgets AS
SELECT d.id AS document_id, d.state, l.amount, CASE WHEN l.is_unbudgeted = 1 THEN NULL ELSE coalesce(l.budget_item_id,
		(SELECT h.item_id FROM budget_homes h WHERE h.year = d.roc_year + 1911 AND h.account_id = l.account_id)) END AS item_id
FROM finance_documents d CROSS JOIN finance_lines l ON l.document_id = d.id WHERE d.kind NOT IN ('petty_cash', 'refund');

-- What the items of a budget have left, once all that is under way is paid.
CREATE VIEW budgets_left AS
SELECT i.id AS item_id, i.year, a.code, i.amount
	- iif(a.code < '5', -1, 1) * (coalesce((SELECT sum(l.debit - l.credit) FROM voucher_lines l JOIN vouchers v ON v.id = l.voucher_id
			WHERE l.budget_item_id = i.id AND v.state = 'posted' AND v.is_closing = 0
				AND v.date BETWEEN i.year || '-01-01' AND i.year || '-12-31'), 0)
		+ coalesce((SELECT sum(m.debit - m.credit) FROM budget_homes h JOIN account_months m ON m.account_id = h.account_id
			WHERE h.item_id = i.id AND m.month BETWEEN i.year || '-01' AND i.year || '-12'), 0)
		- coalesce((SELECT sum(l.debit - l.credit) FROM budget_homes h CROSS JOIN voucher_lines l ON l.account_id = h.account_id
				JOIN vouchers v ON v.id = l.voucher_id
			WHERE h.item_id = i.id AND (l.is_unbudgeted = 1 OR l.budget_item_id IN (SELECT id FROM budget_items b WHERE b.year = i.year))
				AND v.state = 'posted' AND v.is_closing = 0 AND v.date BETWEEN i.year || '-01-01' AND i.year || '-12-31'), 0))
	- coalesce((SELECT sum(f.amount) FROM finance_budgets f WHERE f.item_id = i.id
		AND f.state IN ('pending_cashier', 'pending_accountant', 'pending_chair', 'approved', 'paid')), 0) AS amount_left
FROM budget_items i JOIN accounts a ON a.id = i.account_id;

-- Whoever approves as the accountant, or posts, a document that leaves an item of expense with less than nothing says that they
-- know. What is posted counts twice at that moment: in its voucher, and as paid.
CREATE TRIGGER finance_documents_over_budget_known BEFORE UPDATE ON finance_documents
WHEN ((OLD.state = 'pending_accountant' AND NEW.state = 'pending_chair') OR (OLD.state = 'paid' AND NEW.state = 'posted'))
	AND NOT EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = OLD.id AND e.revision = OLD.revision AND e.over_budget = 1)
	AND EXISTS (SELECT 1 FROM budgets_left b WHERE b.code >= '5'
		AND b.item_id IN (SELECT item_id FROM finance_budgets WHERE document_id = OLD.id)
		AND b.amount_left + iif(OLD.state = 'paid', (SELECT sum(f.amount) FROM finance_budgets f
			WHERE f.document_id = OLD.id AND f.item_id = b.item_id), 0) < 0)
BEGIN
	SELECT RAISE(ABORT, 'finance.over_budget');
END;
