-- 收入: donations, grants, interest and what else comes in besides dues, from whom, with receipts of their own series; and the
-- cash of a day that is taken to the bank (docs: DOMAIN 5).

-- 捐款人. The id is sealed: seal_id binds it to the row.
CREATE TABLE donors (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL CHECK (kind IN ('person', 'organisation')),
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
	seal_id TEXT NOT NULL UNIQUE,
	person_key TEXT, -- sealed; gone after pseudonymisation
	national_id TEXT, -- sealed: 身分證字號, or 統一編號 of an organisation
	national_id_hash TEXT,
	national_id_mask TEXT,
	email TEXT CHECK (length(email) <= 254),
	phone TEXT CHECK (length(phone) <= 40),
	address TEXT NOT NULL DEFAULT '' CHECK (length(address) <= 200),
	member_id INTEGER REFERENCES members (id), -- who is a member too
	is_published INTEGER NOT NULL DEFAULT 1 CHECK (is_published IN (0, 1)), -- 徵信: by name, else 善心人士
	note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 500),
	pseudonymised_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX donors_national_id ON donors (national_id_hash) WHERE national_id_hash IS NOT NULL;
CREATE INDEX donors_by_name ON donors (name, id);
CREATE INDEX donors_of_member ON donors (member_id) WHERE member_id IS NOT NULL;
CREATE TRIGGER donors_are_never_replaced BEFORE INSERT ON donors
WHEN EXISTS (SELECT 1 FROM donors WHERE id = NEW.id OR seal_id = NEW.seal_id OR national_id_hash = NEW.national_id_hash)
BEGIN
	SELECT RAISE(ABORT, 'donor.national_id_taken');
END;
CREATE TRIGGER donors_are_never_deleted BEFORE DELETE ON donors
BEGIN
	SELECT RAISE(ABORT, 'income.is_final');
END;
CREATE TRIGGER donors_keep_their_place BEFORE UPDATE ON donors
WHEN NEW.id <> OLD.id OR NEW.seal_id <> OLD.seal_id
	OR EXISTS (SELECT 1 FROM donors WHERE id <> OLD.id AND national_id_hash = NEW.national_id_hash)
BEGIN
	SELECT RAISE(ABORT, 'donor.national_id_taken');
END;

CREATE TABLE income_records (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'recorded', 'posted', 'reversed')),
	kind TEXT NOT NULL CHECK (kind IN ('donation', 'grant', 'interest', 'other')),
	roc_year INTEGER, -- I115-0007, taken when it is recorded
	seq INTEGER,
	received_on TEXT NOT NULL CHECK (received_on IS date(received_on) AND length(received_on) = 10),
	donor_id INTEGER REFERENCES donors (id), -- nobody: 善心人士, or an interest
	payer_title TEXT NOT NULL CHECK (length(payer_title) BETWEEN 1 AND 80), -- 抬頭; from whom it came
	is_in_kind INTEGER NOT NULL DEFAULT 0 CHECK (is_in_kind IN (0, 1)), -- 實物: items, without amount
	items TEXT NOT NULL DEFAULT '' CHECK (length(items) <= 500), -- of what is in kind: 輪椅 2 台
	amount INTEGER CHECK (amount BETWEEN 1 AND 999999999),
	fee_amount INTEGER NOT NULL DEFAULT 0 CHECK (fee_amount >= 0), -- kept by the provider: 收支不得坐抵
	method TEXT CHECK (method IN ('cash', 'transfer', 'postal', 'cheque', 'other')),
	bank_account_id INTEGER REFERENCES bank_accounts (id),
	bank_line_id INTEGER REFERENCES bank_lines (id),
	account_id INTEGER REFERENCES accounts (id), -- of income; none: that of its kind
	project_id INTEGER REFERENCES projects (id),
	purpose TEXT NOT NULL DEFAULT '' CHECK (length(purpose) <= 200), -- 指定用途
	wants_receipt INTEGER NOT NULL DEFAULT 1 CHECK (wants_receipt IN (0, 1)),
	note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 500),
	created_by INTEGER REFERENCES users (id),
	recorded_by INTEGER REFERENCES users (id),
	recorded_at INTEGER,
	posted_by INTEGER REFERENCES users (id),
	posted_for INTEGER REFERENCES users (id), -- in whose place a deputy did
	posted_at INTEGER,
	reversed_by INTEGER REFERENCES users (id),
	reversed_for INTEGER REFERENCES users (id),
	reversed_at INTEGER,
	reason TEXT CHECK (length(reason) BETWEEN 1 AND 500),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK ((is_in_kind = 1) = (amount IS NULL)),
	CHECK (is_in_kind = 0 OR (items <> '' AND kind = 'donation')),
	CHECK ((amount IS NULL) = (method IS NULL)),
	CHECK (amount IS NULL OR fee_amount < amount),
	CHECK ((roc_year IS NULL) = (seq IS NULL)),
	CHECK ((state = 'draft') = (seq IS NULL)),
	CHECK ((state = 'draft') = (recorded_at IS NULL)),
	CHECK ((posted_at IS NULL) OR state IN ('posted', 'reversed')),
	CHECK (state <> 'posted' OR posted_at IS NOT NULL),
	CHECK ((state = 'reversed') = (reversed_at IS NOT NULL AND reason IS NOT NULL)),
	-- Three steps, by as many people as there are; a deputy counts as whom they stand in for, too.
	CHECK (recorded_by IS NULL OR recorded_by NOT IN (coalesce(posted_by, 0), coalesce(posted_for, 0))),
	CHECK (recorded_by IS NULL OR recorded_by NOT IN (coalesce(reversed_by, 0), coalesce(reversed_for, 0))),
	CHECK (posted_by IS NULL OR posted_by NOT IN (coalesce(reversed_by, 0), coalesce(reversed_for, 0))),
	CHECK (posted_for IS NULL OR posted_for NOT IN (coalesce(reversed_by, 0), coalesce(reversed_for, 0)))
) STRICT;
CREATE UNIQUE INDEX income_records_number ON income_records (roc_year, seq) WHERE seq IS NOT NULL;
CREATE UNIQUE INDEX income_records_of_line ON income_records (bank_line_id) WHERE bank_line_id IS NOT NULL AND state <> 'reversed';
CREATE INDEX income_records_by_day ON income_records (received_on, id);
CREATE INDEX income_records_by_state ON income_records (state, received_on, id);
CREATE INDEX income_records_of_donor ON income_records (donor_id, received_on) WHERE donor_id IS NOT NULL;

