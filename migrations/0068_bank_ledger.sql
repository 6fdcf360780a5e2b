-- The bank ledger. Each line of a bank statement, in or out, is explained by parts that sum to its amount. A part names the record
-- of its money: a payment, an income record, a deposit slip, an expense request that was paid, or a line of a voucher. A record may be
-- spread over several lines and is used up to what it moved at the bank.
CREATE TABLE bank_line_parts (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	line_id INTEGER NOT NULL REFERENCES bank_lines (id),
	kind TEXT NOT NULL CHECK (kind IN ('payment', 'income', 'deposit', 'expense', 'voucher')),
	record_id INTEGER NOT NULL, -- the id in the table of its kind; of a voucher, of its line on the bank's account
	amount INTEGER NOT NULL CHECK (amount <> 0), -- NT$; below zero: money that went out
	is_tie INTEGER NOT NULL CHECK (is_tie IN (0, 1)), -- 1: the record was booked before, and the part can be taken back
	created_at INTEGER NOT NULL,
	UNIQUE (line_id, kind, record_id)
) STRICT;
CREATE INDEX bank_line_parts_of_record ON bank_line_parts (kind, record_id);
CREATE INDEX bank_line_parts_by_amount ON bank_line_parts (amount, line_id);
INSERT INTO bank_line_parts (line_id, kind, record_id, amount, is_tie, created_at)
SELECT id, 'payment', payment_id, amount, tied_at IS NOT NULL, coalesce(tied_at, updated_at) FROM bank_lines
	WHERE status = 'matched' AND payment_id IS NOT NULL
UNION ALL SELECT id, 'voucher', voucher_line_id, amount, 1, coalesce(tied_at, updated_at) FROM bank_lines
	WHERE status = 'matched' AND voucher_line_id IS NOT NULL
UNION ALL SELECT l.id, 'income', i.id, l.amount, l.tied_at IS NOT NULL, coalesce(l.tied_at, l.updated_at)
	FROM bank_lines l JOIN income_records i ON i.bank_line_id = l.id AND i.state IN ('recorded', 'posted') WHERE l.status = 'matched'
UNION ALL SELECT l.id, 'deposit', d.id, l.amount, 1, l.updated_at
	FROM cash_deposits d JOIN bank_lines l ON l.id = d.bank_line_id WHERE d.reversed_at IS NULL;

DROP TRIGGER bank_lines_are_explained;
DROP TRIGGER bank_lines_are_final;
DROP TRIGGER bank_lines_are_never_replaced;
DROP TRIGGER bank_lines_begin_open;
DROP TRIGGER bank_lines_begin_without_payment;
DROP TRIGGER bank_lines_booked_first;
DROP TRIGGER bank_lines_deposited_stay;
DROP TRIGGER bank_lines_free_are_untied;
DROP TRIGGER bank_lines_show_their_debit;
DROP TRIGGER bank_lines_show_their_payment;
DROP TRIGGER bank_lines_tie_once;
DROP TRIGGER bank_lines_tie_one_debit;
DROP TRIGGER cash_deposits_are_final;
DROP TRIGGER cash_deposits_are_never_replaced;
DROP TRIGGER cash_deposits_begin_without_line;
DROP TRIGGER cash_deposits_name_lines;
DROP TRIGGER cash_deposits_name_open_lines;
DROP TRIGGER finance_documents_refund_suspense;
DROP TRIGGER income_records_are_final;
DROP TRIGGER income_records_reversed_free_lines;
DROP TRIGGER income_records_tie_lines;
DROP TRIGGER income_records_tie_open_lines;
DROP TRIGGER income_records_use_lines;
DROP TRIGGER income_records_use_open_lines;
DROP TRIGGER payments_reversed_free_lines;
DROP TRIGGER vouchers_of_lines_book_once;
DROP TRIGGER vouchers_reversed_free_lines;
DROP VIEW bank_lines_booked;
DROP VIEW debits_by_hand;
DROP INDEX bank_lines_by_amount;
DROP INDEX bank_lines_of_debit;
DROP INDEX bank_lines_of_payment;
DROP INDEX bank_lines_open;
DROP INDEX cash_deposits_booked;
DROP INDEX cash_deposits_of_line;
DROP INDEX income_records_booked;
DROP INDEX voucher_lines_debits;

