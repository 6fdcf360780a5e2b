-- 會員類別 as data: what a type is called, its term, who may apply for it, and whether its members vote. members.membership_type
-- stays what it was, one of the released codes, by which dues, lapsing and 有效期限 go; type_code is the member's type.
CREATE TABLE membership_types (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	code TEXT NOT NULL CHECK (code GLOB '[a-z]*' AND code NOT GLOB '*[^a-z0-9_]*' AND length(code) <= 40),
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 20 AND trim(name) = name),
	description TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 100), -- for applicants
	term TEXT NOT NULL CHECK (term IN ('year', 'life', 'none')), -- dues by calendar year; for life, and without a term: no dues
	-- The released code that says the same to every rule that reads members.membership_type.
	base TEXT GENERATED ALWAYS AS (CASE term
		WHEN 'year' THEN iif(code IN ('individual', 'sponsor', 'regular', 'student'), code, 'individual')
		WHEN 'life' THEN 'lifetime'
		ELSE iif(code = 'honorary_academic', code, 'honorary') END) STORED,
	has_vote INTEGER NOT NULL CHECK (has_vote IN (0, 1)), -- 表決權
	vote_age INTEGER CHECK (vote_age BETWEEN 0 AND 120), -- the least age to vote; NULL: what the settings say
	applies TEXT NOT NULL CHECK (applies IN ('nobody', 'person', 'organisation')), -- who may apply; nobody: the staff record it
	is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)), -- a retired type keeps its members and takes no new ones
	position INTEGER NOT NULL DEFAULT 100,
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX membership_types_code ON membership_types (code);
CREATE UNIQUE INDEX membership_types_name ON membership_types (name);
-- Who votes was a setting (members.voting_types).
INSERT INTO membership_types (code, name, description, term, has_vote, applies, is_active, position, created_at, updated_at)
SELECT t.value ->> 0, t.value ->> 1, t.value ->> 2, t.value ->> 3,
	t.value ->> 0 IN (SELECT v.value FROM json_each(coalesce((SELECT value FROM settings WHERE key = 'members.voting_types'
		AND json_valid(value)), '["individual","regular","lifetime"]')) v),
	t.value ->> 4, t.value ->> 5, (t.key + 1) * 10, 0, 0
FROM json_each('[["individual","個人會員","病友或家長。","year","person",1],
	["sponsor","贊助會員","贊助協會的個人或團體。","year","person",1],
	["honorary_academic","學術榮譽會員","由協會邀請的學者與專家。","none","person",1],
	["regular","一般會員","","year","nobody",0],
	["honorary","榮譽會員","","none","nobody",0],
	["lifetime","永久會員","","life","nobody",0],
	["student","學生會員","","year","nobody",0]]') t;

CREATE TRIGGER membership_types_insert_new BEFORE INSERT ON membership_types
WHEN EXISTS (SELECT 1 FROM membership_types WHERE id = NEW.id OR code = NEW.code)
BEGIN
	SELECT RAISE(ABORT, 'membership_type.stale');
END;
CREATE TRIGGER membership_types_update_by_version BEFORE UPDATE ON membership_types
WHEN (NEW.id, NEW.code, NEW.created_at) IS NOT (OLD.id, OLD.code, OLD.created_at) OR NEW.version <> OLD.version + 1
BEGIN
	SELECT RAISE(ABORT, 'membership_type.stale');
END;

-- '' is what a writer leaves who does not know of types: the type that membership_type names.
ALTER TABLE members ADD COLUMN type_code TEXT NOT NULL DEFAULT '';
UPDATE members SET type_code = membership_type;
CREATE INDEX members_of_type ON members (type_code);

-- A type that is used, or came with the program, is retired instead.
CREATE TRIGGER membership_types_used_stay BEFORE DELETE ON membership_types
WHEN OLD.code IN ('individual', 'sponsor', 'honorary_academic', 'regular', 'honorary', 'lifetime', 'student')
	OR EXISTS (SELECT 1 FROM members WHERE type_code = OLD.code)
	OR EXISTS (SELECT 1 FROM membership_fees WHERE membership_type = OLD.code)
	OR EXISTS (SELECT 1 FROM announcements WHERE audience = 'type:' || OLD.code)
BEGIN
	SELECT RAISE(ABORT, 'membership_type.is_used');
