-- Synonyms: groups of words that a search takes for one another (輪椅 = 輔具). Every answer to a search has the groups in the key of its
-- cache, because they are read with the content revision: no trigger need tell that one changed.
CREATE TABLE synonyms (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- the audit log names it: never used twice
	words TEXT NOT NULL CHECK (json_valid(words) AND json_type(words) = 'array' AND json_array_length(words) BETWEEN 2 AND 12),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;

-- Words of one line without spaces at their ends; each stands in one group only, once. At most 100 groups, which every isolate reads.
CREATE TRIGGER synonyms_insert_is_checked BEFORE INSERT ON synonyms
BEGIN
	SELECT RAISE(ABORT, 'synonym.used_id') WHERE EXISTS (SELECT 1 FROM synonyms WHERE id = NEW.id);
	SELECT RAISE(ABORT, 'synonym.full') WHERE EXISTS (SELECT 1 FROM synonyms LIMIT 1 OFFSET 99);
	SELECT RAISE(ABORT, 'synonym.bad_words') WHERE NOT json_valid(NEW.words) OR EXISTS (SELECT 1 FROM json_each(NEW.words)
		WHERE type <> 'text' OR length(value) NOT BETWEEN 1 AND 40 OR trim(value) <> value OR instr(value, char(10)) > 0);
	SELECT RAISE(ABORT, 'synonym.taken') WHERE EXISTS (
		SELECT 1 FROM json_each(NEW.words) n JOIN (SELECT o.value FROM synonyms s, json_each(s.words) o) o ON lower(o.value) = lower(n.value))
		OR EXISTS (SELECT 1 FROM json_each(NEW.words) GROUP BY lower(value) HAVING count(*) > 1);
END;
CREATE TRIGGER synonyms_update_is_checked BEFORE UPDATE OF id, words ON synonyms
BEGIN
	SELECT RAISE(ABORT, 'synonym.used_id') WHERE NEW.id <> OLD.id;
	SELECT RAISE(ABORT, 'synonym.bad_words') WHERE NOT json_valid(NEW.words) OR EXISTS (SELECT 1 FROM json_each(NEW.words)
		WHERE type <> 'text' OR length(value) NOT BETWEEN 1 AND 40 OR trim(value) <> value OR instr(value, char(10)) > 0);
	SELECT RAISE(ABORT, 'synonym.taken') WHERE EXISTS (
		SELECT 1 FROM json_each(NEW.words) n
		JOIN (SELECT o.value FROM synonyms s, json_each(s.words) o WHERE s.id <> OLD.id) o ON lower(o.value) = lower(n.value))
		OR EXISTS (SELECT 1 FROM json_each(NEW.words) GROUP BY lower(value) HAVING count(*) > 1);
END;
