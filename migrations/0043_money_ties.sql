-- What ties payments, receipts, dues, consents and months to what stands for them (docs: concepts, Money). Whatever the
-- statement: an operator with SQL is a writer too.

-- A voucher of a payment is posted while that still waits, and the step that verifies it follows in the same batch; it is
-- reversed while the payment is still verified, and the step that reverses it follows. An import has none: its money stands
-- in the opening of the books.
CREATE TRIGGER vouchers_of_payments_by_steps AFTER UPDATE OF state ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted'
BEGIN
	SELECT RAISE(ABORT, 'voucher.own_source') WHERE NEW.source = 'payment' AND NOT EXISTS (SELECT 1 FROM payments
		WHERE id = NEW.source_id AND status = 'submitted' AND source <> 'import');
	SELECT RAISE(ABORT, 'voucher.own_source') WHERE EXISTS (SELECT 1 FROM vouchers o JOIN payments p ON p.id = o.source_id
		WHERE o.id = NEW.reverses_id AND o.source = 'payment' AND p.status <> 'verified');
	SELECT RAISE(ABORT, 'voucher.own_source') WHERE NEW.source = 'income' AND NOT EXISTS (SELECT 1 FROM income_records
		WHERE id = NEW.source_id AND state = 'recorded' AND is_in_kind = 0);
END;
CREATE TRIGGER payments_verify_with_their_voucher AFTER UPDATE OF status ON payments
WHEN OLD.status = 'submitted' AND NEW.status = 'verified' AND NEW.source <> 'import' AND NEW.method <> 'credit'
	AND NOT EXISTS (SELECT 1 FROM vouchers v JOIN voucher_sums s ON s.voucher_id = v.id
		WHERE v.source <> 'manual' AND v.source = 'payment' AND v.source_id = NEW.id AND v.state = 'posted' AND s.debit = NEW.amount
			AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'payment.wrong_state');
END;
-- Somebody verified it, unless a list of the past said so, or it is credit that is used.
CREATE TRIGGER payments_are_verified_by_somebody AFTER UPDATE OF status ON payments
WHEN NEW.status = 'verified' AND NEW.verified_by IS NULL AND NEW.source <> 'import' AND NEW.method <> 'credit'
BEGIN
	SELECT RAISE(ABORT, 'payment.wrong_state');
