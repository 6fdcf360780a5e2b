-- 支出申請 (docs: DOMAIN 4): applicant → cashier → accountant → chair → paid → posted. Who may do what stands in the
-- triggers of finance_events: no state changes without its event, and no event is written by whom it may not be.

CREATE TABLE finance_documents (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'pending_cashier', 'pending_accountant', 'pending_chair',
		'approved', 'paid', 'posted', 'returned', 'rejected', 'withdrawn', 'voided')),
	kind TEXT NOT NULL CHECK (kind IN ('vendor', 'reimbursement', 'advance', 'settlement', 'petty_cash', 'refund')),
	roc_year INTEGER, -- F115-0142, taken when it is first sent
	seq INTEGER,
	title TEXT NOT NULL CHECK (length(title) BETWEEN 1 AND 80),
	purpose TEXT NOT NULL DEFAULT '' CHECK (length(purpose) <= 1000),
	applicant_id INTEGER NOT NULL REFERENCES users (id),
	payee_name TEXT NOT NULL CHECK (length(payee_name) BETWEEN 1 AND 80),
	payee_tax_id TEXT CHECK (payee_tax_id GLOB '[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'), -- 統一編號
	payee_user_id INTEGER REFERENCES users (id), -- of the staff, where it is one of them
	payee_member_id INTEGER REFERENCES members (id),
	pay_by TEXT NOT NULL CHECK (pay_by IN ('transfer', 'cash', 'cheque')),
	payee_bank TEXT NOT NULL DEFAULT '' CHECK (length(payee_bank) <= 60),
	payee_account TEXT NOT NULL DEFAULT '' CHECK (length(payee_account) <= 40),
	wanted_on TEXT CHECK (wanted_on IS date(wanted_on)),
	project_id INTEGER REFERENCES projects (id),
	gross INTEGER NOT NULL CHECK (gross BETWEEN 1 AND 999999999), -- the sum of its lines
	income_tax INTEGER NOT NULL DEFAULT 0 CHECK (income_tax >= 0), -- withheld: 所得稅
	nhi INTEGER NOT NULL DEFAULT 0 CHECK (nhi >= 0), -- withheld: 補充保費
	advanced INTEGER NOT NULL DEFAULT 0 CHECK (advanced >= 0), -- of a settlement: what its advance was
	net INTEGER GENERATED ALWAYS AS (gross - income_tax - nhi - advanced) VIRTUAL, -- below zero: what comes back
	no_attachment_reason TEXT CHECK (length(no_attachment_reason) BETWEEN 1 AND 200),
	advance_id INTEGER REFERENCES finance_documents (id), -- that a settlement settles
	refund_of TEXT CHECK (refund_of IN ('credit', 'donation', 'suspense')), -- 溢繳款, 捐款, 暫收款
	payment_id INTEGER REFERENCES payments (id), -- that a refund gives back
	bank_line_id INTEGER REFERENCES bank_lines (id), -- of 暫收款
	copied_from_id INTEGER REFERENCES finance_documents (id),
	revision INTEGER NOT NULL DEFAULT 1,
	content_hash TEXT CHECK (length(content_hash) = 64), -- SHA-256 of what was sent
	paid_on TEXT CHECK (paid_on IS date(paid_on)),
	paid_from INTEGER REFERENCES accounts (id), -- the cash-class account that it left
	paid_reference TEXT CHECK (length(paid_reference) <= 60),
	state_since INTEGER NOT NULL,
	reminded_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (income_tax + nhi < gross),
	CHECK (kind = 'settlement' OR advanced = 0),
	CHECK ((kind = 'settlement') = (advance_id IS NOT NULL)),
	CHECK ((kind = 'refund') = (refund_of IS NOT NULL)),
	CHECK (kind <> 'refund' OR (refund_of = 'suspense') = (bank_line_id IS NOT NULL)),
	CHECK (kind <> 'refund' OR (refund_of <> 'suspense') = (payment_id IS NOT NULL)),
	CHECK (kind = 'refund' OR (payment_id IS NULL AND bank_line_id IS NULL)),
	CHECK ((roc_year IS NULL) = (seq IS NULL)),
	CHECK ((state = 'draft') = (seq IS NULL)),
	CHECK (state NOT IN ('paid', 'posted') OR (paid_on IS NOT NULL AND (paid_from IS NOT NULL OR gross = income_tax + nhi + advanced)))
) STRICT;
CREATE UNIQUE INDEX finance_documents_number ON finance_documents (roc_year, seq) WHERE seq IS NOT NULL;
CREATE INDEX finance_documents_by_state ON finance_documents (state, state_since, id);
CREATE INDEX finance_documents_of_applicant ON finance_documents (applicant_id, id);
CREATE INDEX finance_documents_of_payee ON finance_documents (payee_member_id) WHERE payee_member_id IS NOT NULL;
-- An advance is settled once, and what is refunded is asked for once at a time.
CREATE UNIQUE INDEX finance_documents_settling ON finance_documents (advance_id)
	WHERE advance_id IS NOT NULL AND state NOT IN ('rejected', 'withdrawn', 'voided');
