-- 團體會員: an organisation is a member whose type is for organisations. It names its representatives, each with the days of it.
INSERT INTO membership_types (code, name, description, term, has_vote, vote_age, applies, position, created_at, updated_at)
VALUES ('organisation', '團體會員', '', 'year', 1, 0, 'organisation', 80, 0, 0);

-- 統一編號: the digits of the products with 1 2 1 2 1 2 4 1 add up to a multiple of 5, or to one less where the 7th digit is 7.
ALTER TABLE members ADD COLUMN tax_id TEXT CHECK (length(tax_id) = 8 AND tax_id NOT GLOB '*[^0-9]*' AND (
	substr(tax_id, 1, 1) + substr(tax_id, 3, 1) + substr(tax_id, 5, 1) + substr(tax_id, 8, 1)
	+ substr(tax_id, 2, 1) * 2 / 10 + substr(tax_id, 2, 1) * 2 % 10 + substr(tax_id, 4, 1) * 2 / 10 + substr(tax_id, 4, 1) * 2 % 10
	+ substr(tax_id, 6, 1) * 2 / 10 + substr(tax_id, 6, 1) * 2 % 10 + substr(tax_id, 7, 1) * 4 / 10 + substr(tax_id, 7, 1) * 4 % 10) % 5
	IN (0, iif(substr(tax_id, 7, 1) = '7', 4, 0)));
ALTER TABLE members ADD COLUMN seats INTEGER CHECK (seats BETWEEN 1 AND 99); -- how many representatives it may have at a time
CREATE UNIQUE INDEX members_tax_id ON members (tax_id) WHERE tax_id IS NOT NULL AND merged_into IS NULL;

CREATE TABLE member_representatives (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	organisation_id INTEGER NOT NULL REFERENCES members (id),
	member_id INTEGER REFERENCES members (id), -- who is a member too; else the name
	name TEXT NOT NULL DEFAULT '' CHECK (length(name) <= 80),
	phone TEXT CHECK (length(phone) <= 40),
	email TEXT CHECK (length(email) <= 254),
	from_on TEXT NOT NULL CHECK (from_on IS date(from_on)), -- the first day
	until_on TEXT CHECK (until_on IS date(until_on)), -- the last day; NULL while no end is known
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (until_on >= from_on),
	CHECK ((member_id IS NULL) = (name <> '')),
	CHECK (member_id IS NULL OR (phone IS NULL AND email IS NULL))
) STRICT;
CREATE INDEX member_representatives_of ON member_representatives (organisation_id, from_on, until_on);
CREATE INDEX member_representatives_member ON member_representatives (member_id) WHERE member_id IS NOT NULL;

CREATE TRIGGER members_insert_organisation BEFORE INSERT ON members
BEGIN
	SELECT RAISE(ABORT, 'member.not_organisation') WHERE (NEW.tax_id IS NOT NULL OR NEW.seats IS NOT NULL)
		AND NOT EXISTS (SELECT 1 FROM membership_types WHERE code = NEW.type_code AND applies = 'organisation');
	SELECT RAISE(ABORT, 'member.is_organisation') WHERE coalesce(NEW.gender, NEW.birth_date, NEW.national_id, NEW.diagnosis_note,
			NEW.guardian_member_id) IS NOT NULL
		AND EXISTS (SELECT 1 FROM membership_types WHERE code = NEW.type_code AND applies = 'organisation');
END;
-- Who became an organisation by mistake can be a person again, once it has no 統一編號, no seats and no representatives.
CREATE TRIGGER members_update_organisation
BEFORE UPDATE OF type_code, membership_type, tax_id, seats, gender, birth_date, national_id, diagnosis_note, guardian_member_id, merged_into ON members
BEGIN
	SELECT RAISE(ABORT, 'member.not_organisation')
	WHERE (NEW.tax_id IS NOT NULL OR NEW.seats IS NOT NULL OR EXISTS (SELECT 1 FROM member_representatives WHERE organisation_id = NEW.id))
		AND NOT EXISTS (SELECT 1 FROM membership_types WHERE code = NEW.type_code AND applies = 'organisation');
	SELECT RAISE(ABORT, 'member.is_organisation') WHERE (coalesce(NEW.gender, NEW.birth_date, NEW.national_id, NEW.diagnosis_note,
			NEW.guardian_member_id) IS NOT NULL
			OR EXISTS (SELECT 1 FROM member_representatives WHERE member_id = NEW.id AND NEW.merged_into IS NULL)
			OR EXISTS (SELECT 1 FROM members WHERE guardian_member_id = NEW.id))
		AND EXISTS (SELECT 1 FROM membership_types WHERE code = NEW.type_code AND applies = 'organisation');
	-- Only alike records are one: two organisations, or two people.
	SELECT RAISE(ABORT, 'member.is_organisation') WHERE NEW.merged_into IS NOT NULL AND OLD.merged_into IS NULL
		AND (SELECT applies = 'organisation' FROM membership_types WHERE code = NEW.type_code)
			<> (SELECT t.applies = 'organisation' FROM members k JOIN membership_types t ON t.code = k.type_code WHERE k.id = NEW.merged_into);
	SELECT RAISE(ABORT, 'representative.full') WHERE NEW.seats < OLD.seats AND EXISTS (
		SELECT 1 FROM (SELECT date('now', '+8 hours') AS day UNION SELECT from_on FROM member_representatives
			WHERE organisation_id = NEW.id AND from_on > date('now', '+8 hours')) d
		WHERE (SELECT count(*) FROM member_representatives r WHERE r.organisation_id = NEW.id AND r.from_on <= d.day
			AND coalesce(r.until_on, '9999-12-31') >= d.day) > NEW.seats);