CREATE TRIGGER income_records_begin_as_drafts BEFORE INSERT ON income_records
WHEN NEW.state <> 'draft' OR EXISTS (SELECT 1 FROM income_records WHERE id = NEW.id OR (bank_line_id = NEW.bank_line_id AND state <> 'reversed'))
BEGIN
	SELECT RAISE(ABORT, CASE WHEN NEW.bank_line_id IS NOT NULL THEN 'bank.line_used' ELSE 'income.wrong_state' END);
END;
CREATE TRIGGER income_records_take_steps BEFORE UPDATE ON income_records
WHEN NEW.id <> OLD.id OR (NEW.state <> OLD.state
	AND OLD.state || '>' || NEW.state NOT IN ('draft>recorded', 'recorded>posted', 'recorded>reversed', 'posted>reversed'))
	OR EXISTS (SELECT 1 FROM income_records WHERE id <> OLD.id AND ((roc_year = NEW.roc_year AND seq = NEW.seq)
		OR (bank_line_id = NEW.bank_line_id AND state <> 'reversed' AND NEW.state <> 'reversed')))
BEGIN
	SELECT RAISE(ABORT, 'income.wrong_state');
END;
-- A line of the bank is used by what is recorded of it: it must be open, and show what came in.
CREATE TRIGGER income_records_use_open_lines BEFORE UPDATE ON income_records
WHEN OLD.state = 'draft' AND NEW.state = 'recorded' AND NEW.bank_line_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM bank_lines
	WHERE id = NEW.bank_line_id AND status IN ('unmatched', 'suggested') AND amount = NEW.amount - NEW.fee_amount
		AND bank_account_id IS NEW.bank_account_id)
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER income_records_use_lines AFTER UPDATE ON income_records
WHEN OLD.state = 'draft' AND NEW.state = 'recorded' AND NEW.bank_line_id IS NOT NULL
BEGIN
	UPDATE bank_lines SET status = 'matched', payment_id = NULL, version = version + 1, updated_at = NEW.updated_at WHERE id = NEW.bank_line_id;
END;
CREATE TRIGGER income_records_reversed_free_lines AFTER UPDATE ON income_records
WHEN OLD.state <> 'reversed' AND NEW.state = 'reversed' AND NEW.bank_line_id IS NOT NULL
BEGIN
	UPDATE bank_lines SET status = 'unmatched', version = version + 1, updated_at = NEW.updated_at
	WHERE id = NEW.bank_line_id AND status = 'matched' AND payment_id IS NULL;
