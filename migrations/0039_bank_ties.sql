-- What is booked comes first: a line of the bank is tied to the payment, the income record, the deposit or the voucher by hand that
-- is in the books without one, and nothing else is made of it before somebody said that it is another money (docs: concepts, Money).
ALTER TABLE bank_lines ADD COLUMN tied_at INTEGER; -- 就是這一筆: to what was booked before; it can be taken back
ALTER TABLE bank_lines ADD COLUMN apart_at INTEGER; -- 都不是: it is none of what was booked by then
ALTER TABLE bank_lines ADD COLUMN voucher_line_id INTEGER REFERENCES voucher_lines (id); -- what a voucher by hand debits of it

-- The books by what arrived on a day.
CREATE INDEX payments_booked ON payments (amount - fee_amount, paid_on, id) WHERE status = 'verified';
CREATE INDEX income_records_booked ON income_records (amount - fee_amount, received_on, id)
	WHERE state IN ('recorded', 'posted') AND bank_line_id IS NULL;
CREATE INDEX cash_deposits_booked ON cash_deposits (amount, deposited_on, id) WHERE bank_line_id IS NULL AND reversed_at IS NULL;
CREATE INDEX bank_lines_by_amount ON bank_lines (amount, booked_on, id);
CREATE UNIQUE INDEX bank_lines_of_debit ON bank_lines (voucher_line_id) WHERE voucher_line_id IS NOT NULL;
CREATE INDEX voucher_lines_debits ON voucher_lines (account_id, debit) WHERE debit > 0;
-- What vouchers by hand debit, unless they were reversed; `id` is of the voucher's line.
CREATE VIEW debits_by_hand AS
SELECT e.id, e.voucher_id, e.account_id, e.debit AS amount, v.date AS day, v.posted_at AS at
FROM voucher_lines e CROSS JOIN vouchers v ON v.id = e.voucher_id
WHERE e.debit > 0 AND v.source = 'manual' AND v.state = 'posted'
	AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted');

-- What the bank said stays; a line that a verified payment stands on is let go by its reversal, or where it was tied to it.
DROP TRIGGER bank_lines_are_final;
CREATE TRIGGER bank_lines_are_final BEFORE UPDATE ON bank_lines
WHEN NEW.id <> OLD.id OR (NEW.bank_account_id, NEW.booked_on, NEW.amount, NEW.fee_amount, NEW.balance, NEW.fingerprint)
		IS NOT (OLD.bank_account_id, OLD.booked_on, OLD.amount, OLD.fee_amount, OLD.balance, OLD.fingerprint)
	OR (OLD.status = 'matched' AND (NEW.status, NEW.payment_id) IS NOT (OLD.status, OLD.payment_id)
		AND NOT (OLD.tied_at IS NOT NULL AND NEW.status = 'unmatched' AND NEW.payment_id IS NULL)
		AND EXISTS (SELECT 1 FROM payments WHERE id = OLD.payment_id AND status = 'verified'))
	OR (NEW.status = 'matched' AND EXISTS (SELECT 1 FROM bank_lines
		WHERE id <> OLD.id AND payment_id = NEW.payment_id AND status = 'matched'))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
