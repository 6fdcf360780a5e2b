-- Private files in R2: certificates, proofs of payment, finance attachments, imports, the logo. What a row says of its
-- object never changes; it gets a subject once, and it is marked deleted once, when the object goes and the row stays.

CREATE TABLE files (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- the audit log names it: never used twice
	purpose TEXT NOT NULL CHECK (purpose IN ('certificate', 'payment_proof', 'finance', 'document', 'logo', 'import')),
	subject_type TEXT, -- what it belongs to, as the audit log writes it: 'certificate', '12'
	subject_id TEXT,
	filename TEXT NOT NULL CHECK (length(filename) BETWEEN 1 AND 120),
	content_type TEXT NOT NULL,
	size INTEGER NOT NULL CHECK (size > 0), -- size and sha256 are those of the readable bytes
	width INTEGER,
	height INTEGER,
	sha256 TEXT NOT NULL CHECK (length(sha256) = 64),
	object_key TEXT NOT NULL UNIQUE CHECK (object_key GLOB 'private/*'), -- random; what the object is sealed for
	is_sealed INTEGER NOT NULL CHECK (is_sealed IN (0, 1)),
	key_id TEXT,
	uploaded_by INTEGER REFERENCES users (id),
	created_at INTEGER NOT NULL,
	deleted_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	CHECK ((subject_type IS NULL) = (subject_id IS NULL)),
	CHECK ((is_sealed = 1) = (key_id IS NOT NULL))
) STRICT;
CREATE INDEX files_of_subject ON files (subject_type, subject_id, id) WHERE subject_id IS NOT NULL;
CREATE INDEX files_by_time ON files (created_at);
CREATE INDEX files_of_uploader ON files (uploaded_by) WHERE uploaded_by IS NOT NULL;

CREATE TRIGGER files_only_get_a_subject_or_go BEFORE UPDATE ON files
WHEN OLD.deleted_at IS NOT NULL
	OR (NEW.id, NEW.purpose, NEW.filename, NEW.content_type, NEW.size, NEW.width, NEW.height, NEW.sha256)
		IS NOT (OLD.id, OLD.purpose, OLD.filename, OLD.content_type, OLD.size, OLD.width, OLD.height, OLD.sha256)
	OR (NEW.object_key, NEW.is_sealed, NEW.key_id, NEW.uploaded_by, NEW.created_at)
		IS NOT (OLD.object_key, OLD.is_sealed, OLD.key_id, OLD.uploaded_by, OLD.created_at)
	OR (OLD.subject_id IS NOT NULL
		AND (NEW.subject_type, NEW.subject_id) IS NOT (OLD.subject_type, OLD.subject_id))
BEGIN
	SELECT RAISE(ABORT, 'file.is_final');
END;
CREATE TRIGGER files_are_never_removed BEFORE DELETE ON files
BEGIN
	SELECT RAISE(ABORT, 'file.is_final');
END;
CREATE TRIGGER files_are_never_replaced BEFORE INSERT ON files
WHEN EXISTS (SELECT 1 FROM files WHERE id = NEW.id OR object_key = NEW.object_key)
BEGIN
	SELECT RAISE(ABORT, 'file.is_final');
END;
