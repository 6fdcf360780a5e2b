-- The tokens with which websites read the API beyond the limit of strangers. Kept as SHA-256: a token is 256 random bits and is
-- shown once, when it is made.

CREATE TABLE read_tokens (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
	digest TEXT NOT NULL UNIQUE CHECK (length(digest) = 64 AND digest NOT GLOB '*[^0-9a-f]*'),
	hint TEXT NOT NULL CHECK (length(hint) = 4), -- its last characters, to tell one from another
	created_at INTEGER NOT NULL,
	revoked_at INTEGER
) STRICT;
CREATE INDEX read_tokens_in_use ON read_tokens (digest) WHERE revoked_at IS NULL;
CREATE UNIQUE INDEX read_tokens_name ON read_tokens (name) WHERE revoked_at IS NULL;

-- All of them are read with each revision.
CREATE TRIGGER read_tokens_are_few BEFORE INSERT ON read_tokens
WHEN (SELECT count(*) FROM read_tokens WHERE revoked_at IS NULL) >= 20
BEGIN
	SELECT RAISE(ABORT, 'read_token.too_many');
END;
CREATE TRIGGER read_tokens_are_final BEFORE UPDATE ON read_tokens
WHEN NEW.digest <> OLD.digest OR NEW.hint <> OLD.hint OR NEW.created_at <> OLD.created_at OR OLD.revoked_at IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'read_token.is_final');
END;

-- The list of one author's articles.
CREATE INDEX articles_of_author ON articles (author_name, is_pinned DESC, published_at DESC, id DESC)
	WHERE state = 'published' AND author_name IS NOT NULL;
