-- A request that pays many people is a register (清冊): of fees (勞務清冊), of salaries (薪資清冊) or of refunds (退費清冊). Each share is what one
-- payee gets. The lines of the document are the sums of its shares by reason, so that accounts and budgets work as ever.
ALTER TABLE finance_documents ADD COLUMN register TEXT CHECK (register IN ('fees', 'salary', 'refunds'));
ALTER TABLE finance_documents ADD COLUMN is_refund INTEGER GENERATED ALWAYS AS (kind = 'refund' OR coalesce(register, '') = 'refunds') VIRTUAL;
-- Of a register that pays some by transfer and others in cash (pay_by is 'transfer' then): what was paid in cash, and from which
-- account. The rest left the account `paid_from`: that is what the bank shows.
ALTER TABLE finance_documents ADD COLUMN cash_net INTEGER NOT NULL DEFAULT 0 CHECK (cash_net >= 0);
ALTER TABLE finance_documents ADD COLUMN paid_cash_from INTEGER REFERENCES accounts (id);
ALTER TABLE finance_documents ADD COLUMN bank_net INTEGER GENERATED ALWAYS AS (gross - income_tax - nhi - advanced - cash_net) VIRTUAL;
-- Of a register of salaries: what the association pays besides of 勞保, 健保 and 勞退 (雇主負擔), for all of its people. It is paid
-- to none of them; a voucher of its own, posted and reversed with that of the payment, has it as owed (finance_postings 'approval').
ALTER TABLE finance_documents ADD COLUMN employer_labour INTEGER NOT NULL DEFAULT 0 CHECK (employer_labour BETWEEN 0 AND 99999999);
ALTER TABLE finance_documents ADD COLUMN employer_health INTEGER NOT NULL DEFAULT 0 CHECK (employer_health BETWEEN 0 AND 99999999);
ALTER TABLE finance_documents ADD COLUMN employer_pension INTEGER NOT NULL DEFAULT 0 CHECK (employer_pension BETWEEN 0 AND 99999999);
-- Of a request that pays one payee: whether they are a non-resident (非居住者), whose tax is due earlier. A register has it by share.
ALTER TABLE finance_documents ADD COLUMN payee_is_foreign INTEGER NOT NULL DEFAULT 0 CHECK (payee_is_foreign IN (0, 1));
CREATE TABLE finance_shares (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	document_id INTEGER NOT NULL REFERENCES finance_documents (id) ON DELETE CASCADE,
	position INTEGER NOT NULL CHECK (position > 0),
	payee_id INTEGER NOT NULL REFERENCES payees (id),
	payee_name TEXT NOT NULL CHECK (length(payee_name) BETWEEN 1 AND 80), -- as it was when the request was written
	payee_name_folded TEXT NOT NULL, -- of that time too: who is renamed has still to do with the request
	reason TEXT NOT NULL CHECK (length(reason) BETWEEN 1 AND 120), -- 事由: the summary of the line that it belongs to
	gross INTEGER NOT NULL CHECK (gross BETWEEN 1 AND 99999999), -- 應領
	-- Of a salary: what the payee pays of 勞保, 健保 and 勞退, and how much of the gross is 加給.
	allowance INTEGER NOT NULL DEFAULT 0 CHECK (allowance BETWEEN 0 AND gross),
	labour INTEGER NOT NULL DEFAULT 0 CHECK (labour >= 0),
	health INTEGER NOT NULL DEFAULT 0 CHECK (health >= 0),
	pension INTEGER NOT NULL DEFAULT 0 CHECK (pension >= 0),
	-- The accountant's, at their step: the category of the income (所得稅法 §88), and what is withheld.
	category TEXT CHECK (category IN ('50', '9A', '9B', '51', '92', 'none')), -- none: no income, such as travel
	tax INTEGER NOT NULL DEFAULT 0 CHECK (tax >= 0),
	premium INTEGER NOT NULL DEFAULT 0 CHECK (premium >= 0),
	-- What the rules said when the accountant decided: tax and premium, null where they leave the amount to the accountant.
	ruled TEXT CHECK (ruled IS NULL OR json_valid(ruled)),
	was_resident INTEGER CHECK (was_resident IN (0, 1)), -- as the payee was (payees.is_resident) when the accountant decided
	pay_by TEXT NOT NULL DEFAULT 'transfer' CHECK (pay_by IN ('transfer', 'cash')),
	bank_code TEXT NOT NULL DEFAULT '' CHECK (bank_code = '' OR bank_code GLOB '[0-9][0-9][0-9]'),
	branch TEXT NOT NULL DEFAULT '' CHECK (length(branch) <= 40),
	account TEXT NOT NULL DEFAULT '' CHECK (length(account) <= 40 AND account NOT GLOB '*[^0-9-]*'),
	-- Of a register of refunds (migration 0099): the 溢繳款 of a member, the donation of a payment, or a bank line of 暫收款.
	refund_of TEXT CHECK (refund_of IS NULL OR refund_of IN ('credit', 'donation', 'suspense')),
	member_id INTEGER REFERENCES members (id),
	payment_id INTEGER REFERENCES payments (id),
	bank_line_id INTEGER REFERENCES bank_lines (id),
	net INTEGER GENERATED ALWAYS AS (gross - tax - premium - labour - health - pension) VIRTUAL,
	CHECK (tax + premium + labour + health + pension < gross),
	CHECK (pay_by = 'transfer' OR (bank_code, branch, account) = ('', '', '')),
	CHECK ((refund_of IS 'credit') = (member_id IS NOT NULL)),
	CHECK ((refund_of IS 'donation') = (payment_id IS NOT NULL)),
	CHECK ((refund_of IS 'suspense') = (bank_line_id IS NOT NULL)),
	UNIQUE (document_id, position)
) STRICT;
CREATE INDEX finance_shares_of_payee ON finance_shares (payee_id);