CREATE INDEX finance_documents_of_payment ON finance_documents (payment_id) WHERE payment_id IS NOT NULL;
CREATE UNIQUE INDEX finance_documents_of_line ON finance_documents (bank_line_id)
	WHERE bank_line_id IS NOT NULL AND state NOT IN ('rejected', 'withdrawn', 'voided');

CREATE TABLE finance_lines (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	document_id INTEGER NOT NULL REFERENCES finance_documents (id) ON DELETE CASCADE,
	line_no INTEGER NOT NULL CHECK (line_no > 0),
	summary TEXT NOT NULL CHECK (length(summary) BETWEEN 1 AND 120),
	amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999), -- gross
	account_id INTEGER REFERENCES accounts (id), -- the accountant's, at their step
	budget_item_id INTEGER REFERENCES budget_items (id),
	UNIQUE (document_id, line_no)
) STRICT;
CREATE INDEX finance_lines_of_budget ON finance_lines (budget_item_id) WHERE budget_item_id IS NOT NULL;
CREATE TRIGGER budget_items_asked_for_keep_their_account BEFORE UPDATE ON budget_items
WHEN NEW.account_id <> OLD.account_id AND EXISTS (SELECT 1 FROM finance_lines WHERE budget_item_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'budget.used');
END;
-- An account that a document names is what it was when it was approved and paid.
CREATE TRIGGER accounts_of_finance_keep_their_code BEFORE UPDATE ON accounts
WHEN NEW.code <> OLD.code AND (EXISTS (SELECT 1 FROM finance_lines WHERE account_id = OLD.id)
	OR EXISTS (SELECT 1 FROM finance_documents WHERE paid_from = OLD.id)
	OR EXISTS (SELECT 1 FROM budget_items WHERE account_id = OLD.id)
	OR EXISTS (SELECT 1 FROM period_balances WHERE account_id = OLD.id)
	OR EXISTS (SELECT 1 FROM assets WHERE account_id = OLD.id))
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_used');
END;
CREATE TRIGGER budget_items_asked_for_are_never_deleted BEFORE DELETE ON budget_items
WHEN EXISTS (SELECT 1 FROM finance_lines WHERE budget_item_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'budget.used');
END;

