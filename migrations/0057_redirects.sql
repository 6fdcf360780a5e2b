-- Redirects by hand: an old address of the website leads to a text of ours, which may be renamed, or to an address.
-- address is the whole target where there is no text, else what stands behind the text's address (#part, ?query).

CREATE TABLE redirects (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- web-hook tags and the audit log name it: never used twice
	path TEXT NOT NULL UNIQUE CHECK (
		length(path) BETWEEN 2 AND 600 AND substr(path, 1, 1) = '/' AND substr(path, -1) <> '/'
		AND instr(path, '//') = 0 AND instr(path, '?') = 0 AND instr(path, '#') = 0),
	resource TEXT CHECK (resource IN ('article', 'page', 'document')),
	resource_id INTEGER,
	address TEXT NOT NULL DEFAULT '' CHECK (length(address) <= 1000),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK ((resource IS NULL) = (resource_id IS NULL)),
	CHECK (CASE WHEN resource IS NULL
		THEN (substr(address, 1, 1) = '/' AND substr(address, 1, 2) <> '//') OR address LIKE 'https://_%'
		ELSE address = '' OR substr(address, 1, 1) IN ('?', '#') END)
) STRICT;
CREATE INDEX redirects_to ON redirects (resource, resource_id) WHERE resource IS NOT NULL;
CREATE INDEX redirects_latest ON redirects (updated_at DESC, id DESC);
-- The address of ours that a redirect without a text leads to.
CREATE INDEX redirects_lead_to ON redirects (CASE WHEN resource IS NULL AND substr(address, 1, 1) = '/' THEN substr(address, 1, min(instr(address || '?', '?'), instr(address || '#', '#')) - 1) END);

-- What a redirect leads to now: only one whose text is public and whose path no public text has is told to websites.
CREATE VIEW redirects_now AS
SELECT r.id, r.path, r.resource, r.resource_id, r.address, r.version, r.created_at, r.updated_at,
	coalesce(CASE r.resource
		WHEN 'article' THEN (SELECT '/articles/' || t.slug FROM articles t WHERE t.id = r.resource_id)
		WHEN 'page' THEN (SELECT '/' || t.path FROM pages t WHERE t.id = r.resource_id)
		WHEN 'document' THEN (SELECT '/documents/' || t.slug FROM documents t WHERE t.id = r.resource_id)
	END, '') || r.address AS target,
	CASE r.resource
		WHEN 'article' THEN (SELECT t.title FROM articles t WHERE t.id = r.resource_id)
		WHEN 'page' THEN (SELECT t.title FROM pages t WHERE t.id = r.resource_id)
		WHEN 'document' THEN (SELECT iif(t.visibility = 'public', t.title, NULL) FROM documents t WHERE t.id = r.resource_id)
	END AS title,
	CASE r.resource
		WHEN 'article' THEN EXISTS (SELECT 1 FROM articles t WHERE t.id = r.resource_id AND t.state = 'published')
		WHEN 'page' THEN EXISTS (SELECT 1 FROM pages t WHERE t.id = r.resource_id AND t.state = 'published')
		WHEN 'document' THEN EXISTS (
			SELECT 1 FROM documents t WHERE t.id = r.resource_id AND t.state = 'published' AND t.visibility = 'public')
		ELSE 1
	END AS is_open,
	EXISTS (SELECT 1 FROM pages t WHERE t.path = substr(r.path, 2) AND t.state = 'published')
		OR (substr(r.path, 1, 10) = '/articles/'
			AND EXISTS (SELECT 1 FROM articles t WHERE t.slug = substr(r.path, 11) AND t.state = 'published'))
		OR (substr(r.path, 1, 11) = '/documents/' AND EXISTS (
			SELECT 1 FROM documents t WHERE t.slug = substr(r.path, 12) AND t.state = 'published' AND t.visibility = 'public'))
	AS is_covered
FROM redirects r;

-- One row for each path, none over a public text, no circle, and never two in a row.
CREATE TRIGGER redirects_insert_is_checked BEFORE INSERT ON redirects
BEGIN
	SELECT RAISE(ABORT, 'redirect.taken') WHERE EXISTS (SELECT 1 FROM redirects WHERE id = NEW.id);
	SELECT RAISE(ABORT, 'redirect.taken') WHERE EXISTS (SELECT 1 FROM redirects WHERE path = NEW.path);
	SELECT RAISE(ABORT, 'redirect.live') WHERE NEW.path IN ('/', '/articles', '/documents')
		OR EXISTS (SELECT 1 FROM pages WHERE path = substr(NEW.path, 2) AND state = 'published')
		OR (substr(NEW.path, 1, 10) = '/articles/'
			AND EXISTS (SELECT 1 FROM articles WHERE slug = substr(NEW.path, 11) AND state = 'published'))
		OR (substr(NEW.path, 1, 11) = '/documents/' AND EXISTS (
			SELECT 1 FROM documents WHERE slug = substr(NEW.path, 12) AND state = 'published' AND visibility = 'public'));
	SELECT RAISE(ABORT, 'redirect.loop') WHERE NEW.path = coalesce(CASE NEW.resource
		WHEN 'article' THEN (SELECT '/articles/' || slug FROM articles WHERE id = NEW.resource_id)
		WHEN 'page' THEN (SELECT '/' || path FROM pages WHERE id = NEW.resource_id)
		WHEN 'document' THEN (SELECT '/documents/' || slug FROM documents WHERE id = NEW.resource_id)
	END, CASE WHEN NEW.resource IS NULL AND substr(NEW.address, 1, 1) = '/' THEN substr(NEW.address, 1, min(instr(NEW.address || '?', '?'), instr(NEW.address || '#', '#')) - 1) END);
	SELECT RAISE(ABORT, 'redirect.chain') WHERE EXISTS (SELECT 1 FROM redirects WHERE path = CASE WHEN NEW.resource IS NULL AND substr(NEW.address, 1, 1) = '/' THEN substr(NEW.address, 1, min(instr(NEW.address || '?', '?'), instr(NEW.address || '#', '#')) - 1) END);
	SELECT RAISE(ABORT, 'redirect.chained') WHERE EXISTS (SELECT 1 FROM redirects WHERE CASE WHEN resource IS NULL AND substr(address, 1, 1) = '/' THEN substr(address, 1, min(instr(address || '?', '?'), instr(address || '#', '#')) - 1) END = NEW.path);
