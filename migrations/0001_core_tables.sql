-- What every change shares: the guard that turns a lost race into a rollback, the append-only audit log,
-- the outbox, and the settings that staff may change.

-- A conditional UPDATE followed directly by
--   INSERT INTO guard (code) SELECT 'article.stale' WHERE changes() <> 1
-- rolls the whole batch back with that code as the error's text.
CREATE TABLE guard (code TEXT NOT NULL) STRICT;

CREATE TRIGGER guard_refuses BEFORE INSERT ON guard
BEGIN
	SELECT RAISE(ABORT, NEW.code);
END;

CREATE TABLE audit_log (
	id INTEGER PRIMARY KEY,
	at INTEGER NOT NULL, -- UTC milliseconds
	user_id INTEGER,
	actor TEXT NOT NULL, -- 'user:12', 'cron', 'import', 'operator'
	action TEXT NOT NULL,
	auditable_type TEXT NOT NULL,
	auditable_id TEXT NOT NULL,
	description TEXT NOT NULL,
	ip_address TEXT,
	changes TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(changes))
) STRICT;
CREATE INDEX audit_log_auditable ON audit_log (auditable_type, auditable_id, id);

CREATE TRIGGER audit_log_is_never_updated BEFORE UPDATE ON audit_log
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;

CREATE TRIGGER audit_log_is_never_deleted BEFORE DELETE ON audit_log
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;

-- INSERT OR REPLACE deletes without firing the DELETE trigger, so an id that is taken is refused here.
CREATE TRIGGER audit_log_is_never_replaced BEFORE INSERT ON audit_log
WHEN EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;

-- Ids only. Only the consumer sets done_at, in the batch of its effect.
CREATE TABLE outbox (
	id INTEGER PRIMARY KEY,
	event TEXT NOT NULL,
	subject TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	done_at INTEGER
) STRICT;
CREATE INDEX outbox_waiting ON outbox (created_at) WHERE done_at IS NULL;

CREATE TABLE dead_letters (
	id TEXT PRIMARY KEY, -- the queue's message id
	queue TEXT NOT NULL,
	body TEXT NOT NULL,
	attempts INTEGER NOT NULL,
	at INTEGER NOT NULL,
	replayed_at INTEGER
) STRICT;

CREATE TABLE settings (
	key TEXT PRIMARY KEY,
	value TEXT NOT NULL,
	updated_at INTEGER NOT NULL,
	version INTEGER NOT NULL DEFAULT 1
) STRICT, WITHOUT ROWID;
