-- Books that are kept: projects and budgets that lines name, the accounts that the program posts to, templates, closings of
-- months and years (docs: DOMAIN 5).

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
-- 次年迴轉: an accrual that the next year's opening turns back.
ALTER TABLE vouchers ADD COLUMN turns_next_year INTEGER NOT NULL DEFAULT 0 CHECK (turns_next_year IN (0, 1));
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

-- 開帳 and the year's opening are transfers, as closings are.
DROP VIEW voucher_sums;
CREATE VIEW voucher_sums AS
SELECT v.id AS voucher_id, count(l.id) AS lines, coalesce(sum(l.debit), 0) AS debit, coalesce(sum(l.credit), 0) AS credit,
	CASE WHEN v.reverses_id IS NOT NULL OR v.is_closing = 1 OR v.source = 'opening' THEN 'transfer'
		WHEN coalesce(sum(iif(substr(a.code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310'), l.debit - l.credit, 0)), 0) > 0 THEN 'income'
		WHEN coalesce(sum(iif(substr(a.code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310'), l.debit - l.credit, 0)), 0) < 0 THEN 'expense'
		ELSE 'transfer' END AS kind,
	coalesce(max(a.is_active = 0), 0) AS has_inactive
FROM vouchers v LEFT JOIN voucher_lines l ON l.voucher_id = v.id LEFT JOIN accounts a ON a.id = l.account_id
GROUP BY v.id;

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
	WHERE (substr(a.code, 1, 1) IN ('4', '5') OR substr(a.code, 1, 4) = '3220')
		AND coalesce((SELECT sum(m.debit - m.credit + m.closing_debit - m.closing_credit) FROM account_months m
			WHERE m.account_id = a.id AND m.month <= NEW.source_id || '-12'), 0)
		+ coalesce((SELECT sum(l.debit - l.credit) FROM voucher_lines l WHERE l.voucher_id = NEW.id AND l.account_id = a.id), 0) <> 0)
BEGIN
	SELECT RAISE(ABORT, 'voucher.not_closing');
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
	step TEXT NOT NULL CHECK (step IN ('close', 'reopen', 'open_year', 'reopen_opening')), -- open_year: 年初轉列
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
-- A month opens again by another than who closed it, or in whose place it was; the event stands before it in the batch.
CREATE TRIGGER period_events_reopen_by_another BEFORE INSERT ON period_events
WHEN NEW.step = 'reopen' AND (NEW.user_id IS NULL OR EXISTS (SELECT 1 FROM period_events e
	WHERE e.id = (SELECT max(id) FROM period_events WHERE period = NEW.period AND step = 'close')
		AND (e.user_id IN (NEW.user_id, NEW.on_behalf_of) OR e.on_behalf_of IN (NEW.user_id, NEW.on_behalf_of))))
BEGIN
	SELECT RAISE(ABORT, 'ledger.second_person');
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
