-- The audit log's seals: a hash over a run of rows and the seal before it, so that a row that somebody changed with the
-- triggers out of the way is found (`npm run audit:verify`). How a seal is computed stands in src/domain/audit/chain.ts.

ALTER TABLE audit_log ADD COLUMN on_behalf_of INTEGER; -- users.id of whom a deputy (user_id) stood in for

-- The log is read newest first, by time, person, action, or what it is about.
DROP INDEX audit_log_auditable;
CREATE INDEX audit_log_by_time ON audit_log (at);
CREATE INDEX audit_log_of_actor ON audit_log (actor, at);
CREATE INDEX audit_log_of_action ON audit_log (action, at);
CREATE INDEX audit_log_of_type ON audit_log (auditable_type, at);
CREATE INDEX audit_log_of_record ON audit_log (auditable_type, auditable_id, at);

-- Ids are 1, 2, 3 …: one that is missing was taken away, sealed or not. (AFTER, because only then is the id known.)
CREATE TRIGGER audit_log_has_no_gaps AFTER INSERT ON audit_log
WHEN NEW.id <> 1 AND NOT EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.id - 1)
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;

CREATE TABLE audit_seals (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- sqlite_sequence tells that the newest one was taken away
	from_id INTEGER NOT NULL,
	to_id INTEGER NOT NULL,
	count INTEGER NOT NULL,
	prev TEXT NOT NULL, -- hash of the seal before; '' in the first one
	hash TEXT NOT NULL CHECK (length(hash) = 64),
	sealed_at INTEGER NOT NULL, -- UTC milliseconds
	CHECK (from_id <= to_id)
) STRICT;

CREATE TRIGGER audit_seals_are_never_updated BEFORE UPDATE ON audit_seals
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;

CREATE TRIGGER audit_seals_are_never_deleted BEFORE DELETE ON audit_seals
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;

-- A seal is the next one or none: its number, the hash it stands on, and the rows right after those of the seal before.
-- So it replaces no other one, and of two writers at once the second is refused.
CREATE TRIGGER audit_seals_are_a_chain BEFORE INSERT ON audit_seals
WHEN NEW.id IS NOT (SELECT coalesce(max(id), 0) + 1 FROM audit_seals)
	OR NEW.prev IS NOT coalesce((SELECT hash FROM audit_seals WHERE id = NEW.id - 1), '')
	OR NEW.from_id IS NOT (
		SELECT min(id) FROM audit_log WHERE id > coalesce((SELECT to_id FROM audit_seals WHERE id = NEW.id - 1), 0)
	)
	OR NOT EXISTS (SELECT 1 FROM audit_log WHERE id = NEW.to_id)
	OR NEW.count IS NOT (SELECT count(*) FROM audit_log WHERE id BETWEEN NEW.from_id AND NEW.to_id)
BEGIN
	SELECT RAISE(ABORT, 'audit.not_next');
END;
