-- Groups (群組) of members: a support group, a region, the volunteers. A membership lasts from a day until its last day, or is open.
CREATE TABLE member_groups (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
	description TEXT NOT NULL DEFAULT '' CHECK (length(description) <= 500),
	is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)), -- a retired group takes nobody in, and its name is free again
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX member_groups_name ON member_groups (name COLLATE NOCASE) WHERE is_active = 1;
CREATE TRIGGER member_groups_insert_new BEFORE INSERT ON member_groups
WHEN EXISTS (SELECT 1 FROM member_groups WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'group.is_kept');
END;
-- No two tabs change the same version.
CREATE TRIGGER member_groups_update_by_version BEFORE UPDATE ON member_groups
WHEN NEW.id <> OLD.id OR NEW.created_at <> OLD.created_at
	OR ((NEW.name, NEW.description, NEW.is_active) IS NOT (OLD.name, OLD.description, OLD.is_active) AND NEW.version <> OLD.version + 1)
BEGIN
	SELECT RAISE(ABORT, 'group.stale');
END;

CREATE TABLE group_memberships (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	group_id INTEGER NOT NULL REFERENCES member_groups (id),
	member_id INTEGER NOT NULL REFERENCES members (id),
	from_on TEXT NOT NULL CHECK (from_on IS date(from_on)), -- the first day
	until_on TEXT CHECK (until_on IS date(until_on)), -- the last day; NULL while no end is known
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (until_on >= from_on)
) STRICT;
CREATE INDEX group_memberships_of_group ON group_memberships (group_id, member_id, from_on, until_on);
CREATE INDEX group_memberships_of_member ON group_memberships (member_id, group_id, from_on, until_on);
-- A group that somebody is or was in stays.
CREATE TRIGGER member_groups_with_people_stay BEFORE DELETE ON member_groups
WHEN EXISTS (SELECT 1 FROM group_memberships WHERE group_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'group.is_kept');
END;
CREATE TRIGGER group_memberships_insert_fit BEFORE INSERT ON group_memberships
BEGIN
	SELECT RAISE(ABORT, 'group.is_kept') WHERE EXISTS (SELECT 1 FROM group_memberships WHERE id = NEW.id);
	SELECT RAISE(ABORT, 'group.retired') WHERE NOT EXISTS (SELECT 1 FROM member_groups WHERE id = NEW.group_id AND is_active = 1);
	SELECT RAISE(ABORT, 'group.no_member') WHERE NOT EXISTS (SELECT 1 FROM members
		WHERE id = NEW.member_id AND merged_into IS NULL AND pseudonymised_at IS NULL);
	SELECT RAISE(ABORT, 'group.overlap') WHERE EXISTS (SELECT 1 FROM group_memberships
		WHERE group_id = NEW.group_id AND member_id = NEW.member_id
			AND from_on <= coalesce(NEW.until_on, '9999-12-31') AND coalesce(until_on, '9999-12-31') >= NEW.from_on);
END;
-- A membership changes its days alone, by its version. It changes its member only where the records of both are merged, and on the
-- way there, while it is of the record that is merged, two may overlap: src/db/people/groups-personal.ts joins them.
CREATE TRIGGER group_memberships_update_fit BEFORE UPDATE ON group_memberships
BEGIN
	SELECT RAISE(ABORT, 'group.stale') WHERE (NEW.id, NEW.group_id, NEW.created_at) IS NOT (OLD.id, OLD.group_id, OLD.created_at)
		OR ((NEW.member_id, NEW.from_on, NEW.until_on) IS NOT (OLD.member_id, OLD.from_on, OLD.until_on) AND NEW.version <> OLD.version + 1)
		OR (NEW.member_id <> OLD.member_id AND NOT EXISTS (SELECT 1 FROM members
			WHERE (id = OLD.member_id AND merged_into = NEW.member_id) OR (id = NEW.member_id AND merged_into = OLD.member_id)));
	SELECT RAISE(ABORT, 'group.overlap') WHERE EXISTS (SELECT 1 FROM group_memberships g JOIN members m ON m.id = g.member_id
		WHERE g.group_id = NEW.group_id AND g.member_id = NEW.member_id AND g.id <> NEW.id AND m.merged_into IS NULL
			AND g.from_on <= coalesce(NEW.until_on, '9999-12-31') AND coalesce(g.until_on, '9999-12-31') >= NEW.from_on);
END;

-- What the search finds a group by.
CREATE TRIGGER member_groups_insert_found_by AFTER INSERT ON member_groups
BEGIN
	INSERT INTO record_texts (kind, id, text) VALUES ('group', NEW.id, NEW.name || char(10) || NEW.description);
END;
CREATE TRIGGER member_groups_update_found_by AFTER UPDATE OF name, description ON member_groups
WHEN (NEW.name, NEW.description) IS NOT (OLD.name, OLD.description)
BEGIN
	DELETE FROM record_texts WHERE kind = 'group' AND id = NEW.id;
	INSERT INTO record_texts (kind, id, text) VALUES ('group', NEW.id, NEW.name || char(10) || NEW.description);
END;
CREATE TRIGGER member_groups_delete_found_by AFTER DELETE ON member_groups
BEGIN
	DELETE FROM record_texts WHERE kind = 'group' AND id = OLD.id;
END;
