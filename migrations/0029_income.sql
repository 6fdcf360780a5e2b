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
	posted_at INTEGER,
	reversed_by INTEGER REFERENCES users (id),
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
	CHECK ((state = 'reversed') = (reversed_at IS NOT NULL AND reason IS NOT NULL)),
	CHECK (posted_by IS NULL OR recorded_by IS NULL OR posted_by <> recorded_by),
	CHECK (reversed_by IS NULL OR posted_by IS NULL OR reversed_by <> posted_by)
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
CREATE TRIGGER income_records_number_when_recorded BEFORE UPDATE ON income_records
WHEN OLD.seq IS NULL AND NEW.seq IS NOT NULL AND (NEW.roc_year IS NOT CAST(substr(NEW.received_on, 1, 4) AS INTEGER) - 1911
	OR NEW.seq <> coalesce((SELECT max(seq) + 1 FROM income_records WHERE roc_year = NEW.roc_year), 1))
BEGIN
	SELECT RAISE(ABORT, 'number.not_next');
END;
-- What was recorded stays; the accountant names the account and project, a merge moves nothing here.
CREATE TRIGGER income_records_are_final BEFORE UPDATE ON income_records
WHEN OLD.state <> 'draft' AND ((NEW.kind, NEW.roc_year, NEW.seq, NEW.received_on, NEW.is_in_kind, NEW.items, NEW.amount, NEW.fee_amount)
		IS NOT (OLD.kind, OLD.roc_year, OLD.seq, OLD.received_on, OLD.is_in_kind, OLD.items, OLD.amount, OLD.fee_amount)
	OR (NEW.method, NEW.bank_account_id, NEW.bank_line_id, NEW.purpose, NEW.created_by, NEW.recorded_by, NEW.recorded_at)
		IS NOT (OLD.method, OLD.bank_account_id, OLD.bank_line_id, OLD.purpose, OLD.created_by, OLD.recorded_by, OLD.recorded_at)
	OR (NEW.donor_id IS NOT OLD.donor_id AND OLD.donor_id IS NOT NULL)
	OR (OLD.state <> 'recorded' AND (NEW.account_id, NEW.project_id, NEW.posted_by, NEW.posted_at)
		IS NOT (OLD.account_id, OLD.project_id, OLD.posted_by, OLD.posted_at))
	OR (OLD.state = 'reversed' AND (NEW.reversed_by, NEW.reversed_at, NEW.reason) IS NOT (OLD.reversed_by, OLD.reversed_at, OLD.reason)))
BEGIN
	SELECT RAISE(ABORT, 'income.is_final');
END;
CREATE TRIGGER income_records_are_never_deleted BEFORE DELETE ON income_records WHEN OLD.state <> 'draft'
BEGIN
	SELECT RAISE(ABORT, 'income.is_final');
END;
-- Posted is what a voucher stands for; what is in kind has none.
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
CREATE TRIGGER cash_deposits_are_final BEFORE UPDATE ON cash_deposits
WHEN (NEW.id, NEW.deposited_on, NEW.bank_account_id, NEW.amount, NEW.created_by) IS NOT (OLD.id, OLD.deposited_on, OLD.bank_account_id, OLD.amount, OLD.created_by)
	OR OLD.reversed_at IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'deposit.is_final');
END;
CREATE TRIGGER cash_deposits_are_never_deleted BEFORE DELETE ON cash_deposits
BEGIN
	SELECT RAISE(ABORT, 'deposit.is_final');
END;
CREATE TRIGGER cash_deposits_are_never_replaced BEFORE INSERT ON cash_deposits WHEN EXISTS (SELECT 1 FROM cash_deposits WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'deposit.is_final');
END;
CREATE TRIGGER cash_deposit_items_once BEFORE INSERT ON cash_deposit_items
WHEN NEW.is_released <> 0 OR EXISTS (SELECT 1 FROM cash_deposit_items WHERE id = NEW.id
	OR (is_released = 0 AND (payment_id = NEW.payment_id OR income_id = NEW.income_id)))
BEGIN
	SELECT RAISE(ABORT, 'deposit.taken');
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
