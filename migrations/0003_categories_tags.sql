-- Categories and tags. articles_count is maintained by the triggers of articles and of the two join tables.

CREATE TABLE categories (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- web-hook tags and preview links name it: never used twice
	slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 120),
	name TEXT NOT NULL UNIQUE CHECK (length(trim(name)) BETWEEN 1 AND 80),
	description TEXT NOT NULL DEFAULT '',
	position INTEGER NOT NULL DEFAULT 0,
	articles_count INTEGER NOT NULL DEFAULT 0,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX categories_in_order ON categories (position, id);

CREATE TABLE tags (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- web-hook tags and preview links name it: never used twice
	slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 120),
	name TEXT NOT NULL UNIQUE CHECK (length(trim(name)) BETWEEN 1 AND 80),
	articles_count INTEGER NOT NULL DEFAULT 0,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX tags_by_name ON tags (name, id);

-- INSERT OR REPLACE would delete the old row unseen by every trigger: a taken id, slug or name is refused first.
CREATE TRIGGER categories_are_never_replaced BEFORE INSERT ON categories
WHEN EXISTS (SELECT 1 FROM categories WHERE id = NEW.id OR slug = NEW.slug OR name = NEW.name)
BEGIN
	SELECT RAISE(ABORT, 'category.taken');
END;
CREATE TRIGGER categories_never_replace_another BEFORE UPDATE OF id, slug, name ON categories
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM categories WHERE id <> OLD.id AND (slug = NEW.slug OR name = NEW.name))
BEGIN
	SELECT RAISE(ABORT, 'category.taken');
END;
CREATE TRIGGER tags_are_never_replaced BEFORE INSERT ON tags
WHEN EXISTS (SELECT 1 FROM tags WHERE id = NEW.id OR slug = NEW.slug OR name = NEW.name)
BEGIN
	SELECT RAISE(ABORT, 'tag.taken');
END;
CREATE TRIGGER tags_never_replace_another BEFORE UPDATE OF id, slug, name ON tags
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM tags WHERE id <> OLD.id AND (slug = NEW.slug OR name = NEW.name))
BEGIN
	SELECT RAISE(ABORT, 'tag.taken');
END;

CREATE TRIGGER categories_insert_raises AFTER INSERT ON categories
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('category', NEW.id, NEW.slug, 'created');
	DELETE FROM slug_history WHERE resource = 'category' AND slug = NEW.slug;
END;
CREATE TRIGGER categories_update_raises AFTER UPDATE OF slug, name, description, position ON categories
BEGIN
	INSERT INTO content_change (resource, id, slug, previous_slug, event)
	VALUES ('category', NEW.id, NEW.slug, CASE WHEN NEW.slug <> OLD.slug THEN OLD.slug END, 'updated');
END;
CREATE TRIGGER categories_rename_is_kept AFTER UPDATE OF slug ON categories WHEN NEW.slug <> OLD.slug
BEGIN
	DELETE FROM slug_history WHERE resource = 'category' AND slug IN (NEW.slug, OLD.slug);
	INSERT INTO slug_history (resource, slug, id) VALUES ('category', OLD.slug, NEW.id);
END;
CREATE TRIGGER categories_delete_raises AFTER DELETE ON categories
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('category', OLD.id, OLD.slug, 'deleted');
	DELETE FROM slug_history WHERE resource = 'category' AND id = OLD.id;
END;

CREATE TRIGGER tags_insert_raises AFTER INSERT ON tags
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('tag', NEW.id, NEW.slug, 'created');
	DELETE FROM slug_history WHERE resource = 'tag' AND slug = NEW.slug;
END;
CREATE TRIGGER tags_update_raises AFTER UPDATE OF slug, name ON tags
BEGIN
	INSERT INTO content_change (resource, id, slug, previous_slug, event)
	VALUES ('tag', NEW.id, NEW.slug, CASE WHEN NEW.slug <> OLD.slug THEN OLD.slug END, 'updated');
END;
CREATE TRIGGER tags_rename_is_kept AFTER UPDATE OF slug ON tags WHEN NEW.slug <> OLD.slug
BEGIN
	DELETE FROM slug_history WHERE resource = 'tag' AND slug IN (NEW.slug, OLD.slug);
	INSERT INTO slug_history (resource, slug, id) VALUES ('tag', OLD.slug, NEW.id);
END;
CREATE TRIGGER tags_delete_raises AFTER DELETE ON tags
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('tag', OLD.id, OLD.slug, 'deleted');
	DELETE FROM slug_history WHERE resource = 'tag' AND id = OLD.id;
END;
