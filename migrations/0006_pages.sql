-- Pages: a tree. slug is unique; path is the address on the site, ancestors included.

CREATE TABLE pages (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- web-hook tags and preview links name it: never used twice
	parent_id INTEGER REFERENCES pages (id) CHECK (parent_id IS NULL OR parent_id <> id),
	position INTEGER NOT NULL DEFAULT 0,
	slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 120),
	path TEXT NOT NULL UNIQUE CHECK (length(path) BETWEEN 1 AND 600),
	state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'scheduled', 'published', 'archived', 'trashed')),
	published_at INTEGER,
	publish_at INTEGER,
	unpublish_at INTEGER,
	archived_at INTEGER,
	trashed_at INTEGER,
	title TEXT NOT NULL CHECK (length(trim(title)) BETWEEN 1 AND 200),
	excerpt TEXT NOT NULL DEFAULT '',
	seo_title TEXT,
	seo_description TEXT,
	seo_image TEXT,
	canonical_url TEXT,
	noindex INTEGER NOT NULL DEFAULT 0 CHECK (noindex IN (0, 1)),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	toc TEXT NOT NULL DEFAULT '[]' CHECK (json_type(toc) = 'array'),
	body_markdown TEXT NOT NULL DEFAULT '',
	body_html TEXT NOT NULL DEFAULT '',
	CHECK (state <> 'published' OR published_at IS NOT NULL),
	CHECK (published_at BETWEEN -62135596800000 AND 253402300799999), -- years 1 to 9999
	CHECK (updated_at BETWEEN -62135596800000 AND 253402300799999),
	CHECK (state <> 'scheduled' OR publish_at IS NOT NULL)
) STRICT;
-- Covers the tree: parents, order and what a summary shows.
CREATE INDEX pages_tree ON pages (parent_id, position, id, slug, path, title) WHERE state = 'published';
CREATE INDEX pages_under ON pages (parent_id, position, id);
CREATE INDEX pages_to_publish ON pages (publish_at) WHERE state = 'scheduled';
CREATE INDEX pages_to_unpublish ON pages (unpublish_at) WHERE state = 'published' AND unpublish_at IS NOT NULL;

CREATE TRIGGER pages_are_never_replaced BEFORE INSERT ON pages
WHEN EXISTS (SELECT 1 FROM pages WHERE id = NEW.id OR slug = NEW.slug OR path = NEW.path)
BEGIN
	SELECT RAISE(ABORT, 'page.slug_taken');
END;
CREATE TRIGGER pages_never_replace_another BEFORE UPDATE OF id, slug, path ON pages
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM pages WHERE id <> OLD.id AND (slug = NEW.slug OR path = NEW.path))
BEGIN
	SELECT RAISE(ABORT, 'page.slug_taken');
END;
CREATE TRIGGER pages_never_loop BEFORE UPDATE OF parent_id ON pages
WHEN NEW.parent_id IS NOT NULL AND EXISTS (
	WITH RECURSIVE ancestors (id) AS (
		SELECT NEW.parent_id UNION SELECT pages.parent_id FROM pages JOIN ancestors ON pages.id = ancestors.id
		WHERE pages.parent_id IS NOT NULL
	) SELECT 1 FROM ancestors WHERE id = NEW.id
)
BEGIN
	SELECT RAISE(ABORT, 'page.loop');
END;

CREATE TRIGGER pages_insert_raises AFTER INSERT ON pages WHEN NEW.state IN ('published', 'archived')
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('page', NEW.id, NEW.path, NEW.state);
END;
CREATE TRIGGER pages_update_raises
AFTER UPDATE OF parent_id, position, slug, path, state, published_at, title, excerpt, seo_title, seo_description,
	seo_image, canonical_url, noindex, updated_at, toc, body_markdown, body_html
