-- The menus of the website: items in order, one level below another. An item leads to a text of ours, which may be renamed, or to
-- an address; one without either is a heading. address is the whole target where there is no text, else what stands behind the
-- text's address (#part, ?query).

CREATE TABLE menu_items (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- the audit log names it: never used twice
	menu TEXT NOT NULL CHECK (menu IN ('main', 'footer')),
	parent_id INTEGER REFERENCES menu_items (id) ON DELETE SET NULL, -- what stood below a deleted item moves up
	position INTEGER NOT NULL CHECK (position BETWEEN 1 AND 999),
	label TEXT NOT NULL CHECK (length(label) BETWEEN 1 AND 40),
	resource TEXT CHECK (resource IN ('article', 'page', 'document')),
	resource_id INTEGER,
	address TEXT NOT NULL DEFAULT '' CHECK (length(address) <= 1000),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK ((resource IS NULL) = (resource_id IS NULL)),
	CHECK (CASE WHEN resource IS NULL
		THEN address = '' OR (substr(address, 1, 1) = '/' AND substr(address, 1, 2) <> '//') OR address LIKE 'https://_%'
		ELSE address = '' OR substr(address, 1, 1) IN ('?', '#') END)
) STRICT;
CREATE INDEX menu_items_in ON menu_items (menu, position, id);
CREATE INDEX menu_items_below ON menu_items (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX menu_items_to ON menu_items (resource, resource_id) WHERE resource IS NOT NULL;

-- Where each item leads now; slug is that of its text, of a page its path.
CREATE VIEW menu_items_now AS
SELECT m.id, m.menu, m.parent_id, m.position, m.label, m.resource, m.address, m.version, m.updated_at,
	CASE m.resource
		WHEN 'article' THEN (SELECT t.slug FROM articles t WHERE t.id = m.resource_id)
		WHEN 'page' THEN (SELECT t.path FROM pages t WHERE t.id = m.resource_id)
		WHEN 'document' THEN (SELECT t.slug FROM documents t WHERE t.id = m.resource_id)
	END AS slug,
	CASE m.resource
		WHEN 'article' THEN EXISTS (SELECT 1 FROM articles t WHERE t.id = m.resource_id AND t.state = 'published')
		WHEN 'page' THEN EXISTS (SELECT 1 FROM pages t WHERE t.id = m.resource_id AND t.state = 'published')
		WHEN 'document' THEN EXISTS (
			SELECT 1 FROM documents t WHERE t.id = m.resource_id AND t.state = 'published' AND t.visibility = 'public')
		ELSE 1
	END AS is_open
FROM menu_items m;

-- One level below another, in the same menu, and at most 50 items in a menu.
CREATE TRIGGER menu_items_insert_is_checked BEFORE INSERT ON menu_items
BEGIN
	SELECT RAISE(ABORT, 'menu_item.taken') WHERE EXISTS (SELECT 1 FROM menu_items WHERE id = NEW.id);
	SELECT RAISE(ABORT, 'menu_item.full') WHERE (SELECT count(*) FROM menu_items WHERE menu = NEW.menu) >= 50;
	SELECT RAISE(ABORT, 'menu_item.bad_parent') WHERE NEW.parent_id IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM menu_items WHERE id = NEW.parent_id AND menu = NEW.menu AND parent_id IS NULL);
END;
CREATE TRIGGER menu_items_update_is_checked BEFORE UPDATE OF id, menu, parent_id ON menu_items
BEGIN
	SELECT RAISE(ABORT, 'menu_item.taken') WHERE NEW.id <> OLD.id;
	SELECT RAISE(ABORT, 'menu_item.full') WHERE NEW.menu <> OLD.menu
		AND (SELECT count(*) FROM menu_items WHERE menu = NEW.menu) >= 50;
	SELECT RAISE(ABORT, 'menu_item.has_children') WHERE (NEW.menu <> OLD.menu OR NEW.parent_id IS NOT NULL)
		AND EXISTS (SELECT 1 FROM menu_items WHERE parent_id = OLD.id);
	SELECT RAISE(ABORT, 'menu_item.bad_parent') WHERE NEW.parent_id IS NOT NULL AND NOT EXISTS (
		SELECT 1 FROM menu_items WHERE id = NEW.parent_id AND id <> OLD.id AND menu = NEW.menu AND parent_id IS NULL);
END;

CREATE TRIGGER menu_items_end_with_their_article AFTER DELETE ON articles
BEGIN
	DELETE FROM menu_items WHERE resource = 'article' AND resource_id = OLD.id;
END;
CREATE TRIGGER menu_items_end_with_their_page AFTER DELETE ON pages
BEGIN
	DELETE FROM menu_items WHERE resource = 'page' AND resource_id = OLD.id;
END;
CREATE TRIGGER menu_items_end_with_their_document AFTER DELETE ON documents
BEGIN
	DELETE FROM menu_items WHERE resource = 'document' AND resource_id = OLD.id;
END;

-- A changed menu changes what the website shows on every page, and so does a text in a menu that comes, goes or is renamed.
CREATE TRIGGER menu_items_insert_tells_site AFTER INSERT ON menu_items
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('site', 1, 'site', 'updated');
END;
CREATE TRIGGER menu_items_update_tells_site AFTER UPDATE ON menu_items
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('site', 1, 'site', 'updated');
END;
CREATE TRIGGER menu_items_delete_tells_site AFTER DELETE ON menu_items
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('site', 1, 'site', 'updated');
END;
-- It writes what the trigger of the view content_change writes, which is running and does not start once more by itself. Whoever
-- makes the log of changes anew makes this trigger again.
CREATE TRIGGER menu_items_follow_their_texts AFTER INSERT ON content_changes
WHEN NEW.resource IN ('article', 'page', 'document') AND (NEW.event <> 'updated' OR NEW.previous_slug IS NOT NULL)
	AND EXISTS (SELECT 1 FROM menu_items WHERE resource = NEW.resource AND resource_id = NEW.id)
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
	INSERT INTO content_changes (rev, resource, id, slug, event) SELECT rev, 'site', 1, 'site', 'updated' FROM content_revision;
END;
