-- Books that are kept: projects and budgets that lines name, the accounts that the program posts to, templates, closings of
-- months and years (docs: DOMAIN 5).

-- A line of a statement may be explained by a payment, and besides (0029) by an income record: its CHECK knew payments alone,
-- and SQLite changes none, so the table is made anew.
DROP TRIGGER payments_reversed_free_lines;
CREATE TABLE bank_lines_anew (
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
	CHECK ((status = 'ignored') = (reason IS NOT NULL))
) STRICT;
INSERT INTO bank_lines_anew SELECT * FROM bank_lines;
DROP TABLE bank_lines;
ALTER TABLE bank_lines_anew RENAME TO bank_lines;
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
	OR (NEW.status = 'matched' AND EXISTS (SELECT 1 FROM bank_lines
		WHERE id <> OLD.id AND payment_id = NEW.payment_id AND status = 'matched'))
BEGIN
	SELECT RAISE(ABORT, 'bank.line_used');
END;
CREATE TRIGGER bank_lines_are_never_replaced BEFORE INSERT ON bank_lines
WHEN EXISTS (SELECT 1 FROM bank_lines WHERE id = NEW.id)
	OR EXISTS (SELECT 1 FROM bank_lines WHERE bank_account_id = NEW.bank_account_id AND fingerprint = NEW.fingerprint)
	OR (NEW.status = 'matched' AND EXISTS (SELECT 1 FROM bank_lines WHERE payment_id = NEW.payment_id AND status = 'matched'))
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

-- 專案. What is spent and received for one may be listed; one that is used stays.
CREATE TABLE projects (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 60),
	starts_on TEXT CHECK (starts_on IS date(starts_on)),
	ends_on TEXT CHECK (ends_on IS date(ends_on)),
	note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 500),
	is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (starts_on IS NULL OR ends_on IS NULL OR starts_on <= ends_on)
) STRICT;

-- 預算: of a year and an account of income or expense; an account may have several items.
CREATE TABLE budget_items (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	year INTEGER NOT NULL CHECK (year BETWEEN 1980 AND 2200),
	account_id INTEGER NOT NULL REFERENCES accounts (id),
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
	amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 999999999),
	note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 500),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	UNIQUE (year, account_id, name)
) STRICT;
CREATE TRIGGER budget_items_are_never_replaced BEFORE INSERT ON budget_items WHEN EXISTS (SELECT 1 FROM budget_items
	WHERE id = NEW.id OR (year = NEW.year AND account_id = NEW.account_id AND name = NEW.name))
BEGIN
	SELECT RAISE(ABORT, 'budget.taken');
END;
CREATE TRIGGER budget_items_insert_of_income_or_expense BEFORE INSERT ON budget_items
WHEN (SELECT code FROM accounts WHERE id = NEW.account_id) < '4'
BEGIN
	SELECT RAISE(ABORT, 'budget.account_refused');
END;
CREATE TRIGGER budget_items_update_of_income_or_expense BEFORE UPDATE ON budget_items
WHEN (SELECT code FROM accounts WHERE id = NEW.account_id) < '4'
BEGIN
	SELECT RAISE(ABORT, 'budget.account_refused');
END;
CREATE TRIGGER budget_items_keep_their_place BEFORE UPDATE ON budget_items WHEN NEW.id <> OLD.id OR NEW.year <> OLD.year
	OR (NEW.account_id <> OLD.account_id AND EXISTS (SELECT 1 FROM voucher_lines WHERE budget_item_id = OLD.id))
	OR EXISTS (SELECT 1 FROM budget_items WHERE id <> OLD.id AND year = NEW.year AND account_id = NEW.account_id AND name = NEW.name)
BEGIN
	SELECT RAISE(ABORT, 'budget.taken');
END;
CREATE TRIGGER projects_are_never_replaced BEFORE INSERT ON projects
WHEN EXISTS (SELECT 1 FROM projects WHERE id = NEW.id OR name = NEW.name)
BEGIN
	SELECT RAISE(ABORT, 'project.taken');
END;
CREATE TRIGGER projects_keep_their_place BEFORE UPDATE ON projects
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM projects WHERE id <> OLD.id AND name = NEW.name)
BEGIN
	SELECT RAISE(ABORT, 'project.taken');
END;

