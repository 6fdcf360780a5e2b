-- 應繳會費, payments, receipts, bank statements (docs: DOMAIN 3).

-- Kept by the triggers of dues_items: the last year for which the annual fee is paid or waived, and the years for which it
-- is owed, "2025 2026".
ALTER TABLE members ADD COLUMN paid_year INTEGER;
ALTER TABLE members ADD COLUMN owed_years TEXT NOT NULL DEFAULT '';

CREATE TABLE dues_items (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	member_id INTEGER NOT NULL REFERENCES members (id),
	kind TEXT NOT NULL CHECK (kind IN ('entrance', 'annual')), -- 入會費, 常年會費
	dues_year INTEGER NOT NULL CHECK (dues_year BETWEEN 1980 AND 2200), -- of an entrance fee the year of joining
	base_amount INTEGER NOT NULL CHECK (base_amount BETWEEN 0 AND 1000000),
	discount_percent INTEGER NOT NULL DEFAULT 0 CHECK (discount_percent BETWEEN 0 AND 100),
	amount INTEGER NOT NULL, -- frozen at assessment
	paid_amount INTEGER NOT NULL DEFAULT 0, -- of verified payments, kept by their triggers
	credited_amount INTEGER NOT NULL DEFAULT 0 CHECK (credited_amount >= 0), -- paid above an amount that was corrected: 溢繳款
	status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'partially_paid', 'paid', 'waived', 'cancelled')),
	source TEXT NOT NULL DEFAULT 'assessment' CHECK (source IN ('assessment', 'import')),
	import_id INTEGER, -- of a roster (roster_imports) that says it was paid: without money
	reason TEXT CHECK (length(reason) <= 500), -- of a waiver or a cancellation
	created_by INTEGER REFERENCES users (id),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (amount = base_amount - base_amount * discount_percent / 100),
	CHECK (CASE status
		WHEN 'open' THEN paid_amount = 0 AND amount > 0
		WHEN 'partially_paid' THEN paid_amount BETWEEN 1 AND amount - 1
		WHEN 'paid' THEN paid_amount = amount
		WHEN 'waived' THEN paid_amount BETWEEN 0 AND amount
		ELSE paid_amount = 0 END),
	CHECK (credited_amount = 0 OR (status IN ('paid', 'waived') AND paid_amount = amount))
) STRICT;
CREATE UNIQUE INDEX dues_items_once ON dues_items (member_id, kind, dues_year) WHERE status <> 'cancelled';
CREATE INDEX dues_items_of ON dues_items (member_id, dues_year, kind, status);
CREATE INDEX dues_items_by_year ON dues_items (dues_year, kind, status, member_id, amount, paid_amount);
CREATE INDEX dues_items_outstanding ON dues_items (member_id, dues_year, kind, amount, paid_amount)
	WHERE status IN ('open', 'partially_paid');
CREATE INDEX dues_items_credited ON dues_items (member_id, credited_amount) WHERE credited_amount > 0;

-- What became of an item besides being paid: 改核, 免繳, and back. Append-only.
CREATE TABLE dues_events (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	dues_item_id INTEGER NOT NULL REFERENCES dues_items (id),
	kind TEXT NOT NULL CHECK (kind IN ('assessed', 'reassessed', 'waived', 'unwaived', 'corrected', 'cancelled')),
	from_amount INTEGER,
	to_amount INTEGER,
	reason TEXT CHECK (length(reason) <= 500),
	user_id INTEGER REFERENCES users (id),
	at INTEGER NOT NULL
) STRICT;
CREATE INDEX dues_events_of ON dues_events (dues_item_id, id);

CREATE TRIGGER dues_items_are_never_replaced BEFORE INSERT ON dues_items
WHEN EXISTS (SELECT 1 FROM dues_items WHERE id = NEW.id OR (member_id = NEW.member_id AND kind = NEW.kind
	AND dues_year = NEW.dues_year AND status <> 'cancelled' AND NEW.status <> 'cancelled'))
BEGIN
	SELECT RAISE(ABORT, 'dues.exists');
END;
CREATE TRIGGER dues_items_keep_their_place BEFORE UPDATE ON dues_items
WHEN NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.dues_year <> OLD.dues_year
	OR (NEW.status <> 'cancelled' AND EXISTS (SELECT 1 FROM dues_items WHERE id <> OLD.id AND member_id = NEW.member_id
		AND kind = NEW.kind AND dues_year = NEW.dues_year AND status <> 'cancelled'))
