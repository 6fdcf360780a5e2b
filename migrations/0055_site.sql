-- What the website shows of the association itself (name, logo, contact, links) is public content like the rest: a change of it
-- is told, whoever writes. A CHECK cannot be changed, so the log of changes is made anew, row for row; the view content_change
-- and its trigger name it and stay. 0.1.0 finds every column that it knows.

CREATE TABLE content_changes_kept AS SELECT * FROM content_changes;
DROP TABLE content_changes;
CREATE TABLE content_changes (
	rev INTEGER PRIMARY KEY,
	resource TEXT NOT NULL
		CHECK (resource IN ('article', 'page', 'category', 'tag', 'document', 'announcement', 'site')),
	id INTEGER NOT NULL,
	slug TEXT NOT NULL,
	previous_slug TEXT,
	event TEXT NOT NULL CHECK (event IN ('created', 'published', 'updated', 'unpublished', 'archived', 'deleted')),
	tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)), -- also touched: ["category:3"], old and new ones
	done_at INTEGER -- set by the web-hook consumer, in the batch that plans the deliveries
) STRICT;
INSERT INTO content_changes (rev, resource, id, slug, previous_slug, event, tags, done_at)
SELECT rev, resource, id, slug, previous_slug, event, tags, done_at FROM content_changes_kept;
DROP TABLE content_changes_kept;
CREATE INDEX content_changes_waiting ON content_changes (rev) WHERE done_at IS NULL;
CREATE INDEX content_changes_of ON content_changes (resource, id, rev);
CREATE INDEX content_changes_published ON content_changes (rev) WHERE event = 'published';

-- The settings that GET /api/v1/site shows (src/domain/system/settings/site.ts; a test compares the lists).
CREATE TRIGGER settings_insert_tells_site AFTER INSERT ON settings
WHEN NEW.key IN (
	'association.name', 'association.short_name', 'association.address', 'association.phone', 'association.email',
	'association.tax_id', 'association.registration_no', 'association.logo_file_id',
	'PUBLIC_SITE_ORIGIN', 'site.privacy_url', 'site.social_links'
)
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('site', 1, 'site', 'updated');
END;
CREATE TRIGGER settings_update_tells_site AFTER UPDATE OF key, value ON settings
WHEN (NEW.value <> OLD.value OR NEW.key <> OLD.key)
	AND EXISTS (SELECT 1 FROM (SELECT NEW.key AS key UNION ALL SELECT OLD.key) WHERE key IN (
		'association.name', 'association.short_name', 'association.address', 'association.phone', 'association.email',
		'association.tax_id', 'association.registration_no', 'association.logo_file_id',
		'PUBLIC_SITE_ORIGIN', 'site.privacy_url', 'site.social_links'
	))
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('site', 1, 'site', 'updated');
END;
CREATE TRIGGER settings_delete_tells_site AFTER DELETE ON settings
WHEN OLD.key IN (
	'association.name', 'association.short_name', 'association.address', 'association.phone', 'association.email',
	'association.tax_id', 'association.registration_no', 'association.logo_file_id',
	'PUBLIC_SITE_ORIGIN', 'site.privacy_url', 'site.social_links'
)
BEGIN
	INSERT INTO content_change (resource, id, slug, event) VALUES ('site', 1, 'site', 'updated');
END;

-- The logo is a file that the setting names: it may come after the setting, and go without it. No file is deleted or changed.
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