-- What is explained of a line. An income record names the line only when it was made of it. What the released version reads, a line's
-- payment and a deposit's line, follows the parts by triggers.
ALTER TABLE bank_lines ADD COLUMN explained INTEGER NOT NULL DEFAULT 0;
UPDATE bank_lines SET explained = amount, status = 'matched', reason = NULL WHERE id IN (SELECT line_id FROM bank_line_parts);
UPDATE bank_lines SET status = 'unmatched', payment_id = NULL WHERE status = 'matched' AND explained = 0;
UPDATE bank_lines SET payment_id = NULL WHERE explained = 0 AND payment_id IS NOT NULL;
UPDATE income_records SET bank_line_id = NULL WHERE id IN (SELECT record_id FROM bank_line_parts WHERE kind = 'income' AND is_tie = 1);
ALTER TABLE bank_lines DROP COLUMN tied_at;
ALTER TABLE bank_lines DROP COLUMN voucher_line_id;
-- Money that went out needed no explanation until now: what lies before the first open month, or all where no month was ever closed,
-- is left as it is.
UPDATE bank_lines SET status = 'ignored', reason = '開始對帳以前的支出'
WHERE amount < 0 AND status IN ('unmatched', 'suggested')
	AND substr(booked_on, 1, 7) <= coalesce((SELECT max(month) FROM periods WHERE status = 'closed'), '9999');

CREATE INDEX bank_lines_open ON bank_lines (booked_on, id) WHERE status IN ('unmatched', 'suggested');
CREATE INDEX bank_lines_by_amount ON bank_lines (amount - explained, booked_on, id);
CREATE INDEX bank_lines_of_account ON bank_lines (bank_account_id, booked_on, id);
CREATE INDEX cash_deposits_booked ON cash_deposits (amount, deposited_on, id) WHERE reversed_at IS NULL;
CREATE INDEX income_records_booked ON income_records (amount - fee_amount, received_on, id) WHERE state IN ('recorded', 'posted');
CREATE INDEX finance_documents_paid ON finance_documents (net, paid_on, id) WHERE state IN ('paid', 'posted');
CREATE INDEX voucher_lines_by_amount ON voucher_lines (account_id, debit - credit);

-- The lines of vouchers that no other record stands for: of a voucher by hand, or of the voucher that a bank line made. `of_line` is
-- that bank line where the voucher's line shows its own money; `day` is the line's, which a closed month does not move.
CREATE VIEW moves_by_hand AS
SELECT e.id, e.voucher_id, e.account_id, e.debit - e.credit AS amount, v.date AS posted_on, v.posted_at AS at,
	coalesce((SELECT s.booked_on FROM bank_lines s WHERE v.source = 'bank_line' AND s.id = v.source_id), v.date) AS day,
	(SELECT l.id FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
		WHERE v.source = 'bank_line' AND l.id = v.source_id AND b.account_id = e.account_id) AS of_line
FROM voucher_lines e JOIN vouchers v ON v.id = e.voucher_id
WHERE v.source IN ('manual', 'bank_line') AND v.state = 'posted'
	AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted');
-- What moved at a bank by the books. Where nobody named the account, it is one of `account_kind`.
CREATE VIEW bank_movements AS
SELECT 'payment' AS kind, p.id AS record_id, p.bank_account_id AS account_id,
	CASE p.method WHEN 'transfer' THEN 'bank' WHEN 'postal' THEN 'postal' END AS account_kind, p.paid_on AS day,
	p.amount - p.fee_amount AS amount, p.verified_at AS at, NULL AS of_line
FROM payments p WHERE p.status = 'verified'
UNION ALL
SELECT 'income', i.id, i.bank_account_id, CASE i.method WHEN 'transfer' THEN 'bank' WHEN 'postal' THEN 'postal' END, i.received_on,
	i.amount - i.fee_amount, i.recorded_at, NULL
