-- What operators must see from outside of the logs: whether the cron runs, what its check of the whole found, which keys the
-- Worker has, and when a copy was made or came back. Keys themselves stand nowhere; a fingerprint is the first 8
-- hexadecimal digits of a key's SHA-256.

-- A task of the cron: when it last began, and how it ended. One row for each, written by the cron of each minute.
CREATE TABLE cron_tasks (
	name TEXT PRIMARY KEY CHECK (length(name) BETWEEN 1 AND 60),
	ran_at INTEGER NOT NULL, -- UTC milliseconds
	succeeded_at INTEGER,
	failed_at INTEGER,
	error TEXT -- of the newest failure: kind and text of the error, as the log has it
) STRICT, WITHOUT ROWID;

-- What the check of the whole database found the last time, once an hour: [{"code", "count"}].
CREATE TABLE health_reports (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	at INTEGER NOT NULL,
	findings TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(findings))
) STRICT;

-- Which keys the Worker has had: a row where they are others than before. Where a key is being changed, the new one's
-- fingerprint stands first.
CREATE TABLE key_uses (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL CHECK (name IN ('SEALING_KEY', 'PREVIEW_KEY', 'SESSION_KEY', 'PASSWORD_PEPPER', 'LINK_KEY')),
	key_ids TEXT NOT NULL CHECK (length(key_ids) BETWEEN 8 AND 80),
	at INTEGER NOT NULL
) STRICT;
CREATE INDEX key_uses_of_name ON key_uses (name, id);

-- Copies that were made of the database and its files, and copies that were put back.
CREATE TABLE backup_runs (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL CHECK (kind IN ('backup', 'restore')),
	at INTEGER NOT NULL,
	made_at INTEGER NOT NULL, -- when the copy itself was made
	manifest TEXT NOT NULL CHECK (length(manifest) = 64), -- SHA-256 of its manifest
	row_count INTEGER NOT NULL,
	object_count INTEGER NOT NULL,
	bytes INTEGER NOT NULL,
	CHECK (made_at <= at)
) STRICT;
CREATE INDEX backup_runs_of_kind ON backup_runs (kind, at);

CREATE TRIGGER key_uses_are_never_changed BEFORE UPDATE ON key_uses
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER key_uses_are_never_deleted BEFORE DELETE ON key_uses
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER key_uses_are_never_replaced BEFORE INSERT ON key_uses
WHEN EXISTS (SELECT 1 FROM key_uses WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER backup_runs_are_never_changed BEFORE UPDATE ON backup_runs
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER backup_runs_are_never_deleted BEFORE DELETE ON backup_runs
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER backup_runs_are_never_replaced BEFORE INSERT ON backup_runs
WHEN EXISTS (SELECT 1 FROM backup_runs WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;

-- A sealed object may be sealed anew under another key, as a new object: its key and the key's id change together, what it
-- says of the readable bytes does not. Everything else of a file stays final.
DROP TRIGGER files_only_get_a_subject_or_go;
CREATE TRIGGER files_only_get_a_subject_or_go BEFORE UPDATE ON files
WHEN (OLD.deleted_at IS NOT NULL
		AND ((NEW.deleted_at, NEW.subject_type, NEW.subject_id) IS NOT (OLD.deleted_at, OLD.subject_type, OLD.subject_id)
			OR NEW.filename <> '已去識別化'))
	OR (NEW.filename <> OLD.filename AND (NEW.deleted_at IS NULL OR NEW.filename <> '已去識別化'))
	OR (NEW.id, NEW.purpose, NEW.content_type, NEW.size, NEW.width, NEW.height, NEW.sha256)
		IS NOT (OLD.id, OLD.purpose, OLD.content_type, OLD.size, OLD.width, OLD.height, OLD.sha256)
	OR (NEW.is_sealed, NEW.uploaded_by, NEW.created_at) IS NOT (OLD.is_sealed, OLD.uploaded_by, OLD.created_at)
	OR ((NEW.object_key, NEW.key_id) IS NOT (OLD.object_key, OLD.key_id)
		AND (OLD.is_sealed = 0 OR OLD.deleted_at IS NOT NULL OR NEW.key_id IS OLD.key_id OR NEW.object_key = OLD.object_key
			OR NEW.deleted_at IS NOT NULL
			OR EXISTS (SELECT 1 FROM files WHERE object_key = NEW.object_key)))
	OR (OLD.subject_id IS NOT NULL
		AND (NEW.subject_type, NEW.subject_id) IS NOT (OLD.subject_type, OLD.subject_id))
BEGIN
	SELECT RAISE(ABORT, 'file.is_final');
END;