ALTER TABLE voucher_lines ADD COLUMN project_id INTEGER REFERENCES projects (id);
ALTER TABLE voucher_lines ADD COLUMN budget_item_id INTEGER REFERENCES budget_items (id);
CREATE INDEX voucher_lines_of_project ON voucher_lines (project_id, account_id) WHERE project_id IS NOT NULL;
CREATE INDEX voucher_lines_of_budget ON voucher_lines (budget_item_id) WHERE budget_item_id IS NOT NULL;
CREATE TRIGGER budget_items_used_are_never_deleted BEFORE DELETE ON budget_items
WHEN EXISTS (SELECT 1 FROM voucher_lines WHERE budget_item_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'budget.used');
END;
-- 次年迴轉: an accrual that the next year's opening turns back.
ALTER TABLE vouchers ADD COLUMN turns_next_year INTEGER NOT NULL DEFAULT 0 CHECK (turns_next_year IN (0, 1));
-- Who changed a draft last; its first author is created_by.
ALTER TABLE vouchers ADD COLUMN edited_by INTEGER REFERENCES users (id);
CREATE INDEX vouchers_drafts ON vouchers (date, id) WHERE state = 'draft';
CREATE INDEX vouchers_turning ON vouchers (date) WHERE turns_next_year = 1;

-- A reversal has the lines of what it reverses, their project and budget too, and stands among the closings as that does.
DROP TRIGGER vouchers_post_true_reversals;
CREATE TRIGGER vouchers_post_true_reversals BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.reverses_id IS NOT NULL AND (
	NOT EXISTS (SELECT 1 FROM vouchers o WHERE o.id = NEW.reverses_id AND o.state = 'posted' AND o.reverses_id IS NULL
		AND o.is_closing = NEW.is_closing)
	OR EXISTS (SELECT account_id, debit, credit, member_id, line_no, project_id, budget_item_id
			FROM voucher_lines WHERE voucher_id = NEW.reverses_id
		EXCEPT SELECT account_id, credit, debit, member_id, line_no, project_id, budget_item_id FROM voucher_lines WHERE voucher_id = OLD.id)
	OR (SELECT count(*) FROM voucher_lines WHERE voucher_id = NEW.reverses_id)
		<> (SELECT count(*) FROM voucher_lines WHERE voucher_id = OLD.id))
BEGIN
	SELECT RAISE(ABORT, 'voucher.not_reversible');
END;

-- A manual voucher above the amount of the settings is posted by another than who wrote it last, and reversed by another than
-- who posted it, unless it was marked to be turned back in the next year. The default stands in domain/settings/schema.ts
-- too; a test compares.
CREATE TRIGGER vouchers_keep_their_author BEFORE UPDATE ON vouchers WHEN NEW.created_by IS NOT OLD.created_by
BEGIN
	SELECT RAISE(ABORT, 'voucher.is_posted');
END;
CREATE TRIGGER vouchers_large_by_two BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted'
	AND coalesce((SELECT o.source FROM vouchers o WHERE o.id = NEW.reverses_id), NEW.source) = 'manual'
	AND (NEW.posted_by IS NULL OR NEW.posted_by
		IS coalesce((SELECT o.posted_by FROM vouchers o WHERE o.id = NEW.reverses_id), OLD.edited_by, OLD.created_by))
	AND NOT EXISTS (SELECT 1 FROM vouchers o WHERE o.id = NEW.reverses_id AND o.turns_next_year = 1
		AND NEW.date > substr(o.date, 1, 4) || '-12-31')
	AND (SELECT s.debit FROM voucher_sums s WHERE s.voucher_id = OLD.id)
		> coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'ledger.second_person_above'), 100000)
BEGIN
	SELECT RAISE(ABORT, 'voucher.second_person');
END;

-- 開帳 is done anew by the same person while there is nothing else in the books; then it takes another, as what is by hand.
CREATE TRIGGER vouchers_open_anew_by_two BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND EXISTS (SELECT 1 FROM vouchers o
		WHERE o.id = NEW.reverses_id AND o.source = 'opening' AND o.source_id = 0 AND o.posted_by IS NEW.posted_by)
	AND EXISTS (SELECT 1 FROM vouchers WHERE state = 'posted' AND source NOT IN ('opening', 'reversal'))
	AND (SELECT s.debit FROM voucher_sums s WHERE s.voucher_id = OLD.id)
		> coalesce((SELECT CAST(value AS INTEGER) FROM settings WHERE key = 'ledger.second_person_above'), 100000)