CREATE TABLE finance_attachments (
	document_id INTEGER NOT NULL REFERENCES finance_documents (id) ON DELETE CASCADE,
	file_id INTEGER NOT NULL REFERENCES files (id),
	position INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (document_id, file_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX finance_attachments_of_file ON finance_attachments (file_id);

-- What each revision said, for the difference to the next.
CREATE TABLE finance_revisions (
	document_id INTEGER NOT NULL REFERENCES finance_documents (id),
	revision INTEGER NOT NULL CHECK (revision > 0),
	content TEXT NOT NULL CHECK (json_valid(content)),
	content_hash TEXT NOT NULL CHECK (length(content_hash) = 64),
	at INTEGER NOT NULL,
	PRIMARY KEY (document_id, revision)
) STRICT, WITHOUT ROWID;
-- Kept when it is sent: the first of a draft, the next of what was returned.
CREATE TRIGGER finance_revisions_are_never_replaced BEFORE INSERT ON finance_revisions
WHEN EXISTS (SELECT 1 FROM finance_revisions WHERE document_id = NEW.document_id AND revision = NEW.revision)
	OR NOT EXISTS (SELECT 1 FROM finance_documents WHERE id = NEW.document_id AND state IN ('draft', 'returned')
		AND NEW.revision = revision + (state = 'returned'))
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_revisions_are_final BEFORE UPDATE ON finance_revisions
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_revisions_are_never_deleted BEFORE DELETE ON finance_revisions
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;

-- Who did what; (document, seq) makes one of two who act at once lose. Append-only.
CREATE TABLE finance_events (
	document_id INTEGER NOT NULL REFERENCES finance_documents (id),
	seq INTEGER NOT NULL CHECK (seq > 0),
	revision INTEGER NOT NULL,
	step TEXT NOT NULL CHECK (step IN ('submit', 'resubmit', 'approve_cashier', 'approve_accountant', 'approve_chair', 'return',
		'reject', 'withdraw', 'void', 'pay', 'unpay_ask', 'unpay', 'post', 'unpost', 'comment')),
	from_state TEXT NOT NULL,
	to_state TEXT NOT NULL,
	user_id INTEGER NOT NULL REFERENCES users (id),
	on_behalf_of INTEGER REFERENCES users (id) CHECK (on_behalf_of <> user_id),
	comment TEXT CHECK (length(comment) BETWEEN 1 AND 1000),
	content_hash TEXT CHECK (length(content_hash) = 64),
	at INTEGER NOT NULL,
	PRIMARY KEY (document_id, seq),
	CHECK (step NOT IN ('return', 'reject', 'void', 'unpay_ask', 'unpost', 'comment') OR comment IS NOT NULL)
) STRICT, WITHOUT ROWID;
CREATE INDEX finance_events_by_person ON finance_events (user_id, at);

-- THE steps. test/db compares them with FINANCE_STEPS of the code.
CREATE TABLE finance_steps (step TEXT NOT NULL, from_state TEXT NOT NULL, to_state TEXT NOT NULL, PRIMARY KEY (step, from_state)) STRICT, WITHOUT ROWID;
INSERT INTO finance_steps VALUES
	('submit', 'draft', 'pending_cashier'), ('resubmit', 'returned', 'pending_cashier'),
	('approve_cashier', 'pending_cashier', 'pending_accountant'), ('approve_accountant', 'pending_accountant', 'pending_chair'),
	('approve_chair', 'pending_chair', 'approved'), ('pay', 'approved', 'paid'), ('unpay', 'paid', 'approved'),
	('unpay_ask', 'paid', 'paid'), ('post', 'paid', 'posted'), ('unpost', 'posted', 'paid'),
	('return', 'pending_cashier', 'returned'), ('return', 'pending_accountant', 'returned'), ('return', 'pending_chair', 'returned'),
	('reject', 'pending_cashier', 'rejected'), ('reject', 'pending_accountant', 'rejected'), ('reject', 'pending_chair', 'rejected'),
	('withdraw', 'pending_cashier', 'withdrawn'), ('withdraw', 'pending_accountant', 'withdrawn'),
	('withdraw', 'pending_chair', 'withdrawn'), ('withdraw', 'returned', 'withdrawn'),
	('void', 'pending_cashier', 'voided'), ('void', 'pending_accountant', 'voided'), ('void', 'pending_chair', 'voided'),
	('void', 'returned', 'voided'), ('void', 'approved', 'voided');
CREATE TRIGGER finance_steps_insert BEFORE INSERT ON finance_steps
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_steps_update BEFORE UPDATE ON finance_steps
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_steps_delete BEFORE DELETE ON finance_steps
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;

-- Postings of a document: what its vouchers name as their source. A refund has two: when it is approved, when it is paid.
CREATE TABLE finance_postings (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	document_id INTEGER NOT NULL REFERENCES finance_documents (id),
	kind TEXT NOT NULL CHECK (kind IN ('approval', 'payment')),
	UNIQUE (document_id, kind)
) STRICT;

-- Everybody who has to do with a document: the applicant; the payee, also one who is only named; the payee's logins, their
-- guardian's and dependents'; of a settlement who had the advance; of a refund who had paid, and their family.
CREATE VIEW finance_related AS
SELECT document_id, user_id FROM (SELECT id AS document_id, applicant_id AS user_id FROM finance_documents
UNION SELECT id, payee_user_id FROM finance_documents WHERE payee_user_id IS NOT NULL
UNION SELECT d.id, u.id FROM finance_documents d JOIN users u ON u.name = d.payee_name
	WHERE d.payee_user_id IS NULL AND d.payee_member_id IS NULL
UNION SELECT d.id, m.user_id FROM finance_documents d JOIN members m ON m.id = d.payee_member_id WHERE m.user_id IS NOT NULL
UNION SELECT d.id, g.user_id FROM finance_documents d JOIN members m ON m.id = d.payee_member_id
	JOIN members g ON g.id = m.guardian_member_id WHERE g.user_id IS NOT NULL)
UNION SELECT document_id, user_id FROM (SELECT d.id AS document_id, c.user_id FROM finance_documents d JOIN members c ON c.guardian_member_id = d.payee_member_id
	WHERE c.user_id IS NOT NULL
UNION SELECT d.id, a.applicant_id FROM finance_documents d JOIN finance_documents a ON a.id = d.advance_id
UNION SELECT d.id, a.payee_user_id FROM finance_documents d JOIN finance_documents a ON a.id = d.advance_id
	WHERE a.payee_user_id IS NOT NULL
UNION SELECT d.id, f.user_id FROM finance_documents d JOIN payments p ON p.id = d.payment_id
	JOIN members m ON m.id = p.payer_member_id
	JOIN members f ON f.id = m.id OR f.id = m.guardian_member_id OR f.guardian_member_id = m.id WHERE f.user_id IS NOT NULL);

CREATE TRIGGER finance_events_in_order BEFORE INSERT ON finance_events
WHEN NEW.seq IS NOT coalesce((SELECT max(seq) + 1 FROM finance_events WHERE document_id = NEW.document_id), 1)
	OR NOT EXISTS (SELECT 1 FROM finance_documents WHERE id = NEW.document_id AND state = NEW.from_state
		AND revision + (NEW.step = 'resubmit') = NEW.revision)
BEGIN
	SELECT RAISE(ABORT, 'finance.moved');
END;
CREATE TRIGGER finance_events_are_steps BEFORE INSERT ON finance_events
WHEN NOT (NEW.step = 'comment' AND NEW.to_state = NEW.from_state AND NEW.from_state <> 'draft')
	AND NOT EXISTS (SELECT 1 FROM finance_steps s WHERE s.step = NEW.step AND s.from_state = NEW.from_state AND s.to_state = NEW.to_state)
BEGIN
	SELECT RAISE(ABORT, 'finance.wrong_state');
END;
CREATE TRIGGER finance_events_are_the_applicants BEFORE INSERT ON finance_events
WHEN NEW.step IN ('submit', 'resubmit', 'withdraw') AND (NEW.on_behalf_of IS NOT NULL
	OR NEW.user_id IS NOT (SELECT applicant_id FROM finance_documents WHERE id = NEW.document_id))
BEGIN
	SELECT RAISE(ABORT, 'finance.not_yours');
END;
CREATE TRIGGER finance_events_by_others BEFORE INSERT ON finance_events
WHEN NEW.step NOT IN ('submit', 'resubmit', 'withdraw', 'comment')
	AND EXISTS (SELECT 1 FROM finance_related r WHERE r.document_id = NEW.document_id AND r.user_id IN (NEW.user_id, NEW.on_behalf_of))
BEGIN
	SELECT RAISE(ABORT, 'finance.own_document');
END;
-- Nobody approves two steps of a revision, nor pays what they approved as the accountant or the chair; who holds two roles
-- leaves the second to their deputy, who is somebody else.
CREATE TRIGGER finance_events_by_different_people BEFORE INSERT ON finance_events
WHEN NEW.step IN ('approve_cashier', 'approve_accountant', 'approve_chair', 'pay') AND EXISTS (SELECT 1 FROM finance_events e
	WHERE e.document_id = NEW.document_id AND e.revision = NEW.revision
		AND e.step IN ('approve_accountant', 'approve_chair', iif(NEW.step = 'pay', '', 'approve_cashier'))
		AND e.user_id = NEW.user_id)
BEGIN
	SELECT RAISE(ABORT, 'finance.approved_before');
END;
CREATE TRIGGER finance_events_approve_what_is_there BEFORE INSERT ON finance_events
WHEN NEW.step IN ('submit', 'resubmit', 'approve_cashier', 'approve_accountant', 'approve_chair', 'pay')
	AND NEW.content_hash IS NOT coalesce((SELECT content_hash FROM finance_revisions WHERE document_id = NEW.document_id AND revision = NEW.revision), '')
BEGIN
	SELECT RAISE(ABORT, 'finance.changed');
END;
-- 退匯／付款更正 is asked for, then done by a second person.
CREATE TRIGGER finance_events_unpay_by_another BEFORE INSERT ON finance_events
WHEN NEW.step = 'unpay' AND NOT EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = NEW.document_id AND e.step = 'unpay_ask'
	AND e.seq > (SELECT max(p.seq) FROM finance_events p WHERE p.document_id = NEW.document_id AND p.step = 'pay')
	AND e.user_id NOT IN (NEW.user_id, coalesce(NEW.on_behalf_of, 0))
	AND coalesce(e.on_behalf_of, 0) NOT IN (NEW.user_id, coalesce(NEW.on_behalf_of, -1)))
BEGIN
	SELECT RAISE(ABORT, 'finance.second_person');
END;
CREATE TRIGGER finance_events_are_final BEFORE UPDATE ON finance_events
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_events_are_never_deleted BEFORE DELETE ON finance_events
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;

CREATE TRIGGER finance_documents_begin_as_drafts BEFORE INSERT ON finance_documents
WHEN NEW.state <> 'draft' OR NEW.revision <> 1 OR (NEW.content_hash, NEW.paid_on, NEW.paid_from, NEW.paid_reference) IS NOT (NULL, NULL, NULL, NULL)
	OR EXISTS (SELECT 1 FROM finance_documents WHERE id = NEW.id)
	OR EXISTS (SELECT 1 FROM finance_documents WHERE advance_id = NEW.advance_id AND state NOT IN ('rejected', 'withdrawn', 'voided'))
	OR EXISTS (SELECT 1 FROM finance_documents WHERE bank_line_id = NEW.bank_line_id AND state NOT IN ('rejected', 'withdrawn', 'voided'))
BEGIN
	SELECT RAISE(ABORT, CASE WHEN NEW.advance_id IS NOT NULL THEN 'finance.settled_before'
		WHEN NEW.bank_line_id IS NOT NULL THEN 'finance.refunded_before' ELSE 'finance.wrong_state' END);
END;
CREATE TRIGGER finance_documents_keep_their_place BEFORE UPDATE ON finance_documents
WHEN NEW.id <> OLD.id OR NEW.applicant_id <> OLD.applicant_id OR NEW.created_at <> OLD.created_at
	OR (OLD.seq IS NOT NULL AND (NEW.seq, NEW.roc_year, NEW.kind) IS NOT (OLD.seq, OLD.roc_year, OLD.kind))
	OR EXISTS (SELECT 1 FROM finance_documents WHERE roc_year = NEW.roc_year AND seq = NEW.seq AND id <> OLD.id)
	OR (NEW.state NOT IN ('rejected', 'withdrawn', 'voided') AND (
		EXISTS (SELECT 1 FROM finance_documents WHERE advance_id = NEW.advance_id AND id <> OLD.id
			AND state NOT IN ('rejected', 'withdrawn', 'voided'))
		OR EXISTS (SELECT 1 FROM finance_documents WHERE bank_line_id = NEW.bank_line_id AND id <> OLD.id
			AND state NOT IN ('rejected', 'withdrawn', 'voided'))))
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_documents_are_never_deleted BEFORE DELETE ON finance_documents WHEN OLD.state <> 'draft'
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
-- A state changes by the event that was written directly before it.
CREATE TRIGGER finance_documents_take_steps BEFORE UPDATE ON finance_documents
WHEN NEW.state <> OLD.state AND NOT EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = OLD.id
	AND e.seq = (SELECT max(seq) FROM finance_events WHERE document_id = OLD.id)
	AND e.from_state = OLD.state AND e.to_state = NEW.state AND e.revision = NEW.revision)
