-- The search index: derived data only, made again by `npm run search:rebuild`. It filters, counts, ranks and pages alone.

CREATE TABLE index_state (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	rev INTEGER NOT NULL, -- content_changes up to here are indexed
	index_rev INTEGER NOT NULL -- raised with every batch that writes entries
) STRICT;
INSERT INTO index_state (id, rev, index_rev) VALUES (1, 0, 1);

CREATE TABLE entries (
	id INTEGER PRIMARY KEY,
	kind TEXT NOT NULL CHECK (kind IN ('article', 'page', 'document')),
	ref_id INTEGER NOT NULL,
	type TEXT NOT NULL DEFAULT '', -- of an article; the category of a document
	is_pinned INTEGER NOT NULL DEFAULT 0,
	published_at INTEGER NOT NULL,
	categories TEXT NOT NULL DEFAULT '[]', -- slugs
	tags TEXT NOT NULL DEFAULT '[]', -- slugs
	title TEXT NOT NULL,
	excerpt TEXT NOT NULL DEFAULT '',
	body TEXT NOT NULL DEFAULT '', -- the rendered text, for highlights
	UNIQUE (kind, ref_id)
) STRICT;

-- Words arrive cut (src/domain/search/tokens.ts); 'ascii' takes every other code point as a letter, so nothing is cut twice.
CREATE VIRTUAL TABLE entries_fts USING fts5 (
	title, tags, excerpt, body,
	content = '', contentless_delete = 1, prefix = '1', tokenize = 'ascii'
);
