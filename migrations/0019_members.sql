-- Members as the association knows them (docs: DOMAIN 2). A login is a user; a member may have none.

ALTER TABLE members ADD COLUMN name_en TEXT NOT NULL DEFAULT '' CHECK (length(name_en) <= 80);
ALTER TABLE members ADD COLUMN identity_type TEXT NOT NULL DEFAULT 'patient' CHECK (identity_type IN ('patient', 'parent'));
ALTER TABLE members ADD COLUMN guardian_member_id INTEGER REFERENCES members (id);
ALTER TABLE members ADD COLUMN membership_type TEXT NOT NULL DEFAULT 'individual' CHECK (membership_type IN
	('individual', 'sponsor', 'honorary_academic', 'regular', 'honorary', 'lifetime', 'student'));
-- grace and lapsed are computed from dues, never stored.
ALTER TABLE members ADD COLUMN status TEXT NOT NULL DEFAULT 'applied' CHECK (status IN
	('applied', 'awaiting_payment', 'active', 'suspended', 'declined', 'withdrawn', 'resigned', 'expelled', 'deceased'));
ALTER TABLE members ADD COLUMN status_since TEXT; -- the day of the last step, Taipei
ALTER TABLE members ADD COLUMN resolution_no TEXT; -- 理監事會議決議
ALTER TABLE members ADD COLUMN resolution_on TEXT CHECK (resolution_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
ALTER TABLE members ADD COLUMN gender TEXT CHECK (gender IN ('female', 'male', 'other'));
ALTER TABLE members ADD COLUMN birth_date TEXT CHECK (birth_date GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
-- What is sealed is bound to seal_id: the row's id is not known before the row.
ALTER TABLE members ADD COLUMN seal_id TEXT;
ALTER TABLE members ADD COLUMN person_key TEXT; -- sealed; opens the personal values in the audit log; gone after pseudonymisation
ALTER TABLE members ADD COLUMN national_id TEXT; -- sealed
ALTER TABLE members ADD COLUMN national_id_hash TEXT; -- HMAC, for matching
ALTER TABLE members ADD COLUMN national_id_mask TEXT; -- A12****789
ALTER TABLE members ADD COLUMN diagnosis_note TEXT; -- sealed
ALTER TABLE members ADD COLUMN phone TEXT; -- 09xxxxxxxx; parents and children share one
ALTER TABLE members ADD COLUMN phone_home TEXT;
ALTER TABLE members ADD COLUMN email TEXT; -- case-folded
ALTER TABLE members ADD COLUMN line_id TEXT;
ALTER TABLE members ADD COLUMN postal_code TEXT CHECK (length(postal_code) IN (3, 5, 6) AND postal_code NOT GLOB '*[^0-9]*');
ALTER TABLE members ADD COLUMN city TEXT;
ALTER TABLE members ADD COLUMN district TEXT;
ALTER TABLE members ADD COLUMN address TEXT;
ALTER TABLE members ADD COLUMN occupation TEXT;
ALTER TABLE members ADD COLUMN emergency_name TEXT;
ALTER TABLE members ADD COLUMN emergency_relation TEXT;
ALTER TABLE members ADD COLUMN emergency_phone TEXT;
ALTER TABLE members ADD COLUMN consent_at INTEGER; -- when the present consent was given; `consents` has its text
ALTER TABLE members ADD COLUMN joined_on TEXT CHECK (joined_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
ALTER TABLE members ADD COLUMN left_on TEXT CHECK (left_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
ALTER TABLE members ADD COLUMN source TEXT NOT NULL DEFAULT 'admin'; -- admin, self, roster:<file>
-- Computed with every certificate: what the list filters by. approved counts until its date.
ALTER TABLE members ADD COLUMN disability_status TEXT NOT NULL DEFAULT 'not_applied' CHECK (disability_status IN
	('not_applied', 'pending', 'approved', 'rejected'));
ALTER TABLE members ADD COLUMN disability_until TEXT; -- of the approval that counts; NULL without end
ALTER TABLE members ADD COLUMN has_notes INTEGER NOT NULL DEFAULT 0 CHECK (has_notes IN (0, 1)); -- kept by the triggers of notes
ALTER TABLE members ADD COLUMN merged_into INTEGER REFERENCES members (id); -- the record that this one became
ALTER TABLE members ADD COLUMN pseudonymised_at INTEGER;
UPDATE members SET status = 'active' WHERE member_no IS NOT NULL;

CREATE UNIQUE INDEX members_national_id ON members (national_id_hash) WHERE national_id_hash IS NOT NULL;
CREATE INDEX members_of_guardian ON members (guardian_member_id) WHERE guardian_member_id IS NOT NULL;
CREATE INDEX members_by_phone ON members (phone) WHERE phone IS NOT NULL;
CREATE INDEX members_by_email ON members (email) WHERE email IS NOT NULL;
CREATE INDEX members_by_name ON members (name, birth_date);
CREATE INDEX members_merged ON members (merged_into) WHERE merged_into IS NOT NULL;
-- The list filters, sorts and pages on these alone, one for each order, and one more for each order of a status; the rows of
-- one page are read. A number is sorted by its length first: M9999, M10000.
CREATE INDEX members_in_order ON members (length(member_no), member_no, id,
	status, membership_type, identity_type, disability_status, disability_until, city, has_notes) WHERE merged_into IS NULL;
CREATE INDEX members_in_order_of_status ON members (status, length(member_no), member_no, id,
	membership_type, identity_type, disability_status, disability_until, city, has_notes) WHERE merged_into IS NULL;
CREATE INDEX members_by_name_in_list ON members (name, id,
	status, membership_type, identity_type, disability_status, disability_until, city, has_notes) WHERE merged_into IS NULL;
CREATE INDEX members_by_day ON members (joined_on, id,
	status, membership_type, identity_type, disability_status, disability_until, city, has_notes) WHERE merged_into IS NULL;
-- 有效期限: without end for these types, else what the dues will say, which come with the next issue.
CREATE INDEX members_by_validity ON members (
	CASE WHEN membership_type IN ('honorary_academic', 'honorary', 'lifetime') THEN '9999-12-31' END,
	length(member_no), member_no, id,
	status, membership_type, identity_type, disability_status, disability_until, city, has_notes) WHERE merged_into IS NULL;
-- Of approvals only those that end are told apart by a day.
CREATE INDEX members_expiring ON members (disability_until, status, membership_type, identity_type, city, has_notes)
	WHERE disability_status = 'approved' AND disability_until IS NOT NULL AND merged_into IS NULL;
-- The statistics: everything they group by, and when somebody left.
CREATE INDEX members_figures ON members (status, membership_type, identity_type, city, birth_date) WHERE merged_into IS NULL;
CREATE INDEX members_left ON members (left_on) WHERE left_on IS NOT NULL AND merged_into IS NULL;
CREATE INDEX members_certificates_end ON members (disability_until) WHERE disability_status = 'approved' AND disability_until IS NOT NULL;

-- A guardian is nobody's dependent and never oneself: one level, no loops.
CREATE TRIGGER members_insert_guardian BEFORE INSERT ON members
WHEN NEW.guardian_member_id IS NOT NULL AND (NEW.guardian_member_id = NEW.id
	OR EXISTS (SELECT 1 FROM members WHERE id = NEW.guardian_member_id AND guardian_member_id IS NOT NULL))
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;
CREATE TRIGGER members_update_guardian BEFORE UPDATE ON members
WHEN NEW.guardian_member_id IS NOT NULL AND NEW.guardian_member_id IS NOT OLD.guardian_member_id AND (
	NEW.guardian_member_id = NEW.id
	OR EXISTS (SELECT 1 FROM members WHERE id = NEW.guardian_member_id AND guardian_member_id IS NOT NULL)
	OR EXISTS (SELECT 1 FROM members WHERE guardian_member_id = NEW.id))
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;
CREATE TRIGGER members_are_never_replaced BEFORE INSERT ON members
WHEN EXISTS (SELECT 1 FROM members WHERE id = NEW.id OR user_id = NEW.user_id OR member_no = NEW.member_no
	OR national_id_hash = NEW.national_id_hash)
BEGIN
	SELECT RAISE(ABORT, CASE
		WHEN EXISTS (SELECT 1 FROM members WHERE member_no = NEW.member_no) THEN 'member.number_taken'
		WHEN EXISTS (SELECT 1 FROM members WHERE national_id_hash = NEW.national_id_hash) THEN 'member.national_id_taken'
		WHEN EXISTS (SELECT 1 FROM members WHERE user_id = NEW.user_id) THEN 'member.login_taken'
		ELSE 'member.stale' END);
END;
CREATE TRIGGER members_keep_their_place BEFORE UPDATE ON members
WHEN NEW.id <> OLD.id OR EXISTS (SELECT 1 FROM members WHERE id <> OLD.id AND (user_id = NEW.user_id
	OR member_no = NEW.member_no OR national_id_hash = NEW.national_id_hash))
BEGIN
	SELECT RAISE(ABORT, CASE
		WHEN NEW.id <> OLD.id THEN 'member.stale'
		WHEN EXISTS (SELECT 1 FROM members WHERE id <> OLD.id AND member_no = NEW.member_no) THEN 'member.number_taken'
		WHEN EXISTS (SELECT 1 FROM members WHERE id <> OLD.id AND national_id_hash = NEW.national_id_hash)
			THEN 'member.national_id_taken'
		ELSE 'member.login_taken' END);
END;
-- No letter goes to who died, whoever writes it: the row is left out.
CREATE TRIGGER mail_never_goes_to_the_deceased BEFORE INSERT ON mail_messages
WHEN NEW.user_id IS NOT NULL AND EXISTS (SELECT 1 FROM members WHERE user_id = NEW.user_id AND status = 'deceased')
BEGIN
	SELECT RAISE(IGNORE);
END;
-- A number that was given stays that person's: it is never another's, not even after a merge.
CREATE TABLE member_numbers (
	member_no TEXT PRIMARY KEY,
	member_id INTEGER NOT NULL REFERENCES members (id), -- the record that had it first
	at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO member_numbers (member_no, member_id, at) SELECT member_no, id, created_at FROM members WHERE member_no IS NOT NULL;
CREATE INDEX member_numbers_of ON member_numbers (member_id);
CREATE TRIGGER members_insert_number AFTER INSERT ON members WHEN NEW.member_no IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'member.number_taken')
	WHERE EXISTS (SELECT 1 FROM member_numbers WHERE member_no = NEW.member_no AND member_id <> NEW.id);
	INSERT INTO member_numbers (member_no, member_id, at) SELECT NEW.member_no, NEW.id, NEW.created_at
	WHERE NOT EXISTS (SELECT 1 FROM member_numbers WHERE member_no = NEW.member_no);
END;
CREATE TRIGGER members_update_number AFTER UPDATE OF member_no ON members
WHEN NEW.member_no IS NOT NULL AND NEW.member_no IS NOT OLD.member_no
BEGIN
	SELECT RAISE(ABORT, 'member.number_taken')
	WHERE EXISTS (SELECT 1 FROM member_numbers WHERE member_no = NEW.member_no AND member_id <> NEW.id);
	INSERT INTO member_numbers (member_no, member_id, at) SELECT NEW.member_no, NEW.id, NEW.updated_at
	WHERE NOT EXISTS (SELECT 1 FROM member_numbers WHERE member_no = NEW.member_no);
END;

-- How many members are alike in what the list filters by: a count of 100,000 costs what one of 100 does. City '' is none.
CREATE TABLE member_counts (
	status TEXT NOT NULL,
	membership_type TEXT NOT NULL,
	identity_type TEXT NOT NULL,
	disability_status TEXT NOT NULL,
	city TEXT NOT NULL,
	has_notes INTEGER NOT NULL,
	many INTEGER NOT NULL,
	PRIMARY KEY (status, membership_type, identity_type, disability_status, city, has_notes)
) STRICT, WITHOUT ROWID;
INSERT INTO member_counts SELECT status, membership_type, identity_type, disability_status, coalesce(city, ''), has_notes, count(*)
	FROM members WHERE merged_into IS NULL GROUP BY 1, 2, 3, 4, 5, 6;
CREATE TRIGGER members_insert_counts AFTER INSERT ON members WHEN NEW.merged_into IS NULL
BEGIN
	INSERT INTO member_counts VALUES (NEW.status, NEW.membership_type, NEW.identity_type, NEW.disability_status,
		coalesce(NEW.city, ''), NEW.has_notes, 1) ON CONFLICT DO UPDATE SET many = many + 1;
END;
CREATE TRIGGER members_update_counts
AFTER UPDATE OF status, membership_type, identity_type, disability_status, city, has_notes, merged_into ON members
BEGIN
	UPDATE member_counts SET many = many - 1 WHERE OLD.merged_into IS NULL AND status = OLD.status
		AND membership_type = OLD.membership_type AND identity_type = OLD.identity_type
		AND disability_status = OLD.disability_status AND city = coalesce(OLD.city, '') AND has_notes = OLD.has_notes;
	INSERT INTO member_counts SELECT NEW.status, NEW.membership_type, NEW.identity_type, NEW.disability_status,
		coalesce(NEW.city, ''), NEW.has_notes, 1 WHERE NEW.merged_into IS NULL ON CONFLICT DO UPDATE SET many = many + 1;
END;
CREATE TRIGGER members_delete_counts AFTER DELETE ON members WHEN OLD.merged_into IS NULL
BEGIN
	UPDATE member_counts SET many = many - 1 WHERE status = OLD.status
		AND membership_type = OLD.membership_type AND identity_type = OLD.identity_type
		AND disability_status = OLD.disability_status AND city = coalesce(OLD.city, '') AND has_notes = OLD.has_notes;
END;

-- Search: every ending of a name (up to 8 characters), the number without its dashes, with and without its letter, the phone from its digits
-- 1, 5, 7 and 8, that of the house with and without its area code, the e-mail. A range of `word` finds what begins so;
-- triggers keep it, the program searches.
CREATE TABLE ordinals (n INTEGER PRIMARY KEY) STRICT;
INSERT INTO ordinals (n) VALUES (1),(2),(3),(4),(5),(6),(7),(8),(9),(10),(11),(12),(13),(14),(15),(16),(17),(18),(19),(20),
	(21),(22),(23),(24),(25),(26),(27),(28),(29),(30),(31),(32),(33),(34),(35),(36),(37),(38),(39),(40);
CREATE TABLE member_words (
	word TEXT NOT NULL,
	member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	PRIMARY KEY (word, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_words_of ON member_words (member_id);
CREATE VIEW member_words_now AS
SELECT m.id AS member_id, lower(substr(replace(m.name, '臺', '台'), o.n, 8)) AS word FROM members m JOIN ordinals o ON o.n <= length(m.name)
	WHERE m.merged_into IS NULL
UNION SELECT m.id, lower(substr(replace(m.member_no, '-', ''), o.n)) FROM members m JOIN ordinals o ON o.n <= 2 WHERE m.member_no IS NOT NULL AND m.merged_into IS NULL
UNION SELECT m.id, substr(m.phone, o.n) FROM members m JOIN ordinals o ON o.n IN (1, 5, 7, 8) WHERE m.phone IS NOT NULL AND m.merged_into IS NULL
UNION SELECT m.id, CASE o.n WHEN 1 THEN lower(m.name_en) WHEN 2 THEN m.email WHEN 3 THEN replace(m.phone_home, '-', '')
		ELSE substr(m.phone_home, instr(m.phone_home, '-') + 1) END FROM members m JOIN ordinals o ON o.n <= 4 WHERE m.merged_into IS NULL;
CREATE TRIGGER members_insert_words AFTER INSERT ON members
BEGIN
	INSERT INTO member_words (word, member_id) SELECT word, member_id FROM member_words_now WHERE member_id = NEW.id AND word <> '';
END;
CREATE TRIGGER members_update_words AFTER UPDATE OF name, name_en, member_no, phone, phone_home, email, merged_into ON members
BEGIN
	DELETE FROM member_words WHERE member_id = NEW.id;
	INSERT INTO member_words (word, member_id) SELECT word, member_id FROM member_words_now WHERE member_id = NEW.id AND word <> '';
END;
INSERT INTO member_words (word, member_id) SELECT word, member_id FROM member_words_now WHERE word <> '';

-- 備忘錄 of any record. The author may correct one for 24 hours; later it is only hidden, with a reason.
CREATE TABLE notes (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	notable_type TEXT NOT NULL,
	notable_id INTEGER NOT NULL,
	user_id INTEGER REFERENCES users (id), -- none: an import
	content TEXT NOT NULL CHECK (length(content) BETWEEN 1 AND 2000 AND trim(content) <> ''),
	hidden_at INTEGER,
	hidden_reason TEXT,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK ((hidden_at IS NULL) = (hidden_reason IS NULL))
) STRICT;
CREATE INDEX notes_of ON notes (notable_type, notable_id, created_at, hidden_at);
CREATE INDEX notes_by_time ON notes (created_at);
CREATE INDEX notes_of_user ON notes (user_id) WHERE user_id IS NOT NULL;
CREATE TRIGGER notes_insert_flag AFTER INSERT ON notes WHEN NEW.notable_type = 'member' AND NEW.hidden_at IS NULL
BEGIN
	UPDATE members SET has_notes = 1 WHERE id = NEW.notable_id AND has_notes = 0;
END;
CREATE TRIGGER notes_update_flag AFTER UPDATE OF notable_type, notable_id, hidden_at ON notes
WHEN 'member' IN (OLD.notable_type, NEW.notable_type)
BEGIN
	UPDATE members SET has_notes = EXISTS (SELECT 1 FROM notes n
		WHERE n.notable_type = 'member' AND n.notable_id = members.id AND n.hidden_at IS NULL)
	WHERE id IN (OLD.notable_id, NEW.notable_id);
END;
CREATE TRIGGER notes_delete_flag AFTER DELETE ON notes WHEN OLD.notable_type = 'member'
BEGIN
	UPDATE members SET has_notes = EXISTS (SELECT 1 FROM notes n
		WHERE n.notable_type = 'member' AND n.notable_id = members.id AND n.hidden_at IS NULL)
	WHERE id = OLD.notable_id;
END;

-- 身心障礙證明: an application is a row; what it decided stays when the picture goes.
CREATE TABLE disability_certificates (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	member_id INTEGER NOT NULL REFERENCES members (id),
	file_id INTEGER REFERENCES files (id), -- none: a flag of a roster
	status TEXT NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'approved', 'rejected', 'withdrawn', 'replaced')),
	uploaded_by INTEGER REFERENCES users (id),
	on_paper INTEGER NOT NULL DEFAULT 0 CHECK (on_paper IN (0, 1)),
	valid_until TEXT CHECK (valid_until GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]'),
	reviewed_by INTEGER REFERENCES users (id),
	on_behalf_of INTEGER REFERENCES users (id),
	reviewed_at INTEGER,
	reason TEXT, -- of a rejection or a revocation
	is_revoked INTEGER NOT NULL DEFAULT 0 CHECK (is_revoked IN (0, 1)),
	reminded TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reminded)), -- days before the end that were told: [90, 60]
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX disability_certificates_of ON disability_certificates (member_id, id);
CREATE INDEX disability_certificates_waiting ON disability_certificates (created_at) WHERE status = 'pending';
CREATE UNIQUE INDEX disability_certificates_one_pending ON disability_certificates (member_id) WHERE status = 'pending';
CREATE INDEX disability_certificates_end ON disability_certificates (valid_until) WHERE status = 'approved' AND valid_until IS NOT NULL;
CREATE INDEX disability_certificates_decided ON disability_certificates (status, reviewed_at, id);
-- The two computed values of the member, whoever writes (domain/certificates/rules.ts, disabilityOf).
CREATE VIEW member_disability AS
SELECT m.id AS member_id,
	coalesce((SELECT c.status FROM disability_certificates c WHERE c.member_id = m.id
		AND c.status IN ('pending', 'approved', 'rejected') ORDER BY c.id DESC LIMIT 1), 'not_applied') AS status,
	(SELECT iif(c.status = 'approved', c.id, NULL) FROM disability_certificates c WHERE c.member_id = m.id
		AND (c.status = 'approved' OR c.is_revoked = 1) ORDER BY c.id DESC LIMIT 1) AS approval_id
FROM members m;
CREATE TRIGGER disability_certificates_insert_tells_member AFTER INSERT ON disability_certificates
BEGIN
	UPDATE members SET (disability_status, disability_until) = (
		SELECT d.status, (SELECT c.valid_until FROM disability_certificates c WHERE c.id = d.approval_id)
		FROM member_disability d WHERE d.member_id = members.id)
	WHERE id = NEW.member_id;
END;
CREATE TRIGGER disability_certificates_update_tells_member AFTER UPDATE OF member_id, status, valid_until, is_revoked ON disability_certificates
BEGIN
	UPDATE members SET (disability_status, disability_until) = (
		SELECT d.status, (SELECT c.valid_until FROM disability_certificates c WHERE c.id = d.approval_id)
		FROM member_disability d WHERE d.member_id = members.id)
	WHERE id IN (OLD.member_id, NEW.member_id);
END;

-- 同意書: the text that was agreed to, by version; a withdrawal is a row too.
CREATE TABLE consents (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	member_id INTEGER NOT NULL REFERENCES members (id),
	kind TEXT NOT NULL CHECK (kind IN ('personal_data', 'health_data', 'guardian_access')),
	text_version TEXT NOT NULL,
	given INTEGER NOT NULL CHECK (given IN (0, 1)),
	by_user_id INTEGER REFERENCES users (id),
	channel TEXT NOT NULL CHECK (channel IN ('web', 'paper', 'roster')),
	at INTEGER NOT NULL,
	signed_on TEXT CHECK (signed_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]') -- the day on the paper
) STRICT;
CREATE INDEX consents_of ON consents (member_id, kind, id);

-- 當事人權利 (個資法 10、11、13): a copy within 15 days, a correction or a deletion within 30.
CREATE TABLE privacy_requests (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	member_id INTEGER NOT NULL REFERENCES members (id),
	kind TEXT NOT NULL CHECK (kind IN ('copy', 'correction', 'deletion')),
	content TEXT NOT NULL DEFAULT '' CHECK (length(content) <= 2000),
	status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'done', 'refused', 'withdrawn')),
	channel TEXT NOT NULL DEFAULT 'web' CHECK (channel IN ('web', 'paper', 'association')),
	received_on TEXT NOT NULL, -- the clock runs from the day after, in Taipei
	due_on TEXT NOT NULL,
	extended_at INTEGER, -- once
	extension_reason TEXT,
	grounds TEXT, -- of a refusal: which rule of the law, by its code
	answer TEXT,
	reminded TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(reminded)), -- days before the end that staff were told of: [5, 0]
	requested_by INTEGER REFERENCES users (id),
	closed_by INTEGER REFERENCES users (id),
	closed_at INTEGER,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK ((extended_at IS NULL) = (extension_reason IS NULL)),
	CHECK ((status = 'refused') = (grounds IS NOT NULL))
) STRICT;
CREATE INDEX privacy_requests_open ON privacy_requests (due_on) WHERE status = 'open';
CREATE UNIQUE INDEX privacy_requests_one_open ON privacy_requests (member_id, kind) WHERE status = 'open';
CREATE INDEX privacy_requests_closed ON privacy_requests (closed_at) WHERE status <> 'open';
CREATE INDEX privacy_requests_of ON privacy_requests (member_id, id);