-- What is asked for is written while the request is the applicant's alone; the accountant withholds at their step.
CREATE TRIGGER finance_shares_insert BEFORE INSERT ON finance_shares
WHEN NOT EXISTS (SELECT 1 FROM finance_documents WHERE id = NEW.document_id AND state IN ('draft', 'returned') AND register IS NOT NULL)
	OR EXISTS (SELECT 1 FROM finance_shares WHERE id = NEW.id OR (document_id = NEW.document_id AND position = NEW.position))
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_shares_update BEFORE UPDATE ON finance_shares
WHEN NEW.id <> OLD.id OR NEW.document_id <> OLD.document_id
	OR EXISTS (SELECT 1 FROM finance_shares WHERE id <> OLD.id AND document_id = NEW.document_id AND position = NEW.position)
	OR ((SELECT state FROM finance_documents WHERE id = OLD.document_id) NOT IN ('draft', 'returned')
		AND ((NEW.position, NEW.payee_id, NEW.payee_name, NEW.reason, NEW.gross, NEW.allowance, NEW.labour, NEW.health)
				IS NOT (OLD.position, OLD.payee_id, OLD.payee_name, OLD.reason, OLD.gross, OLD.allowance, OLD.labour, OLD.health)
			OR (NEW.payee_name_folded, NEW.pension, NEW.pay_by, NEW.bank_code, NEW.branch, NEW.account)
				IS NOT (OLD.payee_name_folded, OLD.pension, OLD.pay_by, OLD.bank_code, OLD.branch, OLD.account)))
	OR ((SELECT state FROM finance_documents WHERE id = OLD.document_id) NOT IN ('draft', 'returned', 'pending_accountant')
		AND (NEW.category, NEW.tax, NEW.premium, NEW.ruled, NEW.was_resident)
			IS NOT (OLD.category, OLD.tax, OLD.premium, OLD.ruled, OLD.was_resident))
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_shares_delete BEFORE DELETE ON finance_shares
WHEN (SELECT state FROM finance_documents WHERE id = OLD.document_id) NOT IN ('draft', 'returned')
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;

