-- 公告: whom each is for, who read it, and the mails about it (docs: DOMAIN 6).

-- When a draft is to open: kept for whoever goes on with it, and nothing happens at it.
ALTER TABLE announcements ADD COLUMN planned_from INTEGER;

-- An audience that is none would reach nobody, or everybody whom a later reader takes it for.
CREATE TRIGGER announcements_begin_for_somebody BEFORE INSERT ON announcements
WHEN NEW.audience NOT IN ('public', 'members', 'type:individual', 'type:sponsor', 'type:honorary_academic', 'type:regular',
		'type:honorary', 'type:lifetime', 'type:student')
	AND NOT EXISTS (SELECT 1 FROM roles WHERE 'staff:' || code = NEW.audience AND code <> 'member')
BEGIN
	SELECT RAISE(ABORT, 'announcement.no_audience');
END;
CREATE TRIGGER announcements_stay_for_somebody BEFORE UPDATE ON announcements
WHEN NEW.audience <> OLD.audience
	AND NEW.audience NOT IN ('public', 'members', 'type:individual', 'type:sponsor', 'type:honorary_academic', 'type:regular',
		'type:honorary', 'type:lifetime', 'type:student')
	AND NOT EXISTS (SELECT 1 FROM roles WHERE 'staff:' || code = NEW.audience AND code <> 'member')
BEGIN
	SELECT RAISE(ABORT, 'announcement.no_audience');
END;
CREATE INDEX announcements_open ON announcements (is_pinned DESC, publish_from DESC, id DESC, audience) WHERE is_live = 1;
CREATE INDEX announcements_for_staff ON announcements (updated_at DESC, id DESC, audience, is_live, is_pinned, publish_from, publish_until, slug, title);

