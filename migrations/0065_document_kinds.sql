-- Kinds of documents (docs: concepts, Notices): 一般文件, 財務公告 and 捐款徵信, which the API tells and lists by.
ALTER TABLE documents ADD COLUMN kind TEXT NOT NULL DEFAULT 'general' CHECK (kind IN ('general', 'finance', 'donations'));
UPDATE documents SET kind = CASE category WHEN '財務公告' THEN 'finance' ELSE 'donations' END
	WHERE category IN ('財務公告', '捐款徵信');
CREATE INDEX documents_latest_of_kind ON documents (kind, published_at DESC, id DESC)
	WHERE state = 'published' AND visibility = 'public';
DROP INDEX documents_for_staff;
CREATE INDEX documents_for_staff ON documents (state, visibility, category, kind, updated_at DESC, id DESC, title);

DROP TRIGGER documents_update_raises;
CREATE TRIGGER documents_update_raises
AFTER UPDATE OF slug, title, description, category, kind, visibility, state, published_at, current_version, updated_at ON documents
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
-- A notice that a press makes of the records shows the version that the press made last, and no other: the file of before may
-- say what is not true any more, or a name that was taken back.
ALTER TABLE documents ADD COLUMN pressed_version INTEGER CHECK (pressed_version IS NULL
	OR (pressed_version = current_version AND kind <> 'general' AND visibility = 'public'));
CREATE TRIGGER documents_pressed_stay BEFORE UPDATE ON documents
WHEN OLD.pressed_version IS NOT NULL AND (NEW.pressed_version IS NULL OR NEW.kind <> OLD.kind OR NEW.visibility <> 'public'
	OR NEW.current_version IS NOT NEW.pressed_version)
BEGIN
	SELECT RAISE(ABORT, 'document.is_pressed');
END;
CREATE TRIGGER document_versions_of_a_press BEFORE INSERT ON document_versions
WHEN EXISTS (SELECT 1 FROM documents WHERE id = NEW.document_id AND pressed_version <> NEW.number)
BEGIN
	SELECT RAISE(ABORT, 'document.is_pressed');
END;

-- The search index learns the kind of what is public.
INSERT INTO content_change (resource, id, slug, event)
SELECT 'document', id, slug, 'updated' FROM documents WHERE state = 'published' AND visibility = 'public';