END;
-- membership_type follows the type, whoever writes.
CREATE TRIGGER membership_types_term_changes AFTER UPDATE OF term ON membership_types WHEN NEW.term <> OLD.term
BEGIN
	UPDATE members SET membership_type = (SELECT base FROM membership_types WHERE id = NEW.id) WHERE type_code = NEW.code;
END;
CREATE TRIGGER members_insert_known_type BEFORE INSERT ON members
WHEN NEW.type_code <> '' AND NOT EXISTS (SELECT 1 FROM membership_types WHERE code = NEW.type_code)
BEGIN
	SELECT RAISE(ABORT, 'member.type_unknown');
END;
CREATE TRIGGER members_update_known_type BEFORE UPDATE OF type_code ON members
WHEN NEW.type_code <> '' AND NOT EXISTS (SELECT 1 FROM membership_types WHERE code = NEW.type_code)
BEGIN
	SELECT RAISE(ABORT, 'member.type_unknown');
END;
CREATE TRIGGER members_insert_type AFTER INSERT ON members
WHEN NEW.membership_type IS NOT (SELECT base FROM membership_types WHERE code = NEW.type_code)
BEGIN
	UPDATE members SET (type_code, membership_type) = (SELECT code, base FROM membership_types
		WHERE code = iif(NEW.type_code = '', NEW.membership_type, NEW.type_code))
	WHERE id = NEW.id;
END;
-- Where only membership_type was written, it says the type; else the type says membership_type.
CREATE TRIGGER members_update_type AFTER UPDATE OF membership_type, type_code ON members
WHEN NEW.membership_type IS NOT (SELECT base FROM membership_types WHERE code = NEW.type_code)
BEGIN
	UPDATE members SET (type_code, membership_type) = (SELECT code, base FROM membership_types
		WHERE code = iif(NEW.type_code IN ('', OLD.type_code), NEW.membership_type, NEW.type_code))
	WHERE id = NEW.id;
END;
-- Only who pays by the year has a fee (會費標準).
CREATE TRIGGER membership_fees_of_payers BEFORE INSERT ON membership_fees
WHEN NOT EXISTS (SELECT 1 FROM membership_types WHERE code = NEW.membership_type AND term = 'year')
BEGIN
	SELECT RAISE(ABORT, 'dues.exempt');
END;

-- The list's indexes and counts (0024), by the type.
DROP INDEX members_in_order;
DROP INDEX members_in_order_of_status;
DROP INDEX members_by_name_in_list;
DROP INDEX members_by_day;
DROP INDEX members_by_validity;
DROP INDEX members_expiring;
DROP INDEX members_figures;
CREATE INDEX members_in_order ON members (length(member_no), member_no, id,
	status, valid_year, owed_years, type_code, identity_type, disability_status, disability_until, city, has_notes)
	WHERE merged_into IS NULL;
CREATE INDEX members_in_order_of_status ON members (status, length(member_no), member_no, id,
	valid_year, owed_years, type_code, identity_type, disability_status, disability_until, city, has_notes)
	WHERE merged_into IS NULL;
CREATE INDEX members_by_name_in_list ON members (name, id,
	status, valid_year, owed_years, type_code, identity_type, disability_status, disability_until, city, has_notes)
	WHERE merged_into IS NULL;
CREATE INDEX members_by_day ON members (joined_on, id,
	status, valid_year, owed_years, type_code, identity_type, disability_status, disability_until, city, has_notes)
	WHERE merged_into IS NULL;
CREATE INDEX members_by_validity ON members (valid_year, length(member_no), member_no, id,
	status, owed_years, type_code, identity_type, disability_status, disability_until, city, has_notes)
	WHERE merged_into IS NULL;
CREATE INDEX members_expiring ON members (disability_until, status, valid_year, owed_years, type_code, identity_type, city, has_notes)
	WHERE disability_status = 'approved' AND disability_until IS NOT NULL AND merged_into IS NULL;
CREATE INDEX members_figures ON members (status, valid_year, type_code, identity_type, city, birth_date) WHERE merged_into IS NULL;

DROP TRIGGER members_insert_counts;
DROP TRIGGER members_update_counts;
DROP TRIGGER members_delete_counts;
DROP TABLE member_counts;
CREATE TABLE member_counts (
	status TEXT NOT NULL,
	valid_year INTEGER NOT NULL,
	owed_years TEXT NOT NULL,
	membership_type TEXT NOT NULL,
	type_code TEXT NOT NULL,
	identity_type TEXT NOT NULL,
	disability_status TEXT NOT NULL,
	city TEXT NOT NULL,
	has_notes INTEGER NOT NULL,
	many INTEGER NOT NULL,
	PRIMARY KEY (status, valid_year, owed_years, membership_type, type_code, identity_type, disability_status, city, has_notes)
) STRICT, WITHOUT ROWID;
INSERT INTO member_counts SELECT status, coalesce(valid_year, 0), owed_years, membership_type, type_code, identity_type,
		disability_status, coalesce(city, ''), has_notes, count(*)
	FROM members WHERE merged_into IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;
