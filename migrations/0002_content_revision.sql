-- One number orders every public change (CONTENT-API §2). Triggers raise it in the transaction of the change,
-- whoever writes; nothing else does.

CREATE TABLE content_revision (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	rev INTEGER NOT NULL
) STRICT;
INSERT INTO content_revision (id, rev) VALUES (1, 1);

CREATE TABLE content_changes (
	rev INTEGER PRIMARY KEY,
	resource TEXT NOT NULL CHECK (resource IN ('article', 'page', 'category', 'tag', 'document', 'announcement')),
	id INTEGER NOT NULL,
	slug TEXT NOT NULL,
	previous_slug TEXT,
	event TEXT NOT NULL CHECK (event IN ('created', 'published', 'updated', 'unpublished', 'archived', 'deleted')),
	tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)), -- also touched: ["category:3"], old and new ones
	done_at INTEGER -- set by the web-hook consumer, in the batch that plans the deliveries
) STRICT;
CREATE INDEX content_changes_waiting ON content_changes (rev) WHERE done_at IS NULL;

-- The one door: INSERT INTO content_change (…) raises the revision and appends the row under it.
CREATE VIEW content_change AS
SELECT resource, id, slug, previous_slug, event, tags FROM content_changes;

CREATE TRIGGER content_change_raises INSTEAD OF INSERT ON content_change
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
	INSERT INTO content_changes (rev, resource, id, slug, previous_slug, event, tags)
	SELECT rev, NEW.resource, NEW.id, NEW.slug, NEW.previous_slug, NEW.event, coalesce(NEW.tags, '[]')
	FROM content_revision;
END;

-- A setting may change any answer (addresses, origins); nobody revalidates for it, so it appends no change.
CREATE TRIGGER settings_insert_raises AFTER INSERT ON settings
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER settings_update_raises AFTER UPDATE ON settings
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER settings_delete_raises AFTER DELETE ON settings
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;

-- Redirects of renamed things: kept by the triggers of each table.
CREATE TABLE slug_history (
	resource TEXT NOT NULL CHECK (resource IN ('article', 'page', 'category', 'tag', 'document')),
	slug TEXT NOT NULL,
	id INTEGER NOT NULL,
	PRIMARY KEY (resource, slug)
) STRICT, WITHOUT ROWID;
CREATE INDEX slug_history_of ON slug_history (resource, id);

CREATE TRIGGER slug_history_insert_raises AFTER INSERT ON slug_history
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER slug_history_update_raises AFTER UPDATE ON slug_history
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER slug_history_delete_raises AFTER DELETE ON slug_history
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;

-- Every saved text, newest number last. Never read by the API.
CREATE TABLE revisions (
	resource TEXT NOT NULL,
	resource_id INTEGER NOT NULL,
	number INTEGER NOT NULL,
	snapshot TEXT NOT NULL CHECK (json_valid(snapshot)),
	reason TEXT NOT NULL,
	actor TEXT NOT NULL,
	created_at INTEGER NOT NULL,
	PRIMARY KEY (resource, resource_id, number)
) STRICT, WITHOUT ROWID;
