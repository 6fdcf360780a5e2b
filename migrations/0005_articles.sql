-- Articles. The long texts stand last, so that a list never walks their overflow pages.

CREATE TABLE articles (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- web-hook tags and preview links name it: never used twice
	slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 120),
	type TEXT NOT NULL CHECK (type IN ('news', 'event', 'knowledge', 'story', 'research', 'media')),
	state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'scheduled', 'published', 'archived', 'trashed')),
	is_pinned INTEGER NOT NULL DEFAULT 0 CHECK (is_pinned IN (0, 1)),
	pinned_until INTEGER,
	published_at INTEGER,
	publish_at INTEGER,
	unpublish_at INTEGER,
	archived_at INTEGER,
	trashed_at INTEGER,
	title TEXT NOT NULL CHECK (length(trim(title)) BETWEEN 1 AND 200),
	excerpt TEXT NOT NULL DEFAULT '',
	author_name TEXT,
	reading_minutes INTEGER NOT NULL DEFAULT 1,
	cover_id TEXT REFERENCES attachments (id),
	cover_alt TEXT NOT NULL DEFAULT '',
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
	CHECK (state <> 'scheduled' OR publish_at IS NOT NULL),
	CHECK (is_pinned = 0 OR state = 'published')
) STRICT;
CREATE INDEX articles_latest ON articles (is_pinned DESC, published_at DESC, id DESC) WHERE state = 'published';
CREATE INDEX articles_latest_of_type ON articles (type, is_pinned DESC, published_at DESC, id DESC) WHERE state = 'published';
CREATE INDEX articles_of_type_by_time ON articles (type, published_at DESC, id DESC) WHERE state = 'published';
CREATE INDEX articles_by_time ON articles (published_at, id) WHERE state = 'published';
CREATE INDEX articles_by_title ON articles (title, id) WHERE state = 'published';
CREATE INDEX articles_covers ON articles (cover_id) WHERE cover_id IS NOT NULL;
CREATE INDEX articles_to_publish ON articles (publish_at) WHERE state = 'scheduled';
CREATE INDEX articles_to_unpublish ON articles (unpublish_at) WHERE state = 'published' AND unpublish_at IS NOT NULL;
CREATE INDEX articles_to_unpin ON articles (pinned_until) WHERE is_pinned = 1 AND pinned_until IS NOT NULL;

