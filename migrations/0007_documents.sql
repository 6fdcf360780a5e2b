-- Documents with versions. Only published documents of visibility 'public' reach the API.

CREATE TABLE documents (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- web-hook tags and preview links name it: never used twice
	slug TEXT NOT NULL UNIQUE CHECK (length(slug) BETWEEN 1 AND 120),
	title TEXT NOT NULL CHECK (length(trim(title)) BETWEEN 1 AND 200),
	description TEXT NOT NULL DEFAULT '',
	category TEXT NOT NULL DEFAULT '',
	visibility TEXT NOT NULL DEFAULT 'restricted' CHECK (visibility IN ('public', 'members', 'restricted')),
	permission TEXT, -- needed to read a restricted one
	state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'scheduled', 'published', 'archived', 'trashed')),
	published_at INTEGER,
	publish_at INTEGER,
	unpublish_at INTEGER,
	archived_at INTEGER,
	trashed_at INTEGER,
	current_version INTEGER, -- document_versions.number
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (state <> 'published' OR (published_at IS NOT NULL AND current_version IS NOT NULL)),
	CHECK (state <> 'scheduled' OR publish_at IS NOT NULL)
) STRICT;
CREATE INDEX documents_latest ON documents (published_at DESC, id DESC) WHERE state = 'published' AND visibility = 'public';
CREATE INDEX documents_latest_of_category ON documents (category, published_at DESC, id DESC)
	WHERE state = 'published' AND visibility = 'public';
CREATE INDEX documents_to_publish ON documents (publish_at) WHERE state = 'scheduled';
CREATE INDEX documents_to_unpublish ON documents (unpublish_at) WHERE state = 'published' AND unpublish_at IS NOT NULL;

CREATE TABLE document_versions (
	document_id INTEGER NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
	number INTEGER NOT NULL CHECK (number > 0),
	filename TEXT NOT NULL CHECK (length(filename) BETWEEN 1 AND 120),
	content_type TEXT NOT NULL,
	size INTEGER NOT NULL,
	sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
	object_key TEXT NOT NULL,
	note TEXT NOT NULL DEFAULT '',
	created_at INTEGER NOT NULL,
	PRIMARY KEY (document_id, number)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER documents_are_never_replaced BEFORE INSERT ON documents
WHEN EXISTS (SELECT 1 FROM documents WHERE id = NEW.id OR slug = NEW.slug)
BEGIN
	SELECT RAISE(ABORT, 'document.slug_taken');
END;
CREATE TRIGGER documents_never_replace_another BEFORE UPDATE OF id, slug ON documents
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM documents WHERE slug = NEW.slug AND id <> OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'document.slug_taken');
END;
-- A version that was handed out never becomes another file.
CREATE TRIGGER document_versions_never_change BEFORE UPDATE ON document_versions
BEGIN
	SELECT RAISE(ABORT, 'document.version_is_final');
END;
CREATE TRIGGER document_versions_are_never_replaced BEFORE INSERT ON document_versions
WHEN EXISTS (SELECT 1 FROM document_versions WHERE document_id = NEW.document_id AND number = NEW.number)
BEGIN
	SELECT RAISE(ABORT, 'document.version_is_final');
END;

-- The version that a document shows goes only with the document (whose row is gone first when it cascades).
CREATE TRIGGER document_versions_keep_the_current BEFORE DELETE ON document_versions
WHEN EXISTS (SELECT 1 FROM documents WHERE id = OLD.document_id AND current_version = OLD.number)
BEGIN
	SELECT RAISE(ABORT, 'document.version_is_current');
END;
CREATE TRIGGER document_versions_insert_raises AFTER INSERT ON document_versions
BEGIN
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'document', id, slug, 'updated' FROM documents
	WHERE id = NEW.document_id AND current_version = NEW.number AND state = 'published' AND visibility = 'public';
END;

CREATE TRIGGER documents_insert_raises AFTER INSERT ON documents
WHEN NEW.state IN ('published', 'archived') AND NEW.visibility = 'public'
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('document', NEW.id, NEW.slug, NEW.state);
END;
CREATE TRIGGER documents_update_raises
AFTER UPDATE OF slug, title, description, category, visibility, state, published_at, current_version, updated_at ON documents
WHEN (OLD.state IN ('published', 'archived') AND OLD.visibility = 'public')
	OR (NEW.state IN ('published', 'archived') AND NEW.visibility = 'public')
BEGIN
	INSERT INTO content_change (resource, id, slug, previous_slug, event)
	VALUES (
		'document', NEW.id,
		CASE WHEN NEW.state IN ('published', 'archived') AND NEW.visibility = 'public' THEN NEW.slug ELSE OLD.slug END,
		CASE WHEN NEW.state IN ('published', 'archived') AND NEW.visibility = 'public' AND NEW.slug <> OLD.slug THEN OLD.slug END,
		CASE
			WHEN NEW.visibility <> 'public' THEN 'unpublished'
			WHEN OLD.visibility <> 'public' AND NEW.state IN ('published', 'archived') THEN NEW.state
			WHEN NEW.state = OLD.state THEN 'updated'
			WHEN NEW.state IN ('published', 'archived') THEN NEW.state
			WHEN NEW.state = 'trashed' THEN 'deleted'
			ELSE 'unpublished'
		END
	);
END;
CREATE TRIGGER documents_delete_raises AFTER DELETE ON documents
WHEN OLD.state IN ('published', 'archived') AND OLD.visibility = 'public'
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('document', OLD.id, OLD.slug, 'deleted');
END;
CREATE TRIGGER documents_insert_takes_slug AFTER INSERT ON documents
BEGIN
	DELETE FROM slug_history WHERE resource = 'document' AND slug = NEW.slug;
END;
CREATE TRIGGER documents_rename_is_kept AFTER UPDATE OF slug ON documents WHEN NEW.slug <> OLD.slug
BEGIN
	DELETE FROM slug_history WHERE resource = 'document' AND slug IN (NEW.slug, OLD.slug);
	INSERT INTO slug_history (resource, slug, id) VALUES ('document', OLD.slug, NEW.id);
END;
CREATE TRIGGER documents_delete_forgets AFTER DELETE ON documents
BEGIN
	DELETE FROM slug_history WHERE resource = 'document' AND id = OLD.id;
END;
