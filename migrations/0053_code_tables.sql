-- How money comes in, and what a part of it is for, are rows: another of either is one row, and its words in the code
-- (src/domain/money/payments/labels.ts; a test compares). What the books do by a code (cash is taken to the bank, credit is no money,
-- postal keeps a fee) stands in triggers as before. 0.1.0 finds every column and view that it knows.

CREATE TABLE payment_methods (
	code TEXT PRIMARY KEY,
	label TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO payment_methods (code, label) VALUES ('cash', '現金'), ('transfer', '轉帳／匯款'), ('postal', '郵政劃撥'), ('other', '其他'),
	('credit', '溢繳款折抵');
CREATE TABLE allocation_targets (
	code TEXT PRIMARY KEY,
	label TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO allocation_targets (code, label) VALUES ('dues', '會費'), ('donation', '捐款'), ('credit', '溢繳款');

-- A CHECK cannot be changed. Payments, which others name, get the column anew; the parts, which nobody names, are copied. What
-- knows either is dropped for that and made again below, word for word.
DROP TRIGGER payments_settled_are_final;
DROP TRIGGER payments_verify_balanced;
DROP TRIGGER payments_verify_what_is_owed;
DROP TRIGGER payments_reverse_uncorrected;
DROP TRIGGER payments_verified_settle;
DROP TRIGGER payments_reversed_unsettle;
DROP TRIGGER payment_allocations_insert;
DROP TRIGGER payment_allocations_update;
DROP TRIGGER payment_allocations_delete;
DROP TRIGGER payments_never_overdraw_credit;
DROP TRIGGER dues_items_never_overdraw_credit;
DROP TRIGGER finance_documents_never_overdraw_credit;
DROP TRIGGER finance_documents_never_overdraw_donations;
DROP TRIGGER cash_deposit_items_are_cash;
DROP TRIGGER bank_lines_show_their_payment;
DROP TRIGGER bank_lines_booked_first;
DROP TRIGGER vouchers_of_lines_book_once;
DROP TRIGGER finance_documents_void_receipts;
DROP TRIGGER receipts_not_of_what_went_back;
DROP TRIGGER receipts_are_nobodys_own;
DROP TRIGGER payments_verify_with_their_voucher;
DROP TRIGGER payments_are_verified_by_somebody;
DROP TRIGGER payment_allocations_keep_their_member;
DROP TRIGGER receipts_name_money;
DROP TRIGGER dues_items_are_paid_by_payments;
DROP VIEW receipt_members;
DROP VIEW bank_lines_booked;
DROP VIEW undeposited_cash;
DROP VIEW donations_given_back;
DROP VIEW member_credits;
DROP INDEX payment_allocations_once;
DROP INDEX payment_allocations_of_item;
DROP INDEX payment_allocations_of_member;
DROP INDEX payments_cash;

ALTER TABLE payments ADD COLUMN method_code TEXT REFERENCES payment_methods (code);
UPDATE payments SET method_code = method;
ALTER TABLE payments DROP COLUMN method;
ALTER TABLE payments RENAME COLUMN method_code TO method;
-- A column that is added with a foreign key may be NULL; this one never is.
CREATE TRIGGER payments_begin_with_a_method BEFORE INSERT ON payments
WHEN NEW.method IS NULL
BEGIN
	SELECT RAISE(ABORT, 'payment.no_method');
END;
CREATE TRIGGER payments_keep_a_method BEFORE UPDATE OF method ON payments
WHEN NEW.method IS NULL
BEGIN
	SELECT RAISE(ABORT, 'payment.no_method');
END;

CREATE TABLE payment_parts (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	payment_id INTEGER NOT NULL REFERENCES payments (id),
	kind TEXT NOT NULL REFERENCES allocation_targets (code),
	dues_item_id INTEGER REFERENCES dues_items (id),
	member_id INTEGER REFERENCES members (id), -- whose; a donation may be nobody's
	amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 100000000),
	disability_status TEXT, -- of the member, when it was submitted
	CHECK ((kind = 'dues') = (dues_item_id IS NOT NULL)),
	CHECK (kind = 'donation' OR member_id IS NOT NULL)
) STRICT;
INSERT INTO payment_parts SELECT * FROM payment_allocations;
UPDATE sqlite_sequence SET seq = (SELECT seq FROM sqlite_sequence WHERE name = 'payment_allocations') WHERE name = 'payment_parts';
DROP TABLE payment_allocations;
ALTER TABLE payment_parts RENAME TO payment_allocations;

CREATE UNIQUE INDEX payment_allocations_once ON payment_allocations (payment_id, kind, coalesce(dues_item_id, 0), coalesce(member_id, 0));
CREATE INDEX payment_allocations_of_item ON payment_allocations (dues_item_id) WHERE dues_item_id IS NOT NULL;
CREATE INDEX payment_allocations_of_member ON payment_allocations (member_id, payment_id) WHERE member_id IS NOT NULL;
CREATE INDEX payments_cash ON payments (paid_on, id, amount, fee_amount, payer_title)
	WHERE method = 'cash' AND status = 'verified' AND source <> 'import' AND bank_account_id IS NULL;
CREATE VIEW member_credits AS
SELECT m.id AS member_id,
	coalesce((SELECT sum(a.amount) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
		WHERE a.member_id = m.id AND a.kind = 'credit' AND +p.status = 'verified'), 0)
	+ coalesce((SELECT sum(d.credited_amount) FROM dues_items d WHERE d.member_id = m.id AND d.credited_amount > 0), 0)
	- coalesce((SELECT sum(p.amount) FROM payments p WHERE p.payer_member_id = m.id AND p.method = 'credit' AND +p.status = 'verified'), 0)
	- coalesce((SELECT sum(f.gross) FROM finance_documents f WHERE f.refund_of = 'credit' AND f.payee_member_id = m.id
		AND f.state IN ('approved', 'paid', 'posted')), 0) AS credit
FROM members m;
CREATE VIEW donations_given_back AS SELECT a.payment_id FROM payment_allocations a WHERE a.kind = 'donation'
	GROUP BY a.payment_id HAVING sum(a.amount) <= (SELECT coalesce(sum(d.gross), 0) FROM finance_documents d
		WHERE d.payment_id = a.payment_id AND d.refund_of = 'donation' AND d.state IN ('approved', 'paid', 'posted'));
CREATE VIEW undeposited_cash AS
SELECT p.id AS payment_id, NULL AS income_id, p.paid_on AS day, p.amount - p.fee_amount AS amount, p.payer_title AS title
FROM payments p WHERE p.method = 'cash' AND p.status = 'verified' AND p.source <> 'import' AND p.bank_account_id IS NULL
	AND NOT EXISTS (SELECT 1 FROM cash_deposit_items i WHERE i.payment_id = p.id AND i.is_released = 0)
UNION ALL
SELECT NULL, r.id, r.received_on, r.amount - r.fee_amount, r.payer_title
FROM income_records r WHERE r.method = 'cash' AND r.state IN ('recorded', 'posted') AND r.bank_account_id IS NULL
	AND NOT EXISTS (SELECT 1 FROM cash_deposit_items i WHERE i.income_id = r.id AND i.is_released = 0);
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
CREATE VIEW receipt_members AS
SELECT id AS receipt_id, member_id FROM receipts WHERE member_id IS NOT NULL
UNION SELECT r.id, p.payer_member_id FROM receipts r JOIN payments p ON p.id = r.payment_id WHERE p.payer_member_id IS NOT NULL
UNION SELECT r.id, a.member_id FROM receipts r JOIN payment_allocations a ON a.payment_id = r.payment_id WHERE a.member_id IS NOT NULL
UNION SELECT r.id, d.member_id FROM receipts r JOIN income_records i ON i.id = r.income_id JOIN donors d ON d.id = i.donor_id
	WHERE d.member_id IS NOT NULL
UNION SELECT r.id, m.id FROM receipts r JOIN income_records i ON i.id = r.income_id JOIN donors d ON d.id = i.donor_id
	JOIN members m ON m.national_id_hash = d.national_id_hash;

CREATE TRIGGER payments_settled_are_final BEFORE UPDATE ON payments
WHEN NEW.id <> OLD.id OR (OLD.status IN ('verified', 'reversed', 'cancelled') AND (
	(NEW.source, NEW.method, NEW.paid_on, NEW.amount, NEW.fee_amount, NEW.bank_account_id, NEW.receipt_split)
		IS NOT (OLD.source, OLD.method, OLD.paid_on, OLD.amount, OLD.fee_amount, OLD.bank_account_id, OLD.receipt_split)
	OR (NEW.last5 IS NOT OLD.last5 AND NEW.last5 IS NOT NULL) OR (NEW.payer_title <> OLD.payer_title AND OLD.status <> 'cancelled')
	OR (NEW.submitted_by, NEW.verified_by, NEW.verified_at, NEW.old_receipt_no)
		IS NOT (OLD.submitted_by, OLD.verified_by, OLD.verified_at, OLD.old_receipt_no)))
BEGIN
	SELECT RAISE(ABORT, 'payment.is_settled');
END;
CREATE TRIGGER payments_verify_balanced BEFORE UPDATE ON payments
WHEN OLD.status = 'submitted' AND NEW.status = 'verified'
	AND NEW.amount IS NOT (SELECT sum(amount) FROM payment_allocations WHERE payment_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'payment.unbalanced');
END;
CREATE TRIGGER payments_verify_what_is_owed BEFORE UPDATE ON payments
WHEN OLD.status = 'submitted' AND NEW.status = 'verified' AND EXISTS (SELECT 1 FROM payment_allocations a
	JOIN dues_items d ON d.id = a.dues_item_id
	WHERE a.payment_id = OLD.id AND (d.status NOT IN ('open', 'partially_paid') OR d.paid_amount + a.amount > d.amount
		OR d.member_id <> a.member_id))
BEGIN
	SELECT RAISE(ABORT, 'payment.not_owed');
END;
CREATE TRIGGER payments_reverse_uncorrected BEFORE UPDATE ON payments
WHEN OLD.status = 'verified' AND NEW.status = 'reversed' AND EXISTS (SELECT 1 FROM payment_allocations a
	JOIN dues_items d ON d.id = a.dues_item_id WHERE a.payment_id = OLD.id AND d.credited_amount > 0)
BEGIN
	SELECT RAISE(ABORT, 'dues.corrected');
END;
CREATE TRIGGER payments_verified_settle AFTER UPDATE OF status ON payments WHEN OLD.status = 'submitted' AND NEW.status = 'verified'
BEGIN
	UPDATE dues_items SET paid_amount = paid_amount + a.amount,
		status = iif(paid_amount + a.amount = dues_items.amount, 'paid', 'partially_paid'),
		version = version + 1, updated_at = NEW.updated_at
	FROM payment_allocations a WHERE a.payment_id = NEW.id AND a.dues_item_id = dues_items.id;
END;
CREATE TRIGGER payments_reversed_unsettle AFTER UPDATE OF status ON payments WHEN OLD.status = 'verified' AND NEW.status = 'reversed'
BEGIN
	UPDATE dues_items SET paid_amount = paid_amount - a.amount,
		status = CASE WHEN status = 'waived' THEN 'waived' WHEN paid_amount = a.amount THEN 'open' ELSE 'partially_paid' END,
		version = version + 1, updated_at = NEW.updated_at
	FROM payment_allocations a WHERE a.payment_id = NEW.id AND a.dues_item_id = dues_items.id;
END;
CREATE TRIGGER payment_allocations_insert BEFORE INSERT ON payment_allocations
WHEN (SELECT status FROM payments WHERE id = NEW.payment_id) NOT IN ('submitted', 'rejected')
	OR EXISTS (SELECT 1 FROM payment_allocations WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'payment.is_settled');
END;
CREATE TRIGGER payment_allocations_update BEFORE UPDATE ON payment_allocations
WHEN NEW.id <> OLD.id OR ((NEW.payment_id, NEW.kind, NEW.dues_item_id, NEW.amount) IS NOT (OLD.payment_id, OLD.kind, OLD.dues_item_id, OLD.amount)
	AND EXISTS (SELECT 1 FROM payments WHERE id IN (OLD.payment_id, NEW.payment_id) AND status NOT IN ('submitted', 'rejected')))
BEGIN
	SELECT RAISE(ABORT, 'payment.is_settled');
END;
CREATE TRIGGER payment_allocations_delete BEFORE DELETE ON payment_allocations
WHEN (SELECT status FROM payments WHERE id = OLD.payment_id) NOT IN ('submitted', 'rejected')
BEGIN
	SELECT RAISE(ABORT, 'payment.is_settled');
END;
CREATE TRIGGER payments_never_overdraw_credit AFTER UPDATE OF status ON payments
WHEN (NEW.status = 'verified' AND NEW.method = 'credit') OR NEW.status = 'reversed'
BEGIN
	SELECT RAISE(ABORT, 'payment.credit_used') WHERE EXISTS (SELECT 1 FROM (
		SELECT NEW.payer_member_id AS id UNION SELECT member_id FROM payment_allocations WHERE payment_id = NEW.id AND kind = 'credit') o
		WHERE (SELECT credit FROM member_credits WHERE member_id = o.id) < 0);
END;
CREATE TRIGGER dues_items_never_overdraw_credit AFTER UPDATE OF credited_amount ON dues_items
WHEN NEW.credited_amount < OLD.credited_amount
BEGIN
	SELECT RAISE(ABORT, 'payment.credit_used') WHERE (SELECT credit FROM member_credits WHERE member_id = NEW.member_id) < 0;
END;
CREATE TRIGGER finance_documents_never_overdraw_credit AFTER UPDATE OF state ON finance_documents
WHEN NEW.refund_of = 'credit' AND NEW.state = 'approved' AND OLD.state = 'pending_chair'
BEGIN
	SELECT RAISE(ABORT, 'payment.credit_used') WHERE (SELECT credit FROM member_credits WHERE member_id = NEW.payee_member_id) < 0;
END;
CREATE TRIGGER finance_documents_never_overdraw_donations BEFORE UPDATE ON finance_documents
WHEN NEW.refund_of = 'donation' AND NEW.state = 'approved' AND OLD.state = 'pending_chair'
	AND NEW.gross + coalesce((SELECT sum(gross) FROM finance_documents WHERE payment_id = NEW.payment_id AND id <> NEW.id
			AND refund_of = 'donation' AND state IN ('approved', 'paid', 'posted')), 0)
		> coalesce((SELECT sum(a.amount) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
			WHERE a.payment_id = NEW.payment_id AND a.kind = 'donation' AND p.status = 'verified'), 0)
BEGIN
	SELECT RAISE(ABORT, 'finance.refunded_before');
END;
CREATE TRIGGER cash_deposit_items_are_cash BEFORE INSERT ON cash_deposit_items
WHEN NEW.is_released <> 0 OR EXISTS (SELECT 1 FROM cash_deposit_items WHERE id = NEW.id)
	OR NOT EXISTS (SELECT 1 FROM undeposited_cash u WHERE u.payment_id = NEW.payment_id OR u.income_id = NEW.income_id)
	OR EXISTS (SELECT 1 FROM vouchers WHERE source <> 'manual' AND source = 'deposit' AND source_id = NEW.deposit_id)
BEGIN
	SELECT RAISE(ABORT, 'deposit.moved');
END;
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
CREATE TRIGGER finance_documents_void_receipts AFTER UPDATE OF state ON finance_documents
WHEN NEW.refund_of = 'donation' AND NEW.state = 'approved' AND OLD.state = 'pending_chair'
	AND NEW.payment_id IN (SELECT payment_id FROM donations_given_back WHERE payment_id = NEW.payment_id)
BEGIN
	UPDATE receipts SET status = 'voided', voided_at = NEW.updated_at, reason = '捐款已全數退還', version = version + 1,
		voided_by = (SELECT user_id FROM finance_events WHERE document_id = NEW.id ORDER BY seq DESC LIMIT 1)
	WHERE payment_id = NEW.payment_id AND series = 'donation' AND status = 'issued';
END;
CREATE TRIGGER receipts_not_of_what_went_back BEFORE INSERT ON receipts
WHEN NEW.series = 'donation' AND NEW.payment_id IN (SELECT payment_id FROM donations_given_back WHERE payment_id = NEW.payment_id)
BEGIN
	SELECT RAISE(ABORT, 'receipt.wrong_state');
END;
CREATE TRIGGER receipts_are_nobodys_own AFTER INSERT ON receipts WHEN NEW.issued_by IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'receipt.own') WHERE EXISTS (SELECT 1 FROM receipt_members o JOIN related_users r ON r.member_id = o.member_id
			WHERE o.receipt_id = NEW.id AND r.user_id = NEW.issued_by)
		OR EXISTS (SELECT 1 FROM income_records i JOIN donors d ON d.id = i.donor_id JOIN users u ON u.email = d.email OR u.phone = d.phone
			WHERE i.id = NEW.income_id AND u.id = NEW.issued_by);
	SELECT RAISE(ABORT, 'receipt.same_name') WHERE EXISTS (SELECT 1 FROM user_names n WHERE n.user_id = NEW.issued_by AND (
		n.name_folded IS NULL OR NEW.payer_title_folded IS NULL OR n.name_folded = NEW.payer_title_folded
		OR EXISTS (SELECT 1 FROM receipt_members o JOIN members m ON m.id = o.member_id
			WHERE o.receipt_id = NEW.id AND coalesce(m.name_folded, n.name_folded) = n.name_folded)
		OR EXISTS (SELECT 1 FROM income_records i JOIN donors d ON d.id = i.donor_id
			WHERE i.id = NEW.income_id AND coalesce(d.name_folded, n.name_folded) = n.name_folded)));
