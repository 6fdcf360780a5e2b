-- What writing needs besides the texts themselves: autosaved forms, what staff say of a file, chosen related articles,
-- and the whole text as JSON, of which every save keeps a copy in `revisions`.

-- A form as it was left while somebody typed. The API never reads it; an explicit save takes it away.
CREATE TABLE drafts (
	user_id INTEGER NOT NULL REFERENCES users (id),
	resource TEXT NOT NULL CHECK (resource IN ('article', 'page')),
	slot TEXT NOT NULL CHECK (length(slot) BETWEEN 1 AND 60), -- the record's id, or 'new-…': a form that has made none yet
	fields TEXT NOT NULL CHECK (json_type(fields) = 'object'),
	version INTEGER NOT NULL DEFAULT 1,
	saved_at INTEGER NOT NULL,
	PRIMARY KEY (user_id, resource, slot)
) STRICT;
CREATE INDEX drafts_of ON drafts (resource, slot);
CREATE INDEX drafts_by_age ON drafts (saved_at);

-- What staff say of a file. The file itself never changes; every file has one row.
CREATE TABLE media (
	attachment_id TEXT PRIMARY KEY REFERENCES attachments (id) ON DELETE CASCADE,
	alt TEXT NOT NULL DEFAULT '' CHECK (length(alt) <= 300), -- offered where the picture is put into a text
	uploaded_by INTEGER REFERENCES users (id), -- none: an import
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX media_latest ON media (created_at DESC, attachment_id);
CREATE INDEX media_of_uploader ON media (uploaded_by) WHERE uploaded_by IS NOT NULL;
INSERT INTO media (attachment_id, alt, created_at, updated_at)
SELECT id, coalesce((SELECT substr(cover_alt, 1, 300) FROM articles WHERE cover_id = attachments.id ORDER BY articles.id LIMIT 1), ''),
	created_at, created_at
FROM attachments;
CREATE TRIGGER attachments_insert_media AFTER INSERT ON attachments
BEGIN
	INSERT INTO media (attachment_id, created_at, updated_at) VALUES (NEW.id, NEW.created_at, NEW.created_at);
END;

-- What is said of a picture as a cover is offered wherever else it is used.
CREATE TRIGGER articles_insert_lends_alt AFTER INSERT ON articles WHEN NEW.cover_id IS NOT NULL AND NEW.cover_alt <> ''
BEGIN
	UPDATE media SET alt = substr(NEW.cover_alt, 1, 300) WHERE attachment_id = NEW.cover_id AND alt = '';
END;
CREATE TRIGGER articles_update_lends_alt AFTER UPDATE OF cover_id, cover_alt ON articles
WHEN NEW.cover_id IS NOT NULL AND NEW.cover_alt <> ''
BEGIN
	UPDATE media SET alt = substr(NEW.cover_alt, 1, 300) WHERE attachment_id = NEW.cover_id AND alt = '';
END;

-- A row of media is its file's for good: it goes with the file, and no other takes its place.
CREATE TRIGGER media_are_never_replaced BEFORE INSERT ON media
WHEN EXISTS (SELECT 1 FROM media WHERE attachment_id = NEW.attachment_id)
BEGIN
	SELECT RAISE(ABORT, 'media.stale');
END;
CREATE TRIGGER media_keep_their_file BEFORE UPDATE ON media WHEN NEW.attachment_id <> OLD.attachment_id
BEGIN
	SELECT RAISE(ABORT, 'media.stale');
END;
CREATE TRIGGER media_go_with_their_file BEFORE DELETE ON media
WHEN EXISTS (SELECT 1 FROM attachments WHERE id = OLD.attachment_id)
BEGIN
	SELECT RAISE(ABORT, 'media.in_use');
END;

-- A file goes only when nothing shows it any more.
CREATE TRIGGER attachments_in_use_stay BEFORE DELETE ON attachments
WHEN EXISTS (SELECT 1 FROM attachment_uses WHERE attachment_id = OLD.id)
	OR EXISTS (SELECT 1 FROM articles WHERE cover_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'media.in_use');
END;

-- Related articles that an editor chose; they stand before those that share terms.
CREATE TABLE article_related (
	article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
	related_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
	position INTEGER NOT NULL,
	PRIMARY KEY (article_id, related_id),
	CHECK (article_id <> related_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_related_of ON article_related (related_id, article_id);

CREATE TRIGGER article_related_insert AFTER INSERT ON article_related
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'article', id, slug, 'updated' FROM articles WHERE id = NEW.article_id AND state = 'published';
END;
CREATE TRIGGER article_related_delete AFTER DELETE ON article_related
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'article', id, slug, 'updated' FROM articles WHERE id = OLD.article_id AND state = 'published';
END;
CREATE TRIGGER article_related_are_not_updated BEFORE UPDATE ON article_related
BEGIN
	SELECT RAISE(ABORT, 'article.terms_are_inserted_or_deleted');
END;
CREATE TRIGGER article_related_are_never_replaced BEFORE INSERT ON article_related
WHEN EXISTS (SELECT 1 FROM article_related WHERE article_id = NEW.article_id AND related_id = NEW.related_id)
BEGIN
	SELECT RAISE(ABORT, 'article.term_taken');
END;

-- An article that others show as related touches those too.
DROP VIEW article_touches;
CREATE VIEW article_touches AS
SELECT article_id, 'category:' || category_id AS tag FROM article_categories
UNION ALL
SELECT article_id, 'tag:' || tag_id FROM article_tags
UNION ALL
SELECT related_id, 'article:' || article_id FROM article_related;

-- The text of a record as it is stored now, all that an editor writes: what a revision keeps.
CREATE VIEW article_snapshots AS
SELECT a.id, json_object(
	'title', a.title, 'slug', a.slug, 'type', a.type, 'excerpt', a.excerpt, 'author_name', a.author_name,
	'body_markdown', a.body_markdown, 'cover_id', a.cover_id, 'cover_alt', a.cover_alt, 'seo_title', a.seo_title,
	'seo_description', a.seo_description, 'seo_image', a.seo_image, 'canonical_url', a.canonical_url, 'noindex', a.noindex,
	'categories', (SELECT json_group_array(json_object('id', c.id, 'name', c.name) ORDER BY c.position, c.id)
		FROM article_categories x JOIN categories c ON c.id = x.category_id WHERE x.article_id = a.id),
	'tags', (SELECT json_group_array(t.name ORDER BY t.name, t.id)
		FROM article_tags x JOIN tags t ON t.id = x.tag_id WHERE x.article_id = a.id),
	'attachments', (SELECT json_group_array(json_object('id', u.attachment_id, 'filename', f.filename, 'description',
			u.description) ORDER BY u.position, u.attachment_id)
		FROM attachment_uses u JOIN attachments f ON f.id = u.attachment_id
		WHERE u.resource = 'article' AND u.resource_id = a.id AND u.role = 'file'),
	'related', (SELECT json_group_array(r.slug ORDER BY x.position, r.id)
		FROM article_related x JOIN articles r ON r.id = x.related_id WHERE x.article_id = a.id)
) AS snapshot FROM articles a;

CREATE VIEW page_snapshots AS
SELECT id, json_object(
	'title', title, 'slug', slug, 'excerpt', excerpt, 'body_markdown', body_markdown, 'seo_title', seo_title,
	'seo_description', seo_description, 'seo_image', seo_image, 'canonical_url', canonical_url, 'noindex', noindex
) AS snapshot FROM pages;

-- The version that the record had with this text: what a form that was opened then started from.
ALTER TABLE revisions ADD COLUMN version INTEGER;

-- A kept text is what was saved then. It goes only with its record.
CREATE TRIGGER revisions_never_change BEFORE UPDATE ON revisions
BEGIN
	SELECT RAISE(ABORT, 'revision.is_final');
END;
CREATE TRIGGER revisions_are_never_replaced BEFORE INSERT ON revisions
WHEN EXISTS (
	SELECT 1 FROM revisions WHERE resource = NEW.resource AND resource_id = NEW.resource_id AND number = NEW.number
)
BEGIN
	SELECT RAISE(ABORT, 'revision.is_final');
END;

CREATE TRIGGER revisions_go_with_their_record BEFORE DELETE ON revisions
WHEN (OLD.resource = 'article' AND EXISTS (SELECT 1 FROM articles WHERE id = OLD.resource_id))
	OR (OLD.resource = 'page' AND EXISTS (SELECT 1 FROM pages WHERE id = OLD.resource_id))
BEGIN
	SELECT RAISE(ABORT, 'revision.is_final');
END;
CREATE TRIGGER articles_delete_forgets_texts AFTER DELETE ON articles
BEGIN
	DELETE FROM revisions WHERE resource = 'article' AND resource_id = OLD.id;
	DELETE FROM drafts WHERE resource = 'article' AND slot = CAST(OLD.id AS TEXT);
END;
CREATE TRIGGER pages_delete_forgets_texts AFTER DELETE ON pages
BEGIN
	DELETE FROM revisions WHERE resource = 'page' AND resource_id = OLD.id;
	DELETE FROM drafts WHERE resource = 'page' AND slot = CAST(OLD.id AS TEXT);
END;

-- The lists of staff filter, sort and search on these alone, and read only the rows of one page.
CREATE INDEX articles_for_staff ON articles (updated_at DESC, id DESC, state, type, is_pinned, published_at, author_name, slug, title);
CREATE INDEX articles_in_trash ON articles (trashed_at DESC, id DESC) WHERE state = 'trashed';
CREATE INDEX documents_for_staff ON documents (state, visibility, category, updated_at DESC, id DESC, title);

-- What was published last, for the dashboard; the latest change of one thing, for its editor.
CREATE INDEX content_changes_of ON content_changes (resource, id, rev);
CREATE INDEX content_changes_published ON content_changes (rev) WHERE event = 'published';