BEGIN
	SELECT RAISE(ABORT, 'finance.wrong_state');
END;
CREATE TRIGGER finance_documents_number_when_sent BEFORE UPDATE ON finance_documents
WHEN OLD.seq IS NULL AND NEW.seq IS NOT NULL AND NEW.seq <> coalesce((SELECT max(seq) + 1 FROM finance_documents WHERE roc_year = NEW.roc_year AND seq IS NOT NULL), 1)
BEGIN
	SELECT RAISE(ABORT, 'number.not_next');
END;
-- Its revision and its hash change by being sent; they are checked there.
CREATE TRIGGER finance_documents_keep_their_hash BEFORE UPDATE ON finance_documents
WHEN (NEW.revision, NEW.content_hash) IS NOT (OLD.revision, OLD.content_hash)
	AND NOT (NEW.state = 'pending_cashier' AND OLD.state IN ('draft', 'returned'))
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
-- What it says changes while it is the applicant's alone.
CREATE TRIGGER finance_documents_are_as_sent BEFORE UPDATE ON finance_documents
WHEN OLD.state NOT IN ('draft', 'returned') AND (
	(NEW.title, NEW.purpose, NEW.payee_name, NEW.payee_tax_id, NEW.payee_user_id, NEW.pay_by, NEW.payee_bank, NEW.payee_account)
		IS NOT (OLD.title, OLD.purpose, OLD.payee_name, OLD.payee_tax_id, OLD.payee_user_id, OLD.pay_by, OLD.payee_bank, OLD.payee_account)
	OR (NEW.wanted_on, NEW.project_id, NEW.gross, NEW.income_tax, NEW.nhi, NEW.advanced, NEW.no_attachment_reason, NEW.advance_id)
		IS NOT (OLD.wanted_on, OLD.project_id, OLD.gross, OLD.income_tax, OLD.nhi, OLD.advanced, OLD.no_attachment_reason, OLD.advance_id)
	OR (NEW.refund_of, NEW.payment_id, NEW.bank_line_id, NEW.copied_from_id)
		IS NOT (OLD.refund_of, OLD.payment_id, OLD.bank_line_id, OLD.copied_from_id)
	OR (NEW.payee_member_id IS NOT OLD.payee_member_id
		AND NEW.payee_member_id IS NOT (SELECT merged_into FROM members WHERE id = OLD.payee_member_id)))
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_documents_paid_once BEFORE UPDATE ON finance_documents
WHEN (NEW.paid_on, NEW.paid_from, NEW.paid_reference) IS NOT (OLD.paid_on, OLD.paid_from, OLD.paid_reference)
	AND NOT (OLD.state = 'approved' AND NEW.state = 'paid') AND NOT (OLD.state = 'paid' AND NEW.state = 'approved')
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_documents_pay_from_cash BEFORE UPDATE ON finance_documents
WHEN NEW.state = 'paid' AND NEW.net <> 0 AND NOT EXISTS (SELECT 1 FROM accounts WHERE id = NEW.paid_from
	AND substr(code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310'))
BEGIN
	SELECT RAISE(ABORT, 'finance.no_account');
END;
CREATE TRIGGER finance_documents_are_sent_whole BEFORE UPDATE ON finance_documents
WHEN NEW.state = 'pending_cashier' AND OLD.state IN ('draft', 'returned') AND (
	NEW.gross IS NOT (SELECT sum(amount) FROM finance_lines WHERE document_id = OLD.id)
	OR NEW.content_hash IS NOT (SELECT content_hash FROM finance_revisions WHERE document_id = OLD.id AND revision = NEW.revision)
	OR NEW.revision <> OLD.revision + (OLD.state = 'returned'))
BEGIN
	SELECT RAISE(ABORT, 'finance.changed');
END;
CREATE TRIGGER finance_documents_are_sent_with_proof BEFORE UPDATE ON finance_documents
WHEN NEW.state = 'pending_cashier' AND OLD.state IN ('draft', 'returned') AND NEW.no_attachment_reason IS NULL
	AND NOT EXISTS (SELECT 1 FROM finance_attachments WHERE document_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'finance.no_attachment');
END;
-- A settlement is of an advance that was paid, for what it was.
CREATE TRIGGER finance_documents_settle_advances BEFORE UPDATE ON finance_documents
WHEN NEW.kind = 'settlement' AND NEW.state IN ('pending_cashier', 'approved') AND NEW.state <> OLD.state
	AND NOT EXISTS (SELECT 1 FROM finance_documents a WHERE a.id = NEW.advance_id AND a.kind = 'advance'
		AND a.state IN ('paid', 'posted') AND a.net = NEW.advanced)
BEGIN
	SELECT RAISE(ABORT, 'finance.no_advance');
END;
CREATE TRIGGER finance_documents_are_accounted BEFORE UPDATE ON finance_documents
WHEN OLD.state = 'pending_accountant' AND NEW.state = 'pending_chair'
	AND EXISTS (SELECT 1 FROM finance_lines l LEFT JOIN accounts a ON a.id = l.account_id
		WHERE l.document_id = OLD.id AND coalesce(a.is_active, 0) = 0)
BEGIN
	SELECT RAISE(ABORT, 'finance.no_account');
END;
-- Three approvals, of this revision, by what it says.
CREATE TRIGGER finance_documents_are_approved_by_three BEFORE UPDATE ON finance_documents
WHEN OLD.state = 'pending_chair' AND NEW.state = 'approved' AND 3 <> (SELECT count(DISTINCT step) FROM finance_events
	WHERE document_id = OLD.id AND revision = OLD.revision AND content_hash = OLD.content_hash
		AND step IN ('approve_cashier', 'approve_accountant', 'approve_chair'))
BEGIN
	SELECT RAISE(ABORT, 'finance.changed');
END;
-- An advance that is settled, or about to be, stays paid.
CREATE TRIGGER finance_documents_settled_stay_paid BEFORE UPDATE ON finance_documents
WHEN OLD.kind = 'advance' AND OLD.state = 'paid' AND NEW.state = 'approved' AND EXISTS (SELECT 1 FROM finance_documents s
	WHERE s.advance_id = OLD.id AND s.state NOT IN ('draft', 'rejected', 'withdrawn', 'voided'))
BEGIN
	SELECT RAISE(ABORT, 'finance.settled_before');
END;
-- Posted is what a voucher stands for, and one that stands is posted.
CREATE TRIGGER finance_documents_are_posted_by_vouchers BEFORE UPDATE ON finance_documents
WHEN (NEW.state = 'posted' OR (OLD.state = 'posted' AND NEW.state = 'paid'))
	AND (NEW.state = 'posted') <> EXISTS (SELECT 1 FROM finance_postings p JOIN vouchers v ON v.source <> 'manual'
		AND v.source = 'finance' AND v.source_id = p.id AND v.state = 'posted'
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted')
		WHERE p.document_id = OLD.id AND p.kind = 'payment')
BEGIN
	SELECT RAISE(ABORT, 'finance.wrong_state');
END;

-- What is given back stands in the books as owed (2160) from its approval on, until it is voided.
CREATE TRIGGER finance_documents_refund_by_vouchers BEFORE UPDATE ON finance_documents
WHEN NEW.kind = 'refund' AND ((OLD.state = 'pending_chair' AND NEW.state = 'approved') OR (OLD.state = 'approved' AND NEW.state = 'voided'))
	AND (NEW.state = 'approved') <> EXISTS (SELECT 1 FROM finance_postings p JOIN vouchers v ON v.source <> 'manual'
		AND v.source = 'finance' AND v.source_id = p.id AND v.state = 'posted'
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted')
		WHERE p.document_id = OLD.id AND p.kind = 'approval')
BEGIN
	SELECT RAISE(ABORT, 'finance.wrong_state');
END;
-- A voucher of a document is posted and reversed by the step that stands directly before it, over the whole of it.
CREATE TRIGGER vouchers_of_finance_by_steps BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND (NEW.source = 'finance' OR EXISTS (SELECT 1 FROM vouchers o
		WHERE o.id = NEW.reverses_id AND o.source = 'finance'))
	AND NOT EXISTS (SELECT 1 FROM finance_postings p JOIN finance_documents d ON d.id = p.document_id
		JOIN finance_events e ON e.document_id = d.id AND e.seq = (SELECT max(seq) FROM finance_events WHERE document_id = d.id)
		JOIN voucher_sums s ON s.voucher_id = OLD.id
		WHERE p.id = iif(NEW.source = 'finance', NEW.source_id, (SELECT o.source_id FROM vouchers o WHERE o.id = NEW.reverses_id))
			AND e.step = CASE p.kind || NEW.source WHEN 'paymentfinance' THEN 'post' WHEN 'paymentreversal' THEN 'unpost'
				WHEN 'approvalfinance' THEN 'approve_chair' ELSE 'void' END
			AND s.debit = d.gross + max(0, -d.net))
BEGIN
	SELECT RAISE(ABORT, 'voucher.own_source');
END;

CREATE TRIGGER finance_lines_insert BEFORE INSERT ON finance_lines
WHEN (SELECT state FROM finance_documents WHERE id = NEW.document_id) NOT IN ('draft', 'returned')
	OR EXISTS (SELECT 1 FROM finance_lines WHERE id = NEW.id OR (document_id = NEW.document_id AND line_no = NEW.line_no))
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
-- The accountant names accounts and budget items at their step; what was asked for stays.
CREATE TRIGGER finance_lines_update BEFORE UPDATE ON finance_lines
WHEN NEW.id <> OLD.id OR NEW.document_id <> OLD.document_id
	OR EXISTS (SELECT 1 FROM finance_lines WHERE id <> OLD.id AND document_id = NEW.document_id AND line_no = NEW.line_no)
	OR ((SELECT state FROM finance_documents WHERE id = OLD.document_id) NOT IN ('draft', 'returned')
		AND (NEW.line_no, NEW.summary, NEW.amount) IS NOT (OLD.line_no, OLD.summary, OLD.amount))
	OR ((SELECT state FROM finance_documents WHERE id = OLD.document_id) NOT IN ('draft', 'returned', 'pending_accountant', 'paid')
		AND (NEW.account_id, NEW.budget_item_id) IS NOT (OLD.account_id, OLD.budget_item_id))
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
-- A budget item is of the line's account, or of the one above it.
CREATE TRIGGER finance_lines_budget BEFORE UPDATE ON finance_lines
WHEN NEW.budget_item_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM budget_items b JOIN accounts a ON a.id = b.account_id
	JOIN accounts l ON l.id = NEW.account_id WHERE b.id = NEW.budget_item_id AND a.code IN (l.code, substr(l.code, 1, 4)))
BEGIN
	SELECT RAISE(ABORT, 'finance.budget_refused');
END;
CREATE TRIGGER finance_lines_delete BEFORE DELETE ON finance_lines
WHEN (SELECT state FROM finance_documents WHERE id = OLD.document_id) NOT IN ('draft', 'returned')
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_attachments_insert BEFORE INSERT ON finance_attachments
WHEN (SELECT state FROM finance_documents WHERE id = NEW.document_id) NOT IN ('draft', 'returned')
	OR EXISTS (SELECT 1 FROM finance_attachments WHERE document_id = NEW.document_id AND file_id = NEW.file_id)
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_attachments_update BEFORE UPDATE ON finance_attachments
WHEN EXISTS (SELECT 1 FROM finance_documents WHERE id IN (OLD.document_id, NEW.document_id) AND state NOT IN ('draft', 'returned'))
	OR (NEW.document_id, NEW.file_id) IS NOT (OLD.document_id, OLD.file_id)
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_attachments_delete BEFORE DELETE ON finance_attachments
WHEN (SELECT state FROM finance_documents WHERE id = OLD.document_id) NOT IN ('draft', 'returned')
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
-- The proof of what was sent stays.
CREATE TRIGGER files_of_finance_stay BEFORE UPDATE ON files
WHEN NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL AND EXISTS (SELECT 1 FROM finance_attachments t
	JOIN finance_documents d ON d.id = t.document_id WHERE t.file_id = OLD.id AND d.state <> 'draft')
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_postings_are_never_replaced BEFORE INSERT ON finance_postings WHEN EXISTS (SELECT 1 FROM finance_postings
	WHERE id = NEW.id OR (document_id = NEW.document_id AND kind = NEW.kind))
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_postings_are_final BEFORE UPDATE ON finance_postings
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;
CREATE TRIGGER finance_postings_are_never_deleted BEFORE DELETE ON finance_postings
BEGIN
	SELECT RAISE(ABORT, 'finance.is_final');
END;

-- 溢繳款 that a refund gives back is spent once the refund is approved.
-- THE sum of it for a member; a condition on member_id goes by the indexes of one (the + keeps the payments' states, of which
-- there are many, from leading).
DROP VIEW member_credits;
CREATE INDEX finance_documents_refunding ON finance_documents (payee_member_id, state, gross) WHERE refund_of = 'credit';
CREATE VIEW member_credits AS
SELECT m.id AS member_id,
	coalesce((SELECT sum(a.amount) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
		WHERE a.member_id = m.id AND a.kind = 'credit' AND +p.status = 'verified'), 0)
	+ coalesce((SELECT sum(d.credited_amount) FROM dues_items d WHERE d.member_id = m.id AND d.credited_amount > 0), 0)
	- coalesce((SELECT sum(p.amount) FROM payments p WHERE p.payer_member_id = m.id AND p.method = 'credit' AND +p.status = 'verified'), 0)
	- coalesce((SELECT sum(f.gross) FROM finance_documents f WHERE f.refund_of = 'credit' AND f.payee_member_id = m.id
		AND f.state IN ('approved', 'paid', 'posted')), 0) AS credit
FROM members m;
DROP TRIGGER payments_never_overdraw_credit;
CREATE TRIGGER payments_never_overdraw_credit AFTER UPDATE OF status ON payments
WHEN (NEW.status = 'verified' AND NEW.method = 'credit') OR NEW.status = 'reversed'
BEGIN
	SELECT RAISE(ABORT, 'payment.credit_used') WHERE EXISTS (SELECT 1 FROM (
		SELECT NEW.payer_member_id AS id UNION SELECT member_id FROM payment_allocations WHERE payment_id = NEW.id AND kind = 'credit') o
		WHERE (SELECT credit FROM member_credits WHERE member_id = o.id) < 0);
END;
DROP TRIGGER dues_items_never_overdraw_credit;
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
-- A donation is given back once, up to what it was; money that is given back is not reversed, and its line not used, besides.
CREATE TRIGGER finance_documents_never_overdraw_donations BEFORE UPDATE ON finance_documents
WHEN NEW.refund_of = 'donation' AND NEW.state = 'approved' AND OLD.state = 'pending_chair'
	AND NEW.gross + coalesce((SELECT sum(gross) FROM finance_documents WHERE payment_id = NEW.payment_id AND id <> NEW.id
			AND refund_of = 'donation' AND state IN ('approved', 'paid', 'posted')), 0)
		> coalesce((SELECT sum(a.amount) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
			WHERE a.payment_id = NEW.payment_id AND a.kind = 'donation' AND p.status = 'verified'), 0)
BEGIN
	SELECT RAISE(ABORT, 'finance.refunded_before');
END;
-- Nobody deducts what they got back: once the whole donation goes back no receipt of it counts, and none is issued.
CREATE VIEW donations_given_back AS SELECT a.payment_id FROM payment_allocations a WHERE a.kind = 'donation'
	GROUP BY a.payment_id HAVING sum(a.amount) <= (SELECT coalesce(sum(d.gross), 0) FROM finance_documents d
		WHERE d.payment_id = a.payment_id AND d.refund_of = 'donation' AND d.state IN ('approved', 'paid', 'posted'));
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
CREATE TRIGGER payments_refunded_stay BEFORE UPDATE ON payments
WHEN OLD.status = 'verified' AND NEW.status = 'reversed' AND EXISTS (SELECT 1 FROM finance_documents
	WHERE payment_id = OLD.id AND refund_of = 'donation' AND state IN ('approved', 'paid', 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'finance.refunded_before');
END;
-- 暫收款 goes back whole, while it stands as such; from then on the line is nobody else's.
CREATE TRIGGER finance_documents_refund_suspense BEFORE UPDATE ON finance_documents
WHEN NEW.refund_of = 'suspense' AND NEW.state = 'approved' AND OLD.state = 'pending_chair' AND NOT EXISTS (SELECT 1 FROM bank_lines l
	JOIN vouchers v ON v.source <> 'manual' AND v.source = 'bank_line' AND v.source_id = l.id AND v.state = 'posted'
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted')
	WHERE l.id = NEW.bank_line_id AND l.amount = NEW.gross AND l.status <> 'matched')
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER vouchers_refunded_stay BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND EXISTS (SELECT 1 FROM vouchers o JOIN finance_documents d ON d.bank_line_id = o.source_id
	WHERE o.id = NEW.reverses_id AND o.source = 'bank_line' AND d.state NOT IN ('rejected', 'withdrawn', 'voided')
		AND d.state IN ('approved', 'paid', 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER bank_lines_refunded_stay BEFORE UPDATE ON bank_lines
WHEN NEW.status <> OLD.status AND EXISTS (SELECT 1 FROM finance_documents
	WHERE bank_line_id = OLD.id AND state NOT IN ('rejected', 'withdrawn', 'voided') AND state IN ('approved', 'paid', 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
