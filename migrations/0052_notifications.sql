-- Notifications: who is told what. An action writes them in the batch of its change, so that one exists if and only if the change
-- does; channels decide how each of them goes (mail: below). They hold what the words are made from: no words, no secret, no
-- token of a link, and no address or name, which stand in the record of whoever is told.

CREATE TABLE notifications (
	id TEXT PRIMARY KEY DEFAULT ('msg_' || lower(hex(randomblob(16)))), -- or the key under which it is told once
	kind TEXT NOT NULL,
	-- One of them; none where the record is gone, or was not known to 0.1.0.
	user_id INTEGER REFERENCES users (id) ON DELETE SET NULL,
	member_id INTEGER REFERENCES members (id) ON DELETE SET NULL, -- who has no login that would be told
	donor_id INTEGER REFERENCES donors (id) ON DELETE SET NULL,
	data TEXT NOT NULL CHECK (json_valid(data)), -- '{}' when it was emptied, 180 days after its mail was settled
	created_at INTEGER NOT NULL,
	CHECK ((user_id IS NOT NULL) + (member_id IS NOT NULL) + (donor_id IS NOT NULL) <= 1)
) STRICT;
INSERT INTO notifications (id, kind, user_id, data, created_at)
	SELECT id, template, user_id, data, created_at FROM mail_messages;
CREATE INDEX notifications_of_user ON notifications (user_id, kind, created_at) WHERE user_id IS NOT NULL;
CREATE INDEX notifications_of_member ON notifications (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX notifications_of_donor ON notifications (donor_id) WHERE donor_id IS NOT NULL;
CREATE INDEX notifications_to_empty ON notifications (created_at) WHERE data <> '{}';

-- Nobody is told twice under one key, and nobody who died, whoever writes it: the row is left out.
CREATE TRIGGER notifications_are_told_once BEFORE INSERT ON notifications
WHEN EXISTS (SELECT 1 FROM notifications WHERE id = NEW.id)
BEGIN
	SELECT RAISE(IGNORE);
END;
CREATE TRIGGER notifications_never_go_to_the_deceased BEFORE INSERT ON notifications
WHEN EXISTS (SELECT 1 FROM members WHERE user_id = NEW.user_id AND status = 'deceased')
	OR EXISTS (SELECT 1 FROM members WHERE id = NEW.member_id AND status = 'deceased')
	OR EXISTS (SELECT 1 FROM donors d JOIN members m ON m.id = d.member_id WHERE d.id = NEW.donor_id AND m.status = 'deceased')
BEGIN
	SELECT RAISE(IGNORE);
END;
-- What somebody was told is not changed: it is emptied, or follows its member into another record.
CREATE TRIGGER notifications_keep_what_was_told BEFORE UPDATE ON notifications
WHEN NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.created_at <> OLD.created_at OR (NEW.data <> OLD.data AND NEW.data <> '{}')
BEGIN
	SELECT RAISE(ABORT, 'notification.is_final');
END;

-- The channel mail: a login's own address, or the new one that its link is to prove; a member's and a donor's that of the record.
-- Nothing without an address, nor where they, or whoever has the same login or mailbox, took themselves off the list; the
-- notification stands all the same. src/db/office/announcement-receivers.ts counts beforehand by the same; a test compares.
-- Another channel is another such trigger.
CREATE TRIGGER notifications_go_by_mail AFTER INSERT ON notifications
BEGIN
	INSERT INTO mail_messages (id, template, user_id, to_address, to_name, data, due_at, created_at)
		SELECT NEW.id, NEW.kind, t.user_id, t.address, t.name, NEW.data, NEW.created_at, NEW.created_at
		FROM (SELECT u.id AS user_id, coalesce((SELECT l.email FROM one_time_links l WHERE l.id = NEW.data ->> '$.linkId'), u.email) AS address,
				u.name FROM users u WHERE u.id = NEW.user_id
			UNION ALL SELECT NULL, m.email, m.name FROM members m WHERE m.id = NEW.member_id
			UNION ALL SELECT m.user_id, d.email, d.name FROM donors d LEFT JOIN members m ON m.id = d.member_id WHERE d.id = NEW.donor_id) t
		WHERE t.address IS NOT NULL AND NOT EXISTS (SELECT 1 FROM mail_messages WHERE id = NEW.id)
			AND (NEW.data ->> '$.listed' IS NULL OR NOT EXISTS (SELECT 1 FROM mail_unsubscriptions s
				WHERE s.kind = substr(NEW.data ->> '$.listed', 1, instr(NEW.data ->> '$.listed', '-') - 1)
					AND (s.user_id = NEW.user_id OR s.member_id = NEW.member_id
						OR s.member_id IN (SELECT o.id FROM members o WHERE o.user_id = NEW.user_id)
						OR s.user_id IN (SELECT o.user_id FROM members x JOIN members o ON o.email = x.email WHERE x.id = NEW.member_id))));
END;
-- No mail but of a notification.
CREATE TRIGGER mails_are_of_notifications BEFORE INSERT ON mail_messages
WHEN NOT EXISTS (SELECT 1 FROM notifications WHERE id = NEW.id AND kind = NEW.template)
BEGIN
	SELECT RAISE(ABORT, 'mail.no_notification');
END;