-- Who opened it, by their login: once.
CREATE TABLE announcement_reads (
	announcement_id INTEGER NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	at INTEGER NOT NULL,
	PRIMARY KEY (announcement_id, user_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX announcement_reads_of ON announcement_reads (user_id, announcement_id);
CREATE TRIGGER announcement_reads_are_never_replaced BEFORE INSERT ON announcement_reads
WHEN EXISTS (SELECT 1 FROM announcement_reads WHERE announcement_id = NEW.announcement_id AND user_id = NEW.user_id)
BEGIN
	SELECT RAISE(ABORT, 'announcement.log_is_final');
END;
CREATE TRIGGER announcement_reads_never_change BEFORE UPDATE ON announcement_reads
BEGIN
	SELECT RAISE(ABORT, 'announcement.log_is_final');
END;

-- A mail to the audience: waiting until the announcement is open, sent a part at a time by the cron, done; or stopped.
CREATE TABLE announcement_mailings (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	announcement_id INTEGER NOT NULL REFERENCES announcements (id) ON DELETE CASCADE,
	audience TEXT NOT NULL, -- that was counted before: to another one it does not go
	scope TEXT NOT NULL DEFAULT 'all' CHECK (scope IN ('all', 'missing')), -- missing: whom no earlier one went to
	state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sending', 'done', 'stopped')),
	cursor INTEGER NOT NULL DEFAULT 0 CHECK (cursor >= 0), -- the last member, or user, that was looked at
	asked_by INTEGER REFERENCES users (id),
	asked_at INTEGER NOT NULL,
	ended_at INTEGER,
	CHECK ((ended_at IS NULL) = (state IN ('waiting', 'sending'))),
	CHECK (state <> 'waiting' OR cursor = 0)
) STRICT;
CREATE UNIQUE INDEX announcement_mailings_one_at_a_time ON announcement_mailings (announcement_id) WHERE state IN ('waiting', 'sending');
CREATE INDEX announcement_mailings_of ON announcement_mailings (announcement_id, id);
CREATE INDEX announcement_mailings_under_way ON announcement_mailings (id) WHERE state IN ('waiting', 'sending');
CREATE TRIGGER announcement_mailings_begin_waiting BEFORE INSERT ON announcement_mailings
WHEN NEW.state <> 'waiting' OR EXISTS (SELECT 1 FROM announcement_mailings WHERE id = NEW.id
	OR (announcement_id = NEW.announcement_id AND state IN ('waiting', 'sending')))
	OR NOT EXISTS (SELECT 1 FROM announcements WHERE id = NEW.announcement_id AND audience = NEW.audience)
BEGIN
	SELECT RAISE(ABORT, 'announcement.mail_under_way');
END;
CREATE TRIGGER announcement_mailings_take_steps BEFORE UPDATE ON announcement_mailings
WHEN NEW.id <> OLD.id OR NEW.announcement_id <> OLD.announcement_id OR NEW.audience <> OLD.audience OR NEW.scope <> OLD.scope
	OR NEW.asked_at <> OLD.asked_at OR NEW.asked_by IS NOT OLD.asked_by OR NEW.cursor < OLD.cursor
	OR OLD.state || '>' || NEW.state NOT IN ('waiting>sending', 'waiting>stopped', 'sending>sending', 'sending>done', 'sending>stopped')
BEGIN
	SELECT RAISE(ABORT, 'announcement.mail_moved');
END;
-- Nothing is mailed that is not open, or that is for somebody else by now.
CREATE TRIGGER announcement_mailings_go_when_open BEFORE UPDATE ON announcement_mailings
WHEN NEW.state = 'sending' AND NOT EXISTS (SELECT 1 FROM announcements
	WHERE id = OLD.announcement_id AND is_live = 1 AND audience = OLD.audience)
BEGIN
	SELECT RAISE(ABORT, 'announcement.mail_moved');
END;
CREATE TRIGGER announcement_mailings_with_receivers_stay BEFORE DELETE ON announcement_mailings
WHEN EXISTS (SELECT 1 FROM announcement_receivers WHERE mailing_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'announcement.was_mailed');
END;
CREATE TRIGGER announcements_that_were_mailed_stay BEFORE DELETE ON announcements
WHEN EXISTS (SELECT 1 FROM announcement_mailings m JOIN announcement_receivers r ON r.mailing_id = m.id WHERE m.announcement_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'announcement.was_mailed');
END;

-- Whom a mailing was for, once each: a login, or a member without one; and what became of it.
CREATE TABLE announcement_receivers (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	mailing_id INTEGER NOT NULL REFERENCES announcement_mailings (id),
	user_id INTEGER REFERENCES users (id),
	member_id INTEGER REFERENCES members (id),
	outcome TEXT NOT NULL CHECK (outcome IN ('mailed', 'no_address', 'unsubscribed')),
	mail_id TEXT, -- of mail_messages: ann<mailing>_u<user>, ann<mailing>_m<member>
	at INTEGER NOT NULL,
	CHECK ((user_id IS NULL) <> (member_id IS NULL)),
	CHECK ((mail_id IS NOT NULL) = (outcome = 'mailed'))
) STRICT;
CREATE UNIQUE INDEX announcement_receivers_once ON announcement_receivers (mailing_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX announcement_receivers_of_member ON announcement_receivers (member_id, mailing_id) WHERE member_id IS NOT NULL;
CREATE INDEX announcement_receivers_of_user ON announcement_receivers (user_id, mailing_id) WHERE user_id IS NOT NULL;
CREATE INDEX announcement_receivers_in_order ON announcement_receivers (mailing_id, outcome, id, mail_id);
CREATE TRIGGER announcement_receivers_are_once BEFORE INSERT ON announcement_receivers
WHEN EXISTS (SELECT 1 FROM announcement_receivers WHERE id = NEW.id OR (mailing_id = NEW.mailing_id AND user_id = NEW.user_id)
		OR (mailing_id = NEW.mailing_id AND member_id = NEW.member_id))
	OR NOT EXISTS (SELECT 1 FROM announcement_mailings WHERE id = NEW.mailing_id AND state = 'sending')
BEGIN
	SELECT RAISE(ABORT, 'announcement.mail_moved');
END;
-- A member's row follows the member into another record; nothing else of it changes.
CREATE TRIGGER announcement_receivers_never_change BEFORE UPDATE ON announcement_receivers
WHEN NEW.id <> OLD.id OR NEW.mailing_id <> OLD.mailing_id OR NEW.user_id IS NOT OLD.user_id OR NEW.outcome <> OLD.outcome
	OR NEW.mail_id IS NOT OLD.mail_id OR NEW.at <> OLD.at OR (NEW.member_id IS NULL) <> (OLD.member_id IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'announcement.log_is_final');
END;
CREATE TRIGGER announcement_receivers_are_never_deleted BEFORE DELETE ON announcement_receivers
BEGIN
	SELECT RAISE(ABORT, 'announcement.log_is_final');
END;

-- 取消訂閱: no more mails of a kind to a login, or to a member without one. The row goes when they want them again.
CREATE TABLE mail_unsubscriptions (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	kind TEXT NOT NULL CHECK (kind IN ('member_announcements', 'staff_announcements')),
	user_id INTEGER REFERENCES users (id) ON DELETE CASCADE,
	member_id INTEGER REFERENCES members (id),
	at INTEGER NOT NULL,
	CHECK ((user_id IS NULL) <> (member_id IS NULL))
) STRICT;
CREATE UNIQUE INDEX mail_unsubscriptions_of_user ON mail_unsubscriptions (user_id, kind) WHERE user_id IS NOT NULL;
CREATE INDEX mail_unsubscriptions_of_member ON mail_unsubscriptions (member_id, kind) WHERE member_id IS NOT NULL;
CREATE TRIGGER mail_unsubscriptions_are_never_replaced BEFORE INSERT ON mail_unsubscriptions
WHEN EXISTS (SELECT 1 FROM mail_unsubscriptions WHERE id = NEW.id OR (user_id = NEW.user_id AND kind = NEW.kind)
	OR (member_id = NEW.member_id AND kind = NEW.kind))
BEGIN
	SELECT RAISE(ABORT, 'announcement.log_is_final');
END;
CREATE TRIGGER mail_unsubscriptions_keep_their_person BEFORE UPDATE ON mail_unsubscriptions
WHEN NEW.id <> OLD.id OR NEW.kind <> OLD.kind OR NEW.user_id IS NOT OLD.user_id OR NEW.at <> OLD.at
	OR (NEW.member_id IS NULL) <> (OLD.member_id IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'announcement.log_is_final');
END;