CREATE TRIGGER finance_documents_insert_registers BEFORE INSERT ON finance_documents
WHEN (NEW.register IS NOT NULL AND NEW.kind <> 'vendor') OR (NEW.cash_net, NEW.paid_cash_from) IS NOT (0, NULL)
	OR (NEW.register IS NOT 'salary' AND (NEW.employer_labour, NEW.employer_health, NEW.employer_pension) <> (0, 0, 0))
BEGIN
	SELECT RAISE(ABORT, 'finance.register_refused');
END;
CREATE TRIGGER finance_documents_update_registers BEFORE UPDATE ON finance_documents
WHEN (NEW.register IS NOT NULL AND NEW.kind <> 'vendor')
	OR (NEW.register IS NULL AND EXISTS (SELECT 1 FROM finance_shares WHERE document_id = OLD.id))
	OR (NEW.register IS NOT 'salary' AND (NEW.employer_labour, NEW.employer_health, NEW.employer_pension) <> (0, 0, 0))
BEGIN
	SELECT RAISE(ABORT, 'finance.register_refused');
END;
-- A register is sent with its shares: they sum to it and to each of its lines, what the payees pay themselves is deducted, nothing
-- is withheld yet, and whoever is paid by transfer has an account.
CREATE TRIGGER finance_documents_registers_are_sent_whole BEFORE UPDATE ON finance_documents
WHEN NEW.register IS NOT NULL AND NEW.state = 'pending_cashier' AND OLD.state IN ('draft', 'returned') AND (
	NEW.gross IS NOT (SELECT sum(gross) FROM finance_shares WHERE document_id = OLD.id)
	OR NEW.pay_by IS NOT (SELECT max(pay_by) FROM finance_shares WHERE document_id = OLD.id)
	OR NEW.income_tax <> 0
	OR NEW.nhi IS NOT (SELECT sum(labour + health + pension) FROM finance_shares WHERE document_id = OLD.id)
	OR EXISTS (SELECT 1 FROM finance_shares WHERE document_id = OLD.id AND (tax, premium) <> (0, 0))
	OR EXISTS (SELECT 1 FROM finance_lines l WHERE l.document_id = OLD.id
		AND l.amount IS NOT (SELECT sum(s.gross) FROM finance_shares s WHERE s.document_id = OLD.id AND s.reason = l.summary)))
BEGIN
	SELECT RAISE(ABORT, 'finance.changed');
END;
CREATE TRIGGER finance_documents_registers_are_sent_with_accounts BEFORE UPDATE ON finance_documents
WHEN NEW.register IS NOT NULL AND NEW.state = 'pending_cashier' AND OLD.state IN ('draft', 'returned')
	AND EXISTS (SELECT 1 FROM finance_shares WHERE document_id = OLD.id AND pay_by = 'transfer' AND (bank_code = '' OR account = ''))
BEGIN
	SELECT RAISE(ABORT, 'finance.share_without_account');
END;
DROP TRIGGER vouchers_of_finance_by_steps;
CREATE TRIGGER vouchers_of_finance_by_steps BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND (NEW.source = 'finance' OR EXISTS (SELECT 1 FROM vouchers o
		WHERE o.id = NEW.reverses_id AND o.source = 'finance'))
	AND NOT EXISTS (SELECT 1 FROM finance_postings p JOIN finance_documents d ON d.id = p.document_id
		JOIN finance_events e ON e.document_id = d.id AND e.seq = (SELECT max(seq) FROM finance_events WHERE document_id = d.id)
		JOIN voucher_sums s ON s.voucher_id = OLD.id
		WHERE p.id = iif(NEW.source = 'finance', NEW.source_id, (SELECT o.source_id FROM vouchers o WHERE o.id = NEW.reverses_id))
			AND e.step = CASE p.kind || NEW.source WHEN 'paymentfinance' THEN 'post' WHEN 'paymentreversal' THEN 'unpost'
				WHEN 'approvalfinance' THEN iif(d.is_refund = 1, 'approve_chair', 'post')
				ELSE CASE WHEN d.is_refund = 0 THEN 'unpost' WHEN e.step = 'return' THEN 'return' ELSE 'void' END END
			AND s.debit = iif(p.kind = 'approval' AND d.is_refund = 0, d.employer_labour + d.employer_health + d.employer_pension,
				d.gross + max(0, -d.net)))
