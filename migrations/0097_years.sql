-- What a closed year began with never changes: nothing is posted before it, in whatever month, until it is opened again. A year
-- in which nothing had been posted needs no closing of its own, and its months may never have been closed.
CREATE TRIGGER vouchers_post_after_closed_years BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND (NEW.is_closing = 0 OR NEW.reverses_id IS NULL)
	AND NOT EXISTS (SELECT 1 FROM periods WHERE month = substr(NEW.date, 1, 7) AND status = 'closed' AND NEW.is_closing = 0)
	AND EXISTS (SELECT 1 FROM vouchers v WHERE v.source <> 'manual' AND v.source = 'closing' AND v.state = 'posted'
		AND v.source_id > CAST(substr(NEW.date, 1, 4) AS INTEGER)
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'ledger.later_year_closed');
END;

-- The lines of expense requests that a 年底調整 holds, so that they count to no budget a second time until they are paid. What the
-- draft no longer shows when it is posted (a line of its sum whose memo begins with the request's number) is not held by it.
CREATE TABLE accrued_lines (
	voucher_id INTEGER NOT NULL REFERENCES accruals (voucher_id) ON DELETE CASCADE,
	line_id INTEGER NOT NULL REFERENCES finance_lines (id) ON DELETE CASCADE,
	PRIMARY KEY (line_id, voucher_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX accrued_lines_of_voucher ON accrued_lines (voucher_id);
CREATE TRIGGER vouchers_post_accrued_lines BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND EXISTS (SELECT 1 FROM accruals WHERE voucher_id = OLD.id)
BEGIN
	DELETE FROM accrued_lines WHERE voucher_id = OLD.id AND NOT EXISTS (
		SELECT 1 FROM finance_lines f JOIN finance_documents d ON d.id = f.document_id
			JOIN voucher_lines l ON l.voucher_id = OLD.id AND l.debit = f.amount
				AND instr(l.memo || ' ', 'F' || d.roc_year || '-' || printf('%04d', d.seq) || ' ') = 1
		WHERE f.id = accrued_lines.line_id);
END;
CREATE TRIGGER accrued_lines_insert_under_drafts BEFORE INSERT ON accrued_lines
WHEN (SELECT state FROM vouchers WHERE id = NEW.voucher_id) = 'posted'
BEGIN
	SELECT RAISE(ABORT, 'accrual.done');
END;
CREATE TRIGGER accrued_lines_are_final BEFORE UPDATE ON accrued_lines
BEGIN
	SELECT RAISE(ABORT, 'accrual.done');
END;
CREATE TRIGGER accrued_lines_posted_stay BEFORE DELETE ON accrued_lines
WHEN (SELECT state FROM vouchers WHERE id = OLD.voucher_id) = 'posted' AND EXISTS (SELECT 1 FROM finance_lines WHERE id = OLD.line_id)
BEGIN
	SELECT RAISE(ABORT, 'accrual.done');
END;

-- The item that each line of a document counts to: that of its year; once a 年底調整 has it in the books, none; and once the next
-- year turned that back, the item of that year, of which the payment then takes it.
DROP VIEW finance_budgets;
CREATE VIEW finance_budgets AS
SELECT f.document_id, f.state, f.amount, CASE
	WHEN f.is_unbudgeted = 1 OR f.accrued = 0 THEN NULL
	WHEN f.accrued IS NULL THEN coalesce(f.budget_item_id,
		(SELECT h.item_id FROM budget_homes h WHERE h.year = f.year AND h.account_id = f.account_id))
	ELSE coalesce((SELECT b.id FROM budget_items b WHERE b.id = f.budget_item_id AND b.year = f.accrued),
		(SELECT h.item_id FROM budget_homes h WHERE h.year = f.accrued AND h.account_id = f.account_id)) END AS item_id
FROM (SELECT d.id AS document_id, d.state, d.roc_year + 1911 AS year, l.account_id,
		l.amount + iif(l.line_no = 1, d.employer_labour + d.employer_health + d.employer_pension, 0) AS amount,
		l.budget_item_id, l.is_unbudgeted,
		(SELECT iif(r.id IS NULL, 0, a.year + 1) FROM accrued_lines x JOIN accruals a ON a.voucher_id = x.voucher_id
				JOIN vouchers v ON v.id = a.voucher_id AND v.state = 'posted'
				LEFT JOIN vouchers r ON r.reverses_id = v.id AND r.state = 'posted'
			WHERE x.line_id = l.id AND (r.id IS NULL OR r.date > a.year || '-12-31') ORDER BY a.year DESC LIMIT 1) AS accrued
	FROM finance_documents d CROSS JOIN finance_lines l ON l.document_id = d.id WHERE d.kind <> 'petty_cash' AND d.is_refund = 0) f;
