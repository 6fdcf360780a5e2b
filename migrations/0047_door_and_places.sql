-- Sign-ins that failed, for the owner of the account to see, and for the door to count by user without telling it
-- (docs/decisions/0022-throttle.md). Nothing of what was typed is kept; the network and the browser are coarse, and the rows few.

CREATE TABLE failed_sign_ins (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	at INTEGER NOT NULL, -- UTC milliseconds
	way TEXT NOT NULL CHECK (way IN ('phone', 'email', 'second_factor')), -- what was typed, or what came behind the right password
	browser TEXT, -- keyed hash of a browser that signed in before; NULL: a stranger's
	network TEXT NOT NULL DEFAULT '' CHECK (length(network) <= 40), -- 203.0.113.*
	device TEXT NOT NULL DEFAULT '' CHECK (length(device) <= 40) -- Chrome・Windows
) STRICT;
CREATE INDEX failed_sign_ins_of_user ON failed_sign_ins (user_id, at);
CREATE INDEX failed_sign_ins_by_age ON failed_sign_ins (at);

-- The newest 50 of strangers and the newest 50 of known browsers: neither pushes the other's out.
CREATE TRIGGER failed_sign_ins_are_few AFTER INSERT ON failed_sign_ins
BEGIN
	DELETE FROM failed_sign_ins WHERE user_id = NEW.user_id AND (browser IS NULL) = (NEW.browser IS NULL) AND id <= (
		SELECT id FROM failed_sign_ins WHERE user_id = NEW.user_id AND (browser IS NULL) = (NEW.browser IS NULL)
		ORDER BY id DESC LIMIT 1 OFFSET 50);
END;

-- Where the name of somebody who was erased still stood, for whoever goes through it afterwards: which row, and nothing of what
-- stands in it. Written in the batch of the erasure, before the name is gone.
CREATE TABLE erasure_places (
	subject_type TEXT NOT NULL CHECK (subject_type IN ('member', 'donor')),
	subject_id INTEGER NOT NULL,
	place TEXT NOT NULL, -- src/db/shell/free-text-places.ts
	key TEXT NOT NULL, -- of the row in its table
	kind TEXT NOT NULL, -- what record shows it, and its id
	link TEXT NOT NULL,
	fate TEXT NOT NULL CHECK (fate IN ('edit', 'kept')),
	at INTEGER NOT NULL, -- UTC milliseconds
	PRIMARY KEY (subject_type, subject_id, place, key)
) STRICT, WITHOUT ROWID;
