-- Who was whose guardian, from when to when: a row for each time. `members.guardian_member_id` stays what everybody writes;
-- triggers keep the rows, whoever writes, and refuse rows that say otherwise. Times are UTC milliseconds by the clock of the
-- database. The ties of the family (0041) follow from the rows.
CREATE TABLE guardianships (
	id INTEGER PRIMARY KEY,
	member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	guardian_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	since INTEGER, -- NULL: before anybody wrote it down
	until INTEGER, -- NULL: it goes on
	named TEXT CHECK (named = 'roster'), -- whether a roster said that they are the guardian
	opened_at INTEGER, -- since when what lies sealed is open to the guardian; NULL: dues and announcements alone
	opened_how TEXT CHECK (opened_how IN ('upgrade', 'handed_in', 'guardian_agreed', 'second_person')),
	CHECK (member_id <> guardian_id),
	CHECK ((opened_at IS NULL) = (opened_how IS NULL))
) STRICT;
CREATE UNIQUE INDEX guardianships_now ON guardianships (member_id) WHERE until IS NULL;
CREATE INDEX guardianships_of_member ON guardianships (member_id, guardian_id);
CREATE INDEX guardianships_of_guardian ON guardianships (guardian_id, member_id);

-- A pair's tie goes on while one of its guardianships does, and ends with the last.
CREATE TRIGGER guardianships_insert_ties AFTER INSERT ON guardianships
BEGIN
	INSERT INTO member_ties (member_id, other_id, until)
		VALUES (NEW.member_id, NEW.guardian_id, NEW.until), (NEW.guardian_id, NEW.member_id, NEW.until)
		ON CONFLICT DO UPDATE SET until = iif(until IS NULL OR excluded.until IS NULL, NULL, max(until, excluded.until));
END;
CREATE TRIGGER guardianships_update_ties AFTER UPDATE OF until ON guardianships WHEN NEW.until IS NOT OLD.until
BEGIN
	UPDATE member_ties SET until = (SELECT iif(count(*) = count(g.until), max(g.until), NULL) FROM guardianships g
			WHERE (g.member_id = NEW.member_id AND g.guardian_id = NEW.guardian_id)
				OR (g.member_id = NEW.guardian_id AND g.guardian_id = NEW.member_id))
		WHERE (member_id = NEW.member_id AND other_id = NEW.guardian_id) OR (member_id = NEW.guardian_id AND other_id = NEW.member_id);
END;
CREATE TRIGGER guardianships_delete_ties AFTER DELETE ON guardianships
BEGIN
	UPDATE member_ties SET until = (SELECT iif(count(*) = count(g.until), max(g.until), NULL) FROM guardianships g
			WHERE (g.member_id = OLD.member_id AND g.guardian_id = OLD.guardian_id)
				OR (g.member_id = OLD.guardian_id AND g.guardian_id = OLD.member_id))
		WHERE (member_id = OLD.member_id AND other_id = OLD.guardian_id) OR (member_id = OLD.guardian_id AND other_id = OLD.member_id);
	DELETE FROM member_ties WHERE ((member_id = OLD.member_id AND other_id = OLD.guardian_id)
			OR (member_id = OLD.guardian_id AND other_id = OLD.member_id))
		AND NOT EXISTS (SELECT 1 FROM guardianships g WHERE (g.member_id = OLD.member_id AND g.guardian_id = OLD.guardian_id)
			OR (g.member_id = OLD.guardian_id AND g.guardian_id = OLD.member_id));
END;

-- Guardians who went before stand in the audit log; of records that were merged, they are those of the one that stays.
CREATE TABLE guardians_told (member_id INTEGER, went INTEGER, came INTEGER, at INTEGER NOT NULL) STRICT;
INSERT INTO guardians_told
SELECT (SELECT coalesce(merged_into, id) FROM members WHERE id = CAST(auditable_id AS INTEGER)),
	(SELECT coalesce(merged_into, id) FROM members WHERE id = CAST(changes ->> '$.guardian.from' AS INTEGER)),
	(SELECT coalesce(merged_into, id) FROM members WHERE id = CAST(changes ->> '$.guardian.to' AS INTEGER)), at
	FROM audit_log WHERE auditable_type = 'member' AND json_valid(changes) AND changes ->> '$.guardian' IS NOT NULL;
CREATE INDEX guardians_told_by_member ON guardians_told (member_id, came, at);
DELETE FROM member_ties WHERE member_id <> other_id;
INSERT INTO guardianships (member_id, guardian_id, since, until)
SELECT t.member_id, t.went, (SELECT max(b.at) FROM guardians_told b WHERE b.member_id = t.member_id AND b.came = t.went AND b.at < t.at), t.at
	FROM guardians_told t JOIN members m ON m.id = t.member_id JOIN members g ON g.id = t.went
	WHERE t.member_id <> t.went AND t.came IS NOT t.went AND m.pseudonymised_at IS NULL AND g.pseudonymised_at IS NULL ORDER BY t.at;