BEGIN
	SELECT RAISE(ABORT, 'dues.exists');
END;
CREATE VIEW member_years AS
SELECT m.id AS member_id,
	(SELECT max(d.dues_year) FROM dues_items d
		WHERE d.member_id = m.id AND d.kind = 'annual' AND d.status IN ('paid', 'waived')) AS paid_year,
	coalesce((SELECT group_concat(d.dues_year, ' ' ORDER BY d.dues_year) FROM dues_items d
		WHERE d.member_id = m.id AND d.kind = 'annual' AND d.status IN ('open', 'partially_paid')), '') AS owed_years
FROM members m;
CREATE TRIGGER dues_items_insert_years AFTER INSERT ON dues_items WHEN NEW.kind = 'annual' AND NEW.status <> 'cancelled'
BEGIN
	UPDATE members SET (paid_year, owed_years) = (SELECT paid_year, owed_years FROM member_years WHERE member_id = members.id)
	WHERE id = NEW.member_id;
END;
CREATE TRIGGER dues_items_update_years AFTER UPDATE OF status, member_id ON dues_items
WHEN NEW.kind = 'annual' AND (NEW.status <> OLD.status OR NEW.member_id <> OLD.member_id)
BEGIN
	UPDATE members SET (paid_year, owed_years) = (SELECT paid_year, owed_years FROM member_years WHERE member_id = members.id)
	WHERE id IN (OLD.member_id, NEW.member_id);
END;
CREATE TRIGGER dues_items_delete_years AFTER DELETE ON dues_items WHEN OLD.kind = 'annual'
BEGIN
	UPDATE members SET (paid_year, owed_years) = (SELECT paid_year, owed_years FROM member_years WHERE member_id = members.id)
	WHERE id = OLD.member_id;
END;

-- 收款帳戶. Each has its account below 1130 or 1140.
CREATE TABLE bank_accounts (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL CHECK (kind IN ('bank', 'postal')),
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60), -- what staff call it
	bank_name TEXT NOT NULL DEFAULT '' CHECK (length(bank_name) <= 60),
	branch TEXT NOT NULL DEFAULT '' CHECK (length(branch) <= 60),
	holder TEXT NOT NULL DEFAULT '' CHECK (length(holder) <= 80), -- 戶名
	number TEXT NOT NULL CHECK (length(number) BETWEEN 1 AND 40),
	account_id INTEGER NOT NULL UNIQUE REFERENCES accounts (id),
	is_shown INTEGER NOT NULL DEFAULT 1 CHECK (is_shown IN (0, 1)), -- to members
	is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
	position INTEGER NOT NULL DEFAULT 0,
	mapping TEXT CHECK (json_valid(mapping)), -- the columns of its statements, as last used
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE payments (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	status TEXT NOT NULL DEFAULT 'submitted' CHECK (status IN ('submitted', 'verified', 'rejected', 'cancelled', 'reversed')),
	source TEXT NOT NULL CHECK (source IN ('member', 'staff', 'bank', 'credit', 'import')),
	method TEXT NOT NULL CHECK (method IN ('cash', 'transfer', 'postal', 'other', 'credit')), -- credit: 溢繳款折抵
	paid_on TEXT NOT NULL CHECK (paid_on IS date(paid_on) AND length(paid_on) = 10),
	amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 100000000),
	fee_amount INTEGER NOT NULL DEFAULT 0 CHECK (fee_amount BETWEEN 0 AND amount - 1), -- what the post office kept: 收支不得坐抵
	last5 TEXT CHECK (last5 GLOB '[0-9][0-9][0-9][0-9][0-9]'),
	bank_account_id INTEGER REFERENCES bank_accounts (id),
	payer_member_id INTEGER REFERENCES members (id),
	payer_title TEXT NOT NULL CHECK (length(payer_title) BETWEEN 1 AND 80), -- 抬頭
	receipt_split TEXT NOT NULL DEFAULT 'one' CHECK (receipt_split IN ('one', 'per_member')),
	proof_file_id INTEGER REFERENCES files (id),
	remark TEXT NOT NULL DEFAULT '' CHECK (length(remark) <= 500),
	submitted_by INTEGER REFERENCES users (id), -- nobody: a bank line, credit, an import
	submitted_at INTEGER NOT NULL,
	verified_by INTEGER REFERENCES users (id),
	on_behalf_of INTEGER REFERENCES users (id),
	verified_at INTEGER,
	reason TEXT CHECK (length(reason) <= 500), -- of a rejection, a cancellation or a reversal
	reversed_by INTEGER REFERENCES users (id),
	reversed_at INTEGER,
	corrects_id INTEGER REFERENCES payments (id), -- the reversed one that this takes the place of
	old_receipt_no TEXT CHECK (length(old_receipt_no) <= 40), -- of an imported one: it takes no new number
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (verified_by IS NULL OR submitted_by IS NULL OR verified_by <> submitted_by),
	CHECK (reversed_by IS NULL OR verified_by IS NULL OR reversed_by <> verified_by),
	CHECK ((status IN ('verified', 'reversed')) = (verified_at IS NOT NULL)),
	CHECK ((status = 'reversed') = (reversed_at IS NOT NULL))
) STRICT;
CREATE INDEX payments_waiting ON payments (submitted_at, id) WHERE status = 'submitted';
CREATE INDEX payments_by_status ON payments (status, paid_on, id);
CREATE INDEX payments_by_day ON payments (paid_on, id);
CREATE INDEX payments_of_payer ON payments (payer_member_id, id) WHERE payer_member_id IS NOT NULL;
CREATE INDEX payments_of_submitter ON payments (submitted_by, id) WHERE submitted_by IS NOT NULL;
CREATE INDEX payments_by_last5 ON payments (last5, paid_on) WHERE last5 IS NOT NULL;
CREATE INDEX payments_by_amount ON payments (amount, paid_on, id);
CREATE INDEX payments_by_old_receipt ON payments (old_receipt_no) WHERE old_receipt_no IS NOT NULL;
CREATE INDEX payments_correcting ON payments (corrects_id) WHERE corrects_id IS NOT NULL;