FROM income_records i WHERE i.state IN ('recorded', 'posted') AND i.is_in_kind = 0
UNION ALL
SELECT 'deposit', d.id, d.bank_account_id, NULL, d.deposited_on, d.amount, d.created_at, NULL
FROM cash_deposits d WHERE d.reversed_at IS NULL
UNION ALL
SELECT 'expense', d.id, b.id, CASE a.code WHEN '1130' THEN 'bank' WHEN '1140' THEN 'postal' END, d.paid_on, -d.net,
	(SELECT max(e.at) FROM finance_events e WHERE e.document_id = d.id AND e.step = 'pay'), NULL
FROM finance_documents d JOIN accounts a ON a.id = d.paid_from LEFT JOIN bank_accounts b ON b.account_id = d.paid_from
WHERE d.state IN ('paid', 'posted') AND d.net <> 0
UNION ALL
SELECT 'voucher', h.id, b.id, NULL, h.posted_on, h.amount, h.at, h.of_line
FROM moves_by_hand h JOIN bank_accounts b ON b.account_id = h.account_id;

-- A bank line whose own voucher stands, without being a part of it: its money is in the books as 暫收款 or 暫付款.
CREATE VIEW bank_lines_suspended AS
SELECT v.source_id AS line_id FROM vouchers v WHERE v.source <> 'manual' AND v.source = 'bank_line' AND v.state = 'posted'
	AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted')
	AND NOT EXISTS (SELECT 1 FROM voucher_lines e JOIN bank_line_parts p ON p.kind = 'voucher' AND p.record_id = e.id
		WHERE e.voucher_id = v.id AND p.line_id = v.source_id);

