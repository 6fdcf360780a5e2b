-- Files in R2. A file never changes: another file is another id, so its address may be cached for a year.

CREATE TABLE attachments (
	id TEXT PRIMARY KEY CHECK (length(id) = 26),
	filename TEXT NOT NULL CHECK (length(filename) BETWEEN 1 AND 120),
	content_type TEXT NOT NULL,
	size INTEGER NOT NULL CHECK (size >= 0),
	sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
	object_key TEXT NOT NULL UNIQUE,
	width INTEGER,
	height INTEGER,
	created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER attachments_never_change BEFORE UPDATE ON attachments
BEGIN
	SELECT RAISE(ABORT, 'attachment.is_final');
END;
CREATE TRIGGER attachments_are_never_replaced BEFORE INSERT ON attachments
WHEN EXISTS (SELECT 1 FROM attachments WHERE id = NEW.id OR object_key = NEW.object_key)
BEGIN
	SELECT RAISE(ABORT, 'attachment.is_final');
END;

-- Who shows it. A file is public exactly while something public uses it.
CREATE TABLE attachment_uses (
	resource TEXT NOT NULL CHECK (resource IN ('article', 'page', 'announcement')),
	resource_id INTEGER NOT NULL,
	role TEXT NOT NULL CHECK (role IN ('file', 'inline')),
	attachment_id TEXT NOT NULL REFERENCES attachments (id),
	position INTEGER NOT NULL DEFAULT 0,
	description TEXT NOT NULL DEFAULT '',
	PRIMARY KEY (resource, resource_id, role, attachment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX attachment_uses_of ON attachment_uses (attachment_id, resource, resource_id);