BEGIN
	SELECT RAISE(ABORT, 'voucher.second_person');
END;

-- 開帳 and the year's opening are transfers, as closings are. Without GROUP BY, which would sum up every voucher there is for the
-- one that is posted.
DROP VIEW voucher_sums;
CREATE VIEW voucher_sums AS
SELECT v.id AS voucher_id, (SELECT count(*) FROM voucher_lines l WHERE l.voucher_id = v.id) AS lines,
	(SELECT coalesce(sum(l.debit), 0) FROM voucher_lines l WHERE l.voucher_id = v.id) AS debit,
	(SELECT coalesce(sum(l.credit), 0) FROM voucher_lines l WHERE l.voucher_id = v.id) AS credit,
	CASE WHEN v.reverses_id IS NOT NULL OR v.is_closing = 1 OR v.source = 'opening' THEN 'transfer' ELSE
		(SELECT iif(c.cash > 0, 'income', iif(c.cash < 0, 'expense', 'transfer')) FROM (SELECT sum(l.debit - l.credit) AS cash
			FROM voucher_lines l JOIN accounts a ON a.id = l.account_id
			WHERE l.voucher_id = v.id AND substr(a.code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310')) c) END AS kind,
	EXISTS (SELECT 1 FROM voucher_lines l JOIN accounts a ON a.id = l.account_id
		WHERE l.voucher_id = v.id AND a.is_active = 0) AS has_inactive
FROM vouchers v;

-- A closing is of a year (source_id), on its last day; it is posted into the closed months that it closes, and nothing else is.
CREATE TRIGGER vouchers_close_years_alone BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.is_closing <> (NEW.source = 'closing'
	OR coalesce((SELECT o.source = 'closing' FROM vouchers o WHERE o.id = NEW.reverses_id), 0))
BEGIN
	SELECT RAISE(ABORT, 'voucher.not_closing');
END;
CREATE TRIGGER vouchers_close_on_the_last_day BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.is_closing = 1
	AND NEW.date IS NOT coalesce((SELECT o.date FROM vouchers o WHERE o.id = NEW.reverses_id), NEW.source_id || '-12-31')
BEGIN
	SELECT RAISE(ABORT, 'voucher.not_closing');
END;
CREATE TRIGGER vouchers_close_closed_months BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.source = 'closing'
	AND 12 <> (SELECT count(*) FROM periods WHERE status = 'closed' AND month BETWEEN NEW.source_id || '-01' AND NEW.source_id || '-12')
BEGIN
	SELECT RAISE(ABORT, 'ledger.months_open');
END;
-- 結轉: with it, income and expense up to the year's end come to nothing (the years before are closed), and so does 3220.
CREATE TRIGGER vouchers_close_to_nothing BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.source = 'closing' AND EXISTS (SELECT 1 FROM accounts a
	WHERE (substr(a.code, 1, 1) IN ('4', '5') OR substr(a.code, 1, 4) = '3220'
			OR a.id = (SELECT account_id FROM posting_accounts WHERE purpose = 'surplus'))
		AND coalesce((SELECT sum(m.debit - m.credit + m.closing_debit - m.closing_credit) FROM account_months m
			WHERE m.account_id = a.id AND m.month <= NEW.source_id || '-12'), 0)
		+ coalesce((SELECT sum(l.debit - l.credit) FROM voucher_lines l WHERE l.voucher_id = NEW.id AND l.account_id = a.id), 0) <> 0)
BEGIN
	SELECT RAISE(ABORT, 'voucher.not_closing');
END;
-- An account that was taken out of use in its year is closed with it.
DROP TRIGGER vouchers_post_on_active_accounts;
CREATE TRIGGER vouchers_post_on_active_accounts BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.reverses_id IS NULL AND NEW.is_closing = 0
	AND EXISTS (SELECT 1 FROM voucher_sums s WHERE s.voucher_id = OLD.id AND s.has_inactive = 1)
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_inactive');
END;
-- Years are closed one after the other, and opened again from the last one backwards.
CREATE TRIGGER vouchers_close_years_in_order BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.source = 'closing' AND EXISTS (SELECT 1 FROM accounts a
	WHERE substr(a.code, 1, 1) IN ('4', '5') AND 0 <> (SELECT coalesce(sum(m.debit - m.credit + m.closing_debit - m.closing_credit), 0)
		FROM account_months m WHERE m.account_id = a.id AND m.month < NEW.source_id || '-01'))
BEGIN
	SELECT RAISE(ABORT, 'ledger.year_before_open');
END;
CREATE TRIGGER vouchers_reopen_years_in_order BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.is_closing = 1 AND NEW.reverses_id IS NOT NULL
	AND EXISTS (SELECT 1 FROM vouchers v WHERE v.source <> 'manual' AND v.source = 'closing' AND v.state = 'posted'
		AND v.source_id > (SELECT o.source_id FROM vouchers o WHERE o.id = NEW.reverses_id)
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'ledger.year_after_closed');
END;
DROP TRIGGER vouchers_post_in_open_months;
CREATE TRIGGER vouchers_post_in_open_months BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.is_closing = 0
	AND EXISTS (SELECT 1 FROM periods WHERE month = substr(NEW.date, 1, 7) AND status = 'closed')
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_closed');
END;

-- Who closed and opened months and years, with the reason of an opening. Append-only.
CREATE TABLE period_events (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	period TEXT NOT NULL CHECK (period GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]' OR period GLOB '[0-9][0-9][0-9][0-9]'),
	step TEXT NOT NULL CHECK (step IN ('close', 'reopen', 'open_year')), -- open_year: 年初轉列
	user_id INTEGER REFERENCES users (id),
	on_behalf_of INTEGER REFERENCES users (id),
	reason TEXT CHECK (length(reason) BETWEEN 1 AND 500),
	at INTEGER NOT NULL,
	CHECK (step <> 'reopen' OR reason IS NOT NULL)
) STRICT;
CREATE INDEX period_events_of ON period_events (period, id);
CREATE TRIGGER period_events_are_never_replaced BEFORE INSERT ON period_events
WHEN EXISTS (SELECT 1 FROM period_events WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_stale');
END;
CREATE TRIGGER period_events_are_final BEFORE UPDATE ON period_events
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_stale');
END;
CREATE TRIGGER period_events_are_never_deleted BEFORE DELETE ON period_events
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_stale');
END;
-- A month or a year opens again by another than who closed it, or in whose place it was; the event stands before it in the batch.
CREATE TRIGGER period_events_reopen_by_another BEFORE INSERT ON period_events
WHEN NEW.step = 'reopen' AND (NEW.user_id IS NULL OR EXISTS (SELECT 1 FROM period_events e
	WHERE e.id = (SELECT max(id) FROM period_events WHERE period = NEW.period AND step = 'close')
		AND (e.user_id IN (NEW.user_id, NEW.on_behalf_of) OR e.on_behalf_of IN (NEW.user_id, NEW.on_behalf_of)))
	OR EXISTS (SELECT 1 FROM periods WHERE month = NEW.period AND status = 'closed' AND closed_by IN (NEW.user_id, NEW.on_behalf_of))
	OR EXISTS (SELECT 1 FROM vouchers v WHERE length(NEW.period) = 4 AND v.source <> 'manual' AND v.source = 'closing'
		AND v.source_id = CAST(NEW.period AS INTEGER) AND v.state = 'posted' AND v.posted_by IN (NEW.user_id, NEW.on_behalf_of)
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id)))
BEGIN
	SELECT RAISE(ABORT, 'ledger.second_person');
END;
CREATE TRIGGER vouchers_reopen_years_by_event BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.is_closing = 1 AND NEW.reverses_id IS NOT NULL
	AND 'reopen' IS NOT (SELECT e.step FROM period_events e WHERE e.step IN ('close', 'reopen')
		AND e.period = CAST((SELECT o.source_id FROM vouchers o WHERE o.id = NEW.reverses_id) AS TEXT) ORDER BY e.id DESC LIMIT 1)
BEGIN
	SELECT RAISE(ABORT, 'ledger.second_person');
END;
-- Closing again has its event too, or an old opening would let it open a second time.
CREATE TRIGGER vouchers_close_years_by_event BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.source = 'closing' AND 'reopen' IS (SELECT e.step FROM period_events e
	WHERE e.step IN ('close', 'reopen') AND e.period = CAST(NEW.source_id AS TEXT) ORDER BY e.id DESC LIMIT 1)
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_stale');
END;
CREATE TRIGGER periods_close_by_event BEFORE UPDATE ON periods
WHEN OLD.status = 'open' AND NEW.status = 'closed' AND 'close' IS NOT (SELECT step FROM period_events
	WHERE period = OLD.month AND step IN ('close', 'reopen') ORDER BY id DESC LIMIT 1)
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_stale');
END;
CREATE TRIGGER periods_keep_who_closed BEFORE UPDATE ON periods
WHEN OLD.status = 'closed' AND NEW.status = 'closed' AND (NEW.closed_by, NEW.closed_at) IS NOT (OLD.closed_by, OLD.closed_at)
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_stale');
END;
CREATE TRIGGER periods_reopen_by_event BEFORE UPDATE ON periods
WHEN OLD.status = 'closed' AND NEW.status = 'open' AND 'reopen' IS NOT (SELECT step FROM period_events
	WHERE period = OLD.month AND step IN ('close', 'reopen') ORDER BY id DESC LIMIT 1)
BEGIN
	SELECT RAISE(ABORT, 'ledger.second_person');
END;
-- A year that is closed opens by the reversal of its closing, not month by month.
CREATE TRIGGER periods_of_closed_years_stay BEFORE UPDATE ON periods
WHEN OLD.status = 'closed' AND NEW.status = 'open' AND EXISTS (SELECT 1 FROM vouchers v
	WHERE v.source <> 'manual' AND v.source = 'closing' AND v.source_id = CAST(substr(OLD.month, 1, 4) AS INTEGER)
		AND v.state = 'posted' AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = v.id AND r.state = 'posted'))
BEGIN
	SELECT RAISE(ABORT, 'ledger.year_closed');
END;

-- What the bank said that an account held at the end of a month; compared when the month is closed.
CREATE TABLE period_balances (
	month TEXT NOT NULL CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]'),
	account_id INTEGER NOT NULL REFERENCES accounts (id),
	amount INTEGER NOT NULL CHECK (abs(amount) <= 999999999999),
	note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 200), -- why it differs: 在途存款, 未兌現支票
	user_id INTEGER REFERENCES users (id),
	updated_at INTEGER NOT NULL,
	PRIMARY KEY (month, account_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER period_balances_insert_while_open BEFORE INSERT ON period_balances
WHEN EXISTS (SELECT 1 FROM periods WHERE month = NEW.month AND status = 'closed')
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_closed');
END;
CREATE TRIGGER period_balances_update_while_open BEFORE UPDATE ON period_balances
WHEN EXISTS (SELECT 1 FROM periods WHERE month IN (OLD.month, NEW.month) AND status = 'closed')
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_closed');
END;
CREATE TRIGGER period_balances_delete_while_open BEFORE DELETE ON period_balances
WHEN EXISTS (SELECT 1 FROM periods WHERE month = OLD.month AND status = 'closed')
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_closed');
END;

-- THE accounts that the program posts to by itself, by the name that the code uses; the association may choose others.
CREATE TABLE posting_accounts (
	purpose TEXT PRIMARY KEY CHECK (purpose GLOB '[a-z]*'),
	account_id INTEGER NOT NULL REFERENCES accounts (id),
	version INTEGER NOT NULL DEFAULT 1,
	updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO posting_accounts (purpose, account_id, updated_at)
SELECT j.key, a.id, 0 FROM json_each('{"cash":"1110","petty_cash":"1120","bank":"1130","postal":"1140","receivable":"1220",
"advance":"1250","payable":"2110","dues_in_advance":"2120","nhi":"2130","income_tax":"2140","suspense":"2150","refundable":"2160",
"accumulated":"3210","surplus":"3220","entrance":"4110","annual":"4120","member_donation":"4210","donation":"4220","grant":"4310",
"interest":"4410","other_income":"4910","fees":"5270","depreciation":"5510"}') j JOIN accounts a ON a.code = j.value;

-- Another account for it is of the same class, cash for cash, in use; what stands on a balance sheet has one of its own, which
-- holds nothing when it is left: what the program ties to it would no longer be there.
CREATE TRIGGER posting_accounts_are_never_replaced BEFORE INSERT ON posting_accounts
WHEN EXISTS (SELECT 1 FROM posting_accounts WHERE purpose = NEW.purpose)
BEGIN
	SELECT RAISE(ABORT, 'ledger.mapping_stale');
END;
CREATE TRIGGER posting_accounts_are_never_deleted BEFORE DELETE ON posting_accounts
BEGIN
	SELECT RAISE(ABORT, 'ledger.mapping_stale');
END;
CREATE TRIGGER posting_accounts_change_within_their_class BEFORE UPDATE ON posting_accounts
WHEN NEW.purpose <> OLD.purpose OR NEW.account_id <> OLD.account_id
BEGIN
	SELECT RAISE(ABORT, 'ledger.mapping_class') WHERE NEW.purpose <> OLD.purpose OR NOT EXISTS (SELECT 1 FROM accounts o, accounts n
		WHERE o.id = OLD.account_id AND n.id = NEW.account_id AND n.is_active = 1 AND substr(n.code, 1, 1) = substr(o.code, 1, 1)
			AND (substr(n.code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310')) = (substr(o.code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310')));
	SELECT RAISE(ABORT, 'ledger.mapping_shared') WHERE EXISTS (SELECT 1 FROM posting_accounts p JOIN accounts a ON a.id = p.account_id
		WHERE p.account_id = NEW.account_id AND p.purpose <> OLD.purpose AND a.code < '4');
	SELECT RAISE(ABORT, 'ledger.mapping_balance') WHERE EXISTS (SELECT 1 FROM accounts a WHERE a.id = OLD.account_id AND a.code < '4'
		AND coalesce((SELECT sum(debit - credit + closing_debit - closing_credit) FROM account_months WHERE account_id = a.id), 0) <> 0);
END;

-- 常用分錄: lines that are filled in.
CREATE TABLE voucher_templates (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL UNIQUE CHECK (length(name) BETWEEN 1 AND 60),
	description TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 200),
	lines TEXT NOT NULL CHECK (json_valid(lines)), -- [{"account": "5250", "side": "debit", "amount": 300, "memo": "郵資"}]
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;

CREATE TRIGGER voucher_templates_are_never_replaced BEFORE INSERT ON voucher_templates
WHEN EXISTS (SELECT 1 FROM voucher_templates WHERE id = NEW.id OR name = NEW.name)
BEGIN
	SELECT RAISE(ABORT, 'template.taken');
END;
CREATE TRIGGER voucher_templates_keep_their_place BEFORE UPDATE ON voucher_templates
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM voucher_templates WHERE id <> OLD.id AND name = NEW.name)
BEGIN
	SELECT RAISE(ABORT, 'template.taken');
END;

-- 財產: what stands in 14xx, for the 財產目錄 and for depreciation.
CREATE TABLE assets (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
	account_id INTEGER NOT NULL REFERENCES accounts (id), -- 14xx
	quantity INTEGER NOT NULL DEFAULT 1 CHECK (quantity BETWEEN 1 AND 100000),
	unit TEXT NOT NULL DEFAULT '' CHECK (length(unit) <= 10),
	acquired_on TEXT NOT NULL CHECK (acquired_on IS date(acquired_on) AND length(acquired_on) = 10),
	cost INTEGER NOT NULL CHECK (cost BETWEEN 1 AND 999999999),
	residual INTEGER NOT NULL DEFAULT 0,
	life_months INTEGER CHECK (life_months BETWEEN 1 AND 1200), -- none: 土地
	place TEXT NOT NULL DEFAULT '' CHECK (length(place) <= 80),
	keeper TEXT NOT NULL DEFAULT '' CHECK (length(keeper) <= 80),
	disposed_on TEXT CHECK (disposed_on IS date(disposed_on)),
	note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 500),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (residual BETWEEN 0 AND cost),
	CHECK (disposed_on IS NULL OR disposed_on >= acquired_on)
) STRICT;
CREATE INDEX assets_by_account ON assets (account_id, acquired_on, id);
CREATE TRIGGER assets_are_never_replaced BEFORE INSERT ON assets WHEN EXISTS (SELECT 1 FROM assets WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'asset.stale');
END;
CREATE TRIGGER assets_keep_their_number BEFORE UPDATE ON assets WHEN NEW.id <> OLD.id
BEGIN
	SELECT RAISE(ABORT, 'asset.stale');
END;
CREATE TRIGGER assets_begin_in_14 BEFORE INSERT ON assets
WHEN NOT EXISTS (SELECT 1 FROM accounts WHERE id = NEW.account_id AND code GLOB '14[0-9][0-8]*')
BEGIN
	SELECT RAISE(ABORT, 'asset.wrong_account');
END;
CREATE TRIGGER assets_stay_in_14 BEFORE UPDATE ON assets
WHEN NOT EXISTS (SELECT 1 FROM accounts WHERE id = NEW.account_id AND code GLOB '14[0-9][0-8]*')
BEGIN
	SELECT RAISE(ABORT, 'asset.wrong_account');
END;

-- 本年折舊: of a year one voucher, until its draft is deleted or it is reversed.
CREATE TABLE depreciations (
	voucher_id INTEGER PRIMARY KEY REFERENCES vouchers (id) ON DELETE CASCADE,
	year INTEGER NOT NULL CHECK (year BETWEEN 1980 AND 2200)
) STRICT;
CREATE INDEX depreciations_of_year ON depreciations (year);
CREATE TRIGGER depreciations_are_once BEFORE INSERT ON depreciations WHEN EXISTS (SELECT 1 FROM depreciations d
	WHERE d.voucher_id = NEW.voucher_id OR (d.year = NEW.year
		AND NOT EXISTS (SELECT 1 FROM vouchers r WHERE r.reverses_id = d.voucher_id AND r.state = 'posted')))
BEGIN
	SELECT RAISE(ABORT, 'voucher.posted_twice');
END;
CREATE TRIGGER depreciations_are_final BEFORE UPDATE ON depreciations
BEGIN
	SELECT RAISE(ABORT, 'voucher.posted_twice');
END;
CREATE TRIGGER depreciations_posted_stay BEFORE DELETE ON depreciations
WHEN EXISTS (SELECT 1 FROM vouchers WHERE id = OLD.voucher_id AND state = 'posted')
BEGIN
	SELECT RAISE(ABORT, 'voucher.posted_twice');
END;

-- A sub-account stands below an account; what the program or a bank account posts to stays in use under its code, and an
-- account that anything names is not deleted.
CREATE TRIGGER accounts_stand_below_one BEFORE INSERT ON accounts
WHEN length(NEW.code) > 4 AND NOT EXISTS (SELECT 1 FROM accounts WHERE code = substr(NEW.code, 1, 4))
BEGIN
	SELECT RAISE(ABORT, 'ledger.no_parent');
END;
DROP TRIGGER accounts_keep_their_code;
CREATE TRIGGER accounts_keep_their_code BEFORE UPDATE ON accounts
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM accounts WHERE id <> OLD.id AND code = NEW.code)
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_taken');
END;
CREATE TRIGGER accounts_named_keep_their_code BEFORE UPDATE ON accounts
WHEN NEW.code <> OLD.code AND (EXISTS (SELECT 1 FROM voucher_lines WHERE account_id = OLD.id)
	OR EXISTS (SELECT 1 FROM accounts WHERE code GLOB OLD.code || '-*')
	OR EXISTS (SELECT 1 FROM posting_accounts WHERE account_id = OLD.id)
	OR EXISTS (SELECT 1 FROM bank_accounts WHERE account_id = OLD.id))
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_used');
END;
CREATE TRIGGER accounts_move_below_one BEFORE UPDATE ON accounts
WHEN length(NEW.code) > 4 AND NOT EXISTS (SELECT 1 FROM accounts WHERE code = substr(NEW.code, 1, 4) AND id <> NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'ledger.no_parent');
END;
CREATE TRIGGER accounts_posted_to_stay_active BEFORE UPDATE ON accounts
WHEN NEW.is_active = 0 AND OLD.is_active = 1 AND (EXISTS (SELECT 1 FROM posting_accounts WHERE account_id = OLD.id)
	OR EXISTS (SELECT 1 FROM bank_accounts WHERE account_id = OLD.id AND is_active = 1))
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_mapped');
END;
CREATE TRIGGER accounts_named_are_never_deleted BEFORE DELETE ON accounts
WHEN EXISTS (SELECT 1 FROM accounts WHERE code GLOB OLD.code || '-*')
	OR EXISTS (SELECT 1 FROM posting_accounts WHERE account_id = OLD.id)
	OR EXISTS (SELECT 1 FROM bank_accounts WHERE account_id = OLD.id)
	OR EXISTS (SELECT 1 FROM budget_items WHERE account_id = OLD.id)
	OR EXISTS (SELECT 1 FROM period_balances WHERE account_id = OLD.id)
	OR EXISTS (SELECT 1 FROM assets WHERE account_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_used');
END;
