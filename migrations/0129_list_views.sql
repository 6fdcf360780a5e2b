-- Views: kept conditions, order and columns of a list, for their maker or for everybody who may open the list.
CREATE TABLE list_views (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- the audit log names it: never used twice
	list TEXT NOT NULL CHECK (list LIKE '/admin/%' AND length(list) <= 200),
	user_id INTEGER NOT NULL REFERENCES users (id),
	name TEXT NOT NULL CHECK (trim(name) = name AND length(name) BETWEEN 1 AND 30),
	query TEXT NOT NULL CHECK (length(query) <= 2000),
	is_shared INTEGER NOT NULL DEFAULT 0 CHECK (is_shared IN (0, 1)),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX list_views_name ON list_views (list, user_id, name);
CREATE INDEX list_views_shared ON list_views (list, name) WHERE is_shared = 1;
CREATE INDEX list_views_user ON list_views (user_id);

-- A line of tabs holds a dozen of one's own; every page of the list reads them.
CREATE TRIGGER list_views_insert_is_checked BEFORE INSERT ON list_views
BEGIN
	SELECT RAISE(ABORT, 'list_view.full') WHERE EXISTS (
		SELECT 1 FROM list_views WHERE list = NEW.list AND user_id = NEW.user_id LIMIT 1 OFFSET 11);
	SELECT RAISE(ABORT, 'list_view.full_shared') WHERE NEW.is_shared = 1 AND EXISTS (
		SELECT 1 FROM list_views WHERE list = NEW.list AND is_shared = 1 LIMIT 1 OFFSET 11);
END;
CREATE TRIGGER list_views_update_is_checked BEFORE UPDATE ON list_views
BEGIN
	SELECT RAISE(ABORT, 'list_view.fixed') WHERE NEW.id <> OLD.id OR NEW.list <> OLD.list OR NEW.user_id <> OLD.user_id;
	SELECT RAISE(ABORT, 'list_view.full_shared') WHERE NEW.is_shared = 1 AND OLD.is_shared = 0 AND EXISTS (
		SELECT 1 FROM list_views WHERE list = NEW.list AND is_shared = 1 LIMIT 1 OFFSET 11);
END;
