-- Records that may be of one person, and those that staff found not to be; who of a family comes of age.

-- A number is found with and without its dashes, also one that a record had before.
CREATE INDEX member_numbers_plain ON member_numbers (replace(member_no, '-', ''));

-- Two records that are alike, once each. `reasons` are bits, the strongest the highest: 16 same name and birthday, 8 same
-- name and mobile, 4 same name and e-mail, 2 same mobile and names that differ little, 1 same name and a birthday missing.
CREATE TABLE member_likenesses (
	a_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	b_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	reasons INTEGER NOT NULL CHECK (reasons BETWEEN 1 AND 31),
	PRIMARY KEY (a_id, b_id),
	CHECK (a_id < b_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_likenesses_of ON member_likenesses (b_id);
CREATE INDEX member_likenesses_strongest ON member_likenesses (reasons DESC, a_id, b_id);

-- Everybody with whoever has the same name, mobile or e-mail. Families share a mobile: a guardian and a dependent, or two of
-- one guardian, are not alike for that; nor are two for a weak reason whose ids, sex or birthdays say otherwise. An e-mail,
-- a mobile or a name alone that more than twenty have leads to nobody: it is an office's, or tells too little.
CREATE VIEW member_likenesses_now AS
SELECT member_id, other_id, 16 * (is_named AND is_born) + 8 * (is_named AND is_reached) + 4 * (is_named AND is_mailed)
	+ 2 * (is_reached AND NOT is_named AND NOT is_family AND NOT is_other AND (
		instr(short, other_short) > 0 OR instr(other_short, short) > 0
		OR is_born AND length(short) = length(other_short) AND length(short) > 2
			AND substr(short, 1, 1) = substr(other_short, 1, 1)
			AND (substr(short, 2, 1) <> substr(other_short, 2, 1)) + (substr(short, 3, 1) <> substr(other_short, 3, 1))
				+ (substr(short, 4) <> substr(other_short, 4)) = 1))
	+ (is_named AND is_birth_missing AND NOT is_family AND NOT is_other) AS reasons
FROM (SELECT m.id AS member_id, o.id AS other_id, o.name = m.name AS is_named,
		coalesce(o.birth_date = m.birth_date, 0) AS is_born, m.birth_date IS NULL OR o.birth_date IS NULL AS is_birth_missing,
		coalesce(o.phone = m.phone, 0) AS is_reached, coalesce(o.email = m.email, 0) AS is_mailed,
		coalesce(o.guardian_member_id = m.guardian_member_id, 0) OR coalesce(m.guardian_member_id = o.id, 0)
			OR coalesce(o.guardian_member_id = m.id, 0) AS is_family,
		coalesce(o.birth_date <> m.birth_date, 0) OR coalesce(o.gender <> m.gender, 0)
			OR o.national_id_hash IS NOT NULL AND m.national_id_hash IS NOT NULL AS is_other,
		replace(replace(m.name, ' ', ''), '臺', '台') AS short, replace(replace(o.name, ' ', ''), '臺', '台') AS other_short
	FROM members m JOIN members o ON (o.name = m.name AND o.birth_date = m.birth_date
		OR o.email = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM members s WHERE s.email = m.email LIMIT 21)) < 21 THEN m.email END
		OR o.phone = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM members s WHERE s.phone = m.phone LIMIT 21)) < 21 THEN m.phone END
		OR o.name = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM members s WHERE s.name = m.name LIMIT 21)) < 21 THEN m.name END)
		AND o.id <> m.id
	WHERE m.merged_into IS NULL AND o.merged_into IS NULL AND m.pseudonymised_at IS NULL AND o.pseudonymised_at IS NULL);

CREATE TRIGGER members_insert_likenesses AFTER INSERT ON members
BEGIN
	INSERT INTO member_likenesses (a_id, b_id, reasons)
	SELECT min(member_id, other_id), max(member_id, other_id), reasons FROM member_likenesses_now
	WHERE member_id = NEW.id AND reasons > 0;
END;
CREATE TRIGGER members_update_likenesses
AFTER UPDATE OF name, birth_date, phone, email, gender, national_id_hash, guardian_member_id, merged_into, pseudonymised_at ON members
WHEN (NEW.name, NEW.birth_date, NEW.phone, NEW.email, NEW.gender, NEW.national_id_hash, NEW.guardian_member_id, NEW.merged_into,
	NEW.pseudonymised_at) IS NOT (OLD.name, OLD.birth_date, OLD.phone, OLD.email, OLD.gender, OLD.national_id_hash,
	OLD.guardian_member_id, OLD.merged_into, OLD.pseudonymised_at)
BEGIN
	DELETE FROM member_likenesses WHERE a_id = NEW.id;
	DELETE FROM member_likenesses WHERE b_id = NEW.id;
	INSERT INTO member_likenesses (a_id, b_id, reasons)
	SELECT min(member_id, other_id), max(member_id, other_id), reasons FROM member_likenesses_now
	WHERE member_id = NEW.id AND reasons > 0;
END;
INSERT INTO member_likenesses (a_id, b_id, reasons)
SELECT member_id, other_id, reasons FROM member_likenesses_now WHERE member_id < other_id AND reasons > 0;

-- 不是同一人: staff looked at two records and say so; they are not offered again.
CREATE TABLE member_distinct (
	a_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	b_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	by_user_id INTEGER REFERENCES users (id),
	at INTEGER NOT NULL,
	PRIMARY KEY (a_id, b_id),
	CHECK (a_id < b_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_distinct_of ON member_distinct (b_id);
CREATE INDEX member_distinct_latest ON member_distinct (at DESC, a_id, b_id);

-- 即將滿 18 歲: those whom a guardian acts for, by their birthday.
CREATE INDEX members_of_age ON members (birth_date) WHERE guardian_member_id IS NOT NULL AND merged_into IS NULL;
