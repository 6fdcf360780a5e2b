-- The texts that the association shows and asks people to agree to (個資法 8, 7, 6), besides those that ship with the program. A
-- text is a version from its first day on, under which `consents` keeps who agreed to it, and never changes.
CREATE TABLE consent_texts (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL CHECK (kind IN ('personal_data', 'health_data', 'donor_data')),
	version TEXT NOT NULL CHECK (length(version) BETWEEN 10 AND 20), -- the first day, and with the second text of a day its number
	starts_on TEXT NOT NULL CHECK (starts_on IS date(starts_on)),
	body TEXT NOT NULL CHECK (length(body) BETWEEN 1 AND 10000),
	created_by INTEGER REFERENCES users (id),
	created_at INTEGER NOT NULL,
	UNIQUE (kind, version)
) STRICT;
CREATE INDEX consent_texts_in_order ON consent_texts (kind, starts_on, id);
CREATE TRIGGER consent_texts_begin_later BEFORE INSERT ON consent_texts
WHEN NEW.starts_on < date(NEW.created_at / 1000, 'unixepoch', '+8 hours')
	OR EXISTS (SELECT 1 FROM consent_texts WHERE id = NEW.id OR (kind = NEW.kind AND version = NEW.version))
BEGIN
	SELECT RAISE(ABORT, 'privacy.text_final');
END;
CREATE TRIGGER consent_texts_are_final BEFORE UPDATE ON consent_texts
BEGIN
	SELECT RAISE(ABORT, 'privacy.text_final');
END;
CREATE TRIGGER consent_texts_are_never_deleted BEFORE DELETE ON consent_texts
BEGIN
	SELECT RAISE(ABORT, 'privacy.text_final');
END;

-- A payee who is no member is erased by themselves, as a donor is: SQLite changes no CHECK, so the table is made anew.
CREATE TABLE erasure_places_anew (
	subject_type TEXT NOT NULL CHECK (subject_type IN ('member', 'donor', 'payee')),
	subject_id INTEGER NOT NULL,
	place TEXT NOT NULL, -- src/db/shell/free-text-places.ts
	key TEXT NOT NULL, -- of the row in its table
	kind TEXT NOT NULL, -- what record shows it, and its id
	link TEXT NOT NULL,
	fate TEXT NOT NULL CHECK (fate IN ('edit', 'kept')),
	at INTEGER NOT NULL, -- UTC milliseconds
	PRIMARY KEY (subject_type, subject_id, place, key)
) STRICT, WITHOUT ROWID;
INSERT INTO erasure_places_anew SELECT * FROM erasure_places;
DROP TABLE erasure_places;
ALTER TABLE erasure_places_anew RENAME TO erasure_places;
