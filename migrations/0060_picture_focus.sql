-- What a website needs to show a picture well: the point that stays when it is cropped, in percent from the left and the top.

ALTER TABLE media ADD COLUMN focal_x INTEGER CHECK (focal_x BETWEEN 0 AND 100);
ALTER TABLE media ADD COLUMN focal_y INTEGER
	CHECK (focal_y BETWEEN 0 AND 100) CHECK ((focal_x IS NULL) = (focal_y IS NULL));

-- Where a picture is the cover or an attachment its focal point is told, where it is the one for search engines its words, too.
CREATE TRIGGER media_update_tells_texts AFTER UPDATE OF alt, focal_x, focal_y ON media
WHEN NEW.alt <> OLD.alt OR NEW.focal_x IS NOT OLD.focal_x OR NEW.focal_y IS NOT OLD.focal_y
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'article', id, slug, 'updated' FROM articles WHERE state = 'published' AND id IN (
		SELECT resource_id FROM attachment_uses WHERE attachment_id = NEW.attachment_id AND resource = 'article'
			AND (role <> 'inline' AND (NEW.focal_x IS NOT OLD.focal_x OR NEW.focal_y IS NOT OLD.focal_y))
		UNION SELECT id FROM articles WHERE cover_id = NEW.attachment_id
			AND (NEW.focal_x IS NOT OLD.focal_x OR NEW.focal_y IS NOT OLD.focal_y)
		UNION SELECT a.id FROM attachment_uses u JOIN articles a ON a.id = u.resource_id
			WHERE u.attachment_id = NEW.attachment_id AND u.resource = 'article' AND instr(a.seo_image, NEW.attachment_id) > 0);
	INSERT INTO content_change (resource, id, slug, event)
	SELECT 'page', p.id, p.path, 'updated' FROM pages p WHERE p.state = 'published' AND p.id IN (
		SELECT resource_id FROM attachment_uses WHERE attachment_id = NEW.attachment_id AND resource = 'page')
		AND instr(p.seo_image, NEW.attachment_id) > 0;
END;

-- Whatever else of a picture changes, no cache keeps an answer that says otherwise.
CREATE TRIGGER pictures_blur_raises AFTER UPDATE OF blur ON pictures WHEN NEW.blur IS NOT OLD.blur
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER pictures_delete_raises AFTER DELETE ON pictures
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER picture_variants_insert_raises AFTER INSERT ON picture_variants
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER picture_variants_update_raises AFTER UPDATE ON picture_variants
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;
CREATE TRIGGER picture_variants_delete_raises AFTER DELETE ON picture_variants
BEGIN
	UPDATE content_revision SET rev = max(rev + 1, CAST(unixepoch('subsec') * 1000 AS INTEGER));
END;

-- The copies stand in the answers of the texts that have the picture as cover, as attachment or for search engines, too: these
-- texts are told with those whose HTML changes, all at once.
ALTER TABLE picture_texts ADD COLUMN is_told INTEGER NOT NULL DEFAULT 0 CHECK (is_told IN (0, 1));
DROP TRIGGER pictures_done_notes;
CREATE TRIGGER pictures_done_notes AFTER UPDATE OF state ON pictures WHEN NEW.state = 'done' AND OLD.state <> 'done'
BEGIN
	INSERT INTO picture_texts (resource, resource_id, noted_at, is_told)
	SELECT resource, id, NEW.settled_at, max(is_told) FROM (
		SELECT resource, resource_id AS id, role <> 'inline' AS is_told FROM attachment_uses
			WHERE attachment_id = NEW.attachment_id AND resource IN ('article', 'page')
		UNION ALL SELECT 'article', id, 1 FROM articles WHERE cover_id = NEW.attachment_id
		UNION ALL SELECT 'article', a.id, 1 FROM attachment_uses u JOIN articles a ON a.id = u.resource_id
			WHERE u.attachment_id = NEW.attachment_id AND u.resource = 'article' AND instr(a.seo_image, NEW.attachment_id) > 0
		UNION ALL SELECT 'page', p.id, 1 FROM attachment_uses u JOIN pages p ON p.id = u.resource_id
			WHERE u.attachment_id = NEW.attachment_id AND u.resource = 'page' AND instr(p.seo_image, NEW.attachment_id) > 0
	) GROUP BY resource, id
	ON CONFLICT (resource, resource_id) DO UPDATE SET is_told = max(is_told, excluded.is_told);
END;
