-- The search index: derived data only, made again by `npm run search:rebuild`. It filters, counts, ranks and pages alone.

CREATE TABLE index_state (
	id INTEGER PRIMARY KEY CHECK (id = 1),
	rev INTEGER NOT NULL, -- content_changes up to here are indexed
	index_rev INTEGER NOT NULL -- raised with every batch that writes entries; a writer that lost the race sets NULL and rolls back
) STRICT;
INSERT INTO index_state (id, rev, index_rev) VALUES (1, 0, 1);

-- Small rows, so that filtering 10,000 hits reads few pages: the long texts stand beside them.
CREATE TABLE entries (
	-- Each kind is a range of ids, so that the full-text table can keep to one kind.
	id INTEGER PRIMARY KEY
		CHECK (id = ref_id + CASE kind WHEN 'article' THEN 0 WHEN 'page' THEN 1 << 40 WHEN 'document' THEN 1 << 41 END),
	kind TEXT NOT NULL CHECK (kind IN ('article', 'page', 'document')),
	ref_id INTEGER NOT NULL CHECK (ref_id BETWEEN 1 AND (1 << 40) - 1),
	type TEXT NOT NULL DEFAULT '', -- of an article; the category of a document
	is_pinned INTEGER NOT NULL DEFAULT 0,
	published_at INTEGER NOT NULL,
	categories TEXT NOT NULL DEFAULT '[]', -- slugs
	tags TEXT NOT NULL DEFAULT '[]', -- slugs
	title TEXT NOT NULL
) STRICT;

CREATE TABLE entry_texts (
	id INTEGER PRIMARY KEY REFERENCES entries (id) ON DELETE CASCADE,
	excerpt TEXT NOT NULL DEFAULT '',
	body TEXT NOT NULL DEFAULT '' -- the rendered text, for highlights
) STRICT;

-- Words arrive cut (src/kernel/tokens.ts); 'ascii' takes every other code point as a letter, so nothing is cut twice.
CREATE VIRTUAL TABLE entries_fts USING fts5 (
	title, tags, excerpt, body,
	content = '', contentless_delete = 1, prefix = '1', tokenize = 'ascii'
);
-- Merge later than usual (4 pieces, a tenth deleted): a rebuild over a full index takes a third of the time.
INSERT INTO entries_fts (entries_fts, rank) VALUES ('automerge', 8);
INSERT INTO entries_fts (entries_fts, rank) VALUES ('deletemerge', 50);

CREATE TRIGGER entries_delete_tokens AFTER DELETE ON entries
BEGIN
	DELETE FROM entries_fts WHERE rowid = OLD.id;
END;
