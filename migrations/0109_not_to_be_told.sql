-- 不得告知: a person (a record of members) who is out of everything about a member (docs/workflows.md#not-to-be-told). One of the staff
-- puts it in force at once; it ends when another one says so too.
CREATE TABLE member_bans (
	id INTEGER PRIMARY KEY,
	member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, -- about whom nothing is told
	person_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE, -- whom nothing is told
	reason TEXT NOT NULL CHECK (reason IN ('court', 'asked', 'danger')),
	since INTEGER NOT NULL, -- UTC milliseconds
	created_by INTEGER REFERENCES users (id),
	lift_asked_by INTEGER REFERENCES users (id), -- who wants it to end
	lift_asked_at INTEGER,
	until INTEGER, -- NULL: it goes on
	lifted_by INTEGER REFERENCES users (id), -- who said so too
	CHECK (member_id <> person_id),
	CHECK ((lift_asked_by IS NULL) = (lift_asked_at IS NULL)),
	CHECK ((until IS NULL) = (lifted_by IS NULL))
) STRICT;
CREATE UNIQUE INDEX member_bans_now ON member_bans (member_id, person_id) WHERE until IS NULL;
CREATE INDEX member_bans_of_person ON member_bans (person_id, member_id);
CREATE INDEX member_bans_of_member ON member_bans (member_id, person_id);

-- THE logins that are out of everything about a member.
CREATE VIEW banned_users AS
SELECT b.member_id, l.user_id FROM member_bans b JOIN member_logins l ON l.member_id = b.person_id
WHERE b.until IS NULL AND l.until IS NULL;

-- It ends by two people, and what it says does not change but by a merge or an erasure.
CREATE TRIGGER member_bans_begin BEFORE INSERT ON member_bans
WHEN NEW.until IS NOT NULL OR NEW.lift_asked_by IS NOT NULL
BEGIN
	SELECT RAISE(ABORT, 'member.ban_by_two');
END;
CREATE TRIGGER member_bans_end_by_two BEFORE UPDATE ON member_bans
WHEN OLD.until IS NOT NULL AND (NEW.until, NEW.since) IS NOT (OLD.until, OLD.since) OR NEW.since <> OLD.since
	OR OLD.until IS NULL AND NEW.until IS NOT NULL
		AND (OLD.lift_asked_by IS NULL OR NEW.lift_asked_by IS NOT OLD.lift_asked_by OR NEW.lifted_by = OLD.lift_asked_by)
BEGIN
	SELECT RAISE(ABORT, 'member.ban_by_two');
END;
CREATE TRIGGER member_bans_stay BEFORE DELETE ON member_bans
WHEN OLD.until IS NULL AND EXISTS (SELECT 1 FROM members WHERE id = OLD.member_id AND pseudonymised_at IS NULL AND merged_into IS NULL)
	AND EXISTS (SELECT 1 FROM members WHERE id = OLD.person_id AND pseudonymised_at IS NULL AND merged_into IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'member.ban_by_two');
END;

-- At once: no guardian any more, and what was not sent yet is gone. For whoever decides they stay family as long as it lasts.
CREATE TRIGGER member_bans_insert_takes_out AFTER INSERT ON member_bans
BEGIN
	UPDATE members SET guardian_member_id = iif(guardian_member_id = NEW.person_id, second_guardian_id, guardian_member_id),
			second_guardian_id = NULL, version = version + 1
		WHERE id = NEW.member_id AND NEW.person_id IN (guardian_member_id, second_guardian_id);
	UPDATE member_ties SET until = NULL WHERE (member_id = NEW.member_id AND other_id = NEW.person_id)
		OR (member_id = NEW.person_id AND other_id = NEW.member_id);
	DELETE FROM mail_messages WHERE state = 'queued' AND (
		user_id IN (SELECT user_id FROM member_logins WHERE member_id = NEW.person_id AND until IS NULL)
		OR to_address = (SELECT email FROM members WHERE id = NEW.person_id)) AND (data ->> '$.dependentId' = NEW.member_id
		OR template = 'dues_reminder' AND data ->> '$.dependents' > 0
		OR EXISTS (SELECT 1 FROM payment_allocations a WHERE a.payment_id = data ->> '$.paymentId' AND a.member_id = NEW.member_id)
		OR EXISTS (SELECT 1 FROM privacy_requests r WHERE r.id = data ->> '$.requestId' AND r.member_id = NEW.member_id)
		OR template = 'guardian_changed');
END;
CREATE TRIGGER member_bans_merged_take_out AFTER UPDATE OF member_id, person_id ON member_bans
WHEN NEW.until IS NULL
BEGIN
	UPDATE members SET guardian_member_id = iif(guardian_member_id = NEW.person_id, second_guardian_id, guardian_member_id),
			second_guardian_id = NULL, version = version + 1
		WHERE id = NEW.member_id AND NEW.person_id IN (guardian_member_id, second_guardian_id);
	UPDATE member_ties SET until = NULL WHERE (member_id = NEW.member_id AND other_id = NEW.person_id)
		OR (member_id = NEW.person_id AND other_id = NEW.member_id);
END;
CREATE TRIGGER member_bans_end_ties AFTER UPDATE OF until ON member_bans
WHEN NEW.until IS NOT NULL AND OLD.until IS NULL
BEGIN
	UPDATE member_ties SET until = unixepoch() * 1000 WHERE until IS NULL AND ((member_id = NEW.member_id AND other_id = NEW.person_id)
		OR (member_id = NEW.person_id AND other_id = NEW.member_id))
		AND NOT EXISTS (SELECT 1 FROM guardianships g WHERE g.until IS NULL AND ((g.member_id = NEW.member_id AND g.guardian_id = NEW.person_id)
			OR (g.member_id = NEW.person_id AND g.guardian_id = NEW.member_id)));
END;

-- Nobody becomes a guardian or a payer again while it lasts, whoever writes.
CREATE TRIGGER members_insert_banned BEFORE INSERT ON members
WHEN NEW.guardian_member_id IS NOT NULL AND EXISTS (SELECT 1 FROM member_bans b WHERE b.member_id = NEW.id AND b.until IS NULL
	AND b.person_id IN (NEW.guardian_member_id, NEW.second_guardian_id))
BEGIN
	SELECT RAISE(ABORT, 'member.banned');
END;
CREATE TRIGGER members_update_banned BEFORE UPDATE OF guardian_member_id, second_guardian_id ON members
WHEN NEW.guardian_member_id IS NOT NULL AND EXISTS (SELECT 1 FROM member_bans b WHERE b.member_id = NEW.id AND b.until IS NULL
	AND b.person_id IN (NEW.guardian_member_id, NEW.second_guardian_id))
BEGIN
	SELECT RAISE(ABORT, 'member.banned');
END;
CREATE TRIGGER payment_allocations_banned BEFORE INSERT ON payment_allocations
WHEN NEW.member_id IS NOT NULL AND EXISTS (SELECT 1 FROM member_bans b JOIN payments p ON p.id = NEW.payment_id
	WHERE b.member_id = NEW.member_id AND b.until IS NULL AND p.submitted_at > b.since AND (p.payer_member_id = b.person_id
		OR p.source = 'member' AND p.submitted_by IN (SELECT user_id FROM member_logins WHERE member_id = b.person_id AND until IS NULL)))
BEGIN
	SELECT RAISE(ABORT, 'member.banned');
END;
CREATE TRIGGER payments_update_banned BEFORE UPDATE OF payer_member_id ON payments
WHEN NEW.payer_member_id IS NOT OLD.payer_member_id AND EXISTS (SELECT 1 FROM payment_allocations a
	JOIN member_bans b ON b.member_id = a.member_id AND b.until IS NULL WHERE a.payment_id = NEW.id AND b.person_id = NEW.payer_member_id)
BEGIN
	SELECT RAISE(ABORT, 'member.banned');
END;
-- Nothing about the member is told to them, whoever tells: the row is left out.
CREATE TRIGGER notifications_never_tell_the_banned BEFORE INSERT ON notifications
WHEN EXISTS (SELECT 1 FROM member_bans b WHERE b.until IS NULL
		AND (b.person_id = NEW.member_id OR b.person_id IN (SELECT member_id FROM member_logins WHERE user_id = NEW.user_id AND until IS NULL))
		AND (b.member_id = NEW.data ->> '$.dependentId'
			OR EXISTS (SELECT 1 FROM payment_allocations a WHERE a.payment_id = NEW.data ->> '$.paymentId' AND a.member_id = b.member_id)
			OR EXISTS (SELECT 1 FROM privacy_requests r WHERE r.id = NEW.data ->> '$.requestId' AND r.member_id = b.member_id)))
BEGIN
	SELECT RAISE(IGNORE);
END;

-- A guardian is a person, no organisation (0107), whichever of the two.
CREATE TRIGGER members_update_organisation_of_second BEFORE UPDATE OF type_code, membership_type, second_guardian_id ON members
WHEN EXISTS (SELECT 1 FROM membership_types WHERE code = NEW.type_code AND applies = 'organisation')
	AND (NEW.second_guardian_id IS NOT NULL OR EXISTS (SELECT 1 FROM members WHERE second_guardian_id = NEW.id))
BEGIN
	SELECT RAISE(ABORT, 'member.is_organisation');
END;
CREATE TRIGGER members_insert_guardian_is_person BEFORE INSERT ON members
WHEN NEW.guardian_member_id IS NOT NULL AND EXISTS (SELECT 1 FROM members g JOIN membership_types t ON t.code = g.type_code
	WHERE g.id IN (NEW.guardian_member_id, NEW.second_guardian_id) AND t.applies = 'organisation')
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;
CREATE TRIGGER members_update_guardian_is_person BEFORE UPDATE OF guardian_member_id, second_guardian_id ON members
WHEN NEW.guardian_member_id IS NOT NULL AND EXISTS (SELECT 1 FROM members g JOIN membership_types t ON t.code = g.type_code
	WHERE g.id IN (NEW.guardian_member_id, NEW.second_guardian_id) AND t.applies = 'organisation')
BEGIN
	SELECT RAISE(ABORT, 'member.guardian_refused');
END;
