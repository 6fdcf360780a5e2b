-- Who may sign in and what they may do: users, roles, sessions, one-time links and codes, deputies, and the keys that
-- make a form sent twice one record. `members` holds what tells a member's login from a staff login; its fields come
-- with the members' own migration.

CREATE TABLE users (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
	email TEXT UNIQUE, -- case-folded
	phone TEXT UNIQUE CHECK (phone GLOB '09[0-9][0-9][0-9][0-9][0-9][0-9][0-9][0-9]'),
	status TEXT NOT NULL DEFAULT 'invited' CHECK (status IN ('invited', 'active', 'disabled')),
	password_hash TEXT, -- PHC string
	password_changed_at INTEGER,
	-- Raised whenever every session must end; a session of another number is none.
	session_version INTEGER NOT NULL DEFAULT 1,
	totp_secret TEXT, -- sealed
	totp_enabled_at INTEGER,
	totp_last_step INTEGER NOT NULL DEFAULT 0,
	last_sign_in_at INTEGER,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	version INTEGER NOT NULL DEFAULT 1,
	CHECK (email IS NOT NULL OR phone IS NOT NULL),
	CHECK (status <> 'active' OR password_hash IS NOT NULL),
	CHECK (totp_enabled_at IS NULL OR totp_secret IS NOT NULL)
) STRICT;
CREATE INDEX users_by_name ON users (name, id);

CREATE TABLE roles (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	code TEXT NOT NULL UNIQUE CHECK (code GLOB '[a-z]*' AND NOT code GLOB '*[^a-z0-9_]*'),
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
	description TEXT NOT NULL DEFAULT '',
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	version INTEGER NOT NULL DEFAULT 1
) STRICT;

CREATE TABLE role_permissions (
	role_id INTEGER NOT NULL REFERENCES roles (id) ON DELETE CASCADE,
	permission TEXT NOT NULL,
	PRIMARY KEY (role_id, permission)
) STRICT, WITHOUT ROWID;
CREATE INDEX role_permissions_by_permission ON role_permissions (permission, role_id);

