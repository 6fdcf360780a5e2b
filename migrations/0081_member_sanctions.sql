-- The resolutions by which a member is suspended (停權, of the 理事會) or expelled (除名, of the general meeting with two thirds of
-- those present: 人民團體法 §§14, 27). Written once; steps that were taken before have none.
CREATE TABLE member_sanctions (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	member_id INTEGER NOT NULL REFERENCES members (id) ON DELETE CASCADE,
	step TEXT NOT NULL CHECK (step IN ('suspend', 'expel')),
	meeting TEXT NOT NULL CHECK (length(meeting) BETWEEN 1 AND 80),
	held_on TEXT NOT NULL CHECK (held_on IS date(held_on)),
	present INTEGER, -- with votes of the general meeting alone
	in_favour INTEGER,
	created_by INTEGER REFERENCES users (id),
	created_at INTEGER NOT NULL,
	CHECK (CASE step WHEN 'suspend' THEN present IS NULL AND in_favour IS NULL
		ELSE present > 0 AND in_favour <= present AND in_favour * 3 >= present * 2 AND present IS NOT NULL AND in_favour IS NOT NULL END)
) STRICT;
CREATE INDEX member_sanctions_of ON member_sanctions (member_id, id);
CREATE TRIGGER member_sanctions_are_never_replaced BEFORE INSERT ON member_sanctions
WHEN EXISTS (SELECT 1 FROM member_sanctions WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'member.sanction_final');
END;
CREATE TRIGGER member_sanctions_are_never_updated BEFORE UPDATE ON member_sanctions
BEGIN
	SELECT RAISE(ABORT, 'member.sanction_final');
END;
CREATE TRIGGER member_sanctions_are_never_deleted BEFORE DELETE ON member_sanctions
WHEN EXISTS (SELECT 1 FROM members WHERE id = OLD.member_id)
BEGIN
	SELECT RAISE(ABORT, 'member.sanction_final');
END;
