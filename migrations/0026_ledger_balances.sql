-- What each account moved in each month, kept by the posting of vouchers: a trial balance over a hundred thousand of them reads
-- some thousand rows. Closings (結帳傳票) are kept apart, for 結帳前 and 結帳後. `ledger:check` recomputes them.

CREATE TABLE account_months (
	account_id INTEGER NOT NULL REFERENCES accounts (id),
	month TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]'),
	debit INTEGER NOT NULL DEFAULT 0,
	credit INTEGER NOT NULL DEFAULT 0,
	closing_debit INTEGER NOT NULL DEFAULT 0,
	closing_credit INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (account_id, month)
) STRICT, WITHOUT ROWID;

INSERT INTO account_months SELECT l.account_id, substr(v.date, 1, 7),
	sum(iif(v.is_closing, 0, l.debit)), sum(iif(v.is_closing, 0, l.credit)), sum(iif(v.is_closing, l.debit, 0)), sum(iif(v.is_closing, l.credit, 0))
FROM vouchers v JOIN voucher_lines l ON l.voucher_id = v.id WHERE v.state = 'posted' GROUP BY 1, 2;

CREATE TRIGGER vouchers_posted_move_balances AFTER UPDATE OF state ON vouchers WHEN OLD.state = 'draft' AND NEW.state = 'posted'
BEGIN
	INSERT INTO account_months (account_id, month, debit, credit, closing_debit, closing_credit)
	SELECT l.account_id, substr(NEW.date, 1, 7), sum(iif(NEW.is_closing, 0, l.debit)), sum(iif(NEW.is_closing, 0, l.credit)),
		sum(iif(NEW.is_closing, l.debit, 0)), sum(iif(NEW.is_closing, l.credit, 0))
	FROM voucher_lines l WHERE l.voucher_id = NEW.id GROUP BY l.account_id
	ON CONFLICT (account_id, month) DO UPDATE SET debit = debit + excluded.debit, credit = credit + excluded.credit,
		closing_debit = closing_debit + excluded.closing_debit, closing_credit = closing_credit + excluded.closing_credit;
END;

-- The books are read by day: a posted voucher's number and kind stand beside it.
CREATE INDEX vouchers_posted_by_date ON vouchers (date, id, kind, roc_year, seq) WHERE state = 'posted';
