-- 會計、出納由同一人兼辦: the association's own exception, by a resolution, for one person and some days (docs: accounting).
-- It counts from the moment at which somebody with the chair's review confirms it, until its last day or its end.

CREATE TABLE concurrent_posts (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	user_id INTEGER NOT NULL REFERENCES users (id), -- who keeps both
	body TEXT NOT NULL CHECK (body IN ('general', 'board', 'joint')), -- 會員大會, 理事會, 理監事聯席會議
	resolution_no TEXT NOT NULL CHECK (length(trim(resolution_no)) BETWEEN 1 AND 60),
	resolved_on TEXT NOT NULL CHECK (resolved_on IS date(resolved_on) AND length(resolved_on) = 10),
	starts_on TEXT NOT NULL CHECK (starts_on IS date(starts_on) AND length(starts_on) = 10),
	ends_on TEXT NOT NULL CHECK (ends_on IS date(ends_on) AND length(ends_on) = 10),
	created_by INTEGER NOT NULL REFERENCES users (id),
	created_at INTEGER NOT NULL,
	confirmed_by INTEGER REFERENCES users (id),
	confirmed_at INTEGER,
	ended_by INTEGER REFERENCES users (id),
	ended_at INTEGER,
	CHECK (resolved_on <= date(created_at / 1000, 'unixepoch', '+8 hours')),
	CHECK (resolved_on <= starts_on AND starts_on <= ends_on AND ends_on <= date(starts_on, '+4 years')),
	CHECK ((confirmed_by IS NULL) = (confirmed_at IS NULL)),
	CHECK ((ended_by IS NULL) = (ended_at IS NULL))
) STRICT;
CREATE INDEX concurrent_posts_of_user ON concurrent_posts (user_id);
CREATE INDEX concurrent_posts_by_confirmation ON concurrent_posts (confirmed_at);
CREATE TRIGGER concurrent_posts_begin_unconfirmed BEFORE INSERT ON concurrent_posts
WHEN coalesce(NEW.confirmed_at, NEW.ended_at) IS NOT NULL OR EXISTS (SELECT 1 FROM concurrent_posts WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'concurrent_post.is_final');
END;
CREATE TRIGGER concurrent_posts_one_at_a_time BEFORE INSERT ON concurrent_posts
WHEN EXISTS (SELECT 1 FROM concurrent_posts WHERE ended_at IS NULL AND starts_on <= NEW.ends_on AND ends_on >= NEW.starts_on)
BEGIN
	SELECT RAISE(ABORT, 'concurrent_post.overlaps');
END;
CREATE TRIGGER concurrent_posts_by_who_may BEFORE INSERT ON concurrent_posts
WHEN NOT EXISTS (SELECT 1 FROM users u JOIN user_roles x ON x.user_id = u.id JOIN role_permissions p ON p.role_id = x.role_id
	WHERE u.id = NEW.created_by AND u.status = 'active' AND p.permission = 'settings.manage')
BEGIN
	SELECT RAISE(ABORT, 'concurrent_post.not_yours');
END;
-- Append-only: what was resolved never changes; it is confirmed once, and ended once.
CREATE TRIGGER concurrent_posts_are_final BEFORE UPDATE ON concurrent_posts
WHEN (NEW.id, NEW.user_id, NEW.body, NEW.resolution_no, NEW.resolved_on, NEW.starts_on, NEW.ends_on, NEW.created_by, NEW.created_at)
		IS NOT (OLD.id, OLD.user_id, OLD.body, OLD.resolution_no, OLD.resolved_on, OLD.starts_on, OLD.ends_on, OLD.created_by, OLD.created_at)
	OR OLD.ended_at IS NOT NULL
	OR (OLD.confirmed_at IS NOT NULL AND (NEW.confirmed_by, NEW.confirmed_at) IS NOT (OLD.confirmed_by, OLD.confirmed_at))
BEGIN
	SELECT RAISE(ABORT, 'concurrent_post.is_final');
