-- Long work that somebody of the staff began: how far it is, and how it ended. What is done is what is stored: the last step
-- is written in the batch of the work itself. Deleted a day after the end.
CREATE TABLE works (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	kind TEXT NOT NULL CHECK (kind IN ('roster', 'payments', 'bank', 'assessment', 'mailing', 'export')),
	subject_id INTEGER, -- of a mailing
	href TEXT NOT NULL CHECK (href GLOB '/admin/*'), -- the page that shows what was done
	state TEXT NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'done', 'failed')),
	reason TEXT CHECK (reason IN ('interrupted', 'stopped', 'refused', 'broken')),
	done INTEGER NOT NULL DEFAULT 0 CHECK (done >= 0),
	total INTEGER NOT NULL CHECK (total >= done),
	started_at INTEGER NOT NULL,
	touched_at INTEGER NOT NULL,
	ended_at INTEGER,
	seen_at INTEGER,
	-- The file of an export, sealed in R2 for who made it alone; `gate` is what the list asks of whoever takes it.
	object_key TEXT UNIQUE CHECK (object_key GLOB 'private/*'),
	key_id TEXT,
	size INTEGER CHECK (size > 0),
	sha256 TEXT CHECK (length(sha256) = 64),
	filename TEXT,
	content_type TEXT,
	gate TEXT,
	CHECK ((object_key IS NOT NULL) = (kind = 'export' AND state = 'done')),
	CHECK ((object_key IS NULL) = (key_id IS NULL OR size IS NULL OR sha256 IS NULL OR filename IS NULL OR content_type IS NULL OR gate IS NULL)),
	CHECK ((ended_at IS NULL) = (state = 'running')),
	CHECK ((reason IS NOT NULL) = (state = 'failed')),
	CHECK (state <> 'done' OR done = total),
	CHECK ((subject_id IS NOT NULL) = (kind = 'mailing'))
) STRICT;
CREATE INDEX works_shown ON works (user_id, id) WHERE seen_at IS NULL;
CREATE UNIQUE INDEX works_of_mailing ON works (subject_id) WHERE kind = 'mailing';

-- A mailing counts whom it has recorded, whoever writes them, each once.
CREATE TRIGGER works_count_receivers AFTER INSERT ON announcement_receivers
BEGIN
	UPDATE works SET done = done + 1, total = max(total, done + 1), touched_at = NEW.at
	WHERE kind = 'mailing' AND subject_id = NEW.mailing_id AND state = 'running';
END;
CREATE TRIGGER works_end_with_mailing AFTER UPDATE OF state ON announcement_mailings
WHEN NEW.state IN ('done', 'stopped') AND OLD.state IN ('waiting', 'sending')
BEGIN
	UPDATE works SET total = iif(NEW.state = 'done', done, total), state = iif(NEW.state = 'done', 'done', 'failed'),
		reason = iif(NEW.state = 'done', NULL, 'stopped'), touched_at = NEW.ended_at, ended_at = NEW.ended_at
	WHERE kind = 'mailing' AND subject_id = NEW.id AND state = 'running';
END;
