-- Children whom an applicant announces with the application (入會申請). They belong to the applicant's login: whether the application is
-- a record or a request to be linked to one, nobody outside can tell. They wait with it, go with it, and become records when it is accepted.
CREATE TABLE application_children (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 80),
	birth_date TEXT NOT NULL CHECK (birth_date IS date(birth_date)),
	gender TEXT CHECK (gender IN ('female', 'male', 'other')),
	text_version TEXT NOT NULL CHECK (length(text_version) BETWEEN 1 AND 20), -- of 個人資料告知事項, to which the applicant agrees for the child
	agreed_at INTEGER NOT NULL, -- UTC milliseconds
	UNIQUE (user_id, name, birth_date)
) STRICT;

CREATE TRIGGER application_children_insert_waiting BEFORE INSERT ON application_children
BEGIN
	SELECT RAISE(ABORT, 'application.not_waiting')
	WHERE EXISTS (SELECT 1 FROM application_children WHERE id = NEW.id)
		OR NOT (EXISTS (SELECT 1 FROM link_requests WHERE user_id = NEW.user_id AND status = 'open')
			OR EXISTS (SELECT 1 FROM members WHERE user_id = NEW.user_id AND status = 'applied' AND source = 'self'));
	SELECT RAISE(ABORT, 'member.children_wait')
	WHERE (6 <= (SELECT count(*) FROM application_children WHERE user_id = NEW.user_id));
END;
CREATE TRIGGER application_children_are_not_changed BEFORE UPDATE ON application_children
BEGIN
	SELECT RAISE(ABORT, 'application.not_waiting');
END;

-- The logins whose application has something that is not yet in a record.
CREATE VIEW application_parts AS SELECT user_id FROM application_children;

-- The end of an application, for whoever writes: of a member who was accepted, what came with it is handed over at `at` (UTC
-- milliseconds); with no member it is deleted.
CREATE VIEW application_ends AS SELECT id AS user_id, id AS member_id, id AS at FROM users WHERE false;
CREATE TRIGGER application_ends_children INSTEAD OF INSERT ON application_ends
BEGIN
	SELECT RAISE(ABORT, 'application.no_guardian')
	WHERE EXISTS (SELECT 1 FROM application_children WHERE user_id = NEW.user_id) AND EXISTS (SELECT 1 FROM members m
		JOIN membership_types t ON t.code = m.type_code
		WHERE m.id = NEW.member_id AND (m.guardian_member_id IS NOT NULL OR t.applies = 'organisation'));
	-- A child of this guardian who is there already does not come twice.
	INSERT INTO members (name, birth_date, gender, identity_type, membership_type, guardian_member_id, source, status, status_since,
		created_at, updated_at)
	SELECT c.name, c.birth_date, c.gender, 'patient', 'individual', NEW.member_id, 'self', 'applied',
		date(NEW.at / 1000, 'unixepoch', '+8 hours'), NEW.at, NEW.at
	FROM application_children c WHERE c.user_id = NEW.user_id AND NEW.member_id IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM members d WHERE d.name = c.name AND d.birth_date = c.birth_date AND d.merged_into IS NULL
			AND NEW.member_id IN (d.guardian_member_id, d.second_guardian_id)
			AND d.status NOT IN ('declined', 'withdrawn', 'resigned', 'expelled'))
	ORDER BY c.id;
	INSERT INTO consents (member_id, kind, text_version, given, by_user_id, channel, at)
	SELECT m.id, 'personal_data', c.text_version, 1, c.user_id, 'web', c.agreed_at
	FROM application_children c JOIN members m ON m.guardian_member_id = NEW.member_id AND m.name = c.name AND m.birth_date = c.birth_date
		AND m.status = 'applied' AND m.source = 'self' AND m.created_at = NEW.at
	WHERE c.user_id = NEW.user_id ORDER BY m.id;
	-- What a parent handed in is open to the parent.
	UPDATE guardianships SET opened_at = NEW.at, opened_how = 'handed_in'
	WHERE guardian_id = NEW.member_id AND until IS NULL AND opened_at IS NULL AND member_id IN (SELECT m.id
		FROM application_children c JOIN members m ON m.guardian_member_id = NEW.member_id AND m.name = c.name AND m.birth_date = c.birth_date
			AND m.status = 'applied' AND m.source = 'self' AND m.created_at = NEW.at
		WHERE c.user_id = NEW.user_id);
	DELETE FROM application_children WHERE user_id = NEW.user_id;