END;
CREATE TRIGGER bank_lines_are_explained BEFORE UPDATE ON bank_lines
WHEN (NEW.status = 'matched' AND NEW.payment_id IS NULL) <> EXISTS (SELECT 1 FROM income_records
	WHERE bank_line_id = OLD.id AND state IN ('recorded', 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER bank_lines_begin_open BEFORE INSERT ON bank_lines WHEN NEW.status = 'matched' AND NEW.payment_id IS NULL
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER income_records_number_when_recorded BEFORE UPDATE ON income_records
WHEN OLD.seq IS NULL AND NEW.seq IS NOT NULL AND (NEW.roc_year IS NOT CAST(substr(NEW.received_on, 1, 4) AS INTEGER) - 1911
	OR NEW.seq <> coalesce((SELECT max(seq) + 1 FROM income_records WHERE roc_year = NEW.roc_year), 1))
BEGIN
	SELECT RAISE(ABORT, 'number.not_next');
END;
CREATE TRIGGER accounts_of_income_keep_their_code BEFORE UPDATE ON accounts
WHEN NEW.code <> OLD.code AND EXISTS (SELECT 1 FROM income_records WHERE account_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_used');
END;
-- What was recorded stays; the accountant names the account and project, a merge moves nothing here.
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
CREATE TRIGGER income_records_are_never_deleted BEFORE DELETE ON income_records WHEN OLD.state <> 'draft'
BEGIN
	SELECT RAISE(ABORT, 'income.is_final');
END;
-- Posted is what a voucher stands for; what is in kind has none.
-- Its reversal takes its voucher and its receipts along.
CREATE TRIGGER income_records_are_reversed_whole BEFORE UPDATE ON income_records
WHEN NEW.state = 'reversed' AND OLD.state <> 'reversed' AND (EXISTS (SELECT 1 FROM receipts WHERE income_id = OLD.id AND status = 'issued')
	OR EXISTS (SELECT 1 FROM vouchers v WHERE v.source <> 'manual' AND v.source = 'income' AND v.source_id = OLD.id AND v.state = 'posted'
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted')))
BEGIN
	SELECT RAISE(ABORT, 'income.wrong_state');
END;
CREATE TRIGGER income_records_are_posted_by_vouchers BEFORE UPDATE ON income_records
WHEN NEW.state = 'posted' AND OLD.state = 'recorded' AND NEW.is_in_kind = 0 AND NOT EXISTS (SELECT 1 FROM vouchers v
	WHERE v.source <> 'manual' AND v.source = 'income' AND v.source_id = OLD.id AND v.state = 'posted'
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'income.wrong_state');
END;

-- Receipts of income: of their own series, with the donor's id as it may be shown.
ALTER TABLE receipts ADD COLUMN income_id INTEGER REFERENCES income_records (id);
ALTER TABLE receipts ADD COLUMN payer_id_mask TEXT; -- A12****789
CREATE INDEX receipts_of_income ON receipts (income_id) WHERE income_id IS NOT NULL;
-- Of money that is there, once, and no more than it was.
CREATE TRIGGER receipts_of_income_that_is_there BEFORE INSERT ON receipts
WHEN NEW.income_id IS NOT NULL AND (NEW.payment_id IS NOT NULL OR NEW.series <> 'donation'
	OR EXISTS (SELECT 1 FROM receipts WHERE income_id = NEW.income_id AND status = 'issued')
	OR NOT EXISTS (SELECT 1 FROM income_records WHERE id = NEW.income_id AND state IN ('recorded', 'posted')
		AND kind = 'donation' AND amount = NEW.amount))
BEGIN
	SELECT RAISE(ABORT, 'receipt.wrong_state');
END;
-- Nobody issues one of a donation in their own name, however they came to it.
CREATE TRIGGER receipts_of_income_to_others BEFORE INSERT ON receipts
WHEN NEW.income_id IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE id = NEW.issued_by AND name = NEW.payer_title)
BEGIN
	SELECT RAISE(ABORT, 'receipt.own');
END;
CREATE TRIGGER receipts_stay_of_their_income BEFORE UPDATE ON receipts
WHEN NEW.income_id IS NOT OLD.income_id OR (NEW.payer_id_mask IS NOT OLD.payer_id_mask AND NEW.payer_id_mask IS NOT NULL)
BEGIN
	SELECT RAISE(ABORT, 'receipt.is_final');
END;

-- 存款單: cash that was taken to the bank. Each part of it once.
CREATE TABLE cash_deposits (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	deposited_on TEXT NOT NULL CHECK (deposited_on IS date(deposited_on) AND length(deposited_on) = 10),
	bank_account_id INTEGER NOT NULL REFERENCES bank_accounts (id),
	amount INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 999999999),
	note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 200),
	bank_line_id INTEGER REFERENCES bank_lines (id), -- that shows it: 不處理, it is in the books by the deposit
	created_by INTEGER REFERENCES users (id),
	reversed_at INTEGER,
	reversed_by INTEGER REFERENCES users (id),
	reason TEXT CHECK (length(reason) BETWEEN 1 AND 500),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK ((reversed_at IS NULL) = (reason IS NULL))
) STRICT;
CREATE INDEX cash_deposits_by_day ON cash_deposits (deposited_on, id);
CREATE UNIQUE INDEX cash_deposits_of_line ON cash_deposits (bank_line_id) WHERE bank_line_id IS NOT NULL AND reversed_at IS NULL;
CREATE TABLE cash_deposit_items (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	deposit_id INTEGER NOT NULL REFERENCES cash_deposits (id),
	payment_id INTEGER REFERENCES payments (id),
	income_id INTEGER REFERENCES income_records (id),
	is_released INTEGER NOT NULL DEFAULT 0 CHECK (is_released IN (0, 1)), -- the deposit was reversed
	CHECK ((payment_id IS NULL) <> (income_id IS NULL))
) STRICT;
CREATE INDEX cash_deposit_items_of ON cash_deposit_items (deposit_id);
CREATE UNIQUE INDEX cash_deposit_items_payment ON cash_deposit_items (payment_id) WHERE payment_id IS NOT NULL AND is_released = 0;
CREATE UNIQUE INDEX cash_deposit_items_income ON cash_deposit_items (income_id) WHERE income_id IS NOT NULL AND is_released = 0;
-- A line that shows it is named once; it is reversed after its voucher was.
CREATE TRIGGER cash_deposits_are_final BEFORE UPDATE ON cash_deposits
WHEN (NEW.id, NEW.deposited_on, NEW.bank_account_id, NEW.amount, NEW.created_by) IS NOT (OLD.id, OLD.deposited_on, OLD.bank_account_id, OLD.amount, OLD.created_by)
	OR (NEW.bank_line_id IS NOT OLD.bank_line_id AND (OLD.bank_line_id IS NOT NULL OR EXISTS (SELECT 1 FROM cash_deposits
		WHERE id <> OLD.id AND reversed_at IS NULL AND bank_line_id = NEW.bank_line_id)))
	OR OLD.reversed_at IS NOT NULL
	OR (NEW.reversed_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM vouchers v JOIN vouchers r ON r.reverses_id = v.id AND r.state = 'posted'
		WHERE v.source <> 'manual' AND v.source = 'deposit' AND v.source_id = OLD.id))
BEGIN
	SELECT RAISE(ABORT, 'deposit.is_final');
END;
CREATE TRIGGER cash_deposits_are_never_deleted BEFORE DELETE ON cash_deposits
BEGIN
	SELECT RAISE(ABORT, 'deposit.is_final');
END;
CREATE TRIGGER cash_deposits_are_never_replaced BEFORE INSERT ON cash_deposits WHEN NEW.reversed_at IS NOT NULL
	OR EXISTS (SELECT 1 FROM cash_deposits WHERE id = NEW.id OR (bank_line_id = NEW.bank_line_id AND reversed_at IS NULL))
BEGIN
	SELECT RAISE(ABORT, 'deposit.is_final');
END;
-- What is taken to the bank is cash that is there, each once; a deposit that is posted takes no more.
CREATE TRIGGER cash_deposit_items_are_cash BEFORE INSERT ON cash_deposit_items
WHEN NEW.is_released <> 0 OR EXISTS (SELECT 1 FROM cash_deposit_items WHERE id = NEW.id)
	OR NOT EXISTS (SELECT 1 FROM undeposited_cash u WHERE u.payment_id = NEW.payment_id OR u.income_id = NEW.income_id)
	OR EXISTS (SELECT 1 FROM vouchers WHERE source <> 'manual' AND source = 'deposit' AND source_id = NEW.deposit_id)
BEGIN
	SELECT RAISE(ABORT, 'deposit.moved');
END;
CREATE TRIGGER cash_deposit_items_are_final BEFORE UPDATE ON cash_deposit_items
WHEN (NEW.id, NEW.deposit_id, NEW.payment_id, NEW.income_id) IS NOT (OLD.id, OLD.deposit_id, OLD.payment_id, OLD.income_id)
	OR NEW.is_released < OLD.is_released
	OR (NEW.is_released > OLD.is_released AND NOT EXISTS (SELECT 1 FROM cash_deposits WHERE id = OLD.deposit_id AND reversed_at IS NOT NULL))
BEGIN
	SELECT RAISE(ABORT, 'deposit.is_final');
END;
CREATE TRIGGER cash_deposit_items_are_never_deleted BEFORE DELETE ON cash_deposit_items
BEGIN
	SELECT RAISE(ABORT, 'deposit.is_final');
END;
-- 未存入的現金: verified payments and recorded income in cash that came to no account of the bank.
CREATE VIEW undeposited_cash AS
SELECT p.id AS payment_id, NULL AS income_id, p.paid_on AS day, p.amount - p.fee_amount AS amount, p.payer_title AS title
FROM payments p WHERE p.method = 'cash' AND p.status = 'verified' AND p.source <> 'import' AND p.bank_account_id IS NULL
	AND NOT EXISTS (SELECT 1 FROM cash_deposit_items i WHERE i.payment_id = p.id AND i.is_released = 0)
UNION ALL
SELECT NULL, r.id, r.received_on, r.amount - r.fee_amount, r.payer_title
FROM income_records r WHERE r.method = 'cash' AND r.state IN ('recorded', 'posted') AND r.bank_account_id IS NULL
	AND NOT EXISTS (SELECT 1 FROM cash_deposit_items i WHERE i.income_id = r.id AND i.is_released = 0);
CREATE INDEX payments_cash ON payments (paid_on, id, amount, fee_amount, payer_title)
	WHERE method = 'cash' AND status = 'verified' AND source <> 'import' AND bank_account_id IS NULL;
CREATE INDEX income_records_cash ON income_records (received_on, id)
	WHERE method = 'cash' AND state IN ('recorded', 'posted') AND bank_account_id IS NULL;
-- Its voucher brings what was gathered to the bank's account.
CREATE TRIGGER vouchers_of_deposits_tie BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.source = 'deposit' AND NOT EXISTS (SELECT 1
	FROM cash_deposits d JOIN bank_accounts b ON b.id = d.bank_account_id
	WHERE d.id = NEW.source_id AND d.reversed_at IS NULL
		AND d.amount = (SELECT sum(debit) FROM voucher_lines WHERE voucher_id = NEW.id AND account_id = b.account_id)
		AND d.amount = (SELECT sum(coalesce(p.amount - p.fee_amount, r.amount - r.fee_amount)) FROM cash_deposit_items i
			LEFT JOIN payments p ON p.id = i.payment_id LEFT JOIN income_records r ON r.id = i.income_id WHERE i.deposit_id = d.id))
BEGIN
	SELECT RAISE(ABORT, 'deposit.moved');
END;
-- Cash that was taken to the bank is there: its deposit is reversed first.
CREATE TRIGGER payments_deposited_stay BEFORE UPDATE ON payments
WHEN OLD.status = 'verified' AND NEW.status = 'reversed'
	AND EXISTS (SELECT 1 FROM cash_deposit_items WHERE payment_id = OLD.id AND is_released = 0)
BEGIN
	SELECT RAISE(ABORT, 'deposit.holds');
END;
CREATE TRIGGER income_records_deposited_stay BEFORE UPDATE ON income_records
WHEN OLD.state <> 'reversed' AND NEW.state = 'reversed'
	AND EXISTS (SELECT 1 FROM cash_deposit_items WHERE income_id = OLD.id AND is_released = 0)
BEGIN
	SELECT RAISE(ABORT, 'deposit.holds');
END;
-- What a line of the bank shows of a deposit is dealt with by that.
CREATE TRIGGER bank_lines_deposited_stay BEFORE UPDATE ON bank_lines
WHEN OLD.status = 'ignored' AND NEW.status <> 'ignored'
	AND EXISTS (SELECT 1 FROM cash_deposits WHERE bank_line_id = OLD.id AND reversed_at IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
