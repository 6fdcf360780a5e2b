-- The membership period in the members' list, and paid years of rosters as dues items (docs: DOMAIN 3).

-- Until the end of which year a member is one: 9999 for types that owe nothing, NULL where nobody has said.
ALTER TABLE members ADD COLUMN valid_year INTEGER GENERATED ALWAYS AS (
	CASE WHEN membership_type IN ('honorary_academic', 'honorary', 'lifetime') THEN 9999 ELSE paid_year END) VIRTUAL;

-- Paid years that a roster says: items without money, receipt or voucher.
INSERT INTO dues_items (member_id, kind, dues_year, base_amount, amount, status, source, import_id, created_by, created_at, updated_at)
SELECT p.member_id, 'annual', p.dues_year, 0, 0, 'paid', 'import', p.import_id, i.created_by,
	coalesce(i.applied_at, i.created_at), coalesce(i.applied_at, i.created_at)
FROM roster_paid_years p JOIN roster_imports i ON i.id = p.import_id
WHERE NOT EXISTS (SELECT 1 FROM dues_items d WHERE d.member_id = p.member_id AND d.kind = 'annual'
	AND d.dues_year = p.dues_year AND d.status <> 'cancelled');
DROP TABLE roster_paid_years;
CREATE INDEX dues_items_of_import ON dues_items (import_id) WHERE import_id IS NOT NULL;

-- The list's indexes and counts (0019), with the period and the years that are owed.
DROP INDEX members_in_order;
DROP INDEX members_in_order_of_status;
DROP INDEX members_by_name_in_list;
DROP INDEX members_by_day;
DROP INDEX members_by_validity;
DROP INDEX members_expiring;
DROP INDEX members_figures;
CREATE INDEX members_in_order ON members (length(member_no), member_no, id,
	status, valid_year, owed_years, membership_type, identity_type, disability_status, disability_until, city, has_notes)
	WHERE merged_into IS NULL;
CREATE INDEX members_in_order_of_status ON members (status, length(member_no), member_no, id,
	valid_year, owed_years, membership_type, identity_type, disability_status, disability_until, city, has_notes)
	WHERE merged_into IS NULL;
CREATE INDEX members_by_name_in_list ON members (name, id,
	status, valid_year, owed_years, membership_type, identity_type, disability_status, disability_until, city, has_notes)
	WHERE merged_into IS NULL;
CREATE INDEX members_by_day ON members (joined_on, id,
	status, valid_year, owed_years, membership_type, identity_type, disability_status, disability_until, city, has_notes)
	WHERE merged_into IS NULL;
CREATE INDEX members_by_validity ON members (valid_year, length(member_no), member_no, id,
	status, owed_years, membership_type, identity_type, disability_status, disability_until, city, has_notes)
	WHERE merged_into IS NULL;
CREATE INDEX members_expiring ON members (disability_until, status, valid_year, owed_years, membership_type, identity_type, city, has_notes)
	WHERE disability_status = 'approved' AND disability_until IS NOT NULL AND merged_into IS NULL;
CREATE INDEX members_figures ON members (status, valid_year, membership_type, identity_type, city, birth_date) WHERE merged_into IS NULL;

DROP TRIGGER members_insert_counts;
DROP TRIGGER members_update_counts;
DROP TRIGGER members_delete_counts;
DROP TABLE member_counts;
-- How many members are alike in what the list filters by: a count of 100,000 costs what one of 100 does. City '' is none,
-- and the year 0.
CREATE TABLE member_counts (
	status TEXT NOT NULL,
	valid_year INTEGER NOT NULL,
	owed_years TEXT NOT NULL,
	membership_type TEXT NOT NULL,
	identity_type TEXT NOT NULL,
	disability_status TEXT NOT NULL,
	city TEXT NOT NULL,
	has_notes INTEGER NOT NULL,
	many INTEGER NOT NULL,
	PRIMARY KEY (status, valid_year, owed_years, membership_type, identity_type, disability_status, city, has_notes)
) STRICT, WITHOUT ROWID;
INSERT INTO member_counts SELECT status, coalesce(valid_year, 0), owed_years, membership_type, identity_type, disability_status,
		coalesce(city, ''), has_notes, count(*)
	FROM members WHERE merged_into IS NULL GROUP BY 1, 2, 3, 4, 5, 6, 7, 8;
CREATE TRIGGER members_insert_counts AFTER INSERT ON members WHEN NEW.merged_into IS NULL
BEGIN
	INSERT INTO member_counts VALUES (NEW.status, coalesce(NEW.valid_year, 0), NEW.owed_years, NEW.membership_type, NEW.identity_type,
		NEW.disability_status, coalesce(NEW.city, ''), NEW.has_notes, 1) ON CONFLICT DO UPDATE SET many = many + 1;
END;
CREATE TRIGGER members_update_counts
AFTER UPDATE OF status, paid_year, owed_years, membership_type, identity_type, disability_status, city, has_notes, merged_into ON members
WHEN (NEW.status, NEW.valid_year, NEW.owed_years, NEW.membership_type, NEW.identity_type, NEW.disability_status, NEW.city,
		NEW.has_notes, NEW.merged_into)
	IS NOT (OLD.status, OLD.valid_year, OLD.owed_years, OLD.membership_type, OLD.identity_type, OLD.disability_status, OLD.city,
		OLD.has_notes, OLD.merged_into)
BEGIN
	UPDATE member_counts SET many = many - 1 WHERE OLD.merged_into IS NULL AND status = OLD.status
		AND valid_year = coalesce(OLD.valid_year, 0) AND owed_years = OLD.owed_years
		AND membership_type = OLD.membership_type AND identity_type = OLD.identity_type
		AND disability_status = OLD.disability_status AND city = coalesce(OLD.city, '') AND has_notes = OLD.has_notes;
	-- A year that nobody is in any more would be kept for good.
	DELETE FROM member_counts WHERE many = 0 AND status = OLD.status AND valid_year = coalesce(OLD.valid_year, 0)
		AND owed_years = OLD.owed_years AND membership_type = OLD.membership_type AND identity_type = OLD.identity_type
		AND disability_status = OLD.disability_status AND city = coalesce(OLD.city, '') AND has_notes = OLD.has_notes;
	INSERT INTO member_counts SELECT NEW.status, coalesce(NEW.valid_year, 0), NEW.owed_years, NEW.membership_type, NEW.identity_type,
		NEW.disability_status, coalesce(NEW.city, ''), NEW.has_notes, 1 WHERE NEW.merged_into IS NULL
		ON CONFLICT DO UPDATE SET many = many + 1;
END;
CREATE TRIGGER members_delete_counts AFTER DELETE ON members WHEN OLD.merged_into IS NULL
BEGIN
	UPDATE member_counts SET many = many - 1 WHERE status = OLD.status
		AND valid_year = coalesce(OLD.valid_year, 0) AND owed_years = OLD.owed_years
		AND membership_type = OLD.membership_type AND identity_type = OLD.identity_type
		AND disability_status = OLD.disability_status AND city = coalesce(OLD.city, '') AND has_notes = OLD.has_notes;
END;