-- The triggers above write the row once more in the middle of a writing, so each of these counts by itself, in any order: on the
-- way there a number may be below nothing.
CREATE TRIGGER members_insert_counts AFTER INSERT ON members WHEN NEW.merged_into IS NULL
BEGIN
	INSERT INTO member_counts VALUES (NEW.status, coalesce(NEW.valid_year, 0), NEW.owed_years, NEW.membership_type, NEW.type_code,
		NEW.identity_type, NEW.disability_status, coalesce(NEW.city, ''), NEW.has_notes, 1)
		ON CONFLICT DO UPDATE SET many = many + 1;
	DELETE FROM member_counts WHERE many = 0 AND status = NEW.status AND valid_year = coalesce(NEW.valid_year, 0)
		AND owed_years = NEW.owed_years AND membership_type = NEW.membership_type AND type_code = NEW.type_code
		AND identity_type = NEW.identity_type AND disability_status = NEW.disability_status AND city = coalesce(NEW.city, '')
		AND has_notes = NEW.has_notes;
END;
CREATE TRIGGER members_update_counts
AFTER UPDATE OF status, paid_year, owed_years, membership_type, type_code, identity_type, disability_status, city, has_notes,
	merged_into ON members
WHEN (NEW.status, NEW.valid_year, NEW.owed_years, NEW.membership_type, NEW.type_code, NEW.identity_type, NEW.disability_status,
		NEW.city, NEW.has_notes, NEW.merged_into)
	IS NOT (OLD.status, OLD.valid_year, OLD.owed_years, OLD.membership_type, OLD.type_code, OLD.identity_type, OLD.disability_status,
		OLD.city, OLD.has_notes, OLD.merged_into)
BEGIN
	INSERT INTO member_counts SELECT OLD.status, coalesce(OLD.valid_year, 0), OLD.owed_years, OLD.membership_type, OLD.type_code,
		OLD.identity_type, OLD.disability_status, coalesce(OLD.city, ''), OLD.has_notes, -1 WHERE OLD.merged_into IS NULL
		ON CONFLICT DO UPDATE SET many = many - 1;
	INSERT INTO member_counts SELECT NEW.status, coalesce(NEW.valid_year, 0), NEW.owed_years, NEW.membership_type, NEW.type_code,
		NEW.identity_type, NEW.disability_status, coalesce(NEW.city, ''), NEW.has_notes, 1 WHERE NEW.merged_into IS NULL
		ON CONFLICT DO UPDATE SET many = many + 1;
	-- What counts nobody any more would be kept for good.
	DELETE FROM member_counts WHERE many = 0 AND status = OLD.status AND valid_year = coalesce(OLD.valid_year, 0)
		AND owed_years = OLD.owed_years AND membership_type = OLD.membership_type AND type_code = OLD.type_code
		AND identity_type = OLD.identity_type AND disability_status = OLD.disability_status AND city = coalesce(OLD.city, '')
		AND has_notes = OLD.has_notes;
	DELETE FROM member_counts WHERE many = 0 AND status = NEW.status AND valid_year = coalesce(NEW.valid_year, 0)
		AND owed_years = NEW.owed_years AND membership_type = NEW.membership_type AND type_code = NEW.type_code
		AND identity_type = NEW.identity_type AND disability_status = NEW.disability_status AND city = coalesce(NEW.city, '')
		AND has_notes = NEW.has_notes;
END;
CREATE TRIGGER members_delete_counts AFTER DELETE ON members WHEN OLD.merged_into IS NULL
BEGIN
	UPDATE member_counts SET many = many - 1 WHERE status = OLD.status
		AND valid_year = coalesce(OLD.valid_year, 0) AND owed_years = OLD.owed_years AND membership_type = OLD.membership_type
		AND type_code = OLD.type_code AND identity_type = OLD.identity_type AND disability_status = OLD.disability_status
		AND city = coalesce(OLD.city, '') AND has_notes = OLD.has_notes;
END;
