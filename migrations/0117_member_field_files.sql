-- The kind 檔案 of own fields (自訂欄位): its value is the id of a file, sealed in R2 whether the field is of special data or not.
-- A file and its value go together, whoever deletes one of them; the object in R2 then goes too.

-- The files are a purpose of files; the same column with one more code.
DROP TRIGGER files_only_get_a_subject_or_go;
DROP TRIGGER files_insert_tells_site;
DROP TRIGGER files_update_tells_site;
ALTER TABLE files ADD COLUMN purpose_now TEXT NOT NULL DEFAULT 'document'
	CHECK (purpose_now IN ('certificate', 'payment_proof', 'finance', 'document', 'logo', 'import', 'release', 'member_field'));
UPDATE files SET purpose_now = purpose;
ALTER TABLE files DROP COLUMN purpose;
ALTER TABLE files RENAME COLUMN purpose_now TO purpose;
CREATE TRIGGER files_only_get_a_subject_or_go BEFORE UPDATE ON files
WHEN (OLD.deleted_at IS NOT NULL
		AND ((NEW.deleted_at, NEW.subject_type, NEW.subject_id) IS NOT (OLD.deleted_at, OLD.subject_type, OLD.subject_id)
			OR NEW.filename <> '已去識別化'))
	OR (NEW.filename <> OLD.filename AND (NEW.deleted_at IS NULL OR NEW.filename <> '已去識別化'))
	OR (NEW.id, NEW.purpose, NEW.content_type, NEW.size, NEW.width, NEW.height, NEW.sha256)
		IS NOT (OLD.id, OLD.purpose, OLD.content_type, OLD.size, OLD.width, OLD.height, OLD.sha256)
	OR (NEW.is_sealed, NEW.uploaded_by, NEW.created_at) IS NOT (OLD.is_sealed, OLD.uploaded_by, OLD.created_at)
	OR ((NEW.object_key, NEW.key_id) IS NOT (OLD.object_key, OLD.key_id)
		AND (OLD.is_sealed = 0 OR OLD.deleted_at IS NOT NULL OR NEW.key_id IS OLD.key_id OR NEW.object_key = OLD.object_key
			OR NEW.deleted_at IS NOT NULL
			OR EXISTS (SELECT 1 FROM files WHERE object_key = NEW.object_key)))
	OR (OLD.subject_id IS NOT NULL
		AND (NEW.subject_type, NEW.subject_id) IS NOT (OLD.subject_type, OLD.subject_id))
BEGIN
	SELECT RAISE(ABORT, 'file.is_final');
END;
CREATE TRIGGER files_insert_tells_site AFTER INSERT ON files
WHEN NEW.purpose = 'logo'
	AND EXISTS (SELECT 1 FROM settings WHERE key = 'association.logo_file_id' AND value = CAST(NEW.id AS TEXT))
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('site', 1, 'site', 'updated');
END;
CREATE TRIGGER files_update_tells_site AFTER UPDATE OF deleted_at ON files
WHEN NEW.purpose = 'logo' AND NEW.deleted_at IS NOT OLD.deleted_at
	AND EXISTS (SELECT 1 FROM settings WHERE key = 'association.logo_file_id' AND value = CAST(NEW.id AS TEXT))
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('site', 1, 'site', 'updated');
END;

-- The value of such a field is a file of its own, sealed and there, whose subject is the member. Another file is another value, in the
-- place of one that was deleted.
CREATE TRIGGER member_field_values_insert_file BEFORE INSERT ON member_field_values
WHEN (SELECT kind FROM member_fields WHERE id = NEW.field_id) = 'file'
BEGIN
	SELECT RAISE(ABORT, 'member_field.bad_value')
	WHERE EXISTS (SELECT 1 FROM member_field_values WHERE id = NEW.id OR (member_id = NEW.member_id AND field_id = NEW.field_id))
		OR EXISTS (SELECT 1 FROM member_field_values v JOIN member_fields f ON f.id = v.field_id AND f.kind = 'file'
			WHERE v.member_id = NEW.member_id AND v.value = NEW.value)
		OR NOT EXISTS (SELECT 1 FROM files WHERE id = CAST(NEW.value AS INTEGER) AND CAST(id AS TEXT) = NEW.value AND purpose = 'member_field'
			AND is_sealed = 1 AND deleted_at IS NULL AND subject_type IS 'member' AND subject_id = CAST(NEW.member_id AS TEXT));
END;
CREATE TRIGGER member_field_values_update_file BEFORE UPDATE OF value ON member_field_values
WHEN NEW.value <> OLD.value AND (SELECT kind FROM member_fields WHERE id = OLD.field_id) = 'file'
BEGIN
	SELECT RAISE(ABORT, 'member_field.bad_value');
END;
CREATE TRIGGER member_field_values_delete_file AFTER DELETE ON member_field_values
WHEN (SELECT kind FROM member_fields WHERE id = OLD.field_id) = 'file'
BEGIN
	UPDATE files SET deleted_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), version = version + 1
	WHERE id = CAST(OLD.value AS INTEGER) AND deleted_at IS NULL;
END;
CREATE TRIGGER files_of_own_fields_end_values AFTER UPDATE OF deleted_at ON files
WHEN NEW.purpose = 'member_field' AND NEW.deleted_at IS NOT NULL AND OLD.deleted_at IS NULL
BEGIN
	DELETE FROM member_field_values
	WHERE value = CAST(NEW.id AS TEXT) AND field_id IN (SELECT id FROM member_fields WHERE kind = 'file');
END;

-- Who read them stands with the other reads of members' data.
DROP INDEX audit_log_of_reads;
CREATE INDEX audit_log_of_reads ON audit_log (at, id) WHERE action IN ('certificate.view', 'file.view', 'member.copy',
	'member.export', 'member.print', 'member.view_history', 'member.view_sensitive', 'member_field.view', 'roster.view');