-- What is linked at the upgrade stays open.
INSERT INTO guardianships (member_id, guardian_id, since, opened_at, opened_how)
SELECT m.id, m.guardian_member_id,
	(SELECT max(b.at) FROM guardians_told b WHERE b.member_id = m.id AND b.came = m.guardian_member_id), unixepoch() * 1000, 'upgrade'
	FROM members m WHERE m.guardian_member_id IS NOT NULL ORDER BY m.id;
DROP TABLE guardians_told;

-- A row that goes on is what the record says, and the other way round.
CREATE TRIGGER guardianships_insert_agrees BEFORE INSERT ON guardianships
WHEN NEW.until IS NULL AND NOT EXISTS (SELECT 1 FROM members WHERE id = NEW.member_id AND guardian_member_id = NEW.guardian_id)
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;
CREATE TRIGGER guardianships_update_agrees BEFORE UPDATE ON guardianships
WHEN (NEW.id, NEW.member_id, NEW.guardian_id) IS NOT (OLD.id, OLD.member_id, OLD.guardian_id)
	OR (NEW.until IS NULL) <> EXISTS (SELECT 1 FROM members WHERE id = NEW.member_id AND guardian_member_id = NEW.guardian_id)
		AND (NEW.until IS NULL) <> (OLD.until IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;
CREATE TRIGGER guardianships_delete_agrees BEFORE DELETE ON guardianships
WHEN OLD.until IS NULL AND EXISTS (SELECT 1 FROM members WHERE id = OLD.member_id AND guardian_member_id = OLD.guardian_id)
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;

-- Since when what lies sealed is open to a login: at once where it came with the record itself, else when a second person
-- says so. `sealed_from` puts it off for a login that somebody else had in hand: a code on paper, another address.
ALTER TABLE member_logins ADD COLUMN opened_at INTEGER;
ALTER TABLE member_logins ADD COLUMN opened_how TEXT CHECK (opened_how IN ('upgrade', 'made', 'handed_in', 'second_person'));
ALTER TABLE users ADD COLUMN sealed_from INTEGER;
UPDATE member_logins SET opened_at = unixepoch() * 1000, opened_how = 'upgrade' WHERE until IS NULL;

-- Who of the outside may read what lies sealed and is health data, and from when on: the login of the record, and that of the
-- guardian, whose own record is open to it too. Whether a guardian acts at all is asked beside it.
CREATE VIEW sealed_openings AS
SELECT l.member_id, l.user_id, coalesce(u.sealed_from, 0) AS opens_at FROM member_logins l JOIN users u ON u.id = l.user_id
	WHERE l.until IS NULL AND l.opened_at IS NOT NULL
UNION ALL SELECT g.member_id, l.user_id, coalesce(u.sealed_from, 0) FROM guardianships g
	JOIN member_logins l ON l.member_id = g.guardian_id JOIN users u ON u.id = l.user_id
	WHERE g.until IS NULL AND g.opened_at IS NOT NULL AND l.until IS NULL AND l.opened_at IS NOT NULL;
CREATE VIEW sealed_readers AS SELECT member_id, user_id FROM sealed_openings WHERE opens_at <= unixepoch() * 1000;

-- A code on paper: for a login that was never used, given over the counter to whoever showed a card, or working a day later,
-- until when whoever signs in ends it. A second person may say that it is theirs.
ALTER TABLE one_time_codes ADD COLUMN way TEXT CHECK (way IN ('first', 'counter', 'delayed', 'second_person'));
ALTER TABLE one_time_codes ADD COLUMN works_from INTEGER;
CREATE TRIGGER sessions_end_delayed_codes AFTER INSERT ON sessions
BEGIN
	UPDATE one_time_codes SET used_at = NEW.created_at
		WHERE user_id = NEW.user_id AND purpose = 'activation' AND used_at IS NULL AND works_from IS NOT NULL;
END;

DROP TRIGGER members_insert_ties;
DROP TRIGGER members_update_ties;
DROP TRIGGER members_pseudonymised_end_ties;
CREATE TRIGGER members_insert_ties AFTER INSERT ON members
BEGIN
	INSERT INTO member_ties (member_id, other_id) VALUES (NEW.id, NEW.id);
	INSERT INTO member_logins (member_id, user_id, opened_at, opened_how)
		SELECT NEW.id, NEW.user_id, unixepoch() * 1000, 'made' WHERE NEW.user_id IS NOT NULL;
	INSERT INTO guardianships (member_id, guardian_id, since)
		SELECT NEW.id, NEW.guardian_member_id, unixepoch() * 1000 WHERE NEW.guardian_member_id IS NOT NULL;
END;
CREATE TRIGGER members_update_logins AFTER UPDATE OF user_id, merged_into ON members
WHEN (NEW.user_id, NEW.merged_into) IS NOT (OLD.user_id, OLD.merged_into)
BEGIN
	UPDATE member_logins SET until = unixepoch() * 1000
		WHERE member_id = NEW.id AND user_id = OLD.user_id AND OLD.user_id IS NOT NEW.user_id;
	INSERT INTO member_logins (member_id, user_id) SELECT NEW.id, NEW.user_id
		WHERE NEW.user_id IS NOT NULL AND OLD.user_id IS NOT NEW.user_id
		ON CONFLICT DO UPDATE SET until = NULL, opened_at = NULL, opened_how = NULL;
	INSERT INTO member_logins (member_id, user_id, until)
		SELECT NEW.merged_into, user_id, coalesce(until, unixepoch() * 1000) FROM member_logins
		WHERE member_id = NEW.id AND NEW.merged_into IS NOT NULL
		ON CONFLICT DO UPDATE SET until = iif(until IS NULL, NULL, max(until, excluded.until));
END;
-- What lies sealed in a record is not opened by merging it into another one: it closes to whom it was not open there.
CREATE TRIGGER members_merged_close AFTER UPDATE OF merged_into ON members
WHEN NEW.merged_into IS NOT NULL AND OLD.merged_into IS NULL AND (NEW.national_id IS NOT NULL OR NEW.diagnosis_note IS NOT NULL
	OR OLD.national_id IS NOT NULL OR EXISTS (SELECT 1 FROM disability_certificates WHERE member_id = NEW.id))
BEGIN
	UPDATE member_logins SET opened_at = NULL, opened_how = NULL WHERE member_id = NEW.merged_into AND NOT EXISTS (
		SELECT 1 FROM member_logins o WHERE o.member_id = NEW.id AND o.user_id = member_logins.user_id AND o.opened_at IS NOT NULL);
	UPDATE guardianships SET opened_at = NULL, opened_how = NULL WHERE member_id = NEW.merged_into AND NOT EXISTS (
		SELECT 1 FROM guardianships o WHERE o.member_id = NEW.id AND o.guardian_id = guardianships.guardian_id AND o.opened_at IS NOT NULL);
END;
-- A merge leaves the rows where they were, and takes what they say along as something that was.
CREATE TRIGGER members_update_guardianships AFTER UPDATE OF guardian_member_id, merged_into ON members
WHEN (NEW.guardian_member_id, NEW.merged_into) IS NOT (OLD.guardian_member_id, OLD.merged_into)
BEGIN
	UPDATE guardianships SET until = unixepoch() * 1000
		WHERE member_id = NEW.id AND until IS NULL AND OLD.guardian_member_id IS NOT NEW.guardian_member_id;
	INSERT INTO guardianships (member_id, guardian_id, since) SELECT NEW.id, NEW.guardian_member_id, unixepoch() * 1000
		WHERE NEW.guardian_member_id IS NOT NULL AND OLD.guardian_member_id IS NOT NEW.guardian_member_id;
	INSERT INTO guardianships (member_id, guardian_id, since, until)
		SELECT NEW.merged_into, guardian_id, since, coalesce(until, unixepoch() * 1000) FROM guardianships
			WHERE member_id = NEW.id AND guardian_id <> NEW.merged_into AND OLD.merged_into IS NULL
		UNION ALL SELECT member_id, NEW.merged_into, since, coalesce(until, unixepoch() * 1000) FROM guardianships
			WHERE guardian_id = NEW.id AND member_id <> NEW.merged_into AND OLD.merged_into IS NULL;
END;
-- Whoever is pseudonymised has no family and no login before the present one, and nobody waits for their name.
CREATE TRIGGER members_pseudonymised_end_ties AFTER UPDATE OF pseudonymised_at ON members
WHEN NEW.pseudonymised_at IS NOT NULL AND OLD.pseudonymised_at IS NULL
BEGIN
	DELETE FROM member_logins WHERE member_id = NEW.id AND until IS NOT NULL;
	UPDATE guardianships SET until = unixepoch() * 1000 WHERE member_id = NEW.id AND until IS NULL AND NEW.guardian_member_id IS NULL;
	DELETE FROM guardianships WHERE (member_id = NEW.id OR guardian_id = NEW.id) AND until IS NOT NULL;
	DELETE FROM receipt_asks WHERE receipt_id IN (SELECT id FROM receipts WHERE member_id = NEW.id);
END;