END;
CREATE TRIGGER payments_verify_with_their_voucher AFTER UPDATE OF status ON payments
WHEN OLD.status = 'submitted' AND NEW.status = 'verified' AND NEW.source <> 'import' AND NEW.method <> 'credit'
	AND NOT EXISTS (SELECT 1 FROM vouchers v JOIN voucher_sums s ON s.voucher_id = v.id
		WHERE v.source <> 'manual' AND v.source = 'payment' AND v.source_id = NEW.id AND v.state = 'posted' AND s.debit = NEW.amount
			AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'payment.wrong_state');
END;
CREATE TRIGGER payments_are_verified_by_somebody AFTER UPDATE OF status ON payments
WHEN NEW.status = 'verified' AND NEW.verified_by IS NULL AND NEW.source <> 'import' AND NEW.method <> 'credit'
BEGIN
	SELECT RAISE(ABORT, 'payment.wrong_state');
END;
CREATE TRIGGER payment_allocations_keep_their_member BEFORE UPDATE ON payment_allocations
WHEN EXISTS (SELECT 1 FROM payments WHERE id = OLD.payment_id AND status NOT IN ('submitted', 'rejected'))
	AND (NEW.disability_status IS NOT OLD.disability_status OR (NEW.member_id IS NOT OLD.member_id
		AND NOT EXISTS (SELECT 1 FROM members WHERE id = OLD.member_id AND merged_into = NEW.member_id)))