BEGIN
	SELECT RAISE(ABORT, 'voucher.own_source');
END;
CREATE TRIGGER finance_documents_owe_what_the_employer_pays BEFORE UPDATE ON finance_documents
WHEN NEW.register = 'salary' AND NEW.employer_labour + NEW.employer_health + NEW.employer_pension > 0
	AND (NEW.state = 'posted' OR (OLD.state = 'posted' AND NEW.state = 'paid'))
	AND (NEW.state = 'posted') <> EXISTS (SELECT 1 FROM finance_postings p JOIN vouchers v ON v.source <> 'manual'
		AND v.source = 'finance' AND v.source_id = p.id AND v.state = 'posted'
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted')
		WHERE p.document_id = OLD.id AND p.kind = 'approval')
BEGIN
	SELECT RAISE(ABORT, 'finance.wrong_state');
END;
-- A budget pays it too, by the item of the first line.
DROP VIEW finance_budgets;
CREATE VIEW finance_budgets AS
SELECT d.id AS document_id, d.state, l.amount + iif(l.line_no = 1, d.employer_labour + d.employer_health + d.employer_pension, 0) AS amount,
	CASE WHEN l.is_unbudgeted = 1 THEN NULL ELSE coalesce(l.budget_item_id,
		(SELECT h.item_id FROM budget_homes h WHERE h.year = d.roc_year + 1911 AND h.account_id = l.account_id)) END AS item_id
FROM finance_documents d CROSS JOIN finance_lines l ON l.document_id = d.id WHERE d.kind <> 'petty_cash' AND d.is_refund = 0;
-- A payment says what of it was cash, as the shares say, and from which cash account; undone, it says nothing of it.
CREATE TRIGGER finance_documents_pay_cash_apart BEFORE UPDATE ON finance_documents
WHEN CASE WHEN OLD.state = 'approved' AND NEW.state = 'paid' THEN
		NEW.cash_net IS NOT coalesce((SELECT sum(net) FROM finance_shares
			WHERE document_id = OLD.id AND pay_by = 'cash' AND NEW.pay_by = 'transfer'), 0)
		OR (NEW.cash_net > 0) <> (NEW.paid_cash_from IS NOT NULL)
	WHEN OLD.state = 'paid' AND NEW.state = 'approved' THEN (NEW.cash_net, NEW.paid_cash_from) IS NOT (0, NULL)
	ELSE (NEW.cash_net, NEW.paid_cash_from) IS NOT (OLD.cash_net, OLD.paid_cash_from) END
BEGIN
	SELECT RAISE(ABORT, 'finance.cash_apart');
END;
CREATE TRIGGER finance_documents_pay_cash_from_cash BEFORE UPDATE ON finance_documents
WHEN NEW.paid_cash_from IS NOT NULL AND OLD.paid_cash_from IS NULL AND (
	NOT EXISTS (SELECT 1 FROM accounts WHERE id = NEW.paid_cash_from AND substr(code, 1, 4) IN ('1110', '1120')
		AND id NOT IN (SELECT account_id FROM cash_parents))
	OR NOT EXISTS (SELECT 1 FROM accounts WHERE id = NEW.paid_from AND substr(code, 1, 4) NOT IN ('1110', '1120')))
BEGIN
	SELECT RAISE(ABORT, 'finance.cash_apart');
