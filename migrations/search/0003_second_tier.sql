-- The second tier of a search (docs/decisions/0050): the same texts with simplified characters and variants folded
-- (src/kernel/variants.ts). Entries of an older cutting are not in it until the indexing of each minute has cut them again.
CREATE VIRTUAL TABLE folded_fts USING fts5(
	title, text,
	content = '', contentless_delete = 1, prefix = '1', tokenize = 'ascii'
);
INSERT INTO folded_fts (folded_fts, rank) VALUES ('automerge', 8);
INSERT INTO folded_fts (folded_fts, rank) VALUES ('deletemerge', 50);

-- The titles alone, as entries_fts has them: of a word that every text contains, those with it in their title are found here without
-- walking all of its places.
CREATE VIRTUAL TABLE titles_fts USING fts5(
	title, content = '', contentless_delete = 1, prefix = '1', tokenize = 'ascii'
);
INSERT INTO titles_fts (titles_fts, rank) VALUES ('automerge', 8);
INSERT INTO titles_fts (titles_fts, rank) VALUES ('deletemerge', 50);

CREATE TRIGGER entries_delete_second_tier AFTER DELETE ON entries
BEGIN
	DELETE FROM folded_fts WHERE rowid = OLD.id;
	DELETE FROM titles_fts WHERE rowid = OLD.id;
END;