END;
-- By the chair in person, who is neither whom it concerns nor who wrote it.
CREATE TRIGGER concurrent_posts_confirmed_by_the_chair BEFORE UPDATE ON concurrent_posts
WHEN NEW.confirmed_at IS NOT NULL AND OLD.confirmed_at IS NULL AND (NEW.confirmed_by IN (OLD.user_id, OLD.created_by)
	OR NEW.confirmed_at < OLD.created_at
	OR NOT EXISTS (SELECT 1 FROM users u JOIN user_roles x ON x.user_id = u.id JOIN role_permissions p ON p.role_id = x.role_id
		WHERE u.id = NEW.confirmed_by AND u.status = 'active' AND p.permission = 'finance.review.chair'))
BEGIN
	SELECT RAISE(ABORT, 'concurrent_post.second_person');
END;
CREATE TRIGGER concurrent_posts_are_never_deleted BEFORE DELETE ON concurrent_posts
BEGIN
	SELECT RAISE(ABORT, 'concurrent_post.is_final');
END;

-- Which resolution an event needed: the accountant's review by who reviewed as the cashier, and the payment by who reviewed as
-- the accountant. Of any other event it is empty.
ALTER TABLE finance_events ADD COLUMN concurrent_post_id INTEGER REFERENCES concurrent_posts (id);
CREATE INDEX finance_events_concurrent ON finance_events (at) WHERE concurrent_post_id IS NOT NULL;
CREATE TRIGGER finance_events_by_resolutions_in_force BEFORE INSERT ON finance_events
WHEN NEW.concurrent_post_id IS NOT NULL AND (NEW.on_behalf_of IS NOT NULL OR NEW.step NOT IN ('approve_accountant', 'pay')
	OR NOT EXISTS (SELECT 1 FROM finance_events e WHERE e.document_id = NEW.document_id AND e.revision = NEW.revision
		AND e.user_id = NEW.user_id AND e.at <= NEW.at
		AND e.step = iif(NEW.step = 'pay', 'approve_accountant', 'approve_cashier'))
	OR NOT EXISTS (SELECT 1 FROM concurrent_posts c WHERE c.id = NEW.concurrent_post_id AND c.user_id = NEW.user_id
		AND c.confirmed_at <= NEW.at AND c.ended_at IS NULL
		AND date(NEW.at / 1000, 'unixepoch', '+8 hours') BETWEEN c.starts_on AND c.ends_on))
BEGIN
	SELECT RAISE(ABORT, 'concurrent_post.not_in_force');
END;
-- 入帳 of an income record by who recorded it: posted_by stays empty (a rule of the table forbids the same name in both), and
-- the resolution says whose it was.
ALTER TABLE income_records ADD COLUMN concurrent_post_id INTEGER REFERENCES concurrent_posts (id);
CREATE INDEX income_records_concurrent ON income_records (posted_at) WHERE concurrent_post_id IS NOT NULL;
CREATE TRIGGER income_records_begin_without_resolution BEFORE INSERT ON income_records WHEN NEW.concurrent_post_id IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'concurrent_post.not_in_force');
END;
CREATE TRIGGER income_records_by_resolutions_in_force BEFORE UPDATE ON income_records
WHEN NEW.concurrent_post_id IS NOT OLD.concurrent_post_id AND (OLD.state <> 'recorded' OR NEW.state <> 'posted'
	OR coalesce(NEW.posted_by, NEW.posted_for) IS NOT NULL
	OR NOT EXISTS (SELECT 1 FROM concurrent_posts c WHERE c.id = NEW.concurrent_post_id AND c.user_id = NEW.recorded_by
		AND c.confirmed_at <= NEW.posted_at AND c.ended_at IS NULL
		AND date(NEW.posted_at / 1000, 'unixepoch', '+8 hours') BETWEEN c.starts_on AND c.ends_on))
BEGIN
	SELECT RAISE(ABORT, 'concurrent_post.not_in_force');
END;

-- 監事 are told the list of each month that a resolution counted in, once.
CREATE TABLE concurrent_post_months (
	month TEXT PRIMARY KEY CHECK (month GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
	told_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
