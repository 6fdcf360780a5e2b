-- Own fields (自訂欄位) of members: what the association asks besides the columns of `members`. A field is of special data (個資法 6)
-- or plain. Values of special data are sealed, are held only with the member's consent to the field's purpose, and end with it.
CREATE TABLE member_fields (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	code TEXT UNIQUE CHECK (code IN ('disease', 'diagnosed', 'hospital', 'aids', 'diet')), -- of the fields that ship with the program
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
	hint TEXT NOT NULL DEFAULT '' CHECK (length(hint) <= 200),
	kind TEXT NOT NULL CHECK (kind IN ('text', 'number', 'date', 'year', 'yes_no', 'choice', 'choices', 'file')),
	for_whom TEXT NOT NULL DEFAULT 'all' CHECK (for_whom IN ('all', 'patient', 'parent')),
	seen_by TEXT NOT NULL DEFAULT 'view' CHECK (seen_by IN ('view', 'sensitive')), -- who sees members, or who sees their sensitive data
	self TEXT NOT NULL DEFAULT 'none' CHECK (self IN ('none', 'reads', 'fills')), -- what the member does with it
	is_special INTEGER NOT NULL DEFAULT 0 CHECK (is_special IN (0, 1)),
	purpose TEXT NOT NULL DEFAULT '' CHECK (length(purpose) <= 200), -- what members agree to
	in_list INTEGER NOT NULL DEFAULT 0 CHECK (in_list IN (0, 1)), -- whether the list of members has a column of it
	is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1)),
	position INTEGER NOT NULL DEFAULT 100 CHECK (position BETWEEN 1 AND 999),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (is_special = 0 OR (seen_by = 'sensitive' AND purpose <> '')),
	CHECK (in_list = 0 OR seen_by = 'view')
) STRICT;
CREATE UNIQUE INDEX member_fields_name ON member_fields (name COLLATE NOCASE) WHERE is_active = 1;

-- The choices of a field. One that somebody may have is switched off, not removed: it stays readable.
CREATE TABLE member_field_choices (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	field_id INTEGER NOT NULL REFERENCES member_fields (id),
	name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
	position INTEGER NOT NULL CHECK (position >= 0),
	is_active INTEGER NOT NULL DEFAULT 1 CHECK (is_active IN (0, 1))
) STRICT;
CREATE UNIQUE INDEX member_field_choices_name ON member_field_choices (field_id, name COLLATE NOCASE);

-- What a member agreed to, or took back: one row more. The newest of a purpose is in force.
CREATE TABLE member_field_consents (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	member_id INTEGER NOT NULL REFERENCES members (id),
	purpose TEXT NOT NULL CHECK (length(purpose) BETWEEN 1 AND 200),
	given INTEGER NOT NULL CHECK (given IN (0, 1)),
	by_user_id INTEGER REFERENCES users (id),
	channel TEXT NOT NULL CHECK (channel IN ('web', 'paper')),
	at INTEGER NOT NULL -- UTC milliseconds
) STRICT;
CREATE INDEX member_field_consents_of ON member_field_consents (member_id, purpose, id);
CREATE VIEW member_field_agreed AS
SELECT c.member_id, c.purpose FROM member_field_consents c
WHERE c.given = 1 AND NOT EXISTS (SELECT 1 FROM member_field_consents n
	WHERE n.member_id = c.member_id AND n.purpose = c.purpose AND n.id > c.id);

-- The values: canonical text (a choice by its id, choices as a JSON list of ids, yes and no as 1 and 0), or sealed; of a file its id
-- (migration 0117), also in a field of special data, because the file itself is sealed.
CREATE TABLE member_field_values (
	id INTEGER PRIMARY KEY AUTOINCREMENT,
	member_id INTEGER NOT NULL REFERENCES members (id),
	field_id INTEGER NOT NULL REFERENCES member_fields (id),
	value TEXT NOT NULL CHECK (value <> ''),
	seal_id TEXT, -- what a sealed value is bound to
	updated_at INTEGER NOT NULL,
	UNIQUE (member_id, field_id)
) STRICT;
CREATE INDEX member_field_values_of_field ON member_field_values (field_id);