-- A part is of an open line, once; of a line in suspense it is the whole of it. The line's own voucher, of a fee or a transfer, is all
-- that is left.
CREATE TRIGGER bank_line_parts_of_open_lines BEFORE INSERT ON bank_line_parts
WHEN EXISTS (SELECT 1 FROM bank_line_parts WHERE id = NEW.id
		OR (line_id = NEW.line_id AND kind = NEW.kind AND record_id = NEW.record_id))
	OR NOT EXISTS (SELECT 1 FROM bank_lines l WHERE l.id = NEW.line_id AND l.status IN ('unmatched', 'suggested')
		AND (NOT EXISTS (SELECT 1 FROM bank_lines_suspended s WHERE s.line_id = NEW.line_id)
			OR (NEW.is_tie = 0 AND l.explained = 0 AND NEW.amount = l.amount)
			OR (NEW.kind = 'voucher' AND NEW.amount = l.amount - l.explained AND EXISTS (SELECT 1 FROM moves_by_hand h
				WHERE h.id = NEW.record_id AND h.of_line = NEW.line_id))))
	OR EXISTS (SELECT 1 FROM finance_documents WHERE bank_line_id = NEW.line_id AND state NOT IN ('rejected', 'withdrawn', 'voided')
		AND state IN ('approved', 'paid', 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
-- It shows money of the line's account, in the same direction, that no other part has used.
CREATE TRIGGER bank_line_parts_show_money BEFORE INSERT ON bank_line_parts
WHEN NOT EXISTS (SELECT 1 FROM bank_movements m WHERE m.kind = NEW.kind AND m.record_id = NEW.record_id
	AND coalesce(m.account_id, (SELECT l.bank_account_id FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
		WHERE l.id = NEW.line_id AND b.kind = m.account_kind)) = (SELECT bank_account_id FROM bank_lines WHERE id = NEW.line_id)
	AND (m.of_line IS NULL OR (m.of_line = NEW.line_id AND NEW.is_tie = 0)) AND m.amount * NEW.amount > 0
	AND abs(NEW.amount + coalesce((SELECT sum(amount) FROM bank_line_parts
		WHERE kind = NEW.kind AND record_id = NEW.record_id), 0)) <= abs(m.amount))
	OR (NEW.is_tie = 0 AND NOT EXISTS (SELECT 1 FROM bank_lines WHERE id = NEW.line_id
		AND NEW.amount * (amount - explained) > 0 AND abs(NEW.amount) <= abs(amount - explained)))
BEGIN
	SELECT RAISE(ABORT, 'bank.mismatch');
END;
-- What is left of a record of which lines show a part: derived, so that nothing is booked of a line that shows the rest.
CREATE TABLE bank_rests (
	kind TEXT NOT NULL CHECK (kind IN ('payment', 'income', 'deposit', 'expense', 'voucher')),
	record_id INTEGER NOT NULL,
	account_id INTEGER NOT NULL REFERENCES bank_accounts (id),
	day TEXT NOT NULL CHECK (day IS date(day)),
	amount INTEGER NOT NULL CHECK (amount <> 0), -- NT$; below zero: money that is still to go out
	at INTEGER NOT NULL,
	PRIMARY KEY (kind, record_id)
) STRICT, WITHOUT ROWID;
INSERT INTO bank_rests (kind, record_id, account_id, day, amount, at)
SELECT x.kind, x.record_id, min(l.bank_account_id), p.paid_on, p.amount - p.fee_amount - sum(x.amount), coalesce(p.verified_at, 0)
FROM bank_line_parts x JOIN bank_lines l ON l.id = x.line_id JOIN payments p ON x.kind = 'payment' AND p.id = x.record_id
GROUP BY x.kind, x.record_id HAVING p.amount - p.fee_amount <> sum(x.amount);
CREATE INDEX bank_rests_by_amount ON bank_rests (account_id, amount, day);
CREATE TRIGGER bank_line_parts_leave_a_rest AFTER INSERT ON bank_line_parts
BEGIN
	DELETE FROM bank_rests WHERE kind = NEW.kind AND record_id = NEW.record_id;
	INSERT INTO bank_rests (kind, record_id, account_id, day, amount, at)
	SELECT m.kind, m.record_id, l.bank_account_id, m.day, m.amount - u.used, m.at
	FROM (SELECT kind, record_id, day, amount, coalesce(at, 0) AS at FROM bank_movements WHERE kind = NEW.kind AND record_id = NEW.record_id) m,
		(SELECT sum(amount) AS used FROM bank_line_parts WHERE kind = NEW.kind AND record_id = NEW.record_id) u, bank_lines l
	WHERE l.id = NEW.line_id AND m.amount <> u.used;
END;
CREATE TRIGGER bank_line_parts_give_their_rest AFTER DELETE ON bank_line_parts
BEGIN
	DELETE FROM bank_rests WHERE kind = OLD.kind AND record_id = OLD.record_id;
	INSERT INTO bank_rests (kind, record_id, account_id, day, amount, at)
	SELECT m.kind, m.record_id, l.bank_account_id, m.day, m.amount - u.used, m.at
	FROM (SELECT kind, record_id, day, amount, coalesce(at, 0) AS at FROM bank_movements WHERE kind = OLD.kind AND record_id = OLD.record_id) m,
		(SELECT sum(amount) AS used FROM bank_line_parts WHERE kind = OLD.kind AND record_id = OLD.record_id) u, bank_lines l
	WHERE l.id = OLD.line_id AND m.amount <> u.used;
END;
CREATE TRIGGER bank_line_parts_are_final BEFORE UPDATE ON bank_line_parts
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
-- What was made of a line stays until its record is reversed.
CREATE TRIGGER bank_line_parts_stay BEFORE DELETE ON bank_line_parts
WHEN OLD.is_tie = 0 AND EXISTS (SELECT 1 FROM bank_movements m WHERE m.kind = OLD.kind AND m.record_id = OLD.record_id)
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER bank_line_parts_explain AFTER INSERT ON bank_line_parts
BEGIN
	UPDATE bank_lines SET explained = explained + NEW.amount, status = iif(amount = explained + NEW.amount, 'matched', 'unmatched'),
		payment_id = iif(NEW.kind = 'payment', NEW.record_id, payment_id), version = version + 1, updated_at = NEW.created_at
	WHERE id = NEW.line_id;
	UPDATE cash_deposits SET bank_line_id = (SELECT min(line_id) FROM bank_line_parts WHERE kind = 'deposit' AND record_id = NEW.record_id)
	WHERE NEW.kind = 'deposit' AND id = NEW.record_id;
END;
CREATE TRIGGER bank_line_parts_free_their_line AFTER DELETE ON bank_line_parts
BEGIN
	UPDATE bank_lines SET explained = explained - OLD.amount, status = iif(amount = explained - OLD.amount, 'matched', 'unmatched'),
		payment_id = nullif(payment_id, iif(OLD.kind = 'payment', OLD.record_id, 0)), version = version + 1,
		updated_at = max(updated_at, OLD.created_at) WHERE id = OLD.line_id;
	UPDATE cash_deposits SET bank_line_id = (SELECT min(line_id) FROM bank_line_parts WHERE kind = 'deposit' AND record_id = OLD.record_id)
	WHERE OLD.kind = 'deposit' AND id = OLD.record_id AND reversed_at IS NULL;
END;

-- What the bank said stays; a line is matched when its parts sum to its amount.
CREATE TRIGGER bank_lines_are_final BEFORE UPDATE ON bank_lines
WHEN NEW.id <> OLD.id OR (NEW.bank_account_id, NEW.booked_on, NEW.amount, NEW.fee_amount, NEW.balance, NEW.fingerprint)
		IS NOT (OLD.bank_account_id, OLD.booked_on, OLD.amount, OLD.fee_amount, OLD.balance, OLD.fingerprint)
	OR NEW.explained <> coalesce((SELECT sum(amount) FROM bank_line_parts WHERE line_id = OLD.id), 0)
	OR (NEW.status = 'matched') <> (NEW.explained = NEW.amount)
	OR (NEW.status = 'ignored' AND NEW.explained <> 0)
	OR (NEW.payment_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM bank_line_parts
		WHERE line_id = OLD.id AND kind = 'payment' AND record_id = NEW.payment_id))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER bank_lines_are_never_replaced BEFORE INSERT ON bank_lines
WHEN NEW.status = 'matched' OR NEW.explained <> 0 OR NEW.apart_at IS NOT NULL OR NEW.payment_id IS NOT NULL
	OR EXISTS (SELECT 1 FROM bank_lines WHERE id = NEW.id)
	OR EXISTS (SELECT 1 FROM bank_lines WHERE bank_account_id = NEW.bank_account_id AND fingerprint = NEW.fingerprint)
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;

-- Nothing is booked of a line while what is booked without one fits it: of its account and of what is left of it, at most a week away,
-- and without other last digits.
CREATE VIEW bank_lines_booked AS
SELECT l.id AS line_id, 'payment' AS kind, p.id AS id FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
	CROSS JOIN (SELECT 0 AS fee UNION ALL SELECT fee FROM postal_fees) kept ON kept.fee = 0
		OR (b.kind = 'postal' AND l.fee_amount IN (0, kept.fee))
	CROSS JOIN payments p INDEXED BY payments_booked ON p.status = 'verified'
		AND p.amount - p.fee_amount = l.amount - l.explained + kept.fee
		AND p.paid_on BETWEEN date(l.booked_on, '-7 days') AND date(l.booked_on, '+7 days')
	WHERE (kept.fee = 0 OR (p.method = 'postal' AND p.fee_amount = 0))
		AND coalesce(p.bank_account_id, iif(p.method = iif(b.kind = 'bank', 'transfer', 'postal'), b.id, 0)) = b.id
		AND (p.last5 IS NULL OR l.last5 IS NULL OR p.last5 = l.last5) AND p.verified_at > coalesce(l.apart_at, -1)
		AND NOT EXISTS (SELECT 1 FROM bank_line_parts x WHERE x.kind = 'payment' AND x.record_id = p.id)
UNION ALL
SELECT l.id, 'income', i.id FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
	CROSS JOIN income_records i INDEXED BY income_records_booked ON i.state IN ('recorded', 'posted')
		AND i.amount - i.fee_amount = +(l.amount - l.explained)
		AND i.received_on BETWEEN date(l.booked_on, '-7 days') AND date(l.booked_on, '+7 days')
	WHERE coalesce(i.bank_account_id, iif(i.method = iif(b.kind = 'bank', 'transfer', 'postal'), b.id, 0)) = b.id
		AND i.recorded_at > coalesce(l.apart_at, -1)
		AND NOT EXISTS (SELECT 1 FROM bank_line_parts x WHERE x.kind = 'income' AND x.record_id = i.id)
UNION ALL
SELECT l.id, 'deposit', d.id FROM bank_lines l
	CROSS JOIN cash_deposits d INDEXED BY cash_deposits_booked ON d.reversed_at IS NULL AND d.amount = l.amount - l.explained
		AND d.deposited_on BETWEEN date(l.booked_on, '-7 days') AND date(l.booked_on, '+7 days')
	WHERE d.bank_account_id = l.bank_account_id AND d.created_at > coalesce(l.apart_at, -1)
		AND NOT EXISTS (SELECT 1 FROM bank_line_parts x WHERE x.kind = 'deposit' AND x.record_id = d.id)
UNION ALL
SELECT l.id, 'expense', d.id FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
	CROSS JOIN finance_documents d INDEXED BY finance_documents_paid ON d.state IN ('paid', 'posted') AND d.net = l.explained - l.amount
		AND d.paid_on BETWEEN date(l.booked_on, '-7 days') AND date(l.booked_on, '+7 days')
	JOIN accounts a ON a.id = d.paid_from LEFT JOIN bank_accounts k ON k.account_id = d.paid_from
	WHERE coalesce(k.id, iif(a.code = iif(b.kind = 'bank', '1130', '1140'), b.id, 0)) = b.id
		AND coalesce((SELECT max(e.at) FROM finance_events e WHERE e.document_id = d.id AND e.step = 'pay'), 0) > coalesce(l.apart_at, -1)
		AND NOT EXISTS (SELECT 1 FROM bank_line_parts x WHERE x.kind = 'expense' AND x.record_id = d.id)
UNION ALL
SELECT l.id, 'voucher', h.id FROM bank_lines l JOIN bank_accounts b ON b.id = l.bank_account_id
	CROSS JOIN moves_by_hand h ON h.account_id = b.account_id AND h.amount = +(l.amount - l.explained) AND h.of_line IS NULL
		AND h.day BETWEEN date(l.booked_on, '-7 days') AND date(l.booked_on, '+7 days')
	WHERE h.at > coalesce(l.apart_at, -1) AND NOT EXISTS (SELECT 1 FROM bank_line_parts x WHERE x.kind = 'voucher' AND x.record_id = h.id);
-- So is the rest of a record that other lines show in part: it may come some weeks later.
CREATE VIEW bank_lines_booked_in_part AS
SELECT l.id AS line_id, r.kind, r.record_id AS id FROM bank_lines l
	CROSS JOIN bank_rests r ON r.account_id = l.bank_account_id AND r.amount = l.amount - l.explained
		AND r.day BETWEEN date(l.booked_on, '-45 days') AND date(l.booked_on, '+45 days')
	WHERE r.at > coalesce(l.apart_at, -1) AND NOT EXISTS (SELECT 1 FROM bank_line_parts x
		WHERE x.line_id = l.id AND x.kind = r.kind AND x.record_id = r.record_id);
CREATE TRIGGER bank_line_parts_booked_first BEFORE INSERT ON bank_line_parts
WHEN NEW.is_tie = 0 AND (EXISTS (SELECT 1 FROM bank_lines_booked
		WHERE line_id = NEW.line_id AND NOT (kind = NEW.kind AND id = NEW.record_id))
	OR EXISTS (SELECT 1 FROM bank_lines_booked_in_part WHERE line_id = NEW.line_id))
BEGIN
	SELECT RAISE(ABORT, 'bank.booked');
END;
CREATE TRIGGER vouchers_of_lines_book_once BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.source = 'bank_line'
	AND (EXISTS (SELECT 1 FROM bank_lines_booked WHERE line_id = NEW.source_id)
		OR EXISTS (SELECT 1 FROM bank_lines_booked_in_part WHERE line_id = NEW.source_id)
		OR EXISTS (SELECT 1 FROM bank_lines WHERE id = NEW.source_id AND status = 'matched'))
BEGIN
	SELECT RAISE(ABORT, 'bank.booked');
END;

-- A record that is taken back lets its lines go.
CREATE TRIGGER payments_reversed_free_lines AFTER UPDATE OF status ON payments WHEN NEW.status = 'reversed'
BEGIN
	DELETE FROM bank_line_parts WHERE kind = 'payment' AND record_id = NEW.id;
END;
CREATE TRIGGER income_records_reversed_free_lines AFTER UPDATE ON income_records WHEN OLD.state <> 'reversed' AND NEW.state = 'reversed'
BEGIN
	DELETE FROM bank_line_parts WHERE kind = 'income' AND record_id = NEW.id;
END;
CREATE TRIGGER cash_deposits_reversed_free_lines AFTER UPDATE OF reversed_at ON cash_deposits WHEN NEW.reversed_at IS NOT NULL
BEGIN
	DELETE FROM bank_line_parts WHERE kind = 'deposit' AND record_id = NEW.id;
END;
CREATE TRIGGER finance_documents_unpaid_free_lines AFTER UPDATE OF state ON finance_documents WHEN OLD.state = 'paid' AND NEW.state = 'approved'
BEGIN
	DELETE FROM bank_line_parts WHERE kind = 'expense' AND record_id = NEW.id;
END;
CREATE TRIGGER vouchers_reversed_free_lines AFTER UPDATE OF state ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.reverses_id IS NOT NULL
BEGIN
	DELETE FROM bank_line_parts WHERE kind = 'voucher' AND record_id IN (SELECT id FROM voucher_lines WHERE voucher_id = NEW.reverses_id);
	-- Without its fee a line shows less than the records beside it: they have no line again.
	DELETE FROM bank_line_parts WHERE is_tie = 1 AND line_id IN (SELECT l.id FROM vouchers v JOIN bank_lines l ON l.id = v.source_id
		WHERE v.id = NEW.reverses_id AND v.source = 'bank_line' AND abs(l.explained) > abs(l.amount));
END;

CREATE TRIGGER cash_deposits_are_final BEFORE UPDATE ON cash_deposits
WHEN (NEW.id, NEW.deposited_on, NEW.bank_account_id, NEW.amount, NEW.created_by) IS NOT (OLD.id, OLD.deposited_on, OLD.bank_account_id, OLD.amount, OLD.created_by)
	OR OLD.reversed_at IS NOT NULL
	OR (NEW.reversed_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM vouchers v JOIN vouchers r ON r.reverses_id = v.id AND r.state = 'posted'
		WHERE v.source <> 'manual' AND v.source = 'deposit' AND v.source_id = OLD.id))
