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