END;
CREATE TRIGGER membership_types_keep_who BEFORE UPDATE OF applies ON membership_types
WHEN (NEW.applies = 'organisation') <> (OLD.applies = 'organisation') AND EXISTS (SELECT 1 FROM members WHERE type_code = OLD.code)
BEGIN
	SELECT RAISE(ABORT, 'membership_type.is_used');
END;
CREATE TRIGGER membership_types_organisation_stays BEFORE DELETE ON membership_types WHEN OLD.code = 'organisation'
BEGIN
	SELECT RAISE(ABORT, 'membership_type.is_used');
END;
CREATE TRIGGER disability_certificates_are_of_people BEFORE INSERT ON disability_certificates
WHEN EXISTS (SELECT 1 FROM members m JOIN membership_types t ON t.code = m.type_code
	WHERE m.id = NEW.member_id AND t.applies = 'organisation')
BEGIN
	SELECT RAISE(ABORT, 'member.is_organisation');
END;

CREATE TRIGGER member_representatives_insert_fit BEFORE INSERT ON member_representatives
BEGIN
	SELECT RAISE(ABORT, 'representative.stale') WHERE EXISTS (SELECT 1 FROM member_representatives WHERE id = NEW.id);
	SELECT RAISE(ABORT, 'member.not_organisation') WHERE NOT EXISTS (SELECT 1 FROM members m
		JOIN membership_types t ON t.code = m.type_code
		WHERE m.id = NEW.organisation_id AND t.applies = 'organisation' AND m.merged_into IS NULL AND m.pseudonymised_at IS NULL);
	SELECT RAISE(ABORT, 'representative.no_person') WHERE NEW.member_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM members m
		JOIN membership_types t ON t.code = m.type_code WHERE m.id = NEW.member_id AND t.applies <> 'organisation'
			AND m.merged_into IS NULL AND m.pseudonymised_at IS NULL AND m.status <> 'deceased');
	SELECT RAISE(ABORT, 'representative.twice') WHERE EXISTS (SELECT 1 FROM member_representatives
		WHERE organisation_id = NEW.organisation_id AND (member_id, name, coalesce(phone, '')) IS (NEW.member_id, NEW.name, coalesce(NEW.phone, ''))
			AND from_on <= coalesce(NEW.until_on, '9999-12-31') AND coalesce(until_on, '9999-12-31') >= NEW.from_on);
	SELECT RAISE(ABORT, 'representative.full') WHERE EXISTS (
		SELECT 1 FROM (SELECT NEW.from_on AS day UNION SELECT from_on FROM member_representatives
			WHERE organisation_id = NEW.organisation_id AND from_on BETWEEN NEW.from_on AND coalesce(NEW.until_on, '9999-12-31')) d
		WHERE (SELECT count(*) FROM member_representatives r WHERE r.organisation_id = NEW.organisation_id AND r.from_on <= d.day
			AND coalesce(r.until_on, '9999-12-31') >= d.day) >= coalesce((SELECT seats FROM members WHERE id = NEW.organisation_id), 0));
END;
-- One changes its days, its name and how to reach it, by its version. It changes its organisation or its member only where the records of
-- both are merged: then two may be one person's until the merge joined them.
CREATE TRIGGER member_representatives_update_fit BEFORE UPDATE ON member_representatives
BEGIN
	SELECT RAISE(ABORT, 'representative.stale') WHERE (NEW.id, NEW.created_at) IS NOT (OLD.id, OLD.created_at)
		OR NEW.version <> OLD.version + 1 OR (NEW.member_id IS NULL) <> (OLD.member_id IS NULL)
		OR (NEW.organisation_id <> OLD.organisation_id
			AND NOT EXISTS (SELECT 1 FROM members WHERE id = OLD.organisation_id AND merged_into = NEW.organisation_id))
		OR (NEW.member_id <> OLD.member_id AND NOT EXISTS (SELECT 1 FROM members WHERE id = OLD.member_id AND merged_into = NEW.member_id));
	SELECT RAISE(ABORT, 'representative.twice') WHERE (NEW.organisation_id, NEW.member_id) IS (OLD.organisation_id, OLD.member_id)
		AND EXISTS (SELECT 1 FROM member_representatives
			WHERE id <> NEW.id AND organisation_id = NEW.organisation_id
				AND (member_id, name, coalesce(phone, '')) IS (NEW.member_id, NEW.name, coalesce(NEW.phone, ''))
				AND from_on <= coalesce(NEW.until_on, '9999-12-31') AND coalesce(until_on, '9999-12-31') >= NEW.from_on);
	SELECT RAISE(ABORT, 'representative.full') WHERE (NEW.from_on, NEW.until_on) IS NOT (OLD.from_on, OLD.until_on) AND EXISTS (
		SELECT 1 FROM (SELECT NEW.from_on AS day UNION SELECT from_on FROM member_representatives
			WHERE id <> NEW.id AND organisation_id = NEW.organisation_id
				AND from_on BETWEEN NEW.from_on AND coalesce(NEW.until_on, '9999-12-31')) d
		WHERE (SELECT count(*) FROM member_representatives r WHERE r.id <> NEW.id AND r.organisation_id = NEW.organisation_id
			AND r.from_on <= d.day AND coalesce(r.until_on, '9999-12-31') >= d.day)
			>= coalesce((SELECT seats FROM members WHERE id = NEW.organisation_id), 0));
END;
