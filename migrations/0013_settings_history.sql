-- What each setting was, since when and by whom. Triggers write it, so that bare SQL is in it too.

-- The row of the audit log that a change belongs to. Bare SQL leaves it alone, so a change without a new one is nobody's.
ALTER TABLE settings ADD COLUMN audit_id INTEGER;

CREATE TABLE settings_history (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- the newest one of a group's keys is the group's version
	key TEXT NOT NULL,
	value TEXT, -- NULL: the row was taken away, the default counts
	valid_from INTEGER NOT NULL, -- UTC milliseconds
	user_id INTEGER -- NULL: bare SQL, an operator, a script
) STRICT;
CREATE INDEX settings_history_of ON settings_history (key, id);

INSERT INTO settings_history (key, value, valid_from) SELECT key, value, updated_at FROM settings ORDER BY updated_at;

CREATE TRIGGER settings_history_is_never_updated BEFORE UPDATE ON settings_history
BEGIN
	SELECT RAISE(ABORT, 'settings.append_only');
END;
CREATE TRIGGER settings_history_is_never_deleted BEFORE DELETE ON settings_history
BEGIN
	SELECT RAISE(ABORT, 'settings.append_only');
END;
CREATE TRIGGER settings_history_is_never_replaced BEFORE INSERT ON settings_history
WHEN EXISTS (SELECT 1 FROM settings_history WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'settings.append_only');
END;

CREATE TRIGGER settings_insert_is_kept AFTER INSERT ON settings
BEGIN
	INSERT INTO settings_history (key, value, valid_from, user_id)
	VALUES (NEW.key, NEW.value, NEW.updated_at, (SELECT user_id FROM audit_log WHERE id = NEW.audit_id));
END;
-- Bare SQL may forget updated_at: then it counts from now.
CREATE TRIGGER settings_update_is_kept AFTER UPDATE OF value ON settings WHEN NEW.key = OLD.key AND NEW.value <> OLD.value
BEGIN
	INSERT INTO settings_history (key, value, valid_from, user_id)
	VALUES (
		NEW.key,
		NEW.value,
		iif(NEW.updated_at <> OLD.updated_at, NEW.updated_at, CAST(unixepoch('subsec') * 1000 AS INTEGER)),
		iif(NEW.audit_id IS NOT OLD.audit_id, (SELECT user_id FROM audit_log WHERE id = NEW.audit_id), NULL)
	);
END;
CREATE TRIGGER settings_rename_is_kept AFTER UPDATE OF key ON settings WHEN NEW.key <> OLD.key
BEGIN
	INSERT INTO settings_history (key, value, valid_from)
	VALUES
		(OLD.key, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER)),
		(NEW.key, NEW.value, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER settings_delete_is_kept AFTER DELETE ON settings
BEGIN
	INSERT INTO settings_history (key, value, valid_from)
	VALUES (OLD.key, NULL, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
