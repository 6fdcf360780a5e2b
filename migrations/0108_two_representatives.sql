-- Up to two legal representatives of a member (docs/workflows.md#guardians): `guardian_member_id` stays the first of them,
-- `second_guardian_id` is the other. `guardianships` has a row for each, and says as what and by which paper they stand.
ALTER TABLE members ADD COLUMN second_guardian_id INTEGER REFERENCES members (id);
CREATE INDEX members_of_second_guardian ON members (second_guardian_id) WHERE second_guardian_id IS NOT NULL;

-- parent: a parent, or the guardian of a minor; ordered: 監護宣告 of an adult (民法 15, 1098); assistant: 輔助宣告 (民法 15-2).
ALTER TABLE guardianships ADD COLUMN role TEXT NOT NULL DEFAULT 'parent' CHECK (role IN ('parent', 'ordered', 'assistant'));
-- 共同／單獨行使 (民法 1055); NULL: nothing is on paper, so the parents act together (民法 1089).
ALTER TABLE guardianships ADD COLUMN authority TEXT CHECK (authority IN ('joint', 'sole'));
ALTER TABLE guardianships ADD COLUMN paper TEXT CHECK (length(paper) BETWEEN 1 AND 120); -- 案號 or the agreement's name
ALTER TABLE guardianships ADD COLUMN paper_on TEXT CHECK (paper_on GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]-[0-9][0-9]');
ALTER TABLE guardianships ADD COLUMN has_custody INTEGER NOT NULL DEFAULT 0 CHECK (has_custody IN (0, 1)); -- the member lives there
DROP INDEX guardianships_now;
CREATE UNIQUE INDEX guardianships_now ON guardianships (member_id, guardian_id) WHERE until IS NULL;

-- 監護人, 輔助人 and 單獨行使 are by paper. Who acts alone has nobody beside them.
CREATE TRIGGER guardianships_insert_by_paper BEFORE INSERT ON guardianships
WHEN (NEW.role <> 'parent' OR NEW.authority IS NOT NULL) AND (NEW.paper IS NULL OR NEW.paper_on IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_paper');
END;
CREATE TRIGGER guardianships_update_by_paper BEFORE UPDATE ON guardianships
WHEN (NEW.role <> 'parent' OR NEW.authority IS NOT NULL) AND (NEW.paper IS NULL OR NEW.paper_on IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_paper');
END;
CREATE TRIGGER guardianships_insert_alone BEFORE INSERT ON guardianships
WHEN NEW.until IS NULL AND EXISTS (SELECT 1 FROM guardianships g WHERE g.member_id = NEW.member_id AND g.until IS NULL
	AND (g.authority = 'sole' OR NEW.authority = 'sole'))
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_alone');
END;
CREATE TRIGGER guardianships_update_alone BEFORE UPDATE OF authority, until ON guardianships
WHEN NEW.until IS NULL AND NEW.authority = 'sole' AND EXISTS (SELECT 1 FROM guardianships g
	WHERE g.member_id = NEW.member_id AND g.until IS NULL AND g.id <> NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_alone');
END;

-- One level and no loops, whichever of the two it is; the second comes after the first, and is somebody else.
DROP TRIGGER members_insert_guardian;
DROP TRIGGER members_update_guardian;
CREATE TRIGGER members_insert_guardian BEFORE INSERT ON members
WHEN NEW.guardian_member_id IS NOT NULL AND (NEW.id IN (NEW.guardian_member_id, NEW.second_guardian_id)
		OR EXISTS (SELECT 1 FROM members WHERE id IN (NEW.guardian_member_id, NEW.second_guardian_id) AND guardian_member_id IS NOT NULL))
	OR NEW.second_guardian_id IS NOT NULL AND NEW.second_guardian_id IS coalesce(NEW.guardian_member_id, NEW.second_guardian_id)
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;
CREATE TRIGGER members_update_guardian BEFORE UPDATE ON members
WHEN (NEW.guardian_member_id, NEW.second_guardian_id) IS NOT (OLD.guardian_member_id, OLD.second_guardian_id) AND (
	NEW.guardian_member_id IS NOT NULL AND (NEW.id IN (NEW.guardian_member_id, NEW.second_guardian_id)
		OR EXISTS (SELECT 1 FROM members WHERE id IN (NEW.guardian_member_id, NEW.second_guardian_id) AND guardian_member_id IS NOT NULL)
		OR EXISTS (SELECT 1 FROM members WHERE guardian_member_id = NEW.id)
		OR EXISTS (SELECT 1 FROM members WHERE second_guardian_id = NEW.id))
	OR NEW.second_guardian_id IS NOT NULL AND NEW.second_guardian_id IS coalesce(NEW.guardian_member_id, NEW.second_guardian_id))
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;

-- A row that goes on is what the record says, and the other way round (as 0046, for either of the two).
DROP TRIGGER guardianships_insert_agrees;
DROP TRIGGER guardianships_update_agrees;
DROP TRIGGER guardianships_delete_agrees;
CREATE TRIGGER guardianships_insert_agrees BEFORE INSERT ON guardianships
WHEN NEW.until IS NULL AND NOT EXISTS (SELECT 1 FROM members
	WHERE id = NEW.member_id AND NEW.guardian_id IN (guardian_member_id, second_guardian_id))
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;
CREATE TRIGGER guardianships_update_agrees BEFORE UPDATE ON guardianships
WHEN (NEW.id, NEW.member_id, NEW.guardian_id) IS NOT (OLD.id, OLD.member_id, OLD.guardian_id)
	OR (NEW.until IS NULL) <> EXISTS (SELECT 1 FROM members
			WHERE id = NEW.member_id AND NEW.guardian_id IN (guardian_member_id, second_guardian_id))
		AND (NEW.until IS NULL) <> (OLD.until IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;
CREATE TRIGGER guardianships_delete_agrees BEFORE DELETE ON guardianships
WHEN OLD.until IS NULL AND EXISTS (SELECT 1 FROM members
	WHERE id = OLD.member_id AND OLD.guardian_id IN (guardian_member_id, second_guardian_id))
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;

DROP TRIGGER members_insert_ties;
CREATE TRIGGER members_insert_ties AFTER INSERT ON members
BEGIN
	INSERT INTO member_ties (member_id, other_id) VALUES (NEW.id, NEW.id);
	INSERT INTO member_logins (member_id, user_id, opened_at, opened_how)
		SELECT NEW.id, NEW.user_id, unixepoch() * 1000, 'made' WHERE NEW.user_id IS NOT NULL;
	INSERT INTO guardianships (member_id, guardian_id, since)
		SELECT NEW.id, NEW.guardian_member_id, unixepoch() * 1000 WHERE NEW.guardian_member_id IS NOT NULL;
	INSERT INTO guardianships (member_id, guardian_id, since)
		SELECT NEW.id, NEW.second_guardian_id, unixepoch() * 1000 WHERE NEW.second_guardian_id IS NOT NULL;
END;
-- Whoever is neither the first nor the second any more ends, and whoever is so newly begins; changing places does neither.
DROP TRIGGER members_update_guardianships;
CREATE TRIGGER members_update_guardianships AFTER UPDATE OF guardian_member_id, second_guardian_id, merged_into ON members
WHEN (NEW.guardian_member_id, NEW.second_guardian_id, NEW.merged_into)
	IS NOT (OLD.guardian_member_id, OLD.second_guardian_id, OLD.merged_into)
BEGIN
	UPDATE guardianships SET until = unixepoch() * 1000 WHERE member_id = NEW.id AND until IS NULL
		AND guardian_id IS NOT NEW.guardian_member_id AND guardian_id IS NOT NEW.second_guardian_id;
	INSERT INTO guardianships (member_id, guardian_id, since) SELECT NEW.id, NEW.guardian_member_id, unixepoch() * 1000
		WHERE NEW.guardian_member_id IS NOT NULL AND NEW.guardian_member_id IS NOT OLD.guardian_member_id
			AND NEW.guardian_member_id IS NOT OLD.second_guardian_id;
	INSERT INTO guardianships (member_id, guardian_id, since) SELECT NEW.id, NEW.second_guardian_id, unixepoch() * 1000
		WHERE NEW.second_guardian_id IS NOT NULL AND NEW.second_guardian_id IS NOT OLD.guardian_member_id
			AND NEW.second_guardian_id IS NOT OLD.second_guardian_id;
	INSERT INTO guardianships (member_id, guardian_id, since, until, role, authority, paper, paper_on, has_custody)
		SELECT NEW.merged_into, guardian_id, since, coalesce(until, unixepoch() * 1000), role, authority, paper, paper_on, has_custody
			FROM guardianships WHERE member_id = NEW.id AND guardian_id <> NEW.merged_into AND OLD.merged_into IS NULL
		UNION ALL SELECT member_id, NEW.merged_into, since, coalesce(until, unixepoch() * 1000), role, authority, paper, paper_on, has_custody
			FROM guardianships WHERE guardian_id = NEW.id AND member_id <> NEW.merged_into AND OLD.merged_into IS NULL;
END;
DROP TRIGGER members_pseudonymised_end_ties;
CREATE TRIGGER members_pseudonymised_end_ties AFTER UPDATE OF pseudonymised_at ON members
WHEN NEW.pseudonymised_at IS NOT NULL AND OLD.pseudonymised_at IS NULL
BEGIN
	DELETE FROM member_logins WHERE member_id = NEW.id AND until IS NOT NULL;
	UPDATE guardianships SET until = unixepoch() * 1000 WHERE member_id = NEW.id AND until IS NULL
		AND guardian_id IS NOT NEW.guardian_member_id AND guardian_id IS NOT NEW.second_guardian_id;
	DELETE FROM guardianships WHERE (member_id = NEW.id OR guardian_id = NEW.id) AND until IS NOT NULL;
	DELETE FROM receipt_asks WHERE receipt_id IN (SELECT id FROM receipts WHERE member_id = NEW.id);
END;

-- THE guardians of now, one row each, and whether they act (`acts`): a parent until the 18th birthday and, when the member
-- agrees, after it; who was ordered, always; an assistant only stands here while the member agrees. No union: SQLite carries a
-- column from outside into the join, and looks it up in the indexes from either end.
CREATE VIEW acting_guardians AS
SELECT s.member_id, s.guardian_id, s.role, s.authority, s.has_custody, s.since, s.opened_at,
	s.role = 'ordered' OR s.role = 'parent' AND (m.birth_date IS NULL OR date(m.birth_date, '+18 years') > date('now', '+8 hours'))
		OR EXISTS (SELECT 1 FROM consents c WHERE c.member_id = m.id AND c.kind = 'guardian_access' AND c.given = 1
			AND c.at >= coalesce(unixepoch(m.birth_date, '+18 years', '-8 hours') * 1000, 0)
			AND c.id = (SELECT max(id) FROM consents WHERE member_id = m.id AND kind = 'guardian_access')) AS acts
FROM guardianships s JOIN members m ON m.id = s.member_id
WHERE s.until IS NULL AND (s.role <> 'assistant'
	OR EXISTS (SELECT 1 FROM consents c WHERE c.member_id = m.id AND c.kind = 'guardian_access' AND c.given = 1
		AND c.at >= coalesce(unixepoch(m.birth_date, '+18 years', '-8 hours') * 1000, 0)
		AND c.id = (SELECT max(id) FROM consents WHERE member_id = m.id AND kind = 'guardian_access')));

-- What was asked about a guardian (the paper's number) is forgotten with the answer.
CREATE TRIGGER confirmations_forget_papers AFTER UPDATE OF state ON confirmations
WHEN NEW.kind = 'guardian' AND NEW.state <> 'waiting' AND NEW.asked <> '{}'
BEGIN
	UPDATE confirmations SET asked = '{}' WHERE id = NEW.id;
END;

-- 家人 share a mobile: the second guardian is family as the first is.
DROP VIEW member_likenesses_now;
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
		coalesce(o.guardian_member_id IN (m.guardian_member_id, m.second_guardian_id), 0)
			OR coalesce(o.second_guardian_id IN (m.guardian_member_id, m.second_guardian_id), 0)
			OR coalesce(o.id IN (m.guardian_member_id, m.second_guardian_id), 0)
			OR coalesce(m.id IN (o.guardian_member_id, o.second_guardian_id), 0) AS is_family,
		coalesce(o.birth_date <> m.birth_date, 0) OR coalesce(o.gender <> m.gender, 0)
			OR o.national_id_hash IS NOT NULL AND m.national_id_hash IS NOT NULL AS is_other,
		replace(replace(m.name, ' ', ''), '臺', '台') AS short, replace(replace(o.name, ' ', ''), '臺', '台') AS other_short
	FROM members m JOIN members o ON (o.name = m.name AND o.birth_date = m.birth_date
		OR o.email = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM members s WHERE s.email = m.email LIMIT 21)) < 21 THEN m.email END
		OR o.phone = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM members s WHERE s.phone = m.phone LIMIT 21)) < 21 THEN m.phone END
		OR o.name = CASE WHEN (SELECT count(*) FROM (SELECT 1 FROM members s WHERE s.name = m.name LIMIT 21)) < 21 THEN m.name END)
		AND o.id <> m.id
	WHERE m.merged_into IS NULL AND o.merged_into IS NULL AND m.pseudonymised_at IS NULL AND o.pseudonymised_at IS NULL);
DROP TRIGGER members_update_likenesses;
CREATE TRIGGER members_update_likenesses
AFTER UPDATE OF name, birth_date, phone, email, gender, national_id_hash, guardian_member_id, second_guardian_id, merged_into,
	pseudonymised_at ON members
WHEN (NEW.name, NEW.birth_date, NEW.phone, NEW.email, NEW.gender, NEW.national_id_hash, NEW.guardian_member_id, NEW.second_guardian_id,
	NEW.merged_into, NEW.pseudonymised_at) IS NOT (OLD.name, OLD.birth_date, OLD.phone, OLD.email, OLD.gender, OLD.national_id_hash,
	OLD.guardian_member_id, OLD.second_guardian_id, OLD.merged_into, OLD.pseudonymised_at)
BEGIN
	DELETE FROM member_likenesses WHERE a_id = NEW.id;
	DELETE FROM member_likenesses WHERE b_id = NEW.id;
	INSERT INTO member_likenesses (a_id, b_id, reasons)
	SELECT min(member_id, other_id), max(member_id, other_id), reasons FROM member_likenesses_now
	WHERE member_id = NEW.id AND reasons > 0;
END;