BEGIN
	SELECT RAISE(ABORT, 'payment.is_settled');
END;
CREATE TRIGGER receipts_name_money AFTER INSERT ON receipts
WHEN (NEW.payment_id IS NULL) = (NEW.income_id IS NULL)
	OR NEW.amount IS NOT (SELECT sum(value ->> '$.amount') FROM json_each(NEW.items))
	OR (NEW.payment_id IS NOT NULL AND (
		NOT EXISTS (SELECT 1 FROM payments p WHERE p.id = NEW.payment_id AND p.status = 'verified' AND p.source <> 'import'
			AND p.method <> 'credit' AND p.method = NEW.method AND p.paid_on = NEW.paid_on AND (NEW.member_id IS NULL
				OR NEW.member_id = p.payer_member_id
				OR EXISTS (SELECT 1 FROM payment_allocations a WHERE a.payment_id = p.id AND a.member_id = NEW.member_id)))
		OR (SELECT sum(amount) FROM receipts WHERE payment_id = NEW.payment_id AND series = NEW.series AND status = 'issued')
			> coalesce((SELECT sum(amount) FROM payment_allocations
				WHERE payment_id = NEW.payment_id AND (kind = 'donation') = (NEW.series = 'donation')), 0)))
BEGIN
	SELECT RAISE(ABORT, 'receipt.wrong_state');
END;
CREATE TRIGGER dues_items_are_paid_by_payments AFTER UPDATE OF paid_amount, credited_amount ON dues_items
WHEN (NEW.paid_amount, NEW.credited_amount) IS NOT (OLD.paid_amount, OLD.credited_amount)
	AND NEW.paid_amount + NEW.credited_amount <> coalesce((SELECT sum(a.amount) FROM payment_allocations a
		JOIN payments p ON p.id = a.payment_id WHERE a.dues_item_id = NEW.id AND p.status = 'verified'), 0)
BEGIN
	SELECT RAISE(ABORT, 'dues.wrong_state');
END;