BEGIN
	SELECT RAISE(ABORT, 'deposit.is_final');
END;
CREATE TRIGGER cash_deposits_are_never_replaced BEFORE INSERT ON cash_deposits
WHEN NEW.reversed_at IS NOT NULL OR EXISTS (SELECT 1 FROM cash_deposits WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'deposit.is_final');
END;
CREATE TRIGGER cash_deposits_begin_without_line BEFORE INSERT ON cash_deposits WHEN NEW.bank_line_id IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'deposit.line');
END;
CREATE TRIGGER cash_deposits_name_their_line BEFORE UPDATE ON cash_deposits
WHEN NEW.bank_line_id IS NOT OLD.bank_line_id AND NEW.bank_line_id IS NOT (SELECT min(line_id) FROM bank_line_parts
	WHERE kind = 'deposit' AND record_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'deposit.line');
END;

-- An income record that is made of a line takes its money from what is left of it.
CREATE TRIGGER income_records_are_final BEFORE UPDATE ON income_records
WHEN OLD.state <> 'draft' AND ((NEW.kind, NEW.roc_year, NEW.seq, NEW.received_on, NEW.is_in_kind, NEW.items, NEW.amount, NEW.fee_amount)
		IS NOT (OLD.kind, OLD.roc_year, OLD.seq, OLD.received_on, OLD.is_in_kind, OLD.items, OLD.amount, OLD.fee_amount)
	OR (NEW.method, NEW.bank_account_id, NEW.bank_line_id, NEW.purpose, NEW.payer_title, NEW.created_by, NEW.recorded_by, NEW.recorded_at)
		IS NOT (OLD.method, OLD.bank_account_id, OLD.bank_line_id, OLD.purpose, OLD.payer_title, OLD.created_by, OLD.recorded_by, OLD.recorded_at)
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
DROP INDEX income_records_of_line;
CREATE UNIQUE INDEX income_records_of_line ON income_records (bank_line_id) WHERE bank_line_id IS NOT NULL AND state = 'draft';
DROP TRIGGER income_records_take_steps;
CREATE TRIGGER income_records_take_steps BEFORE UPDATE ON income_records
WHEN NEW.id <> OLD.id OR (NEW.state <> OLD.state
	AND OLD.state || '>' || NEW.state NOT IN ('draft>recorded', 'recorded>posted', 'recorded>reversed', 'posted>reversed'))
	OR EXISTS (SELECT 1 FROM income_records WHERE id <> OLD.id AND ((roc_year = NEW.roc_year AND seq = NEW.seq)
		OR (bank_line_id = NEW.bank_line_id AND state = 'draft' AND NEW.state = 'draft')))
BEGIN
	SELECT RAISE(ABORT, 'income.wrong_state');
END;
DROP TRIGGER income_records_begin_as_drafts;
CREATE TRIGGER income_records_begin_as_drafts BEFORE INSERT ON income_records
WHEN NEW.state <> 'draft' OR EXISTS (SELECT 1 FROM income_records WHERE id = NEW.id OR (bank_line_id = NEW.bank_line_id AND state = 'draft'))
BEGIN
	SELECT RAISE(ABORT, CASE WHEN NEW.bank_line_id IS NOT NULL THEN 'bank.line_used' ELSE 'income.wrong_state' END);
END;
CREATE TRIGGER income_records_use_open_lines BEFORE UPDATE ON income_records
WHEN OLD.state = 'draft' AND NEW.state = 'recorded' AND NEW.bank_line_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM bank_lines
	WHERE id = NEW.bank_line_id AND status IN ('unmatched', 'suggested') AND amount - explained >= NEW.amount - NEW.fee_amount
		AND bank_account_id IS NEW.bank_account_id)
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER income_records_use_lines AFTER UPDATE ON income_records
WHEN OLD.state = 'draft' AND NEW.state = 'recorded' AND NEW.bank_line_id IS NOT NULL
BEGIN
	INSERT INTO bank_line_parts (line_id, kind, record_id, amount, is_tie, created_at)
	VALUES (NEW.bank_line_id, 'income', NEW.id, NEW.amount - NEW.fee_amount, 0, NEW.updated_at);
