-- Own fields (自訂欄位) in the application: what an applicant fills in stands here, with the applicant's login, until the application is
-- accepted. Special data are sealed from the first write, and come with the applicant's consent to the field's purpose.
CREATE TABLE application_values (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	user_id INTEGER NOT NULL REFERENCES users (id) ON DELETE CASCADE,
	field_id INTEGER NOT NULL REFERENCES member_fields (id),
	value TEXT NOT NULL CHECK (value <> ''),
	seal_id TEXT, -- what a sealed value is bound to
	tokens TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tokens)), -- of a sealed value: JSON of those it gets in member_field_tokens
	purpose TEXT NOT NULL DEFAULT '' CHECK (length(purpose) <= 200), -- what the applicant agreed to, and when (UTC milliseconds)
	agreed_at INTEGER,
	updated_at INTEGER NOT NULL,
	UNIQUE (user_id, field_id),
	CHECK ((seal_id IS NULL) = (agreed_at IS NULL)),
	CHECK ((seal_id IS NULL) = (purpose = ''))
) STRICT;
CREATE INDEX application_values_of_field ON application_values (field_id);

CREATE TRIGGER application_values_insert_waiting BEFORE INSERT ON application_values
BEGIN
	SELECT RAISE(ABORT, 'application.not_waiting')
	WHERE NOT (EXISTS (SELECT 1 FROM link_requests WHERE user_id = NEW.user_id AND status = 'open')
		OR EXISTS (SELECT 1 FROM members WHERE user_id = NEW.user_id AND status = 'applied' AND source = 'self'));
	SELECT RAISE(ABORT, 'member_field.stale')
	WHERE NOT EXISTS (SELECT 1 FROM member_fields WHERE id = NEW.field_id AND is_active = 1 AND self = 'fills' AND kind <> 'file');
	SELECT RAISE(ABORT, 'member_field.consent_needed')
	WHERE EXISTS (SELECT 1 FROM member_fields WHERE id = NEW.field_id AND is_special = 1 AND (NEW.agreed_at IS NULL OR purpose <> NEW.purpose));
END;
CREATE TRIGGER application_values_update_fit BEFORE UPDATE ON application_values
BEGIN
	SELECT RAISE(ABORT, 'member_field.bad_value') WHERE (NEW.id, NEW.user_id, NEW.field_id) IS NOT (OLD.id, OLD.user_id, OLD.field_id);
END;
-- The values that are not of their field's kind: there is none.
CREATE VIEW application_wrong_values AS
SELECT v.id FROM application_values v JOIN member_fields f ON f.id = v.field_id WHERE NOT iif(f.is_special = 1,
	v.seal_id IS NOT NULL AND length(v.value) > 9 AND substr(v.value, 9, 1) = '.' AND substr(v.value, 1, 8) NOT GLOB '*[^0-9a-f]*',
	v.seal_id IS NULL AND CASE f.kind
		WHEN 'text' THEN length(v.value) <= 200
		WHEN 'number' THEN length(v.value) <= 20 AND v.value NOT GLOB '*[^-0-9.]*'
		WHEN 'date' THEN v.value IS date(v.value)
		WHEN 'year' THEN v.value GLOB '[12][0-9][0-9][0-9]'
		WHEN 'yes_no' THEN v.value IN ('0', '1')
		WHEN 'choice' THEN v.value IN (SELECT CAST(c.id AS TEXT) FROM member_field_choices c WHERE c.field_id = f.id)
		ELSE CASE WHEN json_valid(v.value) THEN json_array_length(v.value) > 0
			AND NOT EXISTS (SELECT 1 FROM json_each(v.value) j WHERE j.value NOT IN (SELECT c.id FROM member_field_choices c WHERE c.field_id = f.id))
			ELSE 0 END
	END);
CREATE TRIGGER application_values_insert_of_kind AFTER INSERT ON application_values
WHEN EXISTS (SELECT 1 FROM application_wrong_values WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'member_field.bad_value');
END;
CREATE TRIGGER application_values_update_of_kind AFTER UPDATE ON application_values
WHEN EXISTS (SELECT 1 FROM application_wrong_values WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'member_field.bad_value');
END;

-- A field keeps what the values of applicants mean, as those of members.
CREATE TRIGGER member_fields_update_applied BEFORE UPDATE OF kind, is_special, purpose ON member_fields
WHEN (NEW.kind, NEW.is_special, NEW.purpose) <> (OLD.kind, OLD.is_special, OLD.purpose)
	AND EXISTS (SELECT 1 FROM application_values WHERE field_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'member_field.has_values');
END;
CREATE TRIGGER member_fields_applied_stay BEFORE DELETE ON member_fields
WHEN EXISTS (SELECT 1 FROM application_values WHERE field_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'member_field.is_kept');
END;
CREATE TRIGGER member_field_choices_applied_stay BEFORE DELETE ON member_field_choices
WHEN EXISTS (SELECT 1 FROM application_values WHERE field_id = OLD.field_id)
BEGIN
	SELECT RAISE(ABORT, 'member_field.choice_used');
END;

DROP VIEW application_parts;
CREATE VIEW application_parts AS
SELECT user_id FROM application_children UNION ALL SELECT user_id FROM application_values;
-- Accepted: what is still asked of such a member is handed over with its consent, unopened; a value that the record has, stays, and a
-- consent that was taken back since is not given again.
CREATE TRIGGER application_ends_values INSTEAD OF INSERT ON application_ends
BEGIN
	DELETE FROM application_values WHERE user_id = NEW.user_id AND NOT EXISTS (SELECT 1 FROM members m
		JOIN membership_types t ON t.code = m.type_code JOIN member_fields f ON f.id = application_values.field_id
		WHERE m.id = NEW.member_id AND f.is_active = 1 AND f.for_whom IN ('all', iif(t.applies = 'organisation', 'all', m.identity_type))
			AND NOT EXISTS (SELECT 1 FROM member_field_values h WHERE h.member_id = m.id AND h.field_id = f.id)
			AND NOT EXISTS (SELECT 1 FROM member_field_consents w WHERE w.member_id = m.id AND w.purpose = application_values.purpose
				AND w.given = 0 AND w.at >= application_values.agreed_at));
	INSERT INTO member_field_consents (member_id, purpose, given, by_user_id, channel, at)
	SELECT NEW.member_id, v.purpose, 1, v.user_id, 'web', min(v.agreed_at) FROM application_values v
	WHERE v.user_id = NEW.user_id AND v.seal_id IS NOT NULL
		AND NOT EXISTS (SELECT 1 FROM member_field_agreed a WHERE a.member_id = NEW.member_id AND a.purpose = v.purpose)
	GROUP BY v.purpose ORDER BY min(v.id);
	INSERT INTO member_field_values (member_id, field_id, value, seal_id, updated_at)
	SELECT NEW.member_id, field_id, value, seal_id, NEW.at FROM application_values WHERE user_id = NEW.user_id ORDER BY id;
	INSERT INTO member_field_tokens (field_id, token, member_id)
	SELECT DISTINCT v.field_id, j.value, NEW.member_id FROM application_values v JOIN json_each(v.tokens) j
	WHERE v.user_id = NEW.user_id AND v.seal_id IS NOT NULL;
	DELETE FROM application_values WHERE user_id = NEW.user_id;
END;
