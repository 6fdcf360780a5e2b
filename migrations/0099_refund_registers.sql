-- 退費清冊: a register whose shares give money back, each of one thing: the 溢繳款 of a member, the donation of a payment, or a bank line
-- of 暫收款. What holds for a request that gives back one sum (migrations 0028 and 0068) holds for each share.
CREATE INDEX finance_shares_of_credit ON finance_shares (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX finance_shares_of_donation ON finance_shares (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX finance_shares_of_suspense ON finance_shares (bank_line_id) WHERE bank_line_id IS NOT NULL;
-- Whose 溢繳款 may be left: the form of 退費清冊 lists them.
CREATE INDEX payment_allocations_credited ON payment_allocations (member_id) WHERE kind = 'credit';

-- A register gives back with each of its shares or with none, and withholds nothing.
CREATE TRIGGER finance_shares_refund_in_registers_of_refunds BEFORE INSERT ON finance_shares
WHEN (NEW.refund_of IS NOT NULL) <> EXISTS (SELECT 1 FROM finance_documents WHERE id = NEW.document_id AND register = 'refunds')
	OR (NEW.refund_of IS NOT NULL AND (NEW.allowance, NEW.labour, NEW.health, NEW.pension) <> (0, 0, 0, 0))
BEGIN
	SELECT RAISE(ABORT, 'finance.register_refused');
END;
CREATE TRIGGER finance_shares_keep_what_they_refund BEFORE UPDATE ON finance_shares
WHEN (NEW.refund_of, NEW.payment_id, NEW.bank_line_id) IS NOT (OLD.refund_of, OLD.payment_id, OLD.bank_line_id)
	OR (NEW.refund_of IS NOT NULL AND coalesce(NEW.category, 'none') <> 'none')
	OR (NEW.member_id IS NOT OLD.member_id AND NEW.member_id IS NOT (SELECT merged_into FROM members WHERE id = OLD.member_id))
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_documents_keep_their_register BEFORE UPDATE OF register ON finance_documents
WHEN NEW.register IS NOT OLD.register AND 'refunds' IN (NEW.register, OLD.register)
	AND EXISTS (SELECT 1 FROM finance_shares WHERE document_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'finance.register_refused');
END;
-- A bank line is asked for once at a time, whichever request asks.
CREATE TRIGGER finance_shares_refund_lines_once BEFORE INSERT ON finance_shares
WHEN NEW.bank_line_id IS NOT NULL AND (
	EXISTS (SELECT 1 FROM finance_documents WHERE bank_line_id = NEW.bank_line_id AND state NOT IN ('rejected', 'withdrawn', 'voided'))
	OR EXISTS (SELECT 1 FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id
		WHERE s.bank_line_id = NEW.bank_line_id AND d.state NOT IN ('rejected', 'withdrawn', 'voided')))
BEGIN
	SELECT RAISE(ABORT, 'finance.refunded_before');
END;
CREATE TRIGGER finance_documents_insert_lines_once BEFORE INSERT ON finance_documents
WHEN NEW.bank_line_id IS NOT NULL AND EXISTS (SELECT 1 FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id
	WHERE s.bank_line_id = NEW.bank_line_id AND d.state NOT IN ('rejected', 'withdrawn', 'voided'))
BEGIN
	SELECT RAISE(ABORT, 'finance.refunded_before');
END;
CREATE TRIGGER finance_documents_update_lines_once BEFORE UPDATE OF bank_line_id ON finance_documents
WHEN NEW.bank_line_id IS NOT NULL AND NEW.bank_line_id IS NOT OLD.bank_line_id
	AND EXISTS (SELECT 1 FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id
		WHERE s.bank_line_id = NEW.bank_line_id AND d.state NOT IN ('rejected', 'withdrawn', 'voided'))
BEGIN
	SELECT RAISE(ABORT, 'finance.refunded_before');
END;

-- What is given back stands in the books as owed (2160) from its approval on, until it is voided, or a register of it is returned.
DROP TRIGGER finance_documents_refund_by_vouchers;
CREATE TRIGGER finance_documents_refund_by_vouchers BEFORE UPDATE ON finance_documents
WHEN NEW.is_refund = 1
	AND ((OLD.state = 'pending_chair' AND NEW.state = 'approved') OR (OLD.state = 'approved' AND NEW.state IN ('voided', 'returned')))
	AND (NEW.state = 'approved') <> EXISTS (SELECT 1 FROM finance_postings p JOIN vouchers v ON v.source <> 'manual'
		AND v.source = 'finance' AND v.source_id = p.id AND v.state = 'posted'
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted')
		WHERE p.document_id = OLD.id AND p.kind = 'approval')
BEGIN
	SELECT RAISE(ABORT, 'finance.wrong_state');
END;

-- 溢繳款 is spent once its refund is approved.
DROP VIEW member_credits;
CREATE VIEW member_credits AS
SELECT m.id AS member_id,
	coalesce((SELECT sum(a.amount) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
		WHERE a.member_id = m.id AND a.kind = 'credit' AND +p.status = 'verified'), 0)
	+ coalesce((SELECT sum(d.credited_amount) FROM dues_items d WHERE d.member_id = m.id AND d.credited_amount > 0), 0)
	- coalesce((SELECT sum(p.amount) FROM payments p WHERE p.payer_member_id = m.id AND p.method = 'credit' AND +p.status = 'verified'), 0)
	- coalesce((SELECT sum(f.gross) FROM finance_documents f WHERE f.refund_of = 'credit' AND f.payee_member_id = m.id
		AND f.state IN ('approved', 'paid', 'posted')), 0)
	- coalesce((SELECT sum(s.gross) FROM finance_shares s JOIN finance_documents f ON f.id = s.document_id
		WHERE s.member_id = m.id AND +f.state IN ('approved', 'paid', 'posted')), 0) AS credit
FROM members m;
CREATE TRIGGER finance_registers_never_overdraw_credit AFTER UPDATE OF state ON finance_documents
WHEN NEW.register = 'refunds' AND NEW.state = 'approved' AND OLD.state = 'pending_chair'
BEGIN
	SELECT RAISE(ABORT, 'payment.credit_used') WHERE EXISTS (SELECT 1 FROM finance_shares s
		WHERE s.document_id = NEW.id AND s.member_id IS NOT NULL
			AND (SELECT credit FROM member_credits WHERE member_id = s.member_id) < 0);
END;
-- A donation is given back up to what it was, by requests and registers together.
DROP TRIGGER finance_documents_never_overdraw_donations;
CREATE TRIGGER finance_documents_never_overdraw_donations AFTER UPDATE OF state ON finance_documents
WHEN NEW.is_refund = 1 AND NEW.state = 'approved' AND OLD.state = 'pending_chair'
BEGIN
	SELECT RAISE(ABORT, 'finance.refunded_before') WHERE EXISTS (SELECT 1 FROM (
			SELECT NEW.payment_id AS id WHERE NEW.refund_of = 'donation'
			UNION SELECT payment_id FROM finance_shares WHERE document_id = NEW.id AND payment_id IS NOT NULL) o
		WHERE coalesce((SELECT sum(f.gross) FROM finance_documents f WHERE f.payment_id = o.id AND f.refund_of = 'donation'
				AND f.state IN ('approved', 'paid', 'posted')), 0)
			+ coalesce((SELECT sum(s.gross) FROM finance_shares s JOIN finance_documents f ON f.id = s.document_id
				WHERE s.payment_id = o.id AND f.state IN ('approved', 'paid', 'posted')), 0)
			> coalesce((SELECT sum(a.amount) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
				WHERE a.payment_id = o.id AND a.kind = 'donation' AND p.status = 'verified'), 0));
END;
DROP VIEW donations_given_back;
CREATE VIEW donations_given_back AS SELECT a.payment_id FROM payment_allocations a WHERE a.kind = 'donation'
	GROUP BY a.payment_id HAVING sum(a.amount) <= (SELECT coalesce(sum(d.gross), 0) FROM finance_documents d
		WHERE d.payment_id = a.payment_id AND d.refund_of = 'donation' AND d.state IN ('approved', 'paid', 'posted'))
	+ (SELECT coalesce(sum(s.gross), 0) FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id
		WHERE s.payment_id = a.payment_id AND d.state IN ('approved', 'paid', 'posted'));
DROP TRIGGER finance_documents_void_receipts;
CREATE TRIGGER finance_documents_void_receipts AFTER UPDATE OF state ON finance_documents
WHEN NEW.is_refund = 1 AND NEW.state = 'approved' AND OLD.state = 'pending_chair'
BEGIN
	UPDATE receipts SET status = 'voided', voided_at = NEW.updated_at, reason = '捐款已全數退還', version = version + 1,
		voided_by = (SELECT user_id FROM finance_events WHERE document_id = NEW.id ORDER BY seq DESC LIMIT 1)
	WHERE series = 'donation' AND status = 'issued' AND payment_id IN (SELECT o.id FROM (
			SELECT NEW.payment_id AS id WHERE NEW.refund_of = 'donation'
			UNION SELECT payment_id FROM finance_shares WHERE document_id = NEW.id AND payment_id IS NOT NULL) o
		WHERE EXISTS (SELECT 1 FROM donations_given_back g WHERE g.payment_id = o.id));
END;
DROP TRIGGER payments_refunded_stay;
CREATE TRIGGER payments_refunded_stay BEFORE UPDATE ON payments
WHEN OLD.status = 'verified' AND NEW.status = 'reversed' AND (EXISTS (SELECT 1 FROM finance_documents
		WHERE payment_id = OLD.id AND refund_of = 'donation' AND state IN ('approved', 'paid', 'posted'))
	OR EXISTS (SELECT 1 FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id
		WHERE s.payment_id = OLD.id AND d.state IN ('approved', 'paid', 'posted')))
BEGIN
	SELECT RAISE(ABORT, 'finance.refunded_before');
END;
-- 暫收款 goes back whole, while it stands as such; from then on the line is nobody else's.
CREATE TRIGGER finance_registers_refund_suspense BEFORE UPDATE ON finance_documents
WHEN NEW.register = 'refunds' AND NEW.state = 'approved' AND OLD.state = 'pending_chair'
	AND EXISTS (SELECT 1 FROM finance_shares s WHERE s.document_id = NEW.id AND s.bank_line_id IS NOT NULL AND NOT EXISTS (SELECT 1
		FROM bank_lines l JOIN bank_lines_suspended q ON q.line_id = l.id
		WHERE l.id = s.bank_line_id AND l.amount - l.explained = s.gross AND l.status <> 'matched'))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
DROP TRIGGER vouchers_refunded_stay;
CREATE TRIGGER vouchers_refunded_stay BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.reverses_id IS NOT NULL AND EXISTS (SELECT 1 FROM vouchers o
	WHERE o.id = NEW.reverses_id AND o.source = 'bank_line' AND (
		EXISTS (SELECT 1 FROM finance_documents d WHERE d.bank_line_id = o.source_id
			AND d.state NOT IN ('rejected', 'withdrawn', 'voided') AND d.state IN ('approved', 'paid', 'posted'))
		OR EXISTS (SELECT 1 FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id
			WHERE s.bank_line_id = o.source_id AND d.state IN ('approved', 'paid', 'posted'))))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
DROP TRIGGER bank_lines_refunded_stay;
CREATE TRIGGER bank_lines_refunded_stay BEFORE UPDATE ON bank_lines
WHEN NEW.status <> OLD.status AND (EXISTS (SELECT 1 FROM finance_documents
		WHERE bank_line_id = OLD.id AND state NOT IN ('rejected', 'withdrawn', 'voided') AND state IN ('approved', 'paid', 'posted'))
	OR EXISTS (SELECT 1 FROM finance_shares s JOIN finance_documents d ON d.id = s.document_id
		WHERE s.bank_line_id = OLD.id AND d.state IN ('approved', 'paid', 'posted')))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;

-- Gifts, less what was given back (migration 0066), by requests and by registers.
DROP VIEW public_gifts;
CREATE VIEW public_gifts AS
SELECT g.*, coalesce((SELECT n.name FROM donor_namings n WHERE n.donor_id = g.donor_id),
		(SELECT n.name FROM member_namings n WHERE n.member_id = g.member_id), '') AS name,
	coalesce((SELECT n.why FROM donor_namings n WHERE n.donor_id = g.donor_id),
		(SELECT n.why FROM member_namings n WHERE n.member_id = g.member_id), 'nobody') AS why
FROM (SELECT 'income' AS source, i.id AS gift_id, 0 AS part, v.date AS day, i.amount, '' AS items, i.purpose, i.donor_id, NULL AS member_id
	FROM vouchers v JOIN income_records i ON i.id = v.source_id
	WHERE v.source <> 'manual' AND v.source = 'income' AND v.state = 'posted' AND i.kind = 'donation' AND i.state = 'posted'
	UNION ALL
	SELECT 'income', i.id, 0, i.received_on, 0, i.items, i.purpose, i.donor_id, NULL
	FROM income_records i WHERE i.kind = 'donation' AND i.is_in_kind = 1 AND i.state = 'posted'
	UNION ALL
	SELECT 'payment', payment_id, part, day, amount - max(0, min(amount, back - before)), '', '', NULL, member_id
	FROM (SELECT p.id AS payment_id, a.id AS part, v.date AS day, a.amount, a.member_id,
			coalesce((SELECT sum(f.gross) FROM finance_documents f WHERE f.payment_id = p.id AND f.refund_of = 'donation'
				AND f.state IN ('approved', 'paid', 'posted')), 0)
			+ coalesce((SELECT sum(s.gross) FROM finance_shares s JOIN finance_documents f ON f.id = s.document_id
				WHERE s.payment_id = p.id AND f.state IN ('approved', 'paid', 'posted')), 0) AS back,
			coalesce((SELECT sum(b.amount) FROM payment_allocations b
				WHERE b.payment_id = p.id AND b.kind = 'donation' AND b.id < a.id), 0) AS before
		FROM vouchers v JOIN payments p ON p.id = v.source_id JOIN payment_allocations a ON a.payment_id = p.id AND a.kind = 'donation'
		WHERE v.source <> 'manual' AND v.source = 'payment' AND v.state = 'posted' AND p.status = 'verified')
	WHERE amount - max(0, min(amount, back - before)) > 0) g;