ON pages WHEN OLD.state IN ('published', 'archived') OR NEW.state IN ('published', 'archived')
BEGIN
	INSERT INTO content_change (resource, id, slug, previous_slug, event)
	VALUES (
		'page', NEW.id,
		CASE WHEN NEW.state IN ('published', 'archived') THEN NEW.path ELSE OLD.path END,
		CASE WHEN NEW.state IN ('published', 'archived') AND NEW.path <> OLD.path THEN OLD.path END,
		CASE
			WHEN NEW.state = OLD.state THEN 'updated'
			WHEN NEW.state IN ('published', 'archived') THEN NEW.state
			WHEN NEW.state = 'trashed' THEN 'deleted'
			ELSE 'unpublished'
		END
	);
END;
CREATE TRIGGER pages_delete_raises AFTER DELETE ON pages WHEN OLD.state IN ('published', 'archived')
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('page', OLD.id, OLD.path, 'deleted');
END;

CREATE TRIGGER pages_insert_takes_slug AFTER INSERT ON pages
BEGIN
	DELETE FROM slug_history WHERE resource = 'page' AND slug IN (NEW.slug, NEW.path);
END;
CREATE TRIGGER pages_rename_is_kept AFTER UPDATE OF slug ON pages WHEN NEW.slug <> OLD.slug
BEGIN
	DELETE FROM slug_history WHERE resource = 'page' AND slug IN (NEW.slug, OLD.slug);
	INSERT INTO slug_history (resource, slug, id) VALUES ('page', OLD.slug, NEW.id);
END;
CREATE TRIGGER pages_move_is_kept AFTER UPDATE OF path ON pages WHEN NEW.path <> OLD.path
BEGIN
	DELETE FROM slug_history WHERE resource = 'page' AND slug IN (NEW.path, OLD.path);
	INSERT INTO slug_history (resource, slug, id) VALUES ('page', OLD.path, NEW.id);
END;
CREATE TRIGGER pages_delete_forgets AFTER DELETE ON pages
BEGIN
	DELETE FROM slug_history WHERE resource = 'page' AND id = OLD.id;
	DELETE FROM attachment_uses WHERE resource = 'page' AND resource_id = OLD.id;
END;

-- What a published thing shows of its files.
CREATE TRIGGER attachment_uses_insert_article AFTER INSERT ON attachment_uses
WHEN NEW.resource = 'article'
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'article', id, slug, 'updated' FROM articles WHERE id = NEW.resource_id AND state = 'published';
END;
CREATE TRIGGER attachment_uses_update_article AFTER UPDATE ON attachment_uses
WHEN 'article' IN (OLD.resource, NEW.resource)
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'article', id, slug, 'updated' FROM articles WHERE state = 'published'
		AND id IN (iif(OLD.resource = 'article', OLD.resource_id, NULL), iif(NEW.resource = 'article', NEW.resource_id, NULL));
END;
CREATE TRIGGER attachment_uses_delete_article AFTER DELETE ON attachment_uses
WHEN OLD.resource = 'article'
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'article', id, slug, 'updated' FROM articles WHERE id = OLD.resource_id AND state = 'published';
END;
CREATE TRIGGER attachment_uses_insert_page AFTER INSERT ON attachment_uses
WHEN NEW.resource = 'page'
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'page', id, path, 'updated' FROM pages WHERE id = NEW.resource_id AND state = 'published';
END;
CREATE TRIGGER attachment_uses_update_page AFTER UPDATE ON attachment_uses
WHEN 'page' IN (OLD.resource, NEW.resource)
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'page', id, path, 'updated' FROM pages WHERE state = 'published'
		AND id IN (iif(OLD.resource = 'page', OLD.resource_id, NULL), iif(NEW.resource = 'page', NEW.resource_id, NULL));
END;
CREATE TRIGGER attachment_uses_delete_page AFTER DELETE ON attachment_uses
WHEN OLD.resource = 'page'
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'page', id, path, 'updated' FROM pages WHERE id = OLD.resource_id AND state = 'published';
END;