END;

-- A record is accepted, or a login comes to one that was: by a decision, a link, or a merge.
CREATE TRIGGER members_update_application_accepted AFTER UPDATE OF status, user_id ON members
WHEN NEW.user_id IS NOT NULL AND NEW.merged_into IS NULL AND NEW.status NOT IN ('applied', 'declined', 'withdrawn', 'deceased')
	AND EXISTS (SELECT 1 FROM application_parts WHERE user_id = NEW.user_id)
	AND NOT EXISTS (SELECT 1 FROM link_requests WHERE user_id = NEW.user_id AND status = 'open')
BEGIN
	INSERT INTO application_ends (user_id, member_id, at) VALUES (NEW.user_id, NEW.id, NEW.updated_at);
END;
-- It is not: declined, withdrawn, or without its login. A request of the same login that waits goes on.
CREATE TRIGGER members_update_application_ended AFTER UPDATE OF status, user_id ON members
WHEN OLD.status = 'applied' AND OLD.user_id IS NOT NULL AND NEW.merged_into IS NULL
	AND (NEW.status IN ('declined', 'withdrawn', 'deceased') OR NEW.user_id IS NOT OLD.user_id)
	AND EXISTS (SELECT 1 FROM application_parts WHERE user_id = OLD.user_id)
	AND NOT EXISTS (SELECT 1 FROM link_requests WHERE user_id = OLD.user_id AND status = 'open')
BEGIN
	INSERT INTO application_ends (user_id, member_id, at) VALUES (OLD.user_id, NULL, NEW.updated_at);
END;
-- It was merged into a record: what came with it goes to that record, now where it was accepted, else with its acceptance.
CREATE TRIGGER members_update_application_merged AFTER UPDATE OF merged_into ON members
WHEN NEW.merged_into IS NOT NULL AND OLD.merged_into IS NULL AND OLD.status = 'applied' AND OLD.user_id IS NOT NULL
	AND EXISTS (SELECT 1 FROM application_parts WHERE user_id = OLD.user_id)
	AND NOT EXISTS (SELECT 1 FROM link_requests WHERE user_id = OLD.user_id AND status = 'open')
	AND EXISTS (SELECT 1 FROM members k WHERE k.id = NEW.merged_into AND (k.status <> 'applied' OR k.user_id IS NOT NULL))
BEGIN
	INSERT INTO application_ends (user_id, member_id, at)
	SELECT OLD.user_id, iif(k.status IN ('applied', 'declined', 'withdrawn', 'deceased'), NULL, k.id), NEW.updated_at
	FROM members k WHERE k.id = NEW.merged_into;
END;
-- A request to be linked ends: by a link to a record, or by a refusal. One that became a record waits on.
CREATE TRIGGER link_requests_update_application AFTER UPDATE OF status ON link_requests
WHEN OLD.status = 'open' AND NEW.status IN ('linked', 'refused')
	AND EXISTS (SELECT 1 FROM application_parts WHERE user_id = NEW.user_id)
	AND NOT EXISTS (SELECT 1 FROM members WHERE user_id = NEW.user_id AND status = 'applied')
BEGIN
	INSERT INTO application_ends (user_id, member_id, at)
	SELECT NEW.user_id, (SELECT id FROM members WHERE id = NEW.member_id AND NEW.status = 'linked'
		AND status NOT IN ('declined', 'withdrawn', 'deceased')), coalesce(NEW.closed_at, unixepoch() * 1000);
END;