-- A line is tied as it is used, and no longer than it is used; one that is in the books as 暫收款 would be there twice.
CREATE TRIGGER bank_lines_tie_once BEFORE UPDATE ON bank_lines
WHEN (NEW.tied_at IS NOT OLD.tied_at AND NEW.status = 'matched' AND OLD.status = 'matched')
	OR (NEW.tied_at IS NOT NULL AND OLD.tied_at IS NULL AND (NEW.status <> 'matched'
		OR EXISTS (SELECT 1 FROM vouchers v WHERE v.source <> 'manual' AND v.source = 'bank_line' AND v.source_id = OLD.id
			AND v.state = 'posted' AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted'))))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER bank_lines_free_are_untied AFTER UPDATE OF status ON bank_lines
WHEN OLD.status = 'matched' AND NEW.status <> 'matched' AND NEW.tied_at IS NOT NULL
BEGIN
	UPDATE bank_lines SET tied_at = NULL WHERE id = NEW.id;
END;
-- What the post office may keep of 劃撥, in NT$.
CREATE VIEW postal_fees AS
WITH RECURSIVE counted (fee) AS (SELECT 1 UNION ALL SELECT fee + 1 FROM counted WHERE fee < 50) SELECT fee FROM counted;
-- The line shows what the payment brought, on its account; where none was said, on one of its kind. Of 劃撥 that was booked whole
-- it shows less by the fee, once somebody ties it: the fee is booked by hand.
CREATE TRIGGER bank_lines_show_their_payment BEFORE UPDATE ON bank_lines
WHEN NEW.status = 'matched' AND OLD.status <> 'matched' AND NEW.payment_id IS NOT NULL AND NOT EXISTS (SELECT 1
	FROM payments p JOIN bank_accounts b ON b.id = OLD.bank_account_id
	WHERE p.id = NEW.payment_id AND p.status = 'verified' AND (p.amount - p.fee_amount = OLD.amount
			OR (NEW.tied_at IS NOT NULL AND b.kind = 'postal' AND p.method = 'postal' AND p.fee_amount = 0
				AND p.amount - OLD.amount IN (SELECT fee FROM postal_fees) AND OLD.fee_amount IN (0, p.amount - OLD.amount)))
		AND coalesce(p.bank_account_id, iif(p.method = iif(b.kind = 'bank', 'transfer', 'postal'), b.id, 0)) = b.id)
BEGIN
	SELECT RAISE(ABORT, 'bank.mismatch');
END;
CREATE TRIGGER bank_lines_begin_without_payment BEFORE INSERT ON bank_lines
WHEN NEW.status = 'matched' OR NEW.tied_at IS NOT NULL OR NEW.apart_at IS NOT NULL OR NEW.voucher_line_id IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
-- Or it shows what a voucher by hand debits its own account of the books: then it is tied to that alone, until that is reversed.
DROP TRIGGER bank_lines_are_explained;
CREATE TRIGGER bank_lines_are_explained BEFORE UPDATE ON bank_lines
WHEN (NEW.status = 'matched' AND NEW.payment_id IS NULL AND NEW.voucher_line_id IS NULL) <> EXISTS (SELECT 1 FROM income_records
	WHERE bank_line_id = OLD.id AND state IN ('recorded', 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER bank_lines_tie_one_debit BEFORE UPDATE ON bank_lines
WHEN (NEW.voucher_line_id IS NOT NULL AND (NEW.status <> 'matched' OR NEW.payment_id IS NOT NULL OR NEW.tied_at IS NULL
		OR EXISTS (SELECT 1 FROM bank_lines WHERE voucher_line_id = NEW.voucher_line_id AND id <> OLD.id)))
	OR (NEW.voucher_line_id IS NOT OLD.voucher_line_id AND NEW.status = 'matched' AND OLD.status = 'matched')
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER bank_lines_show_their_debit BEFORE UPDATE ON bank_lines
WHEN NEW.voucher_line_id IS NOT NULL AND OLD.voucher_line_id IS NULL AND NOT EXISTS (SELECT 1
	FROM debits_by_hand h JOIN bank_accounts b ON b.id = OLD.bank_account_id
	WHERE h.id = NEW.voucher_line_id AND h.account_id = b.account_id AND h.amount = OLD.amount)
BEGIN
	SELECT RAISE(ABORT, 'bank.mismatch');
END;
CREATE TRIGGER vouchers_reversed_free_lines AFTER UPDATE OF state ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.reverses_id IS NOT NULL
BEGIN
	UPDATE bank_lines SET status = 'unmatched', voucher_line_id = NULL, tied_at = NULL, version = version + 1, updated_at = NEW.updated_at
	WHERE voucher_line_id IN (SELECT id FROM voucher_lines WHERE voucher_id = NEW.reverses_id);
END;
-- Nothing is booked of a line while what is booked without one fits it: of its account and amount, at most a week away, and
-- without other last digits.
CREATE VIEW bank_lines_booked AS
SELECT l.id AS line_id, 'payment' AS kind, p.id AS id FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
	CROSS JOIN payments p INDEXED BY payments_booked ON p.status = 'verified' AND p.amount - p.fee_amount = +l.amount
		AND p.paid_on BETWEEN date(l.booked_on, '-7 days') AND date(l.booked_on, '+7 days')
	WHERE coalesce(p.bank_account_id, iif(p.method = iif(b.kind = 'bank', 'transfer', 'postal'), b.id, 0)) = b.id
		AND (p.last5 IS NULL OR l.last5 IS NULL OR p.last5 = l.last5) AND p.verified_at > coalesce(l.apart_at, -1)
		AND NOT EXISTS (SELECT 1 FROM bank_lines x WHERE x.payment_id = p.id AND x.status = 'matched')
UNION ALL
SELECT l.id, 'payment', p.id FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id AND b.kind = 'postal'
	CROSS JOIN postal_fees fees ON l.fee_amount IN (0, fees.fee)
	CROSS JOIN payments p INDEXED BY payments_booked ON p.status = 'verified' AND p.amount - p.fee_amount = l.amount + fees.fee
		AND p.paid_on BETWEEN date(l.booked_on, '-7 days') AND date(l.booked_on, '+7 days')
	WHERE p.method = 'postal' AND p.fee_amount = 0 AND coalesce(p.bank_account_id, b.id) = b.id
		AND (p.last5 IS NULL OR l.last5 IS NULL OR p.last5 = l.last5) AND p.verified_at > coalesce(l.apart_at, -1)
		AND NOT EXISTS (SELECT 1 FROM bank_lines x WHERE x.payment_id = p.id AND x.status = 'matched')
UNION ALL
SELECT l.id, 'income', i.id FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
	CROSS JOIN income_records i INDEXED BY income_records_booked ON i.state IN ('recorded', 'posted') AND i.bank_line_id IS NULL
		AND i.amount - i.fee_amount = +l.amount
		AND i.received_on BETWEEN date(l.booked_on, '-7 days') AND date(l.booked_on, '+7 days')
	WHERE coalesce(i.bank_account_id, iif(i.method = iif(b.kind = 'bank', 'transfer', 'postal'), b.id, 0)) = b.id
		AND i.recorded_at > coalesce(l.apart_at, -1)
UNION ALL
SELECT l.id, 'deposit', d.id FROM bank_lines l
	CROSS JOIN cash_deposits d INDEXED BY cash_deposits_booked ON d.bank_line_id IS NULL AND d.reversed_at IS NULL
		AND d.amount = l.amount AND d.deposited_on BETWEEN date(l.booked_on, '-7 days') AND date(l.booked_on, '+7 days')
	WHERE d.bank_account_id = l.bank_account_id AND d.created_at > coalesce(l.apart_at, -1)
UNION ALL
SELECT l.id, 'voucher', h.id FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
	CROSS JOIN debits_by_hand h ON h.account_id = b.account_id AND h.amount = l.amount
		AND h.day BETWEEN date(l.booked_on, '-7 days') AND date(l.booked_on, '+7 days')
	WHERE h.at > coalesce(l.apart_at, -1) AND NOT EXISTS (SELECT 1 FROM bank_lines x WHERE x.voucher_line_id = h.id);
CREATE TRIGGER bank_lines_booked_first BEFORE UPDATE ON bank_lines
WHEN NEW.status = 'matched' AND OLD.status <> 'matched' AND NEW.tied_at IS NULL AND EXISTS (SELECT 1 FROM bank_lines_booked
	WHERE line_id = OLD.id AND NOT (kind = 'payment' AND id IS NEW.payment_id))
BEGIN
	SELECT RAISE(ABORT, 'bank.booked');
END;
CREATE TRIGGER vouchers_of_lines_book_once BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.source = 'bank_line'
	AND (EXISTS (SELECT 1 FROM bank_lines_booked WHERE line_id = NEW.source_id)
		OR EXISTS (SELECT 1 FROM bank_lines WHERE id = NEW.source_id AND status = 'matched'))
BEGIN
	SELECT RAISE(ABORT, 'bank.booked');
END;

-- An income record that is booked is tied to a line that shows it, and let go again.
DROP TRIGGER income_records_are_final;
CREATE TRIGGER income_records_are_final BEFORE UPDATE ON income_records
WHEN OLD.state <> 'draft' AND ((NEW.kind, NEW.roc_year, NEW.seq, NEW.received_on, NEW.is_in_kind, NEW.items, NEW.amount, NEW.fee_amount)
		IS NOT (OLD.kind, OLD.roc_year, OLD.seq, OLD.received_on, OLD.is_in_kind, OLD.items, OLD.amount, OLD.fee_amount)
	OR (NEW.method, NEW.bank_account_id, NEW.purpose, NEW.payer_title, NEW.created_by, NEW.recorded_by, NEW.recorded_at)
		IS NOT (OLD.method, OLD.bank_account_id, OLD.purpose, OLD.payer_title, OLD.created_by, OLD.recorded_by, OLD.recorded_at)
	OR (NEW.bank_line_id IS NOT OLD.bank_line_id AND (NEW.state <> OLD.state OR OLD.state = 'reversed'
		OR (OLD.bank_line_id IS NOT NULL AND (NEW.bank_line_id IS NOT NULL
			OR NOT EXISTS (SELECT 1 FROM bank_lines WHERE id = OLD.bank_line_id AND tied_at IS NOT NULL)))))
	OR NEW.donor_id IS NOT OLD.donor_id
	OR (OLD.state <> 'recorded' AND (NEW.account_id, NEW.project_id, NEW.posted_by, NEW.posted_for, NEW.posted_at)
		IS NOT (OLD.account_id, OLD.project_id, OLD.posted_by, OLD.posted_for, OLD.posted_at))
	OR (OLD.state = 'reversed' AND (NEW.reversed_by, NEW.reversed_for, NEW.reversed_at)
		IS NOT (OLD.reversed_by, OLD.reversed_for, OLD.reversed_at))
	OR (OLD.state = 'reversed' AND NEW.reason IS NOT OLD.reason AND NOT EXISTS (SELECT 1 FROM donors
		WHERE id = OLD.donor_id AND pseudonymised_at IS NOT NULL)))
BEGIN
	SELECT RAISE(ABORT, 'income.is_final');
END;
CREATE TRIGGER income_records_tie_open_lines BEFORE UPDATE ON income_records
WHEN OLD.state <> 'draft' AND OLD.bank_line_id IS NULL AND NEW.bank_line_id IS NOT NULL AND NOT EXISTS (SELECT 1
	FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
	WHERE l.id = NEW.bank_line_id AND l.status IN ('unmatched', 'suggested') AND l.amount = OLD.amount - OLD.fee_amount
		AND coalesce(OLD.bank_account_id, iif(OLD.method = iif(b.kind = 'bank', 'transfer', 'postal'), b.id, 0)) = b.id)
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER income_records_tie_lines AFTER UPDATE OF bank_line_id ON income_records
WHEN OLD.state <> 'draft' AND NEW.bank_line_id IS NOT OLD.bank_line_id
BEGIN
	UPDATE bank_lines SET status = 'matched', payment_id = NULL, tied_at = NEW.updated_at, version = version + 1,
		updated_at = NEW.updated_at WHERE id = NEW.bank_line_id;
	UPDATE bank_lines SET status = 'unmatched', tied_at = NULL, version = version + 1, updated_at = NEW.updated_at
		WHERE id = OLD.bank_line_id AND NEW.bank_line_id IS NULL;
END;

-- So is a deposit, whose line stays 不處理: it is named as it stands open, with its account and amount.
DROP TRIGGER cash_deposits_are_final;
CREATE TRIGGER cash_deposits_are_final BEFORE UPDATE ON cash_deposits
WHEN (NEW.id, NEW.deposited_on, NEW.bank_account_id, NEW.amount, NEW.created_by) IS NOT (OLD.id, OLD.deposited_on, OLD.bank_account_id, OLD.amount, OLD.created_by)
	OR (NEW.bank_line_id IS NOT OLD.bank_line_id AND ((OLD.bank_line_id IS NOT NULL AND NEW.bank_line_id IS NOT NULL)
		OR NEW.reversed_at IS NOT NULL))
	OR OLD.reversed_at IS NOT NULL
	OR (NEW.reversed_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM vouchers v JOIN vouchers r ON r.reverses_id = v.id AND r.state = 'posted'
		WHERE v.source <> 'manual' AND v.source = 'deposit' AND v.source_id = OLD.id))
BEGIN
	SELECT RAISE(ABORT, 'deposit.is_final');
END;
CREATE TRIGGER cash_deposits_name_open_lines BEFORE UPDATE ON cash_deposits
WHEN OLD.bank_line_id IS NULL AND NEW.bank_line_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM bank_lines l
	WHERE l.id = NEW.bank_line_id AND l.status IN ('unmatched', 'suggested') AND l.amount = OLD.amount
		AND l.bank_account_id = OLD.bank_account_id
		AND NOT EXISTS (SELECT 1 FROM income_records WHERE bank_line_id = l.id AND state <> 'reversed')
		AND NOT EXISTS (SELECT 1 FROM vouchers v WHERE v.source <> 'manual' AND v.source = 'bank_line' AND v.source_id = l.id
			AND v.state = 'posted' AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted')))
BEGIN
	SELECT RAISE(ABORT, 'deposit.line');
END;
CREATE TRIGGER cash_deposits_begin_without_line BEFORE INSERT ON cash_deposits WHEN NEW.bank_line_id IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'deposit.line');
END;
CREATE TRIGGER cash_deposits_name_lines AFTER UPDATE OF bank_line_id ON cash_deposits
WHEN NEW.bank_line_id IS NOT OLD.bank_line_id
BEGIN
	UPDATE bank_lines SET status = 'ignored', reason = '存款單 ' || NEW.id, version = version + 1, updated_at = NEW.updated_at
		WHERE id = NEW.bank_line_id;
	UPDATE bank_lines SET status = 'unmatched', reason = NULL, version = version + 1, updated_at = NEW.updated_at
		WHERE id = OLD.bank_line_id AND NEW.bank_line_id IS NULL;
END;
