-- Every picture ends: all its copies are there, or a failure stands, or it waits for its next try.

-- Why the last try failed, while the picture waits for the next one.
ALTER TABLE pictures ADD COLUMN last_error TEXT
	CHECK (length(last_error) <= 300) CHECK (last_error IS NULL OR state = 'waiting');

-- Whoever inserts a picture, its row is due now: a date of creation in the future would keep it waiting until then. A picture whose
-- size is not known fails, so that staff see it.
DROP TRIGGER attachments_insert_picture;
CREATE TRIGGER attachments_insert_picture AFTER INSERT ON attachments
WHEN NEW.content_type IN ('image/jpeg', 'image/png', 'image/webp')
BEGIN
	INSERT INTO pictures (attachment_id, due_at) VALUES (NEW.id, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
INSERT INTO pictures (attachment_id, due_at)
SELECT id, CAST(unixepoch('subsec') * 1000 AS INTEGER) FROM attachments
WHERE content_type IN ('image/jpeg', 'image/png', 'image/webp') AND id NOT IN (SELECT attachment_id FROM pictures);

-- It ends with its file alone. Deleted with the file, the row follows it, so that the file is gone already.
CREATE TRIGGER pictures_end_with_their_file BEFORE DELETE ON pictures
WHEN EXISTS (SELECT 1 FROM attachments WHERE id = OLD.attachment_id)
BEGIN
	SELECT RAISE(ABORT, 'picture.needed');
END;

-- A picture that is done and loses a copy is made again.
CREATE TRIGGER picture_variants_delete_waits AFTER DELETE ON picture_variants
BEGIN
	UPDATE pictures SET state = 'waiting', attempts = 0, due_at = CAST(unixepoch('subsec') * 1000 AS INTEGER), settled_at = NULL
	WHERE attachment_id = OLD.attachment_id AND state = 'done';
END;
