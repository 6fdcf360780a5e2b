-- Documents for members and for a few (docs: DOMAIN 6): what a permission may be, which versions were ever for everybody,
-- and how often each was downloaded. Who did is in the audit log.

-- From this version on it was for everybody: who only publishes sees no earlier one.
ALTER TABLE documents ADD COLUMN public_from INTEGER NOT NULL DEFAULT 1 CHECK (public_from > 0);

UPDATE documents SET permission = NULL WHERE permission IS NOT NULL AND (visibility <> 'restricted' OR permission = 'member.own');

-- Only a restricted document asks for a permission, and for none that every member holds; without one it is nobody's to read.
CREATE TRIGGER documents_ask_for_a_permission BEFORE INSERT ON documents
WHEN NEW.permission IS NOT NULL AND (NEW.visibility <> 'restricted' OR NEW.permission = 'member.own')
BEGIN
	SELECT RAISE(ABORT, 'document.permission_refused');
END;
CREATE TRIGGER documents_go_on_asking_for_one BEFORE UPDATE ON documents
WHEN NEW.permission IS NOT NULL AND (NEW.visibility <> 'restricted' OR NEW.permission = 'member.own')
BEGIN
	SELECT RAISE(ABORT, 'document.permission_refused');
END;
CREATE TRIGGER documents_become_public AFTER UPDATE OF visibility ON documents
WHEN OLD.visibility <> 'public' AND NEW.visibility = 'public'
BEGIN
	UPDATE documents SET public_from = coalesce(NEW.current_version,
		(SELECT max(number) + 1 FROM document_versions WHERE document_id = NEW.id), 1) WHERE id = NEW.id;
END;

-- What is published, as its readers find it: by category, those without one last, and what is new first.
CREATE INDEX documents_for_readers ON documents (category = '', category, updated_at DESC, id DESC, visibility, permission, state)
	WHERE state = 'published';
CREATE INDEX documents_newest ON documents (updated_at DESC, id DESC, visibility, permission, state) WHERE state = 'published';

-- Downloads that the audit log has: all but those of what everybody may have.
CREATE TABLE document_downloads (
	document_id INTEGER NOT NULL,
	number INTEGER NOT NULL,
	downloads INTEGER NOT NULL CHECK (downloads > 0),
	last_at INTEGER NOT NULL,
	PRIMARY KEY (document_id, number),
	FOREIGN KEY (document_id, number) REFERENCES document_versions (document_id, number) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE TRIGGER document_downloads_begin_at_one BEFORE INSERT ON document_downloads
WHEN NEW.downloads <> 1
	OR EXISTS (SELECT 1 FROM document_downloads WHERE document_id = NEW.document_id AND number = NEW.number)
BEGIN
	SELECT RAISE(ABORT, 'document.count_is_final');
END;
CREATE TRIGGER document_downloads_rise_by_one BEFORE UPDATE ON document_downloads
WHEN (NEW.document_id, NEW.number, NEW.downloads) IS NOT (OLD.document_id, OLD.number, OLD.downloads + 1) OR NEW.last_at < OLD.last_at
BEGIN
	SELECT RAISE(ABORT, 'document.count_is_final');
END;
-- It goes with its version alone (whose row is gone first when it cascades).
CREATE TRIGGER document_downloads_stay BEFORE DELETE ON document_downloads
WHEN EXISTS (SELECT 1 FROM document_versions WHERE document_id = OLD.document_id AND number = OLD.number)
BEGIN
	SELECT RAISE(ABORT, 'document.count_is_final');
END;
