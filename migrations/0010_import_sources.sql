-- What an import made: a second run with the same hash changes nothing, and a text that was edited here since is not overwritten.

CREATE TABLE import_sources (
	resource TEXT NOT NULL CHECK (resource IN ('article', 'page', 'document', 'announcement')),
	source TEXT NOT NULL, -- path in the imported site
	resource_id INTEGER NOT NULL,
	hash TEXT NOT NULL,
	version INTEGER NOT NULL, -- of the record, when it was imported
	imported_at INTEGER NOT NULL,
	PRIMARY KEY (resource, source)
) STRICT, WITHOUT ROWID;
