-- Double-entry books (docs: DOMAIN 5): what every payment posts into. The pages come later; the rules stand here, so that
-- no writer can break them, whatever the statement.

-- 會計科目. The first digit is the class; 1130-01 is an account below 1130. Cash class: 1110, 1120, 1130, 1140, 1310.
CREATE TABLE accounts (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	code TEXT NOT NULL UNIQUE CHECK (code GLOB '[1-5][0-9][0-9][0-9]' OR code GLOB '[1-5][0-9][0-9][0-9]-[0-9][0-9]'),
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
	is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
INSERT INTO accounts (code, name, created_at, updated_at)
SELECT substr(value, 1, 4), substr(value, 6), 0, 0 FROM json_each('["1110 庫存現金","1120 週轉金(零用金)","1130 銀行存款",
"1140 郵政劃撥儲金","1150 有價證券","1210 應收票據","1220 應收款項","1230 短期墊款","1240 預付款項","1250 暫付款",
"1310 銀行存款－基金專戶","1410 土地","1420 房屋及建築","1429 累計折舊－房屋及建築","1430 事務器械設備",
"1439 累計折舊－事務器械設備","1910 存出保證金","2110 應付款項","2120 預收款項(預收會費)","2130 代收款項","2140 代扣稅款",
"2150 暫收款","2160 應退款項","3110 準備基金","3120 其他指定基金","3210 累計餘絀","3220 本期餘絀","4110 入會費收入",
"4120 常年會費收入","4130 事業費收入","4210 會員捐款收入","4220 捐助收入","4310 政府補助收入","4320 委託收益","4330 專案計畫收入",
"4410 利息收入","4910 其他收入","5110 人事費","5210 文具書報費","5220 印刷費","5230 水電費","5240 旅運費","5250 郵電費",
"5260 租金及修繕費","5270 手續費","5310 會議費","5320 活動及病友服務費","5330 會刊及研究費","5410 購置費","5510 折舊",
"5610 專案計畫支出","5710 捐助及慰助金","5810 雜項支出","5820 呆帳","5910 提撥基金"]');
CREATE TRIGGER accounts_are_never_replaced BEFORE INSERT ON accounts
WHEN EXISTS (SELECT 1 FROM accounts WHERE id = NEW.id OR code = NEW.code)
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_taken');
END;

-- 會計期間: a month without a row is open.
CREATE TABLE periods (
	month TEXT PRIMARY KEY CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[01][0-9]'),
	status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'closed')),
	closed_by INTEGER REFERENCES users (id),
	closed_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	updated_at INTEGER NOT NULL,
	CHECK ((status = 'closed') = (closed_at IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE TRIGGER periods_are_never_replaced BEFORE INSERT ON periods WHEN EXISTS (SELECT 1 FROM periods WHERE month = NEW.month)
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_stale');
END;
CREATE TRIGGER periods_keep_their_month BEFORE UPDATE ON periods WHEN NEW.month <> OLD.month
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_stale');
END;
CREATE TRIGGER periods_are_never_deleted BEFORE DELETE ON periods
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_stale');
END;

-- Numbers without gaps: of a series and a year of the Republic, from first_no. The document that takes a number raises
-- last_no by a trigger of its own, so that nothing else can.
CREATE TABLE number_series (
	series TEXT NOT NULL CHECK (series IN
		('receipt:dues', 'receipt:donation', 'voucher:income', 'voucher:expense', 'voucher:transfer')),
	roc_year INTEGER NOT NULL CHECK (roc_year BETWEEN 1 AND 999),
	first_no INTEGER NOT NULL DEFAULT 1 CHECK (first_no BETWEEN 1 AND 999999),
	last_no INTEGER NOT NULL,
	PRIMARY KEY (series, roc_year),
	CHECK (last_no >= first_no - 1)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER number_series_are_never_replaced BEFORE INSERT ON number_series
WHEN EXISTS (SELECT 1 FROM number_series WHERE series = NEW.series AND roc_year = NEW.roc_year)
BEGIN
	SELECT RAISE(ABORT, 'number.in_use');
END;
CREATE TRIGGER number_series_are_never_deleted BEFORE DELETE ON number_series
BEGIN
	SELECT RAISE(ABORT, 'number.in_use');
END;

-- 傳票. Inserted as a draft, then its lines, then posted by the one UPDATE that may do so.
CREATE TABLE vouchers (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'posted')),
	kind TEXT CHECK (kind IN ('income', 'expense', 'transfer')), -- 收入, 支出, 轉帳: of the lines, checked at posting
	roc_year INTEGER,
	seq INTEGER,
	date TEXT NOT NULL CHECK (date IS date(date) AND length(date) = 10),
	description TEXT NOT NULL CHECK (length(description) BETWEEN 1 AND 200),
	source TEXT NOT NULL DEFAULT 'manual' CHECK (source IN
		('manual', 'payment', 'dues', 'bank_line', 'income', 'finance', 'deposit', 'opening', 'closing', 'reversal')),
	source_id INTEGER,
	source_seq INTEGER CHECK (source_seq > 0), -- a second one of the same source needs the first one reversed
	reverses_id INTEGER UNIQUE REFERENCES vouchers (id),
	is_closing INTEGER NOT NULL DEFAULT 0 CHECK (is_closing IN (0, 1)),
	created_by INTEGER REFERENCES users (id),
	posted_by INTEGER REFERENCES users (id),
	posted_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK ((source = 'manual') = (source_id IS NULL)),
	CHECK ((source_id IS NULL) = (source_seq IS NULL)),
	CHECK ((source = 'reversal') = (reverses_id IS NOT NULL)),
	CHECK ((state = 'posted') = (kind IS NOT NULL AND roc_year IS NOT NULL AND seq IS NOT NULL AND posted_at IS NOT NULL))
) STRICT;
CREATE UNIQUE INDEX vouchers_number ON vouchers (kind, roc_year, seq) WHERE state = 'posted';
CREATE UNIQUE INDEX vouchers_of_source ON vouchers (source, source_id, source_seq) WHERE source <> 'manual';
CREATE INDEX vouchers_by_date ON vouchers (date, id);

CREATE TABLE voucher_lines (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	voucher_id INTEGER NOT NULL REFERENCES vouchers (id) ON DELETE CASCADE,
	line_no INTEGER NOT NULL CHECK (line_no > 0),
	account_id INTEGER NOT NULL REFERENCES accounts (id),
	debit INTEGER NOT NULL DEFAULT 0 CHECK (debit BETWEEN 0 AND 999999999999),
	credit INTEGER NOT NULL DEFAULT 0 CHECK (credit BETWEEN 0 AND 999999999999),
	memo TEXT NOT NULL DEFAULT '' CHECK (length(memo) <= 200),
	member_id INTEGER REFERENCES members (id),
	UNIQUE (voucher_id, line_no),
	CHECK ((debit > 0) <> (credit > 0))
) STRICT;
CREATE INDEX voucher_lines_of_account ON voucher_lines (account_id, voucher_id);
CREATE INDEX voucher_lines_of_member ON voucher_lines (member_id) WHERE member_id IS NOT NULL;

-- What a voucher is by its lines: raising cash on balance 收入, lowering it 支出, else 轉帳; so are closings and reversals.
CREATE VIEW voucher_sums AS
SELECT v.id AS voucher_id, count(l.id) AS lines, coalesce(sum(l.debit), 0) AS debit, coalesce(sum(l.credit), 0) AS credit,
	CASE WHEN v.reverses_id IS NOT NULL OR v.is_closing = 1 THEN 'transfer'
		WHEN coalesce(sum(iif(substr(a.code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310'), l.debit - l.credit, 0)), 0) > 0 THEN 'income'
		WHEN coalesce(sum(iif(substr(a.code, 1, 4) IN ('1110', '1120', '1130', '1140', '1310'), l.debit - l.credit, 0)), 0) < 0 THEN 'expense'
		ELSE 'transfer' END AS kind,
	coalesce(max(a.is_active = 0), 0) AS has_inactive
FROM vouchers v LEFT JOIN voucher_lines l ON l.voucher_id = v.id LEFT JOIN accounts a ON a.id = l.account_id
GROUP BY v.id;

CREATE TRIGGER vouchers_begin_as_drafts BEFORE INSERT ON vouchers
WHEN NEW.state <> 'draft' OR NEW.seq IS NOT NULL OR NEW.posted_by IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'voucher.is_posted');
END;
CREATE TRIGGER vouchers_are_never_replaced BEFORE INSERT ON vouchers
WHEN EXISTS (SELECT 1 FROM vouchers WHERE id = NEW.id OR reverses_id = NEW.reverses_id
	OR (source <> 'manual' AND source = NEW.source AND source_id = NEW.source_id AND source_seq = NEW.source_seq))
BEGIN
	SELECT RAISE(ABORT, CASE WHEN NEW.reverses_id IS NOT NULL THEN 'voucher.reversed' ELSE 'voucher.posted_twice' END);
END;
CREATE TRIGGER vouchers_keep_their_place BEFORE UPDATE ON vouchers
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM vouchers WHERE id <> OLD.id AND (reverses_id = NEW.reverses_id
	OR (source <> 'manual' AND source = NEW.source AND source_id = NEW.source_id AND source_seq = NEW.source_seq)
	OR (state = 'posted' AND kind = NEW.kind AND roc_year = NEW.roc_year AND seq = NEW.seq)))
BEGIN
	SELECT RAISE(ABORT, 'voucher.posted_twice');
END;
CREATE TRIGGER vouchers_posted_are_final BEFORE UPDATE ON vouchers WHEN OLD.state = 'posted'
BEGIN
	SELECT RAISE(ABORT, 'voucher.is_posted');
END;
CREATE TRIGGER vouchers_posted_are_never_deleted BEFORE DELETE ON vouchers WHEN OLD.state = 'posted'
BEGIN
	SELECT RAISE(ABORT, 'voucher.is_posted');
END;
CREATE TRIGGER vouchers_post_balanced BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NOT EXISTS (SELECT 1 FROM voucher_sums s
	WHERE s.voucher_id = OLD.id AND s.lines >= 2 AND s.debit = s.credit AND s.debit > 0)
BEGIN
	SELECT RAISE(ABORT, 'voucher.unbalanced');
END;
CREATE TRIGGER vouchers_post_as_they_are BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND (NEW.roc_year IS NOT CAST(substr(NEW.date, 1, 4) AS INTEGER) - 1911
	OR NOT EXISTS (SELECT 1 FROM voucher_sums s WHERE s.voucher_id = OLD.id AND s.kind = NEW.kind))
BEGIN
	SELECT RAISE(ABORT, 'voucher.wrong_kind');
END;
CREATE TRIGGER vouchers_post_on_active_accounts BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.reverses_id IS NULL
	AND EXISTS (SELECT 1 FROM voucher_sums s WHERE s.voucher_id = OLD.id AND s.has_inactive = 1)
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_inactive');
END;
CREATE TRIGGER vouchers_post_in_open_months BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted'
	AND EXISTS (SELECT 1 FROM periods WHERE month = substr(NEW.date, 1, 7) AND status = 'closed')
BEGIN
	SELECT RAISE(ABORT, 'ledger.period_closed');
END;
CREATE TRIGGER vouchers_post_in_order BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.seq IS NOT coalesce(
	(SELECT last_no + 1 FROM number_series WHERE series = 'voucher:' || NEW.kind AND roc_year = NEW.roc_year), 1)
BEGIN
	SELECT RAISE(ABORT, 'number.not_next');
END;
CREATE TRIGGER vouchers_post_once BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.source_seq > 1 AND NOT EXISTS (SELECT 1
	FROM vouchers b JOIN vouchers r ON r.reverses_id = b.id AND r.state = 'posted'
	WHERE b.source = NEW.source AND b.source_id = NEW.source_id AND b.source_seq = NEW.source_seq - 1 AND b.state = 'posted')
BEGIN
	SELECT RAISE(ABORT, 'voucher.posted_twice');
END;
-- A reversal is of a posted voucher that is none itself, and has its lines with the sides changed.
CREATE TRIGGER vouchers_post_true_reversals BEFORE UPDATE ON vouchers
WHEN OLD.state = 'draft' AND NEW.state = 'posted' AND NEW.reverses_id IS NOT NULL AND (
	NOT EXISTS (SELECT 1 FROM vouchers o WHERE o.id = NEW.reverses_id AND o.state = 'posted' AND o.reverses_id IS NULL)
	OR EXISTS (SELECT account_id, debit, credit, member_id, line_no FROM voucher_lines WHERE voucher_id = NEW.reverses_id
		EXCEPT SELECT account_id, credit, debit, member_id, line_no FROM voucher_lines WHERE voucher_id = OLD.id)
	OR (SELECT count(*) FROM voucher_lines WHERE voucher_id = NEW.reverses_id)
		<> (SELECT count(*) FROM voucher_lines WHERE voucher_id = OLD.id))
BEGIN
	SELECT RAISE(ABORT, 'voucher.not_reversible');
END;
CREATE TRIGGER vouchers_take_their_number AFTER UPDATE OF state ON vouchers WHEN OLD.state = 'draft' AND NEW.state = 'posted'
BEGIN
	INSERT INTO number_series (series, roc_year, first_no, last_no) SELECT 'voucher:' || NEW.kind, NEW.roc_year, 1, 0
		WHERE NOT EXISTS (SELECT 1 FROM number_series WHERE series = 'voucher:' || NEW.kind AND roc_year = NEW.roc_year);
	UPDATE number_series SET last_no = NEW.seq WHERE series = 'voucher:' || NEW.kind AND roc_year = NEW.roc_year;
END;

CREATE TRIGGER voucher_lines_insert_under_drafts BEFORE INSERT ON voucher_lines
WHEN (SELECT state FROM vouchers WHERE id = NEW.voucher_id) = 'posted'
	OR EXISTS (SELECT 1 FROM voucher_lines WHERE id = NEW.id OR (voucher_id = NEW.voucher_id AND line_no = NEW.line_no))
BEGIN
	SELECT RAISE(ABORT, 'voucher.is_posted');
END;
CREATE TRIGGER voucher_lines_update_under_drafts BEFORE UPDATE ON voucher_lines
WHEN NEW.id <> OLD.id
	OR EXISTS (SELECT 1 FROM vouchers WHERE id IN (OLD.voucher_id, NEW.voucher_id) AND state = 'posted')
	OR EXISTS (SELECT 1 FROM voucher_lines WHERE id <> OLD.id AND voucher_id = NEW.voucher_id AND line_no = NEW.line_no)
BEGIN
	SELECT RAISE(ABORT, 'voucher.is_posted');
END;
CREATE TRIGGER voucher_lines_delete_under_drafts BEFORE DELETE ON voucher_lines
WHEN (SELECT state FROM vouchers WHERE id = OLD.voucher_id) = 'posted'
BEGIN
	SELECT RAISE(ABORT, 'voucher.is_posted');
END;
-- An account that was posted to keeps its number and stays: deactivate it.
CREATE TRIGGER accounts_keep_their_code BEFORE UPDATE ON accounts
WHEN NEW.id <> OLD.id OR (NEW.code <> OLD.code AND EXISTS (SELECT 1 FROM voucher_lines WHERE account_id = OLD.id))
	OR EXISTS (SELECT 1 FROM accounts WHERE id <> OLD.id AND code = NEW.code)
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_taken');
END;
CREATE TRIGGER accounts_used_are_never_deleted BEFORE DELETE ON accounts
WHEN EXISTS (SELECT 1 FROM voucher_lines WHERE account_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'ledger.account_used');
END;
