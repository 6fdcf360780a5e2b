-- 年底調整: of a year one voucher, until its draft is deleted or it is reversed within its year. What the next year's opening
-- turns back stays the year's voucher.
CREATE TABLE accruals (
	voucher_id INTEGER PRIMARY KEY REFERENCES vouchers (id) ON DELETE CASCADE,
	year INTEGER NOT NULL CHECK (year BETWEEN 1980 AND 2200)
) STRICT;
CREATE INDEX accruals_of_year ON accruals (year);
CREATE TRIGGER accruals_are_once BEFORE INSERT ON accruals WHEN EXISTS (SELECT 1 FROM accruals a
	WHERE a.voucher_id = NEW.voucher_id OR (a.year = NEW.year
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = a.voucher_id AND r.state = 'posted'
			AND r.date <= NEW.year || '-12-31')))
BEGIN
	SELECT RAISE(ABORT, 'accrual.done');
END;
CREATE TRIGGER accruals_are_final BEFORE UPDATE ON accruals
BEGIN
	SELECT RAISE(ABORT, 'accrual.done');
END;
CREATE TRIGGER accruals_posted_stay BEFORE DELETE ON accruals
WHEN EXISTS (SELECT 1 FROM vouchers WHERE id = OLD.voucher_id AND state = 'posted')
BEGIN
	SELECT RAISE(ABORT, 'accrual.done');
END;