CREATE TABLE article_categories (
	article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
	category_id INTEGER NOT NULL REFERENCES categories (id),
	PRIMARY KEY (article_id, category_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_categories_of ON article_categories (category_id, article_id);

CREATE TABLE article_tags (
	article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
	tag_id INTEGER NOT NULL REFERENCES tags (id),
	PRIMARY KEY (article_id, tag_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_tags_of ON article_tags (tag_id, article_id);

-- What a summary shows of an article's terms, as JSON [{"slug","name"}] in order: kept by triggers, so that a list of
-- articles reads one row for each instead of sorting and joining two lists.
CREATE TABLE article_terms (
	article_id INTEGER PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
	categories TEXT NOT NULL DEFAULT '[]',
	tags TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE VIEW article_terms_now AS
SELECT a.id AS article_id,
	(SELECT json_group_array(json_object('slug', c.slug, 'name', c.name) ORDER BY c.position, c.id)
		FROM article_categories x JOIN categories c ON c.id = x.category_id WHERE x.article_id = a.id) AS categories,
	(SELECT json_group_array(json_object('slug', t.slug, 'name', t.name) ORDER BY t.name, t.id)
		FROM article_tags x JOIN tags t ON t.id = x.tag_id WHERE x.article_id = a.id) AS tags
FROM articles a;

CREATE TRIGGER article_terms_start AFTER INSERT ON articles
BEGIN
	INSERT INTO article_terms (article_id) VALUES (NEW.id);
END;
CREATE TRIGGER article_terms_gain_category AFTER INSERT ON article_categories
BEGIN
	UPDATE article_terms SET categories = (SELECT categories FROM article_terms_now n WHERE n.article_id = NEW.article_id)
	WHERE article_id = NEW.article_id;
END;
CREATE TRIGGER article_terms_lose_category AFTER DELETE ON article_categories
BEGIN
	UPDATE article_terms SET categories = (SELECT categories FROM article_terms_now n WHERE n.article_id = OLD.article_id)
	WHERE article_id = OLD.article_id;
END;
CREATE TRIGGER article_terms_gain_tag AFTER INSERT ON article_tags
BEGIN
	UPDATE article_terms SET tags = (SELECT tags FROM article_terms_now n WHERE n.article_id = NEW.article_id)
	WHERE article_id = NEW.article_id;
END;
CREATE TRIGGER article_terms_lose_tag AFTER DELETE ON article_tags
BEGIN
	UPDATE article_terms SET tags = (SELECT tags FROM article_terms_now n WHERE n.article_id = OLD.article_id)
	WHERE article_id = OLD.article_id;
END;
CREATE TRIGGER article_terms_rename_category AFTER UPDATE OF slug, name, position ON categories
BEGIN
	UPDATE article_terms SET categories = (SELECT categories FROM article_terms_now n WHERE n.article_id = article_terms.article_id)
	WHERE article_id IN (SELECT article_id FROM article_categories WHERE category_id = NEW.id);
END;
CREATE TRIGGER article_terms_rename_tag AFTER UPDATE OF slug, name ON tags
BEGIN
	UPDATE article_terms SET tags = (SELECT tags FROM article_terms_now n WHERE n.article_id = article_terms.article_id)
	WHERE article_id IN (SELECT article_id FROM article_tags WHERE tag_id = NEW.id);
END;

-- Published articles of each type: the totals of lists.
CREATE TABLE article_counts (
	type TEXT PRIMARY KEY,
	published INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;
INSERT INTO article_counts (type) VALUES ('news'), ('event'), ('knowledge'), ('story'), ('research'), ('media');

CREATE TRIGGER articles_are_never_replaced BEFORE INSERT ON articles
WHEN EXISTS (SELECT 1 FROM articles WHERE id = NEW.id OR slug = NEW.slug)
BEGIN
	SELECT RAISE(ABORT, 'article.slug_taken');
END;
CREATE TRIGGER articles_never_replace_another BEFORE UPDATE OF id, slug ON articles
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM articles WHERE slug = NEW.slug AND id <> OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'article.slug_taken');
END;

-- What a change of an article touches besides: its terms, by the names that web-hooks give them.
CREATE VIEW article_touches AS
SELECT article_id, 'category:' || category_id AS tag FROM article_categories
UNION ALL
SELECT article_id, 'tag:' || tag_id FROM article_tags;

-- Archived counts as public here: it answers 410, and 404 once it is trashed. What leaves the public is named by the
-- slug that was public: the log of changes is public too.
CREATE TRIGGER articles_insert_raises AFTER INSERT ON articles WHEN NEW.state IN ('published', 'archived')
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('article', NEW.id, NEW.slug, NEW.state);
END;
CREATE TRIGGER articles_update_raises
AFTER UPDATE OF slug, type, state, is_pinned, published_at, title, excerpt, author_name, reading_minutes, cover_id,
	cover_alt, seo_title, seo_description, seo_image, canonical_url, noindex, updated_at, toc, body_markdown, body_html
ON articles WHEN OLD.state IN ('published', 'archived') OR NEW.state IN ('published', 'archived')
BEGIN
	INSERT INTO content_change (resource, id, slug, previous_slug, event, tags)
	VALUES (
		'article', NEW.id,
		CASE WHEN NEW.state IN ('published', 'archived') THEN NEW.slug ELSE OLD.slug END,
		CASE WHEN NEW.state IN ('published', 'archived') AND NEW.slug <> OLD.slug THEN OLD.slug END,
		CASE
			WHEN NEW.state = OLD.state THEN 'updated'
			WHEN NEW.state IN ('published', 'archived') THEN NEW.state
			WHEN NEW.state = 'trashed' THEN 'deleted'
			ELSE 'unpublished'
		END,
		(SELECT json_group_array(tag) FROM article_touches WHERE article_id = NEW.id)
	);
END;
CREATE TRIGGER articles_delete_raises BEFORE DELETE ON articles WHEN OLD.state IN ('published', 'archived')
BEGIN
	INSERT INTO content_change (resource, id, slug, event, tags)
	VALUES (
		'article', OLD.id, OLD.slug, 'deleted',
		(SELECT json_group_array(tag) FROM article_touches WHERE article_id = OLD.id)
	);
END;

CREATE TRIGGER articles_insert_takes_slug AFTER INSERT ON articles
BEGIN
	DELETE FROM slug_history WHERE resource = 'article' AND slug = NEW.slug;
END;
CREATE TRIGGER articles_rename_is_kept AFTER UPDATE OF slug ON articles WHEN NEW.slug <> OLD.slug
BEGIN
	DELETE FROM slug_history WHERE resource = 'article' AND slug IN (NEW.slug, OLD.slug);
	INSERT INTO slug_history (resource, slug, id) VALUES ('article', OLD.slug, NEW.id);
END;
CREATE TRIGGER articles_delete_forgets AFTER DELETE ON articles
BEGIN
	DELETE FROM slug_history WHERE resource = 'article' AND id = OLD.id;
	DELETE FROM attachment_uses WHERE resource = 'article' AND resource_id = OLD.id;
END;

-- Counts: an article that enters or leaves the public set, and one that changes its type.
CREATE TRIGGER articles_insert_counts AFTER INSERT ON articles WHEN NEW.state = 'published'
BEGIN
	UPDATE article_counts SET published = published + 1 WHERE type = NEW.type;
END;
CREATE TRIGGER articles_enter_counts AFTER UPDATE OF state, type ON articles
WHEN NEW.state = 'published' AND (OLD.state <> 'published' OR OLD.type <> NEW.type)
BEGIN
	UPDATE article_counts SET published = published + 1 WHERE type = NEW.type;
END;
CREATE TRIGGER articles_leave_counts AFTER UPDATE OF state, type ON articles
WHEN OLD.state = 'published' AND (NEW.state <> 'published' OR OLD.type <> NEW.type)
BEGIN
	UPDATE article_counts SET published = published - 1 WHERE type = OLD.type;
END;
CREATE TRIGGER articles_enter_terms AFTER UPDATE OF state ON articles
WHEN NEW.state = 'published' AND OLD.state <> 'published'
BEGIN
	UPDATE categories SET articles_count = articles_count + 1
	WHERE id IN (SELECT category_id FROM article_categories WHERE article_id = NEW.id);
	UPDATE tags SET articles_count = articles_count + 1
	WHERE id IN (SELECT tag_id FROM article_tags WHERE article_id = NEW.id);
END;
CREATE TRIGGER articles_leave_terms AFTER UPDATE OF state ON articles
WHEN OLD.state = 'published' AND NEW.state <> 'published'
BEGIN
	UPDATE categories SET articles_count = articles_count - 1
	WHERE id IN (SELECT category_id FROM article_categories WHERE article_id = NEW.id);
	UPDATE tags SET articles_count = articles_count - 1
	WHERE id IN (SELECT tag_id FROM article_tags WHERE article_id = NEW.id);
END;
-- The join rows cascade after the article is gone, when their own triggers no longer see it as published.
CREATE TRIGGER articles_delete_counts BEFORE DELETE ON articles WHEN OLD.state = 'published'
BEGIN
	UPDATE article_counts SET published = published - 1 WHERE type = OLD.type;
	UPDATE categories SET articles_count = articles_count - 1
	WHERE id IN (SELECT category_id FROM article_categories WHERE article_id = OLD.id);
	UPDATE tags SET articles_count = articles_count - 1
	WHERE id IN (SELECT tag_id FROM article_tags WHERE article_id = OLD.id);
END;

CREATE TRIGGER article_categories_insert AFTER INSERT ON article_categories
WHEN (SELECT state FROM articles WHERE id = NEW.article_id) = 'published'
BEGIN
	UPDATE categories SET articles_count = articles_count + 1 WHERE id = NEW.category_id;
	INSERT INTO content_change (resource, id, slug, event, tags)
	SELECT 'article', id, slug, 'updated', json_array('category:' || NEW.category_id) FROM articles WHERE id = NEW.article_id;
END;
CREATE TRIGGER article_categories_delete AFTER DELETE ON article_categories
WHEN (SELECT state FROM articles WHERE id = OLD.article_id) = 'published'
BEGIN
	UPDATE categories SET articles_count = articles_count - 1 WHERE id = OLD.category_id;
	INSERT INTO content_change (resource, id, slug, event, tags)
	SELECT 'article', id, slug, 'updated', json_array('category:' || OLD.category_id) FROM articles WHERE id = OLD.article_id;
END;
CREATE TRIGGER article_categories_are_not_updated BEFORE UPDATE ON article_categories
BEGIN
	SELECT RAISE(ABORT, 'article.terms_are_inserted_or_deleted');
END;
CREATE TRIGGER article_categories_are_never_replaced BEFORE INSERT ON article_categories
WHEN EXISTS (SELECT 1 FROM article_categories WHERE article_id = NEW.article_id AND category_id = NEW.category_id)
BEGIN
	SELECT RAISE(ABORT, 'article.term_taken');
END;

CREATE TRIGGER article_tags_insert AFTER INSERT ON article_tags
WHEN (SELECT state FROM articles WHERE id = NEW.article_id) = 'published'
BEGIN
	UPDATE tags SET articles_count = articles_count + 1 WHERE id = NEW.tag_id;
	INSERT INTO content_change (resource, id, slug, event, tags)
	SELECT 'article', id, slug, 'updated', json_array('tag:' || NEW.tag_id) FROM articles WHERE id = NEW.article_id;
END;
CREATE TRIGGER article_tags_delete AFTER DELETE ON article_tags
WHEN (SELECT state FROM articles WHERE id = OLD.article_id) = 'published'
BEGIN
	UPDATE tags SET articles_count = articles_count - 1 WHERE id = OLD.tag_id;
	INSERT INTO content_change (resource, id, slug, event, tags)
	SELECT 'article', id, slug, 'updated', json_array('tag:' || OLD.tag_id) FROM articles WHERE id = OLD.article_id;
END;
CREATE TRIGGER article_tags_are_not_updated BEFORE UPDATE ON article_tags
BEGIN
	SELECT RAISE(ABORT, 'article.terms_are_inserted_or_deleted');
END;
CREATE TRIGGER article_tags_are_never_replaced BEFORE INSERT ON article_tags
WHEN EXISTS (SELECT 1 FROM article_tags WHERE article_id = NEW.article_id AND tag_id = NEW.tag_id)
BEGIN
	SELECT RAISE(ABORT, 'article.term_taken');
END;
