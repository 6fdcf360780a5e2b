-- Who was pseudonymised (去識別化), when and by whom. An earlier copy of the database that comes back knows of fewer: the
-- register is kept beside it as well (R2), and those that are missing are erased again (domain/privacy/actions.ts).
CREATE TABLE erasures (
	member_id INTEGER PRIMARY KEY REFERENCES members (id),
	member_created_at INTEGER NOT NULL, -- with the id it says which record it was, also in another copy
	user_id INTEGER REFERENCES users (id), -- the login that went with it
	request_id INTEGER REFERENCES privacy_requests (id),
	by_user_id INTEGER REFERENCES users (id), -- none: an erasure that was done again
	at INTEGER NOT NULL
) STRICT;
CREATE TRIGGER erasures_are_never_changed BEFORE UPDATE ON erasures
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER erasures_are_never_deleted BEFORE DELETE ON erasures
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER erasures_are_never_replaced BEFORE INSERT ON erasures
WHEN EXISTS (SELECT 1 FROM erasures WHERE member_id = NEW.member_id)
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;

-- What was pseudonymised never comes to be somebody again.
CREATE TRIGGER members_pseudonymised_stay_so BEFORE UPDATE OF user_id, national_id, national_id_hash, diagnosis_note, person_key,
	phone, phone_home, email, pseudonymised_at ON members
WHEN OLD.pseudonymised_at IS NOT NULL AND (NEW.pseudonymised_at IS NULL
	OR coalesce(NEW.user_id, NEW.national_id, NEW.national_id_hash, NEW.diagnosis_note, NEW.person_key, NEW.phone, NEW.phone_home,
		NEW.email) IS NOT NULL)
BEGIN
	SELECT RAISE(ABORT, 'member.stale');
END;

-- The names of a person's files go with them, the files being deleted: what else a row says of its object stays final.
DROP TRIGGER files_only_get_a_subject_or_go;
CREATE TRIGGER files_only_get_a_subject_or_go BEFORE UPDATE ON files
WHEN (OLD.deleted_at IS NOT NULL
		AND ((NEW.deleted_at, NEW.subject_type, NEW.subject_id) IS NOT (OLD.deleted_at, OLD.subject_type, OLD.subject_id)
			OR NEW.filename <> '已去識別化'))
	OR (NEW.filename <> OLD.filename AND (NEW.deleted_at IS NULL OR NEW.filename <> '已去識別化'))
	OR (NEW.id, NEW.purpose, NEW.content_type, NEW.size, NEW.width, NEW.height, NEW.sha256)
		IS NOT (OLD.id, OLD.purpose, OLD.content_type, OLD.size, OLD.width, OLD.height, OLD.sha256)
	OR (NEW.object_key, NEW.is_sealed, NEW.key_id, NEW.uploaded_by, NEW.created_at)
		IS NOT (OLD.object_key, OLD.is_sealed, OLD.key_id, OLD.uploaded_by, OLD.created_at)
	OR (OLD.subject_id IS NOT NULL
		AND (NEW.subject_type, NEW.subject_id) IS NOT (OLD.subject_type, OLD.subject_id))
BEGIN
	SELECT RAISE(ABORT, 'file.is_final');
END;

-- 個資存取紀錄: the reads in the log. src/domain/privacy/access.ts has the same list.
CREATE INDEX audit_log_of_reads ON audit_log (at, id) WHERE action IN ('certificate.view', 'file.view', 'member.copy',
	'member.export', 'member.print', 'member.view_history', 'member.view_sensitive', 'roster.view');
CREATE INDEX mail_messages_of_user ON mail_messages (user_id) WHERE user_id IS NOT NULL;
