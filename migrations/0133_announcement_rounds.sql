-- An announcement keeps whether it also goes by mail, and its own words for LINE, until it is sent.
ALTER TABLE announcements ADD COLUMN by_mail INTEGER NOT NULL DEFAULT 0 CHECK (by_mail IN (0, 1));
ALTER TABLE announcements ADD COLUMN line_text TEXT NOT NULL DEFAULT '' CHECK (length(line_text) <= 2000);

-- A mailing may be for those alone who have a login and have not opened the announcement.
ALTER TABLE announcement_mailings ADD COLUMN unread_only INTEGER NOT NULL DEFAULT 0
	CHECK (unread_only IN (0, 1) AND (unread_only = 0 OR scope = 'all'));
-- Whose last mail bounced gets no further one until a mail to the same address goes through.
ALTER TABLE announcement_receivers ADD COLUMN bounced INTEGER NOT NULL DEFAULT 0
	CHECK (bounced IN (0, 1) AND (bounced = 0 OR outcome = 'no_address'));
CREATE INDEX mail_messages_settled_to ON mail_messages (to_address, settled_at) WHERE state IN ('sent', 'bounced');

DROP TRIGGER announcement_mailings_take_steps;
CREATE TRIGGER announcement_mailings_take_steps BEFORE UPDATE ON announcement_mailings
WHEN NEW.id <> OLD.id OR NEW.announcement_id <> OLD.announcement_id OR NEW.audience <> OLD.audience OR NEW.scope <> OLD.scope
	OR NEW.unread_only <> OLD.unread_only
	OR NEW.asked_at <> OLD.asked_at OR NEW.asked_by IS NOT OLD.asked_by OR NEW.cursor < OLD.cursor
	OR OLD.state || '>' || NEW.state NOT IN ('waiting>sending', 'waiting>stopped', 'sending>sending', 'sending>done', 'sending>stopped')
BEGIN
	SELECT RAISE(ABORT, 'announcement.mail_moved');
END;
DROP TRIGGER announcement_receivers_never_change;
CREATE TRIGGER announcement_receivers_never_change BEFORE UPDATE ON announcement_receivers
WHEN NEW.id <> OLD.id OR NEW.mailing_id <> OLD.mailing_id OR NEW.user_id IS NOT OLD.user_id OR NEW.outcome <> OLD.outcome
	OR NEW.bounced <> OLD.bounced
	OR NEW.mail_id IS NOT OLD.mail_id OR NEW.at <> OLD.at OR (NEW.member_id IS NULL) <> (OLD.member_id IS NULL)
BEGIN
	SELECT RAISE(ABORT, 'announcement.log_is_final');
END;