END;
CREATE TRIGGER accounts_that_paid_cash_keep_their_code BEFORE UPDATE ON accounts
WHEN NEW.code <> OLD.code AND EXISTS (SELECT 1 FROM finance_documents WHERE paid_cash_from = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_used');
END;
-- A line of the bank shows what left the bank.
DROP VIEW bank_movements;
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
SELECT 'expense', d.id, b.id, CASE a.code WHEN '1130' THEN 'bank' WHEN '1140' THEN 'postal' END, d.paid_on, -d.bank_net,
	(SELECT max(e.at) FROM finance_events e WHERE e.document_id = d.id AND e.step = 'pay'), NULL
FROM finance_documents d JOIN accounts a ON a.id = d.paid_from LEFT JOIN bank_accounts b ON b.account_id = d.paid_from
WHERE d.state IN ('paid', 'posted') AND d.bank_net <> 0
UNION ALL
SELECT 'voucher', h.id, b.id, NULL, h.posted_on, h.amount, h.at, h.of_line
FROM moves_by_hand h JOIN bank_accounts b ON b.account_id = h.account_id;
DROP VIEW bank_lines_booked;
DROP INDEX finance_documents_paid;
CREATE INDEX finance_documents_paid ON finance_documents (bank_net, paid_on, id) WHERE state IN ('paid', 'posted');
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
	CROSS JOIN finance_documents d INDEXED BY finance_documents_paid ON d.state IN ('paid', 'posted') AND d.bank_net = l.explained - l.amount
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
-- Each share leaves the accountant with its category; what is withheld is of somebody with a number (證號), and sums to the request.
CREATE TRIGGER finance_documents_registers_are_withheld BEFORE UPDATE ON finance_documents
WHEN NEW.register IS NOT NULL AND OLD.state = 'pending_accountant' AND NEW.state = 'pending_chair' AND (
	EXISTS (SELECT 1 FROM finance_shares WHERE document_id = OLD.id
		AND (category IS NULL OR (category = 'none' AND (tax, premium) <> (0, 0))))
	OR (NEW.income_tax, NEW.nhi) IS NOT (SELECT sum(tax), sum(premium + labour + health + pension) FROM finance_shares
		WHERE document_id = OLD.id))
BEGIN
	SELECT RAISE(ABORT, 'finance.not_withheld');
END;
CREATE TRIGGER finance_documents_withhold_from_known BEFORE UPDATE ON finance_documents
WHEN NEW.register IS NOT NULL AND OLD.state = 'pending_accountant' AND NEW.state = 'pending_chair'
	AND EXISTS (SELECT 1 FROM finance_shares s JOIN payees p ON p.id = s.payee_id
		WHERE s.document_id = OLD.id AND s.category <> 'none' AND p.national_id_mask IS NULL AND p.tax_id IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'finance.payee_unknown');
END;
-- A register that cannot be paid as it was approved (another rule holds on the day of payment, an account is wrong) goes back to its
-- applicant by whoever pays (finance_events_by_who_may, migration 0092).
DROP TRIGGER finance_steps_insert;
INSERT INTO finance_steps VALUES ('return', 'approved', 'returned');
CREATE TRIGGER finance_steps_insert BEFORE INSERT ON finance_steps
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_events_return_approved_registers BEFORE INSERT ON finance_events
WHEN NEW.step = 'return' AND NEW.from_state = 'approved'
	AND (SELECT register FROM finance_documents WHERE id = NEW.document_id) IS NULL
BEGIN
	SELECT RAISE(ABORT, 'finance.wrong_state');
END;
DROP TRIGGER finance_documents_are_as_sent;
CREATE TRIGGER finance_documents_are_as_sent BEFORE UPDATE ON finance_documents
WHEN OLD.state NOT IN ('draft', 'returned') AND (
	(NEW.title, NEW.purpose, NEW.payee_name, NEW.payee_tax_id, NEW.payee_user_id, NEW.pay_by, NEW.payee_bank, NEW.payee_account)
		IS NOT (OLD.title, OLD.purpose, OLD.payee_name, OLD.payee_tax_id, OLD.payee_user_id, OLD.pay_by, OLD.payee_bank, OLD.payee_account)
	OR (NEW.wanted_on, NEW.project_id, NEW.gross, NEW.advanced, NEW.no_attachment_reason, NEW.advance_id)
		IS NOT (OLD.wanted_on, OLD.project_id, OLD.gross, OLD.advanced, OLD.no_attachment_reason, OLD.advance_id)
	OR (NEW.refund_of, NEW.payment_id, NEW.bank_line_id, NEW.copied_from_id, NEW.payee_id, NEW.register, NEW.payee_is_foreign)
		IS NOT (OLD.refund_of, OLD.payment_id, OLD.bank_line_id, OLD.copied_from_id, OLD.payee_id, OLD.register, OLD.payee_is_foreign)
	OR (NEW.employer_labour, NEW.employer_health, NEW.employer_pension) IS NOT (OLD.employer_labour, OLD.employer_health, OLD.employer_pension)
	OR ((NEW.income_tax, NEW.nhi) IS NOT (OLD.income_tax, OLD.nhi)
		AND NOT (OLD.register IS NOT NULL AND OLD.state = 'pending_accountant' AND NEW.state = 'pending_chair'))
	OR (NEW.payee_member_id IS NOT OLD.payee_member_id
		AND NEW.payee_member_id IS NOT (SELECT merged_into FROM members WHERE id = OLD.payee_member_id)))
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;

-- Whoever is paid by a register, or by the record of a payee, has to do with the request, and so has their family, a user with the
-- same name, and the user or the family whose account is paid. The name is compared as the payee is called today and as the
-- register calls them, whomever the record is linked to: neither a new name nor a new link frees anybody. So has whose money a
-- register of refunds gives back, and their family.
DROP VIEW finance_related;
CREATE VIEW finance_related AS
SELECT document_id, user_id FROM (SELECT id AS document_id, applicant_id AS user_id FROM finance_documents
UNION SELECT id, payee_user_id FROM finance_documents WHERE payee_user_id IS NOT NULL
UNION SELECT d.id, u.id FROM finance_documents d JOIN users u ON u.name = d.payee_name
	WHERE d.payee_user_id IS NULL AND d.payee_member_id IS NULL
UNION SELECT d.id, u.id FROM finance_documents d JOIN users u ON u.name_folded = d.payee_name_folded
	WHERE d.payee_user_id IS NULL AND d.payee_member_id IS NULL
UNION SELECT d.id, r.user_id FROM finance_documents d JOIN members m ON m.name_folded = d.payee_name_folded
	JOIN related_users r ON r.member_id = m.id WHERE d.payee_user_id IS NULL AND d.payee_member_id IS NULL)
UNION SELECT document_id, user_id FROM (SELECT d.id AS document_id, r.user_id FROM finance_documents d
	JOIN related_users r ON r.member_id = d.payee_member_id
UNION SELECT d.id, r.user_id FROM finance_documents d JOIN members m ON m.user_id = d.payee_user_id
	JOIN related_users r ON r.member_id = m.id
UNION SELECT d.id, o.payee_user_id FROM finance_documents d
	JOIN finance_documents o ON o.payee_account <> '' AND replace(o.payee_account, '-', '') = replace(d.payee_account, '-', '')
	WHERE d.payee_account <> '' AND o.payee_user_id IS NOT NULL
UNION SELECT d.id, r.user_id FROM finance_documents d
	JOIN finance_documents o ON o.payee_account <> '' AND replace(o.payee_account, '-', '') = replace(d.payee_account, '-', '')
	JOIN related_users r ON r.member_id = o.payee_member_id WHERE d.payee_account <> ''
UNION SELECT d.id, p.user_id FROM finance_documents d JOIN payee_accounts a ON replace(a.account, '-', '') = replace(d.payee_account, '-', '')
	JOIN payees p ON p.id = a.payee_id WHERE d.payee_account <> '' AND p.user_id IS NOT NULL)
UNION SELECT document_id, user_id FROM (SELECT d.id AS document_id, a.applicant_id AS user_id FROM finance_documents d
	JOIN finance_documents a ON a.id = d.advance_id
UNION SELECT d.id, a.payee_user_id FROM finance_documents d JOIN finance_documents a ON a.id = d.advance_id
	WHERE a.payee_user_id IS NOT NULL
UNION SELECT d.id, r.user_id FROM finance_documents d JOIN payments p ON p.id = d.payment_id
	JOIN related_users r ON r.member_id = p.payer_member_id
UNION SELECT d.id, p.user_id FROM finance_documents d JOIN payees p ON p.id = d.payee_id WHERE p.user_id IS NOT NULL
UNION SELECT d.id, r.user_id FROM finance_documents d JOIN payees p ON p.id = d.payee_id
	JOIN related_users r ON r.member_id IN (p.member_id, p.merged_member_id))
UNION SELECT document_id, user_id FROM (SELECT s.document_id, p.user_id FROM finance_shares s JOIN payees p ON p.id = s.payee_id
	WHERE p.user_id IS NOT NULL
UNION SELECT s.document_id, r.user_id FROM finance_shares s JOIN payees p ON p.id = s.payee_id
	JOIN related_users r ON r.member_id IN (p.member_id, p.merged_member_id)
UNION SELECT s.document_id, u.id FROM finance_shares s JOIN payees p ON p.id = s.payee_id
	JOIN users u ON u.name_folded IN (s.payee_name_folded, p.name_folded)
UNION SELECT s.document_id, r.user_id FROM finance_shares s JOIN payees p ON p.id = s.payee_id
	JOIN members m ON m.name_folded IN (s.payee_name_folded, p.name_folded) JOIN related_users r ON r.member_id = m.id
UNION SELECT d.id, r.user_id FROM finance_documents d JOIN payee_accounts a ON replace(a.account, '-', '') = replace(d.payee_account, '-', '')
	JOIN payees p ON p.id = a.payee_id JOIN related_users r ON r.member_id IN (p.member_id, p.merged_member_id)
	WHERE d.payee_account <> '')
UNION SELECT document_id, user_id FROM (SELECT document_id, user_id FROM (SELECT s.document_id, r.user_id FROM finance_shares s JOIN payees p ON p.id = s.payee_id
	JOIN members m ON m.user_id = p.user_id JOIN related_users r ON r.member_id = m.id
UNION SELECT s.document_id, o.payee_user_id FROM finance_shares s
	JOIN finance_documents o ON o.payee_account <> '' AND replace(o.payee_account, '-', '') = replace(s.account, '-', '')
	WHERE s.account <> '' AND o.payee_user_id IS NOT NULL
UNION SELECT s.document_id, r.user_id FROM finance_shares s
	JOIN finance_documents o ON o.payee_account <> '' AND replace(o.payee_account, '-', '') = replace(s.account, '-', '')
	JOIN related_users r ON r.member_id = o.payee_member_id WHERE s.account <> ''
UNION SELECT s.document_id, p.user_id FROM finance_shares s JOIN payee_accounts a ON replace(a.account, '-', '') = replace(s.account, '-', '')
	JOIN payees p ON p.id = a.payee_id WHERE s.account <> '' AND p.user_id IS NOT NULL
UNION SELECT s.document_id, r.user_id FROM finance_shares s JOIN payee_accounts a ON replace(a.account, '-', '') = replace(s.account, '-', '')
	JOIN payees p ON p.id = a.payee_id JOIN related_users r ON r.member_id IN (p.member_id, p.merged_member_id)
	WHERE s.account <> '')
UNION SELECT s.document_id, r.user_id FROM finance_shares s JOIN related_users r ON r.member_id = s.member_id
UNION SELECT s.document_id, r.user_id FROM finance_shares s JOIN payments p ON p.id = s.payment_id
	JOIN related_users r ON r.member_id = p.payer_member_id);