CREATE TABLE user_roles (
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	role_id INTEGER NOT NULL REFERENCES roles (id),
	PRIMARY KEY (user_id, role_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX user_roles_by_role ON user_roles (role_id, user_id);

CREATE TABLE sessions (
	id TEXT PRIMARY KEY, -- 128 random bits
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	session_version INTEGER NOT NULL,
	created_at INTEGER NOT NULL,
	last_seen_at INTEGER NOT NULL,
	idle_ms INTEGER NOT NULL,
	expires_at INTEGER NOT NULL, -- the absolute limit
	authenticated_at INTEGER NOT NULL, -- the last time that the password or second factor was given
	ip_address TEXT,
	user_agent TEXT,
	ended_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_of_user ON sessions (user_id, last_seen_at) WHERE ended_at IS NULL;
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

-- Attempts, counted before the password is hashed. `subject` is a keyed hash: neither accounts nor addresses stand here.
CREATE TABLE sign_in_attempts (
	kind TEXT NOT NULL CHECK (kind IN ('account', 'address', 'second_factor', 'reset')),
	subject TEXT NOT NULL,
	failures INTEGER NOT NULL,
	blocked_until INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX sign_in_attempts_by_age ON sign_in_attempts (updated_at);

-- A link that works once. Its token is derived from its id and a Worker secret, so none is stored.
CREATE TABLE one_time_links (
	id TEXT PRIMARY KEY, -- 128 random bits
	purpose TEXT NOT NULL CHECK (purpose IN ('invitation', 'password_reset', 'email_change')),
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	email TEXT, -- the new address of an email_change
	created_at INTEGER NOT NULL,
	expires_at INTEGER NOT NULL,
	used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_links_of_user ON one_time_links (user_id, purpose);

-- Typed by hand from paper: 啟用碼 (sets or resets a password) and 備用碼 (stands in for the second factor). Hashed.
CREATE TABLE one_time_codes (
	code_hash TEXT PRIMARY KEY,
	purpose TEXT NOT NULL CHECK (purpose IN ('activation', 'recovery')),
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	created_at INTEGER NOT NULL,
	expires_at INTEGER, -- NULL: never
	used_at INTEGER
) STRICT, WITHOUT ROWID;
CREATE INDEX one_time_codes_of_user ON one_time_codes (user_id, purpose);

-- 職務代理人: while today lies between the dates, the deputy may do what user_id may review or post.
CREATE TABLE deputies (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	deputy_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	starts_on TEXT NOT NULL CHECK (starts_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	ends_on TEXT NOT NULL CHECK (ends_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	ended_at INTEGER,
	created_at INTEGER NOT NULL,
	version INTEGER NOT NULL DEFAULT 1,
	CHECK (user_id <> deputy_id),
	CHECK (starts_on <= ends_on)
) STRICT;
CREATE INDEX deputies_of_deputy ON deputies (deputy_id) WHERE ended_at IS NULL;
CREATE INDEX deputies_of_user ON deputies (user_id) WHERE ended_at IS NULL;

-- A form carries a key; the row says which record its first sending made.
CREATE TABLE form_submissions (
	key TEXT PRIMARY KEY,
	made_id INTEGER NOT NULL,
	created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX form_submissions_by_age ON form_submissions (created_at);

CREATE TABLE members (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	user_id INTEGER UNIQUE REFERENCES users (id),
	member_no TEXT UNIQUE,
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	version INTEGER NOT NULL DEFAULT 1
) STRICT;

-- Ids are never used twice and INSERT OR REPLACE never takes a row's place (it would skip every other trigger).
CREATE TRIGGER users_are_never_replaced BEFORE INSERT ON users
WHEN EXISTS (SELECT 1 FROM users WHERE id = NEW.id OR email = NEW.email OR phone = NEW.phone)
BEGIN
	SELECT RAISE(ABORT, CASE
		WHEN EXISTS (SELECT 1 FROM users WHERE email = NEW.email) THEN 'user.email_taken'
		WHEN EXISTS (SELECT 1 FROM users WHERE phone = NEW.phone) THEN 'user.phone_taken'
		ELSE 'user.stale' END);
END;

CREATE TRIGGER users_keep_their_place BEFORE UPDATE ON users
WHEN NEW.id <> OLD.id
	OR EXISTS (SELECT 1 FROM users WHERE id <> OLD.id AND (email = NEW.email OR phone = NEW.phone))
BEGIN
	SELECT RAISE(ABORT, CASE
		WHEN EXISTS (SELECT 1 FROM users WHERE id <> OLD.id AND email = NEW.email) THEN 'user.email_taken'
		WHEN EXISTS (SELECT 1 FROM users WHERE id <> OLD.id AND phone = NEW.phone) THEN 'user.phone_taken'
		ELSE 'user.stale' END);
END;

-- The roles that ship (DOMAIN §1); staff may change them. src/domain/users/permissions.ts holds the same table.
INSERT INTO roles (code, name, created_at, updated_at) VALUES
	('admin', '系統管理員', 0, 0),
	('secretary', '會務秘書', 0, 0),
	('editor', '編輯', 0, 0),
	('applicant', '申請人', 0, 0),
	('cashier', '出納', 0, 0),
	('accountant', '會計', 0, 0),
	('chair', '理事長', 0, 0),
	('auditor', '監事', 0, 0),
	('member', '會員', 0, 0);
INSERT INTO role_permissions (role_id, permission)
SELECT r.id, p.value FROM roles r, json_each(CASE r.code
	WHEN 'admin' THEN '["members.view","members.manage","members.merge","notes.manage","announcements.manage","tasks.manage","documents.manage","dues.manage","payments.record","bank.manage","receipts.issue","income.manage","finance.submit","finance.view","ledger.view","reports.view","articles.manage","categories.manage","tags.manage","pages.manage","media.manage","documents.publish","announcements.publish","webhooks.manage","users.manage","roles.manage","settings.manage","audit.view","mail.view","operations.manage"]'
	WHEN 'secretary' THEN '["members.view","members.manage","members.approve","members.merge","members.view_sensitive","notes.manage","certificates.review","announcements.manage","tasks.manage","documents.manage","dues.manage","payments.record"]'
	WHEN 'editor' THEN '["articles.manage","categories.manage","tags.manage","pages.manage","media.manage","documents.publish","announcements.publish"]'
	WHEN 'applicant' THEN '["finance.submit"]'
	WHEN 'cashier' THEN '["payments.verify","certificates.review","receipts.issue","income.manage","finance.view","finance.review.cashier","finance.pay","bank.manage"]'
	WHEN 'accountant' THEN '["finance.view","finance.review.accountant","ledger.view","ledger.post","periods.close","receipts.void","payments.verify","payments.reverse","reports.view"]'
	WHEN 'chair' THEN '["finance.view","finance.review.chair","ledger.view","ledger.reopen","payments.reverse","members.approve","reports.view"]'
	WHEN 'auditor' THEN '["finance.view","ledger.view","reports.view","audit.view"]'
	WHEN 'member' THEN '["member.own"]'
END) p;
