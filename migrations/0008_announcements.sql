-- Announcements. is_live says whether the window is open now: set when a row is written, flipped by the cron after that.
-- Only live ones for the audience 'public' ever reach the API.

CREATE TABLE announcements (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- web-hook tags and preview links name it: never used twice
	slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 120),
	title TEXT NOT NULL CHECK (length(trim(title)) BETWEEN 1 AND 200),
	audience TEXT NOT NULL DEFAULT 'members', -- public, members, type:<membership type>, staff:<role>
	is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1)),
	publish_from INTEGER, -- none: a draft
	publish_until INTEGER,
	is_live INTEGER NOT NULL DEFAULT 0 CHECK (is_live IN (0, 1)),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	body_markdown TEXT NOT NULL DEFAULT '',
	body_html TEXT NOT NULL DEFAULT '',
	CHECK (publish_until IS NULL OR publish_from IS NULL OR publish_until > publish_from)
) STRICT;
CREATE INDEX announcements_public ON announcements (is_pinned DESC, publish_from DESC, id DESC)
	WHERE is_live = 1 AND audience = 'public';
CREATE INDEX announcements_to_open ON announcements (publish_from) WHERE is_live = 0 AND publish_from IS NOT NULL;
CREATE INDEX announcements_to_close ON announcements (publish_until) WHERE is_live = 1 AND publish_until IS NOT NULL;

CREATE TRIGGER announcements_are_never_replaced BEFORE INSERT ON announcements
WHEN EXISTS (SELECT 1 FROM announcements WHERE id = NEW.id OR slug = NEW.slug)
BEGIN
	SELECT RAISE(ABORT, 'announcement.slug_taken');
END;
CREATE TRIGGER announcements_never_replace_another BEFORE UPDATE OF id, slug ON announcements
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM announcements WHERE slug = NEW.slug AND id <> OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'announcement.slug_taken');
END;

CREATE TRIGGER announcements_insert_opens AFTER INSERT ON announcements
BEGIN
	UPDATE announcements SET is_live = (
		publish_from IS NOT NULL AND publish_from <= unixepoch('subsec') * 1000
		AND (publish_until IS NULL OR publish_until > unixepoch('subsec') * 1000)
	) WHERE id = NEW.id;
END;
CREATE TRIGGER announcements_window_moves AFTER UPDATE OF publish_from, publish_until ON announcements
BEGIN
	UPDATE announcements SET is_live = (
		publish_from IS NOT NULL AND publish_from <= unixepoch('subsec') * 1000
		AND (publish_until IS NULL OR publish_until > unixepoch('subsec') * 1000)
	) WHERE id = NEW.id;
END;
CREATE TRIGGER announcements_update_raises
AFTER UPDATE OF slug, title, audience, is_pinned, is_live, publish_from, updated_at, body_html ON announcements
WHEN (OLD.is_live = 1 AND OLD.audience = 'public') OR (NEW.is_live = 1 AND NEW.audience = 'public')
BEGIN
	INSERT INTO content_change (resource, id, slug, previous_slug, event)
	VALUES (
		'announcement', NEW.id,
		CASE WHEN NEW.is_live = 1 AND NEW.audience = 'public' THEN NEW.slug ELSE OLD.slug END,
		CASE WHEN NEW.is_live = 1 AND NEW.audience = 'public' AND NEW.slug <> OLD.slug THEN OLD.slug END,
		CASE
			WHEN NEW.is_live = 0 OR NEW.audience <> 'public' THEN 'unpublished'
			WHEN OLD.is_live = 0 OR OLD.audience <> 'public' THEN 'published'
			ELSE 'updated'
		END
	);
END;
CREATE TRIGGER announcements_delete_raises AFTER DELETE ON announcements
WHEN OLD.is_live = 1 AND OLD.audience = 'public'
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('announcement', OLD.id, OLD.slug, 'deleted');
END;
-- Its id may be given again: the next one must not inherit its files.
CREATE TRIGGER announcements_delete_forgets AFTER DELETE ON announcements
BEGIN
	DELETE FROM attachment_uses WHERE resource = 'announcement' AND resource_id = OLD.id;
END;

-- What a public announcement shows of its files.
CREATE TRIGGER attachment_uses_insert_announcement AFTER INSERT ON attachment_uses
WHEN NEW.resource = 'announcement'
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'announcement', id, slug, 'updated' FROM announcements
	WHERE id = NEW.resource_id AND is_live = 1 AND audience = 'public';
END;
CREATE TRIGGER attachment_uses_update_announcement AFTER UPDATE ON attachment_uses
WHEN 'announcement' IN (OLD.resource, NEW.resource)
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'announcement', id, slug, 'updated' FROM announcements WHERE is_live = 1 AND audience = 'public' AND id IN (
		iif(OLD.resource = 'announcement', OLD.resource_id, NULL), iif(NEW.resource = 'announcement', NEW.resource_id, NULL)
	);
END;
CREATE TRIGGER attachment_uses_delete_announcement AFTER DELETE ON attachment_uses
WHEN OLD.resource = 'announcement'
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'announcement', id, slug, 'updated' FROM announcements
	WHERE id = OLD.resource_id AND is_live = 1 AND audience = 'public';
END;