-- 連結申請: a user says who they are; staff find the record, or make a new one. `profile` is sealed.
CREATE TABLE link_requests (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	user_id INTEGER NOT NULL REFERENCES users (id),
	seal_id TEXT NOT NULL,
	profile TEXT NOT NULL,
	candidates TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(candidates)), -- ids of members
	status TEXT NOT NULL DEFAULT 'open' CHECK (status IN ('open', 'linked', 'created', 'refused')),
	member_id INTEGER REFERENCES members (id),
	closed_by INTEGER REFERENCES users (id),
	closed_at INTEGER,
	reason TEXT,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX link_requests_one_open ON link_requests (user_id) WHERE status = 'open';
CREATE INDEX link_requests_open ON link_requests (created_at) WHERE status = 'open';
CREATE INDEX link_requests_of ON link_requests (user_id, id);

-- A roster that came in: what it did to each row, so that it can be undone.
CREATE TABLE roster_imports (
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
CREATE TABLE roster_import_rows (
	import_id INTEGER NOT NULL REFERENCES roster_imports (id) ON DELETE CASCADE,
	row INTEGER NOT NULL,
	outcome TEXT NOT NULL CHECK (outcome IN ('created', 'updated', 'filled', 'unchanged', 'conflict', 'skipped', 'error')),
	member_id INTEGER REFERENCES members (id),
	member_version INTEGER, -- of the record, after the import
	before TEXT, -- sealed: what the row changed
	PRIMARY KEY (import_id, row)
) STRICT, WITHOUT ROWID;
CREATE INDEX roster_import_rows_of ON roster_import_rows (member_id) WHERE member_id IS NOT NULL;
-- Dues years that a roster says were paid: the dues come with the next issue.
CREATE TABLE roster_paid_years (
	member_id INTEGER NOT NULL REFERENCES members (id),
	dues_year INTEGER NOT NULL CHECK (dues_year BETWEEN 1980 AND 2200),
	import_id INTEGER NOT NULL REFERENCES roster_imports (id),
	verified_on TEXT,
	PRIMARY KEY (member_id, dues_year)
) STRICT, WITHOUT ROWID;
