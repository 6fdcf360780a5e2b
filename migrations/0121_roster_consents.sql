-- A roster may bring special data with consents on paper. Undoing it takes along the consents that it recorded, and nothing else ever
-- deletes one: their import is undone, and nothing is held by them any more.
DROP TRIGGER member_field_consents_are_never_deleted;
CREATE TRIGGER member_field_consents_are_never_deleted BEFORE DELETE ON member_field_consents
WHEN OLD.channel <> 'paper' OR OLD.given <> 1
	OR NOT EXISTS (SELECT 1 FROM roster_import_rows r JOIN roster_imports i ON i.id = r.import_id
		WHERE r.member_id = OLD.member_id AND r.outcome IN ('created', 'updated', 'filled') AND i.state = 'undone' AND i.applied_at = OLD.at)
	OR EXISTS (SELECT 1 FROM member_field_values v JOIN member_fields f ON f.id = v.field_id
		WHERE v.member_id = OLD.member_id AND f.is_special = 1 AND f.purpose = OLD.purpose)
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
