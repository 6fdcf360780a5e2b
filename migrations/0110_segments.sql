-- Segments (條件名單) of members: a name for conditions of the members' list. Who fits is never stored, so a segment is always current.
CREATE TABLE member_segments (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
	description TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 500),
	-- The conditions; NULL does not restrict.
	status TEXT CHECK (status IN ('applied', 'awaiting_payment', 'active', 'grace', 'lapsed', 'suspended', 'declined', 'withdrawn',
		'resigned', 'expelled', 'deceased', 'contact')),
	type TEXT CHECK (type GLOB '[a-z]*'), -- a code of membership_types
	identity TEXT CHECK (identity IN ('patient', 'parent')),
	disability TEXT CHECK (disability IN ('not_applied', 'pending', 'approved', 'rejected', 'expired')),
	dues TEXT CHECK (dues IN ('owing', 'paid', 'owing_two')),
	city TEXT CHECK (city IN ('基隆市', '臺北市', '新北市', '桃園市', '新竹市', '新竹縣', '苗栗縣', '臺中市', '彰化縣', '南投縣', '雲林縣',
		'嘉義市', '嘉義縣', '臺南市', '高雄市', '屏東縣', '宜蘭縣', '花蓮縣', '臺東縣', '澎湖縣', '金門縣', '連江縣')),
	group_id INTEGER REFERENCES member_groups (id),
	is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)), -- a retired segment is offered nowhere, and its name is free again
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX member_segments_name ON member_segments (name COLLATE NOCASE) WHERE is_active = 1;
-- An announcement may name a segment for as long as it stands.
CREATE TRIGGER member_segments_stay BEFORE DELETE ON member_segments
BEGIN
	SELECT RAISE(ABORT, 'segment.is_kept');
END;
CREATE TRIGGER member_segments_insert_new BEFORE INSERT ON member_segments
WHEN EXISTS (SELECT 1 FROM member_segments WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'segment.is_kept');
END;
-- No two tabs change the same version.
CREATE TRIGGER member_segments_update_by_version BEFORE UPDATE ON member_segments
WHEN NEW.id <> OLD.id OR NEW.created_at <> OLD.created_at
	OR ((NEW.name, NEW.description, NEW.status, NEW.type, NEW.identity, NEW.disability, NEW.dues, NEW.city, NEW.group_id, NEW.is_active)
		IS NOT (OLD.name, OLD.description, OLD.status, OLD.type, OLD.identity, OLD.disability, OLD.dues, OLD.city, OLD.group_id, OLD.is_active)
		AND NEW.version <> OLD.version + 1)
BEGIN
	SELECT RAISE(ABORT, 'segment.stale');
END;

-- What the search finds a segment by.
CREATE TRIGGER member_segments_insert_found_by AFTER INSERT ON member_segments
BEGIN
	INSERT INTO record_texts (kind, id, text) VALUES ('segment', NEW.id, NEW.name || char(10) || NEW.description);
END;
CREATE TRIGGER member_segments_update_found_by AFTER UPDATE OF name, description ON member_segments
WHEN (NEW.name, NEW.description) IS NOT (OLD.name, OLD.description)
BEGIN
	DELETE FROM record_texts WHERE kind = 'segment' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) VALUES ('segment', NEW.id, NEW.name || char(10) || NEW.description);
END;

-- An announcement may be for the members of any type, the people of a group, whoever is in it on the day, or of a segment, whoever fits
-- its conditions on the day.
DROP TRIGGER announcements_begin_for_somebody;
DROP TRIGGER announcements_stay_for_somebody;
CREATE TRIGGER announcements_begin_for_somebody BEFORE INSERT ON announcements
WHEN NEW.audience NOT IN ('public', 'members')
	AND NOT EXISTS (SELECT 1 FROM membership_types WHERE 'type:' || code = NEW.audience)
	AND NOT EXISTS (SELECT 1 FROM roles WHERE 'staff:' || code = NEW.audience AND code <> 'member')
	AND NOT EXISTS (SELECT 1 FROM member_groups WHERE 'group:' || id = NEW.audience AND is_active = 1)
	AND NOT EXISTS (SELECT 1 FROM member_segments WHERE 'segment:' || id = NEW.audience AND is_active = 1)
BEGIN
	SELECT RAISE(ABORT, 'announcement.no_audience');
END;
CREATE TRIGGER announcements_stay_for_somebody BEFORE UPDATE ON announcements
WHEN NEW.audience <> OLD.audience
	AND NEW.audience NOT IN ('public', 'members')
	AND NOT EXISTS (SELECT 1 FROM membership_types WHERE 'type:' || code = NEW.audience)
	AND NOT EXISTS (SELECT 1 FROM roles WHERE 'staff:' || code = NEW.audience AND code <> 'member')
	AND NOT EXISTS (SELECT 1 FROM member_groups WHERE 'group:' || id = NEW.audience AND is_active = 1)
	AND NOT EXISTS (SELECT 1 FROM member_segments WHERE 'segment:' || id = NEW.audience AND is_active = 1)
BEGIN
	SELECT RAISE(ABORT, 'announcement.no_audience');
END;

-- A membership type that a segment asks for stays.
CREATE TRIGGER membership_types_of_segments_stay BEFORE DELETE ON membership_types
WHEN EXISTS (SELECT 1 FROM member_segments WHERE type = OLD.code)
BEGIN
	SELECT RAISE(ABORT, 'membership_type.is_used');
END;