END;
CREATE TRIGGER redirects_update_is_checked BEFORE UPDATE OF id, path, resource, resource_id, address ON redirects
BEGIN
	SELECT RAISE(ABORT, 'redirect.taken') WHERE NEW.id <> OLD.id;
	SELECT RAISE(ABORT, 'redirect.taken') WHERE EXISTS (SELECT 1 FROM redirects WHERE path = NEW.path AND id <> OLD.id);
	SELECT RAISE(ABORT, 'redirect.live') WHERE NEW.path IN ('/', '/articles', '/documents')
		OR EXISTS (SELECT 1 FROM pages WHERE path = substr(NEW.path, 2) AND state = 'published')
		OR (substr(NEW.path, 1, 10) = '/articles/'
			AND EXISTS (SELECT 1 FROM articles WHERE slug = substr(NEW.path, 11) AND state = 'published'))
		OR (substr(NEW.path, 1, 11) = '/documents/' AND EXISTS (
			SELECT 1 FROM documents WHERE slug = substr(NEW.path, 12) AND state = 'published' AND visibility = 'public'));
	SELECT RAISE(ABORT, 'redirect.loop') WHERE NEW.path = coalesce(CASE NEW.resource
		WHEN 'article' THEN (SELECT '/articles/' || slug FROM articles WHERE id = NEW.resource_id)
		WHEN 'page' THEN (SELECT '/' || path FROM pages WHERE id = NEW.resource_id)
		WHEN 'document' THEN (SELECT '/documents/' || slug FROM documents WHERE id = NEW.resource_id)
	END, CASE WHEN NEW.resource IS NULL AND substr(NEW.address, 1, 1) = '/' THEN substr(NEW.address, 1, min(instr(NEW.address || '?', '?'), instr(NEW.address || '#', '#')) - 1) END);
	SELECT RAISE(ABORT, 'redirect.chain') WHERE EXISTS (SELECT 1 FROM redirects WHERE path = CASE WHEN NEW.resource IS NULL AND substr(NEW.address, 1, 1) = '/' THEN substr(NEW.address, 1, min(instr(NEW.address || '?', '?'), instr(NEW.address || '#', '#')) - 1) END AND id <> OLD.id);
	SELECT RAISE(ABORT, 'redirect.chained') WHERE EXISTS (SELECT 1 FROM redirects WHERE CASE WHEN resource IS NULL AND substr(address, 1, 1) = '/' THEN substr(address, 1, min(instr(address || '?', '?'), instr(address || '#', '#')) - 1) END = NEW.path AND id <> OLD.id);
END;

CREATE TRIGGER redirects_end_with_their_article AFTER DELETE ON articles
BEGIN
	DELETE FROM redirects WHERE resource = 'article' AND resource_id = OLD.id;
END;
CREATE TRIGGER redirects_end_with_their_page AFTER DELETE ON pages
BEGIN
	DELETE FROM redirects WHERE resource = 'page' AND resource_id = OLD.id;
END;
CREATE TRIGGER redirects_end_with_their_document AFTER DELETE ON documents
BEGIN
	DELETE FROM redirects WHERE resource = 'document' AND resource_id = OLD.id;
END;

-- Changes are told with the resource 'redirect': the CHECK of the table knows it only when the table is made again. 'site' is what the
-- website shows of the association itself, which other migrations tell of.
CREATE TABLE content_changes_kept AS SELECT * FROM content_changes;
DROP TABLE content_changes;
CREATE TABLE content_changes (
	rev INTEGER PRIMARY KEY,
	resource TEXT NOT NULL CHECK (
		resource IN ('article', 'page', 'category', 'tag', 'document', 'announcement', 'redirect', 'site')),
	id INTEGER NOT NULL,
	slug TEXT NOT NULL,
	previous_slug TEXT,
	event TEXT NOT NULL CHECK (event IN ('created', 'published', 'updated', 'unpublished', 'archived', 'deleted')),
	tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
	done_at INTEGER
) STRICT;
INSERT INTO content_changes (rev, resource, id, slug, previous_slug, event, tags, done_at)
SELECT rev, resource, id, slug, previous_slug, event, tags, done_at FROM content_changes_kept;
DROP TABLE content_changes_kept;
CREATE INDEX content_changes_waiting ON content_changes (rev) WHERE done_at IS NULL;
CREATE INDEX content_changes_of ON content_changes (resource, id, rev);
CREATE INDEX content_changes_published ON content_changes (rev) WHERE event = 'published';

CREATE TRIGGER redirects_insert_raises AFTER INSERT ON redirects
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('redirect', NEW.id, NEW.path, 'created');
END;
CREATE TRIGGER redirects_update_raises AFTER UPDATE ON redirects
BEGIN
	INSERT INTO content_change (resource, id, slug, previous_slug, event)
	VALUES ('redirect', NEW.id, NEW.path, CASE WHEN NEW.path <> OLD.path THEN OLD.path END, 'updated');
END;
CREATE TRIGGER redirects_delete_raises AFTER DELETE ON redirects
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('redirect', OLD.id, OLD.path, 'deleted');
END;
