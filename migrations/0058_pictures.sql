-- Smaller copies of the website's pictures, made by a queue after the upload (src/jobs/content/pictures.ts). Until they are
-- there, and where they cannot be made, the original is served.

CREATE TABLE pictures (
	attachment_id TEXT PRIMARY KEY REFERENCES attachments (id) ON DELETE CASCADE,
	state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'failed')),
	attempts INTEGER NOT NULL DEFAULT 0 CHECK (attempts >= 0),
	due_at INTEGER NOT NULL, -- when it is tried next; while somebody makes it: when somebody else may
	error TEXT CHECK (length(error) <= 300),
	blur TEXT CHECK (blur LIKE 'data:image/webp;base64,%' AND length(blur) <= 240), -- shown until the picture is there
	settled_at INTEGER,
	CHECK ((state = 'waiting') = (settled_at IS NULL)),
	CHECK ((state = 'failed') = (error IS NOT NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX pictures_due ON pictures (due_at) WHERE state = 'waiting';
CREATE INDEX pictures_failed ON pictures (settled_at) WHERE state = 'failed';

CREATE TABLE picture_variants (
	attachment_id TEXT NOT NULL REFERENCES pictures (attachment_id) ON DELETE CASCADE,
	format TEXT NOT NULL CHECK (format IN ('webp', 'jpeg')),
	width INTEGER NOT NULL CHECK (width BETWEEN 1 AND 1920),
	height INTEGER NOT NULL CHECK (height >= 1),
	size INTEGER NOT NULL CHECK (size >= 1),
	sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
	object_key TEXT NOT NULL UNIQUE, -- made from the bytes, so that it never has others
	made_at INTEGER NOT NULL,
	PRIMARY KEY (attachment_id, format, width)
) STRICT, WITHOUT ROWID;

-- Every picture that can be made smaller waits for it, those that are here already, too.
INSERT INTO pictures (attachment_id, due_at)
SELECT id, created_at FROM attachments
WHERE content_type IN ('image/jpeg', 'image/png', 'image/webp') AND width >= 1 AND height >= 1;
CREATE TRIGGER attachments_insert_picture AFTER INSERT ON attachments
WHEN NEW.content_type IN ('image/jpeg', 'image/png', 'image/webp') AND NEW.width >= 1 AND NEW.height >= 1
BEGIN
	INSERT INTO pictures (attachment_id, due_at) VALUES (NEW.id, NEW.created_at);
END;

-- From now on the picture's addresses answer otherwise. Nobody revalidates for it, so it appends no change.
CREATE TRIGGER pictures_done_raises AFTER UPDATE OF state ON pictures WHEN NEW.state = 'done' AND OLD.state <> 'done'
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;

-- The texts whose HTML may name copies that it does not name yet: the cron looks at them, and takes them out again.
CREATE TABLE picture_texts (
	resource TEXT NOT NULL CHECK (resource IN ('article', 'page')),
	resource_id INTEGER NOT NULL,
	noted_at INTEGER NOT NULL,
	PRIMARY KEY (resource, resource_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX picture_texts_oldest ON picture_texts (noted_at);
CREATE TRIGGER pictures_done_notes AFTER UPDATE OF state ON pictures WHEN NEW.state = 'done' AND OLD.state <> 'done'
BEGIN
	INSERT OR IGNORE INTO picture_texts (resource, resource_id, noted_at)
	SELECT resource, resource_id, NEW.settled_at FROM attachment_uses
	WHERE attachment_id = NEW.attachment_id AND role = 'inline' AND resource IN ('article', 'page');
END;
CREATE TRIGGER articles_update_notes_pictures AFTER UPDATE OF body_html ON articles
WHEN NEW.body_html <> OLD.body_html AND instr(NEW.body_html, '<img src="/api/v1/attachments/') > 0
BEGIN
	INSERT OR IGNORE INTO picture_texts (resource, resource_id, noted_at)
	VALUES ('article', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER articles_insert_notes_pictures AFTER INSERT ON articles
WHEN instr(NEW.body_html, '<img src="/api/v1/attachments/') > 0
BEGIN
	INSERT OR IGNORE INTO picture_texts (resource, resource_id, noted_at)
	VALUES ('article', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER pages_update_notes_pictures AFTER UPDATE OF body_html ON pages
WHEN NEW.body_html <> OLD.body_html AND instr(NEW.body_html, '<img src="/api/v1/attachments/') > 0
BEGIN
	INSERT OR IGNORE INTO picture_texts (resource, resource_id, noted_at)
	VALUES ('page', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER pages_insert_notes_pictures AFTER INSERT ON pages
WHEN instr(NEW.body_html, '<img src="/api/v1/attachments/') > 0
BEGIN
	INSERT OR IGNORE INTO picture_texts (resource, resource_id, noted_at)
	VALUES ('page', NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
