-- A list of past payments that came in: what became of each row, so that it can be taken back (docs: DOMAIN 3).
CREATE TABLE payment_imports (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	filename TEXT NOT NULL,
	file_id INTEGER REFERENCES files (id),
	state TEXT NOT NULL DEFAULT 'draft' CHECK (state IN ('draft', 'applied', 'undone')),
	mapping TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(mapping)),
	counts TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(counts)),
	created_by INTEGER REFERENCES users (id),
	applied_at INTEGER,
	undone_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE payment_import_rows (
	import_id INTEGER NOT NULL REFERENCES payment_imports (id) ON DELETE CASCADE,
	row INTEGER NOT NULL,
	outcome TEXT NOT NULL CHECK (outcome IN ('created', 'unchanged', 'conflict', 'skipped', 'error')),
	payment_id INTEGER REFERENCES payments (id),
	told TEXT, -- sealed: who stopped it and why; else the codes of what is said
	PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX payment_import_rows_of ON payment_import_rows (payment_id) WHERE payment_id IS NOT NULL;