END;

CREATE TRIGGER finance_documents_refund_suspense BEFORE UPDATE ON finance_documents
WHEN NEW.refund_of = 'suspense' AND NEW.state = 'approved' AND OLD.state = 'pending_chair' AND NOT EXISTS (SELECT 1
	FROM bank_lines l JOIN bank_lines_suspended s ON s.line_id = l.id
	WHERE l.id = NEW.bank_line_id AND l.amount - l.explained = NEW.gross AND l.status <> 'matched')
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;

-- What the lines of a text turned out to be: the next one with the same text is suggested as that. The text itself is not kept, for it
-- may name a person.
CREATE TABLE bank_memo_rules (
	memo_hash TEXT PRIMARY KEY CHECK (length(memo_hash) = 64), -- SHA-256 of the direction and the text without its digits
	kind TEXT NOT NULL CHECK (kind IN ('fee', 'transfer', 'interest')),
	bank_account_id INTEGER REFERENCES bank_accounts (id), -- of a transfer: the other account
	updated_at INTEGER NOT NULL,
	CHECK ((kind = 'transfer') = (bank_account_id IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- A bank account stays on its account of the books, and of its kind: its lines and records are judged by them.
CREATE TRIGGER bank_accounts_keep_their_place BEFORE UPDATE ON bank_accounts
WHEN (NEW.id, NEW.kind, NEW.account_id) IS NOT (OLD.id, OLD.kind, OLD.account_id)
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER bank_accounts_are_never_replaced BEFORE INSERT ON bank_accounts
WHEN EXISTS (SELECT 1 FROM bank_accounts WHERE id = NEW.id OR account_id = NEW.account_id)
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