END;
-- Its reversal takes its voucher and its receipts along.
CREATE TRIGGER payments_are_reversed_whole AFTER UPDATE OF status ON payments
WHEN OLD.status = 'verified' AND NEW.status = 'reversed' AND (
	EXISTS (SELECT 1 FROM receipts WHERE payment_id = NEW.id AND status = 'issued')
	OR EXISTS (SELECT 1 FROM vouchers v WHERE v.source <> 'manual' AND v.source = 'payment' AND v.source_id = NEW.id AND v.state = 'posted'
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted')))
BEGIN
	SELECT RAISE(ABORT, 'payment.wrong_state');
END;
-- Who paid, the proof, and who did what when stay as they were verified; a merge moves the payer to the record that stays.
CREATE TRIGGER payments_settled_keep_their_people BEFORE UPDATE ON payments
WHEN OLD.status IN ('verified', 'reversed', 'cancelled') AND (
	(NEW.proof_file_id, NEW.on_behalf_of, NEW.corrects_id, NEW.submitted_at, NEW.created_at)
		IS NOT (OLD.proof_file_id, OLD.on_behalf_of, OLD.corrects_id, OLD.submitted_at, OLD.created_at)
	OR (NEW.payer_member_id IS NOT OLD.payer_member_id
		AND NOT EXISTS (SELECT 1 FROM members WHERE id = OLD.payer_member_id AND merged_into = NEW.payer_member_id))
	OR (NEW.remark <> OLD.remark AND NEW.remark <> '')
	OR (NEW.status = OLD.status AND ((NEW.reversed_by, NEW.reversed_at) IS NOT (OLD.reversed_by, OLD.reversed_at)
		OR (NEW.reason IS NOT OLD.reason AND NEW.reason IS NOT '已去識別化'))))
BEGIN
	SELECT RAISE(ABORT, 'payment.is_settled');
END;
CREATE TRIGGER payment_allocations_keep_their_member BEFORE UPDATE ON payment_allocations
WHEN EXISTS (SELECT 1 FROM payments WHERE id = OLD.payment_id AND status NOT IN ('submitted', 'rejected'))
	AND (NEW.disability_status IS NOT OLD.disability_status OR (NEW.member_id IS NOT OLD.member_id
		AND NOT EXISTS (SELECT 1 FROM members WHERE id = OLD.member_id AND merged_into = NEW.member_id)))
BEGIN
	SELECT RAISE(ABORT, 'payment.is_settled');
END;
-- The proof of what was verified stays until its person is erased.
CREATE TRIGGER files_of_payments_stay BEFORE UPDATE ON files
WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL AND NEW.filename <> '已去識別化'
	AND EXISTS (SELECT 1 FROM payments WHERE proof_file_id = OLD.id AND status IN ('verified', 'reversed'))
BEGIN
	SELECT RAISE(ABORT, 'payment.is_settled');
END;
CREATE INDEX payments_of_proof ON payments (proof_file_id) WHERE proof_file_id IS NOT NULL;

-- A receipt names one payment or one income record, says what its lines come to, and together those that count are never
-- more than was paid of their series; it is in the name of a record that the payment is of.
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
CREATE TRIGGER receipts_keep_their_member BEFORE UPDATE ON receipts
WHEN NEW.member_id IS NOT OLD.member_id AND NOT EXISTS (SELECT 1 FROM members WHERE id = OLD.member_id AND merged_into = NEW.member_id)
BEGIN
	SELECT RAISE(ABORT, 'receipt.is_final');
END;

-- Who did what to a payment and to what is owed is append-only; an erasure takes the reason. An event of a payment is the next
-- one, leads on from the last, to where the payment stands, and is by whom the payment says.
CREATE TRIGGER payment_events_in_order BEFORE INSERT ON payment_events
WHEN NEW.seq IS NOT coalesce((SELECT max(seq) + 1 FROM payment_events WHERE payment_id = NEW.payment_id), 1)
	OR coalesce((SELECT step FROM payment_events WHERE payment_id = NEW.payment_id ORDER BY seq DESC LIMIT 1), '') || '>' || NEW.step
		NOT IN ('>submit', '>verify', 'submit>edit', 'submit>verify', 'submit>reject', 'submit>cancel', 'edit>edit', 'edit>verify',
			'edit>reject', 'edit>cancel', 'resubmit>edit', 'resubmit>verify', 'resubmit>reject', 'resubmit>cancel',
			'reject>resubmit', 'reject>cancel', 'verify>reverse')
	OR NOT EXISTS (SELECT 1 FROM payments p WHERE p.id = NEW.payment_id AND p.status = CASE NEW.step WHEN 'verify' THEN 'verified'
			WHEN 'reject' THEN 'rejected' WHEN 'cancel' THEN 'cancelled' WHEN 'reverse' THEN 'reversed' ELSE 'submitted' END
		AND (NEW.step <> 'verify' OR p.source = 'import' OR NEW.user_id IS p.verified_by)
		AND (NEW.step <> 'reverse' OR NEW.user_id IS p.reversed_by))
BEGIN
	SELECT RAISE(ABORT, 'payment.wrong_state');
END;
CREATE TRIGGER payment_events_are_final BEFORE UPDATE ON payment_events
WHEN (NEW.payment_id, NEW.seq, NEW.step, NEW.user_id, NEW.on_behalf_of, NEW.at)
		IS NOT (OLD.payment_id, OLD.seq, OLD.step, OLD.user_id, OLD.on_behalf_of, OLD.at)
	OR (NEW.reason IS NOT OLD.reason AND NEW.reason IS NOT '已去識別化')
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER payment_events_are_never_deleted BEFORE DELETE ON payment_events
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER dues_events_are_of_what_stands BEFORE INSERT ON dues_events
WHEN EXISTS (SELECT 1 FROM dues_events WHERE id = NEW.id)
	OR (NEW.from_amount IS NOT NULL AND NEW.from_amount IS NOT (SELECT amount FROM dues_items WHERE id = NEW.dues_item_id))
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER dues_events_are_final BEFORE UPDATE ON dues_events
WHEN (NEW.id, NEW.dues_item_id, NEW.kind, NEW.from_amount, NEW.to_amount, NEW.user_id, NEW.at)
		IS NOT (OLD.id, OLD.dues_item_id, OLD.kind, OLD.from_amount, OLD.to_amount, OLD.user_id, OLD.at)
	OR (NEW.reason IS NOT OLD.reason AND NEW.reason IS NOT '已去識別化')
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER dues_events_are_never_deleted BEFORE DELETE ON dues_events
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
-- What somebody agreed to or took back is a row more; a merge moves it to the record that stays.
CREATE TRIGGER consents_are_never_replaced BEFORE INSERT ON consents WHEN EXISTS (SELECT 1 FROM consents WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER consents_are_final BEFORE UPDATE ON consents
WHEN (NEW.id, NEW.kind, NEW.text_version, NEW.given, NEW.by_user_id, NEW.channel, NEW.at, NEW.signed_on)
		IS NOT (OLD.id, OLD.kind, OLD.text_version, OLD.given, OLD.by_user_id, OLD.channel, OLD.at, OLD.signed_on)
	OR (NEW.member_id <> OLD.member_id AND NOT EXISTS (SELECT 1 FROM members WHERE id = OLD.member_id AND merged_into = NEW.member_id))
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER consents_are_never_deleted BEFORE DELETE ON consents
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;

-- What is owed: begun without money, paid by payments alone, another amount or state by the event that stands directly before.
-- Years that a roster said were paid come to the amount that an import brings, and back.
CREATE TRIGGER dues_items_begin_unpaid BEFORE INSERT ON dues_items
WHEN NEW.paid_amount <> 0 OR NEW.credited_amount <> 0 OR NEW.status = 'cancelled' OR (NEW.status = 'waived' AND NEW.amount > 0)
	OR (NEW.status = 'paid' AND NEW.source <> 'import')
BEGIN
	SELECT RAISE(ABORT, 'dues.wrong_state');
END;
CREATE TRIGGER dues_items_are_paid_by_payments AFTER UPDATE OF paid_amount, credited_amount ON dues_items
WHEN (NEW.paid_amount, NEW.credited_amount) IS NOT (OLD.paid_amount, OLD.credited_amount)
	AND NEW.paid_amount + NEW.credited_amount <> coalesce((SELECT sum(a.amount) FROM payment_allocations a
		JOIN payments p ON p.id = a.payment_id WHERE a.dues_item_id = NEW.id AND p.status = 'verified'), 0)
BEGIN
	SELECT RAISE(ABORT, 'dues.wrong_state');
END;
CREATE TRIGGER dues_items_change_by_events BEFORE UPDATE ON dues_items
WHEN ((NEW.base_amount, NEW.discount_percent, NEW.amount) IS NOT (OLD.base_amount, OLD.discount_percent, OLD.amount)
		AND NOT (OLD.source = 'import' AND OLD.import_id IS NOT NULL AND (OLD.amount = 0 OR NEW.amount = 0))
		AND NOT EXISTS (SELECT 1 FROM dues_events e WHERE e.id = (SELECT max(id) FROM dues_events WHERE dues_item_id = OLD.id)
			AND e.kind IN ('reassessed', 'corrected') AND e.from_amount = OLD.amount AND e.to_amount = NEW.amount))
	OR (NEW.status <> OLD.status AND (NEW.status IN ('waived', 'cancelled') OR OLD.status IN ('waived', 'cancelled'))
		AND NOT EXISTS (SELECT 1 FROM dues_events e WHERE e.id = (SELECT max(id) FROM dues_events WHERE dues_item_id = OLD.id)
			AND CASE WHEN OLD.status = 'cancelled' THEN 0 WHEN NEW.status = 'cancelled' THEN e.kind = 'cancelled'
				WHEN NEW.status = 'waived' THEN e.kind IN ('waived', 'corrected', 'reassessed') ELSE e.kind IN ('unwaived', 'corrected') END))
	OR (NEW.source, NEW.import_id, NEW.created_by, NEW.created_at) IS NOT (OLD.source, OLD.import_id, OLD.created_by, OLD.created_at)
	OR (NEW.member_id <> OLD.member_id AND NOT EXISTS (SELECT 1 FROM members WHERE id = OLD.member_id AND merged_into = NEW.member_id))
BEGIN
	SELECT RAISE(ABORT, 'dues.wrong_state');
END;
CREATE TRIGGER dues_items_assessed_are_never_deleted BEFORE DELETE ON dues_items WHEN OLD.source <> 'import' OR OLD.import_id IS NULL
BEGIN
	SELECT RAISE(ABORT, 'dues.wrong_state');
END;

-- Whom a document that was sent pays stays somebody.
CREATE TRIGGER finance_documents_keep_their_payee BEFORE UPDATE ON finance_documents
WHEN OLD.state NOT IN ('draft', 'returned') AND OLD.payee_member_id IS NOT NULL AND NEW.payee_member_id IS NULL
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;

-- A month is closed by an UPDATE, which asks for its event.
CREATE TRIGGER periods_begin_open BEFORE INSERT ON periods WHEN NEW.status <> 'open'
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_stale');
END;