-- What a payment is for: a dues item, a donation, or credit 溢繳款 of a member.
CREATE TABLE payment_allocations (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	payment_id INTEGER NOT NULL REFERENCES payments (id),
	kind TEXT NOT NULL CHECK (kind IN ('dues', 'donation', 'credit')),
	dues_item_id INTEGER REFERENCES dues_items (id),
	member_id INTEGER REFERENCES members (id), -- whose; a donation may be nobody's
	amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 100000000),
	disability_status TEXT, -- of the member, when it was submitted
	CHECK ((kind = 'dues') = (dues_item_id IS NOT NULL)),
	CHECK (kind = 'donation' OR member_id IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX payment_allocations_once ON payment_allocations (payment_id, kind, coalesce(dues_item_id, 0), coalesce(member_id, 0));
CREATE INDEX payment_allocations_of_item ON payment_allocations (dues_item_id) WHERE dues_item_id IS NOT NULL;
CREATE INDEX payment_allocations_of_member ON payment_allocations (member_id, payment_id) WHERE member_id IS NOT NULL;

-- Who did what to a payment; (payment, seq) makes one of two who act at once lose.
CREATE TABLE payment_events (
	payment_id INTEGER NOT NULL REFERENCES payments (id),
	seq INTEGER NOT NULL CHECK (seq > 0),
	step TEXT NOT NULL CHECK (step IN ('submit', 'edit', 'verify', 'reject', 'resubmit', 'cancel', 'reverse')),
	reason TEXT,
	user_id INTEGER REFERENCES users (id),
	on_behalf_of INTEGER REFERENCES users (id),
	at INTEGER NOT NULL,
	PRIMARY KEY (payment_id, seq)
) STRICT, WITHOUT ROWID;
CREATE INDEX payment_events_by_person ON payment_events (user_id, at) WHERE user_id IS NOT NULL;

CREATE TRIGGER payments_begin_submitted BEFORE INSERT ON payments
WHEN NEW.status <> 'submitted' OR EXISTS (SELECT 1 FROM payments WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'payment.wrong_state');
END;
CREATE TRIGGER payments_are_never_deleted BEFORE DELETE ON payments
BEGIN
	SELECT RAISE(ABORT, 'payment.is_settled');
END;
CREATE TRIGGER payments_take_steps BEFORE UPDATE ON payments
WHEN NEW.status <> OLD.status AND OLD.status || '>' || NEW.status NOT IN ('submitted>verified', 'submitted>rejected',
	'submitted>cancelled', 'rejected>submitted', 'rejected>cancelled', 'verified>reversed')
BEGIN
	SELECT RAISE(ABORT, 'payment.wrong_state');
END;
-- What was verified stays as it was: only a merge moves its payer, a reversal ends it, and pseudonymisation takes the
-- account's last digits.
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
-- What was taken off a paid item is credit that only this money covers: the correction goes first.
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

-- 溢繳款 of a member: what verified payments left and corrections of paid items took off, less what it paid later. (Refunds come with the finance documents.)
CREATE VIEW member_credits AS
SELECT member_id, sum(amount) AS credit FROM (
	SELECT a.member_id, a.amount FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
		WHERE a.kind = 'credit' AND p.status = 'verified'
	UNION ALL
	SELECT member_id, credited_amount FROM dues_items WHERE credited_amount > 0
	UNION ALL
	SELECT payer_member_id, -amount FROM payments WHERE method = 'credit' AND status = 'verified')
GROUP BY member_id;
CREATE TRIGGER payments_never_overdraw_credit AFTER UPDATE OF status ON payments
WHEN (NEW.status = 'verified' AND NEW.method = 'credit') OR NEW.status = 'reversed'
BEGIN
	SELECT RAISE(ABORT, 'payment.credit_used') WHERE EXISTS (SELECT 1 FROM (
		SELECT NEW.payer_member_id AS id UNION SELECT member_id FROM payment_allocations WHERE payment_id = NEW.id AND kind = 'credit') o
		WHERE coalesce((SELECT sum(a.amount) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
				WHERE a.member_id = o.id AND a.kind = 'credit' AND +p.status = 'verified'), 0)
				+ coalesce((SELECT sum(credited_amount) FROM dues_items WHERE member_id = o.id AND credited_amount > 0), 0)
			< coalesce((SELECT sum(amount) FROM payments WHERE payer_member_id = o.id AND method = 'credit' AND +status = 'verified'), 0));
END;
CREATE TRIGGER dues_items_never_overdraw_credit AFTER UPDATE OF credited_amount ON dues_items
WHEN NEW.credited_amount < OLD.credited_amount
BEGIN
	SELECT RAISE(ABORT, 'payment.credit_used')
	WHERE coalesce((SELECT sum(a.amount) FROM payment_allocations a JOIN payments p ON p.id = a.payment_id
			WHERE a.member_id = NEW.member_id AND a.kind = 'credit' AND +p.status = 'verified'), 0)
		+ coalesce((SELECT sum(credited_amount) FROM dues_items WHERE member_id = NEW.member_id AND credited_amount > 0), 0)
		< coalesce((SELECT sum(amount) FROM payments WHERE payer_member_id = NEW.member_id AND method = 'credit'
			AND +status = 'verified'), 0);
END;

-- 收據. Numbers without gaps of a series and year of issue in Taipei; what is printed is kept as it was.
CREATE TABLE receipts (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	series TEXT NOT NULL CHECK (series IN ('dues', 'donation')),
	roc_year INTEGER NOT NULL,
	seq INTEGER NOT NULL,
	number TEXT NOT NULL, -- 115-000001
	payment_id INTEGER REFERENCES payments (id),
	member_id INTEGER REFERENCES members (id), -- of one receipt per member; else the payer
	payer_title TEXT NOT NULL CHECK (length(payer_title) BETWEEN 1 AND 80),
	amount INTEGER NOT NULL CHECK (amount > 0),
	items TEXT NOT NULL CHECK (json_valid(items)), -- [{"label": "常年會費 115 年", "member_no": "M0001", "amount": 1000}]
	method TEXT NOT NULL,
	paid_on TEXT NOT NULL,
	issued_on TEXT NOT NULL CHECK (issued_on IS date(issued_on)),
	issued_by INTEGER REFERENCES users (id),
	status TEXT NOT NULL DEFAULT 'issued' CHECK (status IN ('issued', 'voided')),
	voided_at INTEGER,
	voided_by INTEGER REFERENCES users (id),
	reason TEXT CHECK (length(reason) <= 500),
	replaced_by INTEGER REFERENCES receipts (id),
	original_at INTEGER, -- when the original was taken; later prints are 副本
	original_by INTEGER REFERENCES users (id),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	CHECK (roc_year = CAST(substr(issued_on, 1, 4) AS INTEGER) - 1911),
	CHECK (number = roc_year || '-' || substr('000000' || seq, -max(6, length(seq)))),
	CHECK ((status = 'voided') = (voided_at IS NOT NULL AND reason IS NOT NULL)),
	CHECK (replaced_by IS NULL OR status = 'voided')
) STRICT;
CREATE UNIQUE INDEX receipts_number ON receipts (series, roc_year, seq);
CREATE INDEX receipts_by_day ON receipts (issued_on, id);
CREATE INDEX receipts_of_payment ON receipts (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX receipts_of_member ON receipts (member_id, id) WHERE member_id IS NOT NULL;
CREATE INDEX receipts_replacing ON receipts (replaced_by) WHERE replaced_by IS NOT NULL; -- one may take the place of several

CREATE TRIGGER receipts_are_never_replaced BEFORE INSERT ON receipts
WHEN NEW.status <> 'issued' OR EXISTS (SELECT 1 FROM receipts WHERE id = NEW.id
	OR (series = NEW.series AND roc_year = NEW.roc_year AND seq = NEW.seq))
BEGIN
	SELECT RAISE(ABORT, 'number.not_next');
END;
CREATE TRIGGER receipts_in_order BEFORE INSERT ON receipts
WHEN NEW.seq IS NOT coalesce((SELECT last_no + 1 FROM number_series WHERE series = 'receipt:' || NEW.series AND roc_year = NEW.roc_year), 1)
BEGIN
	SELECT RAISE(ABORT, 'number.not_next');
END;
CREATE TRIGGER receipts_take_their_number AFTER INSERT ON receipts
BEGIN
	INSERT INTO number_series (series, roc_year, first_no, last_no) SELECT 'receipt:' || NEW.series, NEW.roc_year, 1, 0
		WHERE NOT EXISTS (SELECT 1 FROM number_series WHERE series = 'receipt:' || NEW.series AND roc_year = NEW.roc_year);
	UPDATE number_series SET last_no = NEW.seq WHERE series = 'receipt:' || NEW.series AND roc_year = NEW.roc_year;
END;
CREATE TRIGGER receipts_are_final BEFORE UPDATE ON receipts
WHEN (NEW.id, NEW.series, NEW.roc_year, NEW.seq, NEW.number, NEW.payment_id, NEW.payer_title, NEW.amount, NEW.items, NEW.method)
		IS NOT (OLD.id, OLD.series, OLD.roc_year, OLD.seq, OLD.number, OLD.payment_id, OLD.payer_title, OLD.amount, OLD.items, OLD.method)
	OR (NEW.paid_on, NEW.issued_on, NEW.issued_by, NEW.created_at) IS NOT (OLD.paid_on, OLD.issued_on, OLD.issued_by, OLD.created_at)
	OR (OLD.status = 'voided' AND (NEW.status, NEW.voided_at, NEW.voided_by, NEW.reason)
		IS NOT (OLD.status, OLD.voided_at, OLD.voided_by, OLD.reason))
	OR (OLD.replaced_by IS NOT NULL AND NEW.replaced_by IS NOT OLD.replaced_by)
	OR (OLD.original_at IS NOT NULL AND (NEW.original_at, NEW.original_by) IS NOT (OLD.original_at, OLD.original_by))
BEGIN
	SELECT RAISE(ABORT, 'receipt.is_final');
END;
CREATE TRIGGER receipts_are_never_deleted BEFORE DELETE ON receipts
BEGIN
	SELECT RAISE(ABORT, 'receipt.is_final');
END;

-- A number is raised by its document alone, and where a series begins is said once, before its first use.
CREATE TRIGGER number_series_rise_with_documents BEFORE UPDATE ON number_series
WHEN NEW.series <> OLD.series OR NEW.roc_year <> OLD.roc_year
	OR (NEW.first_no <> OLD.first_no AND (OLD.last_no <> OLD.first_no - 1 OR NEW.last_no <> NEW.first_no - 1))
	OR (NEW.first_no = OLD.first_no AND NOT (NEW.last_no = OLD.last_no + 1 AND (
		EXISTS (SELECT 1 FROM receipts WHERE 'receipt:' || series = NEW.series AND roc_year = NEW.roc_year AND seq = NEW.last_no)
		OR EXISTS (SELECT 1 FROM vouchers WHERE state = 'posted' AND 'voucher:' || kind = NEW.series AND roc_year = NEW.roc_year AND seq = NEW.last_no))))
BEGIN
	SELECT RAISE(ABORT, 'number.in_use');
END;
CREATE TRIGGER number_series_begin_empty BEFORE INSERT ON number_series WHEN NEW.last_no <> NEW.first_no - 1
BEGIN
	SELECT RAISE(ABORT, 'number.in_use');
END;

-- A statement that came in, and its lines: each is used once.
CREATE TABLE bank_statements (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	bank_account_id INTEGER NOT NULL REFERENCES bank_accounts (id),
	filename TEXT NOT NULL,
	file_id INTEGER REFERENCES files (id),
	state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'applied')),
	mapping TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(mapping)),
	counts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(counts)),
	created_by INTEGER REFERENCES users (id),
	applied_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE bank_lines (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	statement_id INTEGER NOT NULL REFERENCES bank_statements (id),
	bank_account_id INTEGER NOT NULL REFERENCES bank_accounts (id),
	row INTEGER NOT NULL,
	booked_on TEXT NOT NULL CHECK (booked_on IS date(booked_on) AND length(booked_on) = 10),
	amount INTEGER NOT NULL CHECK (amount <> 0 AND abs(amount) <= 999999999), -- what the balance changed by; below zero: money that went out
	fee_amount INTEGER NOT NULL DEFAULT 0 CHECK (fee_amount BETWEEN 0 AND 999999999), -- what the post office kept of it: amount + fee_amount was paid
	memo TEXT NOT NULL DEFAULT '' CHECK (length(memo) <= 200),
	words TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(words)), -- parts of the memo that may be a name or a member's number
	last5 TEXT CHECK (last5 GLOB '[0-9][0-9][0-9][0-9][0-9]'),
	balance INTEGER,
	fingerprint TEXT NOT NULL, -- of day, amount, balance (without one the memo) and the how-manieth of these: the same file twice adds nothing
	status TEXT NOT NULL DEFAULT 'unmatched' CHECK (status IN ('unmatched', 'suggested', 'matched', 'ignored')),
	payment_id INTEGER REFERENCES payments (id),
	reason TEXT CHECK (length(reason) <= 200), -- 不處理
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (status <> 'matched' OR payment_id IS NOT NULL),
	CHECK ((status = 'ignored') = (reason IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX bank_lines_once ON bank_lines (bank_account_id, fingerprint);
CREATE UNIQUE INDEX bank_lines_of_payment ON bank_lines (payment_id) WHERE status = 'matched';
CREATE INDEX bank_lines_open ON bank_lines (booked_on, id) WHERE status IN ('unmatched', 'suggested') AND amount > 0;
CREATE INDEX bank_lines_of_statement ON bank_lines (statement_id, row);
CREATE INDEX bank_lines_by_status ON bank_lines (status, booked_on, id);
-- What the bank said stays; a line that a verified payment stands on is let go by its reversal alone.
CREATE TRIGGER bank_lines_are_final BEFORE UPDATE ON bank_lines
WHEN NEW.id <> OLD.id OR (NEW.bank_account_id, NEW.booked_on, NEW.amount, NEW.fee_amount, NEW.balance, NEW.fingerprint)
		IS NOT (OLD.bank_account_id, OLD.booked_on, OLD.amount, OLD.fee_amount, OLD.balance, OLD.fingerprint)
	OR (OLD.status = 'matched' AND (NEW.status, NEW.payment_id) IS NOT (OLD.status, OLD.payment_id)
		AND EXISTS (SELECT 1 FROM payments WHERE id = OLD.payment_id AND status = 'verified'))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER bank_lines_are_never_deleted BEFORE DELETE ON bank_lines
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
-- A payment that is reversed lets its line go: it can be matched again.
CREATE TRIGGER payments_reversed_free_lines AFTER UPDATE OF status ON payments WHEN NEW.status = 'reversed'
BEGIN
	UPDATE bank_lines SET status = 'unmatched', payment_id = NULL, version = version + 1, updated_at = NEW.updated_at
	WHERE payment_id = NEW.id AND status IN ('matched', 'suggested');
END;

-- Who was reminded of what, how and when: once for each end of a membership period, and by hand as often as staff want.
CREATE TABLE dues_notices (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	member_id INTEGER NOT NULL REFERENCES members (id),
	kind TEXT NOT NULL CHECK (kind IN ('before_end', 'end', 'grace_end', 'manual')),
	channel TEXT NOT NULL CHECK (channel IN ('mail', 'print', 'line')),
	period_end TEXT CHECK (period_end GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	amount INTEGER, -- that was asked for
	mail_id TEXT,
	user_id INTEGER REFERENCES users (id),
	at INTEGER NOT NULL,
	CHECK (kind = 'manual' OR period_end IS NOT NULL)
) STRICT;
CREATE UNIQUE INDEX dues_notices_once ON dues_notices (member_id, kind, period_end) WHERE kind <> 'manual';
CREATE INDEX dues_notices_by_time ON dues_notices (at);
CREATE INDEX dues_notices_of ON dues_notices (member_id, at);