-- What fields are filtered and counted by: the value itself of a plain field, or '1' of a file, kept by triggers; or of a sealed choice,
-- year, yes or no an HMAC of field and value, kept by the program. Other sealed values are never searched.
CREATE TABLE member_field_tokens (
	field_id INTEGER NOT NULL REFERENCES member_fields (id),
	token TEXT NOT NULL CHECK (token <> ''),
	member_id INTEGER NOT NULL REFERENCES members (id),
	PRIMARY KEY (field_id, token, member_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX member_field_tokens_of_member ON member_field_tokens (member_id, field_id);

-- A field keeps what its values mean.
CREATE TRIGGER member_fields_insert_few BEFORE INSERT ON member_fields
BEGIN
	SELECT RAISE(ABORT, 'member_field.stale') WHERE EXISTS (SELECT 1 FROM member_fields WHERE id = NEW.id);
	SELECT RAISE(ABORT, 'member_field.too_many') WHERE NEW.is_active = 1 AND (SELECT count(*) FROM member_fields WHERE is_active = 1) >= 40;
END;
CREATE TRIGGER member_fields_update_fit BEFORE UPDATE ON member_fields
BEGIN
	SELECT RAISE(ABORT, 'member_field.stale') WHERE NEW.id <> OLD.id OR NEW.code IS NOT OLD.code OR NEW.created_at <> OLD.created_at
		OR NEW.version <> OLD.version + 1;
	SELECT RAISE(ABORT, 'member_field.has_values')
	WHERE (NEW.kind, NEW.is_special) <> (OLD.kind, OLD.is_special)
		AND EXISTS (SELECT 1 FROM member_field_values WHERE field_id = OLD.id);
	SELECT RAISE(ABORT, 'member_field.purpose_agreed')
	WHERE NEW.purpose <> OLD.purpose AND OLD.is_special = 1 AND EXISTS (SELECT 1 FROM member_field_values WHERE field_id = OLD.id);
	SELECT RAISE(ABORT, 'member_field.too_many')
	WHERE NEW.is_active = 1 AND OLD.is_active = 0 AND (SELECT count(*) FROM member_fields WHERE is_active = 1) >= 40;
END;
CREATE TRIGGER member_fields_with_values_stay BEFORE DELETE ON member_fields
WHEN EXISTS (SELECT 1 FROM member_field_values WHERE field_id = OLD.id)
BEGIN
	SELECT RAISE(ABORT, 'member_field.is_kept');
END;

CREATE TRIGGER member_field_choices_insert_few BEFORE INSERT ON member_field_choices
BEGIN
	SELECT RAISE(ABORT, 'member_field.is_kept') WHERE EXISTS (SELECT 1 FROM member_field_choices WHERE id = NEW.id);
	SELECT RAISE(ABORT, 'member_field.too_many_choices')
	WHERE (SELECT count(*) FROM member_field_choices WHERE field_id = NEW.field_id) >= 100;
END;
CREATE TRIGGER member_field_choices_update_fit BEFORE UPDATE ON member_field_choices
WHEN NEW.id <> OLD.id OR NEW.field_id <> OLD.field_id
BEGIN
	SELECT RAISE(ABORT, 'member_field.is_kept');
END;
-- Nobody can tell whether a sealed value is this choice, so the choices of a field that has values stay.
CREATE TRIGGER member_field_choices_in_use_stay BEFORE DELETE ON member_field_choices
WHEN EXISTS (SELECT 1 FROM member_field_values WHERE field_id = OLD.field_id)
BEGIN
	SELECT RAISE(ABORT, 'member_field.choice_used');
END;

-- Consents are never changed; a merge moves them to the record that stays.
CREATE TRIGGER member_field_consents_are_never_replaced BEFORE INSERT ON member_field_consents
WHEN EXISTS (SELECT 1 FROM member_field_consents WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER member_field_consents_are_final BEFORE UPDATE ON member_field_consents
WHEN (NEW.id, NEW.purpose, NEW.given, NEW.by_user_id, NEW.channel, NEW.at) IS NOT (OLD.id, OLD.purpose, OLD.given, OLD.by_user_id, OLD.channel, OLD.at)
	OR (NEW.member_id <> OLD.member_id AND NOT EXISTS (SELECT 1 FROM members WHERE id = OLD.member_id AND merged_into = NEW.member_id))
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
CREATE TRIGGER member_field_consents_are_never_deleted BEFORE DELETE ON member_field_consents
BEGIN
	SELECT RAISE(ABORT, 'audit.append_only');
END;
-- A consent that is taken back takes the values along, also those of records that were merged into this one.
CREATE TRIGGER member_field_consents_end_values AFTER INSERT ON member_field_consents WHEN NEW.given = 0
BEGIN
	DELETE FROM member_field_values
	WHERE member_id IN (SELECT id FROM members WHERE id = NEW.member_id OR merged_into = NEW.member_id)
		AND field_id IN (SELECT id FROM member_fields WHERE is_special = 1 AND purpose = NEW.purpose);
END;

-- A value is of its field's kind. A sealed one is held only with the member's consent.
CREATE TRIGGER member_field_values_insert_fit BEFORE INSERT ON member_field_values
BEGIN
	SELECT RAISE(ABORT, 'member_field.no_member') WHERE NOT EXISTS (SELECT 1 FROM members
		WHERE id = NEW.member_id AND merged_into IS NULL AND pseudonymised_at IS NULL);
	SELECT RAISE(ABORT, 'member_field.consent_needed') FROM member_fields f
	WHERE f.id = NEW.field_id AND f.is_special = 1
		AND NOT EXISTS (SELECT 1 FROM member_field_agreed a WHERE a.member_id = NEW.member_id AND a.purpose = f.purpose);
END;
CREATE TRIGGER member_field_values_update_fit BEFORE UPDATE ON member_field_values
BEGIN
	SELECT RAISE(ABORT, 'member_field.bad_value') WHERE NEW.id <> OLD.id OR NEW.field_id <> OLD.field_id
		OR (NEW.member_id <> OLD.member_id AND NOT EXISTS (SELECT 1 FROM members WHERE id = OLD.member_id AND merged_into = NEW.member_id));
	SELECT RAISE(ABORT, 'member_field.consent_needed') FROM member_fields f
	WHERE f.id = NEW.field_id AND f.is_special = 1 AND NEW.member_id <> OLD.member_id
		AND NOT EXISTS (SELECT 1 FROM member_field_agreed a WHERE a.member_id = NEW.member_id AND a.purpose = f.purpose);
END;

-- The values that are not of their field's kind: there is none.
CREATE VIEW member_field_wrong_values AS
SELECT v.id FROM member_field_values v JOIN member_fields f ON f.id = v.field_id WHERE NOT iif(f.is_special = 1 AND f.kind <> 'file',
	v.seal_id IS NOT NULL AND length(v.value) > 9 AND substr(v.value, 9, 1) = '.' AND substr(v.value, 1, 8) NOT GLOB '*[^0-9a-f]*',
	v.seal_id IS NULL AND CASE f.kind
		WHEN 'text' THEN length(v.value) <= 200
		WHEN 'number' THEN length(v.value) <= 20 AND v.value NOT GLOB '*[^-0-9.]*'
		WHEN 'date' THEN v.value IS date(v.value)
		WHEN 'year' THEN v.value GLOB '[12][0-9][0-9][0-9]'
		WHEN 'yes_no' THEN v.value IN ('0', '1')
		WHEN 'file' THEN v.value NOT GLOB '*[^0-9]*'
		WHEN 'choice' THEN v.value IN (SELECT CAST(c.id AS TEXT) FROM member_field_choices c WHERE c.field_id = f.id)
		ELSE CASE WHEN json_valid(v.value) THEN json_array_length(v.value) > 0
			AND NOT EXISTS (SELECT 1 FROM json_each(v.value) j WHERE j.value NOT IN (SELECT c.id FROM member_field_choices c WHERE c.field_id = f.id))
			ELSE 0 END
	END);
CREATE TRIGGER member_field_values_insert_of_kind AFTER INSERT ON member_field_values
WHEN EXISTS (SELECT 1 FROM member_field_wrong_values WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'member_field.bad_value');
END;
CREATE TRIGGER member_field_values_update_of_kind AFTER UPDATE OF value, seal_id ON member_field_values
WHEN EXISTS (SELECT 1 FROM member_field_wrong_values WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'member_field.bad_value');
END;

-- The tokens of plain fields and of files follow their values; those of sealed ones follow the member, and end with the value.
CREATE TRIGGER member_field_values_insert_tokens AFTER INSERT ON member_field_values
WHEN NEW.seal_id IS NULL
BEGIN
	INSERT INTO member_field_tokens (field_id, token, member_id)
	SELECT DISTINCT NEW.field_id, CAST(j.value AS TEXT), NEW.member_id FROM member_fields f
		JOIN json_each(iif(f.kind = 'choices' AND json_valid(NEW.value), NEW.value, json_array(iif(f.kind = 'file', '1', NEW.value)))) j WHERE f.id = NEW.field_id;
END;
CREATE TRIGGER member_field_values_update_tokens AFTER UPDATE OF value, member_id ON member_field_values
WHEN NEW.seal_id IS NULL AND (NEW.value, NEW.member_id) <> (OLD.value, OLD.member_id)
BEGIN
	DELETE FROM member_field_tokens WHERE member_id = OLD.member_id AND field_id = OLD.field_id;
	INSERT INTO member_field_tokens (field_id, token, member_id)
	SELECT DISTINCT NEW.field_id, CAST(j.value AS TEXT), NEW.member_id FROM member_fields f
		JOIN json_each(iif(f.kind = 'choices' AND json_valid(NEW.value), NEW.value, json_array(iif(f.kind = 'file', '1', NEW.value)))) j WHERE f.id = NEW.field_id;
END;
CREATE TRIGGER member_field_values_move_tokens AFTER UPDATE OF member_id ON member_field_values
WHEN NEW.seal_id IS NOT NULL AND NEW.member_id <> OLD.member_id
BEGIN
	UPDATE member_field_tokens SET member_id = NEW.member_id WHERE member_id = OLD.member_id AND field_id = OLD.field_id;
END;
CREATE TRIGGER member_field_values_delete_tokens AFTER DELETE ON member_field_values
BEGIN
	DELETE FROM member_field_tokens WHERE member_id = OLD.member_id AND field_id = OLD.field_id;
END;
-- Of a sealed field no token but an HMAC may stand here, and none without its value.
CREATE TRIGGER member_field_tokens_insert_fit BEFORE INSERT ON member_field_tokens
BEGIN
	SELECT RAISE(ABORT, 'member_field.bad_value')
	WHERE NOT EXISTS (SELECT 1 FROM member_field_values WHERE member_id = NEW.member_id AND field_id = NEW.field_id);
	SELECT RAISE(ABORT, 'member_field.bad_value') FROM member_fields
	WHERE id = NEW.field_id AND is_special = 1 AND iif(kind = 'file', NEW.token <> '1',
		kind NOT IN ('choice', 'choices', 'year', 'yes_no') OR length(NEW.token) <> 64 OR NEW.token GLOB '*[^0-9a-f]*');
END;

INSERT INTO role_permissions (role_id, permission) SELECT id, 'member_fields.manage' FROM roles WHERE code IN ('admin', 'secretary');

-- What patients' associations often ask. They are switched off until an association needs them.
INSERT INTO member_fields (code, name, hint, kind, for_whom, seen_by, self, is_special, purpose, is_active, position, created_at, updated_at)
VALUES
	('disease', '病別', '', 'choice', 'patient', 'sensitive', 'fills', 1, '了解會員的疾病，安排合適的服務與活動', 0, 10, 0, 0),
	('diagnosed', '確診年', '', 'year', 'patient', 'sensitive', 'fills', 1, '了解會員的疾病，安排合適的服務與活動', 0, 20, 0, 0),
	('hospital', '主治醫院', '', 'text', 'patient', 'sensitive', 'fills', 1, '了解會員的疾病，安排合適的服務與活動', 0, 30, 0, 0),
	('aids', '輔具', '', 'choices', 'patient', 'sensitive', 'fills', 1, '辦理活動時準備無障礙的場地與協助', 0, 40, 0, 0),
	('diet', '飲食', '', 'choices', 'all', 'view', 'fills', 0, '', 0, 50, 0, 0);
INSERT INTO member_field_choices (field_id, name, position)
SELECT f.id, j.value, j.key FROM member_fields f
	JOIN json_each('["輪椅","助行器","拐杖","助聽器","呼吸器","其他"]') j WHERE f.code = 'aids';
INSERT INTO member_field_choices (field_id, name, position)
SELECT f.id, j.value, j.key FROM member_fields f
	JOIN json_each('["葷食","奶蛋素","全素","不吃牛","低蛋白飲食","其他"]') j WHERE f.code = 'diet';
