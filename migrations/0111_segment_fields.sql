-- Conditions of segments on own fields, one value for each field. Only fields that everybody sees who sees members: the name of a
-- segment and the people of an announcement would else tell others what is kept from them.
CREATE TABLE member_segment_fields (
	segment_id INTEGER NOT NULL REFERENCES member_segments (id),
	field_id INTEGER NOT NULL REFERENCES member_fields (id),
	value TEXT NOT NULL CHECK (length(value) BETWEEN 1 AND 200), -- the token of member_field_tokens
	PRIMARY KEY (segment_id, field_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER member_segment_fields_insert_open BEFORE INSERT ON member_segment_fields
WHEN NOT EXISTS (SELECT 1 FROM member_fields WHERE id = NEW.field_id AND seen_by = 'view' AND is_special = 0)
BEGIN
	SELECT RAISE(ABORT, 'segment.field_closed');
END;
CREATE TRIGGER member_segment_fields_are_replaced BEFORE UPDATE ON member_segment_fields
BEGIN
	SELECT RAISE(ABORT, 'segment.stale');
END;
