-- `rowid` is another name of an INTEGER PRIMARY KEY, and UPDATE OF does not notice it: these triggers look at every update,
-- or UPDATE OR REPLACE ... SET rowid would take another row's place unseen.

DROP TRIGGER categories_never_replace_another;
CREATE TRIGGER categories_never_replace_another BEFORE UPDATE ON categories
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM categories WHERE id <> OLD.id AND (slug = NEW.slug OR name = NEW.name))
BEGIN
	SELECT RAISE(ABORT, 'category.taken');
END;

DROP TRIGGER tags_never_replace_another;
CREATE TRIGGER tags_never_replace_another BEFORE UPDATE ON tags
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM tags WHERE id <> OLD.id AND (slug = NEW.slug OR name = NEW.name))
BEGIN
	SELECT RAISE(ABORT, 'tag.taken');
END;

DROP TRIGGER articles_never_replace_another;
CREATE TRIGGER articles_never_replace_another BEFORE UPDATE ON articles
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM articles WHERE slug = NEW.slug AND id <> OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'article.slug_taken');
END;

DROP TRIGGER pages_never_replace_another;
CREATE TRIGGER pages_never_replace_another BEFORE UPDATE ON pages
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM pages WHERE id <> OLD.id AND (slug = NEW.slug OR path = NEW.path))
BEGIN
	SELECT RAISE(ABORT, 'page.slug_taken');
END;

DROP TRIGGER documents_never_replace_another;
CREATE TRIGGER documents_never_replace_another BEFORE UPDATE ON documents
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM documents WHERE slug = NEW.slug AND id <> OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'document.slug_taken');
END;

DROP TRIGGER announcements_never_replace_another;
CREATE TRIGGER announcements_never_replace_another BEFORE UPDATE ON announcements
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM announcements WHERE slug = NEW.slug AND id <> OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'announcement.slug_taken');
END;
