-- 同意書: what a person who is shown in a picture or told of in a story agreed to (health data, 個資法 §6), for which use and until
-- when. What is public by one of them is found from here, and stops being public when it ends, whoever writes.

-- The paper is a purpose of files; the same column with one more code.
DROP TRIGGER files_only_get_a_subject_or_go;
DROP TRIGGER files_insert_tells_site;
DROP TRIGGER files_update_tells_site;
ALTER TABLE files ADD COLUMN purpose_now TEXT NOT NULL DEFAULT 'document'
	CHECK (purpose_now IN ('certificate', 'payment_proof', 'finance', 'document', 'logo', 'import', 'release'));
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

CREATE TABLE releases (
	id INTEGER PRIMARY KEY AUTOINCREMENT, -- texts, papers and the audit log name it: never used twice
	member_id INTEGER REFERENCES members (id), -- where the person is a member
	name TEXT NOT NULL CHECK (trim(name) <> '' AND length(name) <= 80),
	birth_date TEXT CHECK (birth_date IS date(birth_date)),
	is_minor INTEGER NOT NULL CHECK (is_minor IN (0, 1)), -- on the day when it was given
	representative TEXT NOT NULL DEFAULT '' CHECK (length(representative) <= 80),
	relation TEXT NOT NULL DEFAULT '' CHECK (length(relation) <= 20),
	of_pictures INTEGER NOT NULL CHECK (of_pictures IN (0, 1)),
	of_story INTEGER NOT NULL CHECK (of_story IN (0, 1)),
	for_website INTEGER NOT NULL CHECK (for_website IN (0, 1)),
	for_newsletter INTEGER NOT NULL CHECK (for_newsletter IN (0, 1)),
	for_social INTEGER NOT NULL CHECK (for_social IN (0, 1)),
	given_on TEXT NOT NULL CHECK (given_on IS date(given_on) AND length(given_on) = 10),
	until TEXT CHECK (until IS date(until)), -- the last day; none: without end
	file_id INTEGER REFERENCES files (id),
	no_paper TEXT NOT NULL DEFAULT '' CHECK (length(no_paper) <= 200), -- why there is no paper
	note TEXT NOT NULL DEFAULT '' CHECK (length(note) <= 2000),
	withdrawn_at INTEGER,
	withdrawn_by INTEGER REFERENCES users (id),
	withdrawal TEXT NOT NULL DEFAULT '' CHECK (length(withdrawal) <= 500), -- how and why it was withdrawn
	created_by INTEGER REFERENCES users (id),
	version INTEGER NOT NULL DEFAULT 1,
	created_at INTEGER NOT NULL,
	updated_at INTEGER NOT NULL,
	CHECK (of_pictures + of_story > 0),
	CHECK (for_website + for_newsletter + for_social > 0),
	CHECK (until >= given_on),
	CHECK (is_minor = 0 OR (representative <> '' AND relation <> '')),
	CHECK ((representative = '') = (relation = '')),
	CHECK (is_minor = (date(birth_date, '+18 years') > given_on))
) STRICT;
CREATE INDEX releases_latest ON releases (created_at DESC, id DESC);
CREATE INDEX releases_of_member ON releases (member_id) WHERE member_id IS NOT NULL;
CREATE INDEX releases_of_file ON releases (file_id) WHERE file_id IS NOT NULL;
CREATE INDEX releases_ending ON releases (until) WHERE until IS NOT NULL AND withdrawn_at IS NULL;

-- The pictures that show the person, and the texts that tell of them.
CREATE TABLE release_pictures (
	release_id INTEGER NOT NULL REFERENCES releases (id),
	attachment_id TEXT NOT NULL REFERENCES attachments (id) ON DELETE CASCADE,
	PRIMARY KEY (release_id, attachment_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX release_pictures_of ON release_pictures (attachment_id, release_id);
CREATE TABLE article_releases (
	article_id INTEGER NOT NULL REFERENCES articles (id) ON DELETE CASCADE,
	release_id INTEGER NOT NULL REFERENCES releases (id),
	PRIMARY KEY (article_id, release_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX article_releases_of ON article_releases (release_id, article_id);
-- A story without a release: an editor said that nobody can be recognised ('nobody'), or it was public before there were
-- releases and nobody has looked at it yet ('before').
CREATE TABLE story_marks (
	article_id INTEGER PRIMARY KEY REFERENCES articles (id) ON DELETE CASCADE,
	mark TEXT NOT NULL CHECK (mark IN ('nobody', 'before'))
) STRICT;
CREATE INDEX story_marks_before ON story_marks (article_id) WHERE mark = 'before';
INSERT INTO story_marks (article_id, mark) SELECT id, 'before' FROM articles WHERE type = 'story' AND state = 'published';

-- A story that nobody has agreed to and nobody has looked at: it cannot be public.
CREATE VIEW stories_without_release AS
SELECT a.id, a.state FROM articles a
WHERE a.type = 'story' AND NOT EXISTS (SELECT 1 FROM article_releases t WHERE t.article_id = a.id)
	AND NOT EXISTS (SELECT 1 FROM story_marks m WHERE m.article_id = a.id);
-- By what a text may be on the website, and from which day to which: one row for each release of the text and of its
-- pictures. The text is held back on a day that one of the rows leaves out.
CREATE VIEW text_releases AS
SELECT t.resource, t.id, t.cause, t.attachment_id, t.release_id, r.withdrawn_at IS NOT NULL AS is_withdrawn,
	r.given_on AS holds_from,
	CASE WHEN r.withdrawn_at IS NOT NULL OR r.for_website = 0 OR NOT iif(t.cause = 'story', r.of_story, r.of_pictures) THEN ''
		ELSE coalesce(r.until, '9999-12-31') END AS holds_until
FROM (
	SELECT 'article' AS resource, article_id AS id, 'story' AS cause, NULL AS attachment_id, release_id FROM article_releases
	UNION ALL
	SELECT u.resource, u.resource_id, 'picture', u.attachment_id, p.release_id
	FROM attachment_uses u JOIN release_pictures p ON p.attachment_id = u.attachment_id
	UNION ALL
	SELECT 'article', a.id, 'picture', a.cover_id, p.release_id FROM articles a JOIN release_pictures p ON p.attachment_id = a.cover_id
) t JOIN releases r ON r.id = t.release_id;
CREATE VIEW texts_held_today AS
SELECT resource, id, cause, attachment_id, release_id, is_withdrawn FROM text_releases
WHERE date('now', '+8 hours') NOT BETWEEN holds_from AND holds_until;

-- What is public and should not be: none, but for the minute in which the cron takes down what ended at midnight.
CREATE VIEW public_held AS
SELECT h.resource, h.id, h.cause, h.attachment_id, h.release_id FROM texts_held_today h
WHERE CASE h.resource
	WHEN 'article' THEN EXISTS (SELECT 1 FROM articles WHERE id = h.id AND state = 'published')
	WHEN 'page' THEN EXISTS (SELECT 1 FROM pages WHERE id = h.id AND state = 'published')
	ELSE EXISTS (SELECT 1 FROM announcements WHERE id = h.id AND is_live = 1 AND (h.is_withdrawn OR audience = 'public'))
END;

-- Nothing that is held back becomes public, on any road to it.
CREATE TRIGGER articles_insert_needs_releases AFTER INSERT ON articles WHEN NEW.state = 'published'
BEGIN
	SELECT RAISE(ABORT, 'release.missing') WHERE NEW.type = 'story';
	SELECT RAISE(ABORT, 'release.picture')
	WHERE EXISTS (SELECT 1 FROM texts_held_today WHERE resource = 'article' AND id = NEW.id AND cause = 'picture');
END;
CREATE TRIGGER articles_update_needs_releases AFTER UPDATE ON articles
WHEN NEW.state = 'published' AND (OLD.state <> 'published' OR NEW.type <> OLD.type OR NEW.cover_id IS NOT OLD.cover_id)
BEGIN
	SELECT RAISE(ABORT, 'release.missing') WHERE EXISTS (SELECT 1 FROM stories_without_release WHERE id = NEW.id);
	SELECT RAISE(ABORT, 'release.not_valid')
	WHERE EXISTS (SELECT 1 FROM texts_held_today WHERE resource = 'article' AND id = NEW.id AND cause = 'story');
	SELECT RAISE(ABORT, 'release.picture')
	WHERE EXISTS (SELECT 1 FROM texts_held_today WHERE resource = 'article' AND id = NEW.id AND cause = 'picture');
END;
CREATE TRIGGER pages_insert_needs_releases AFTER INSERT ON pages WHEN NEW.state = 'published'
BEGIN
	SELECT RAISE(ABORT, 'release.picture') WHERE EXISTS (SELECT 1 FROM texts_held_today WHERE resource = 'page' AND id = NEW.id);
END;
CREATE TRIGGER pages_update_needs_releases AFTER UPDATE ON pages WHEN NEW.state = 'published' AND OLD.state <> 'published'
BEGIN
	SELECT RAISE(ABORT, 'release.picture') WHERE EXISTS (SELECT 1 FROM texts_held_today WHERE resource = 'page' AND id = NEW.id);
END;
-- An announcement for members alone is not on the website; but a withdrawn picture is shown nowhere.
CREATE TRIGGER announcements_insert_needs_releases AFTER INSERT ON announcements
BEGIN
	SELECT RAISE(ABORT, 'release.picture')
	WHERE EXISTS (SELECT 1 FROM public_held WHERE resource = 'announcement' AND id = NEW.id);
END;
CREATE TRIGGER announcements_update_needs_releases AFTER UPDATE ON announcements
WHEN NEW.is_live = 1 AND (OLD.is_live = 0 OR NEW.audience <> OLD.audience)
BEGIN
	SELECT RAISE(ABORT, 'release.picture') WHERE EXISTS (SELECT 1 FROM texts_held_today
		WHERE resource = 'announcement' AND id = NEW.id AND (is_withdrawn OR NEW.audience = 'public'));
END;
CREATE TRIGGER attachment_uses_insert_needs_releases AFTER INSERT ON attachment_uses
WHEN EXISTS (SELECT 1 FROM release_pictures WHERE attachment_id = NEW.attachment_id)
BEGIN
	SELECT RAISE(ABORT, 'release.picture') WHERE EXISTS (SELECT 1 FROM public_held
		WHERE resource = NEW.resource AND id = NEW.resource_id);
END;
CREATE TRIGGER attachment_uses_update_needs_releases AFTER UPDATE ON attachment_uses
WHEN EXISTS (SELECT 1 FROM release_pictures WHERE attachment_id = NEW.attachment_id)
BEGIN
	SELECT RAISE(ABORT, 'release.picture') WHERE EXISTS (SELECT 1 FROM public_held
		WHERE resource = NEW.resource AND id = NEW.resource_id);
END;

-- A text that is public keeps what it is public by.
CREATE TRIGGER article_releases_delete_keeps AFTER DELETE ON article_releases
BEGIN
	SELECT RAISE(ABORT, 'release.missing')
	WHERE EXISTS (SELECT 1 FROM stories_without_release WHERE id = OLD.article_id AND state = 'published');
END;
CREATE TRIGGER story_marks_delete_keeps AFTER DELETE ON story_marks
BEGIN
	SELECT RAISE(ABORT, 'release.missing')
	WHERE EXISTS (SELECT 1 FROM stories_without_release WHERE id = OLD.article_id AND state = 'published');
END;
CREATE TRIGGER article_releases_insert_holds AFTER INSERT ON article_releases
BEGIN
	SELECT RAISE(ABORT, 'release.is_withdrawn')
	WHERE EXISTS (SELECT 1 FROM releases WHERE id = NEW.release_id AND withdrawn_at IS NOT NULL);
	SELECT RAISE(ABORT, 'release.not_valid') WHERE EXISTS (SELECT 1 FROM public_held
		WHERE resource = 'article' AND id = NEW.article_id AND release_id = NEW.release_id AND cause = 'story');
END;
CREATE TRIGGER release_pictures_insert_holds AFTER INSERT ON release_pictures
BEGIN
	SELECT RAISE(ABORT, 'release.is_withdrawn')
	WHERE EXISTS (SELECT 1 FROM releases WHERE id = NEW.release_id AND withdrawn_at IS NOT NULL);
	SELECT RAISE(ABORT, 'release.shown') WHERE EXISTS (SELECT 1 FROM public_held
		WHERE attachment_id = NEW.attachment_id AND release_id = NEW.release_id);
END;
-- A picture that a withdrawn release holds back stays held back as long as it exists.
CREATE TRIGGER release_pictures_of_withdrawn_stay BEFORE DELETE ON release_pictures
WHEN EXISTS (SELECT 1 FROM releases WHERE id = OLD.release_id AND withdrawn_at IS NOT NULL)
	AND EXISTS (SELECT 1 FROM attachments WHERE id = OLD.attachment_id)
BEGIN
	SELECT RAISE(ABORT, 'release.is_final');
END;
CREATE TRIGGER release_pictures_are_not_updated BEFORE UPDATE ON release_pictures
BEGIN
	SELECT RAISE(ABORT, 'release.is_final');
END;
CREATE TRIGGER release_pictures_are_never_replaced BEFORE INSERT ON release_pictures
WHEN EXISTS (SELECT 1 FROM release_pictures WHERE release_id = NEW.release_id AND attachment_id = NEW.attachment_id)
BEGIN
	SELECT RAISE(ABORT, 'release.is_final');
END;
CREATE TRIGGER article_releases_are_not_updated BEFORE UPDATE ON article_releases
BEGIN
	SELECT RAISE(ABORT, 'release.is_final');
END;
CREATE TRIGGER article_releases_are_never_replaced BEFORE INSERT ON article_releases
WHEN EXISTS (SELECT 1 FROM article_releases WHERE article_id = NEW.article_id AND release_id = NEW.release_id)
BEGIN
	SELECT RAISE(ABORT, 'release.is_final');
END;

-- 'before' is what this migration found: nobody says it of a later story, and it ends when the story is taken down.
CREATE TRIGGER story_marks_before_is_over BEFORE INSERT ON story_marks
WHEN NEW.mark = 'before' OR EXISTS (SELECT 1 FROM story_marks WHERE article_id = NEW.article_id)
BEGIN
	SELECT RAISE(ABORT, 'release.is_final');
END;
CREATE TRIGGER story_marks_are_looked_at BEFORE UPDATE ON story_marks
WHEN NEW.article_id <> OLD.article_id OR NEW.mark = 'before' AND OLD.mark <> 'before'
BEGIN
	SELECT RAISE(ABORT, 'release.is_final');
END;
CREATE TRIGGER articles_leave_before AFTER UPDATE OF state ON articles WHEN OLD.state = 'published' AND NEW.state <> 'published'
BEGIN
	DELETE FROM story_marks WHERE article_id = NEW.id AND mark = 'before';
END;
CREATE TRIGGER articles_no_story_before AFTER UPDATE OF type ON articles WHEN OLD.type = 'story' AND NEW.type <> 'story'
BEGIN
	DELETE FROM story_marks WHERE article_id = NEW.id AND mark = 'before';
END;

-- A release is withdrawn once and for good: of a withdrawn one only what is personal may still be erased, or its paper.
CREATE TRIGGER releases_are_never_replaced BEFORE INSERT ON releases WHEN EXISTS (SELECT 1 FROM releases WHERE id = NEW.id)
BEGIN
	SELECT RAISE(ABORT, 'release.is_final');
END;
CREATE TRIGGER releases_withdrawn_are_final BEFORE UPDATE ON releases
WHEN NEW.id <> OLD.id OR OLD.withdrawn_at IS NOT NULL AND (
	(NEW.withdrawn_at, NEW.withdrawn_by, NEW.is_minor, NEW.given_on, NEW.until)
		IS NOT (OLD.withdrawn_at, OLD.withdrawn_by, OLD.is_minor, OLD.given_on, OLD.until)
	OR (NEW.of_pictures, NEW.of_story, NEW.for_website, NEW.for_newsletter, NEW.for_social)
		IS NOT (OLD.of_pictures, OLD.of_story, OLD.for_website, OLD.for_newsletter, OLD.for_social))
BEGIN
	SELECT RAISE(ABORT, 'release.is_final');
END;
-- An edit never takes a text down unseen: what is public by the release has to be taken down first, or all of it is withdrawn.
CREATE TRIGGER releases_narrowed_are_not_shown AFTER UPDATE ON releases
WHEN NEW.withdrawn_at IS NULL
	AND (NEW.of_pictures < OLD.of_pictures OR NEW.of_story < OLD.of_story OR NEW.for_website < OLD.for_website
		OR NEW.given_on > OLD.given_on OR NEW.until IS NOT OLD.until)
BEGIN
	SELECT RAISE(ABORT, 'release.shown') WHERE EXISTS (SELECT 1 FROM public_held WHERE release_id = NEW.id);
END;
-- What is public by a release when it is withdrawn is taken down with it, and what is planned is planned no more.
CREATE TRIGGER releases_withdrawn_take_down AFTER UPDATE ON releases
WHEN NEW.withdrawn_at IS NOT NULL AND OLD.withdrawn_at IS NULL
BEGIN
	UPDATE articles SET state = 'draft', publish_at = NULL, unpublish_at = NULL, is_pinned = 0, pinned_until = NULL,
		version = version + 1
	WHERE state IN ('published', 'scheduled')
		AND id IN (SELECT id FROM text_releases WHERE resource = 'article' AND release_id = NEW.id);
	UPDATE pages SET state = 'draft', publish_at = NULL, unpublish_at = NULL, version = version + 1
	WHERE state IN ('published', 'scheduled')
		AND id IN (SELECT id FROM text_releases WHERE resource = 'page' AND release_id = NEW.id);
	UPDATE announcements SET planned_from = publish_from, publish_from = NULL, version = version + 1
	WHERE publish_from IS NOT NULL AND (publish_until IS NULL OR publish_until > unixepoch('subsec') * 1000)
		AND id IN (SELECT id FROM text_releases WHERE resource = 'announcement' AND release_id = NEW.id);
END;

INSERT INTO role_permissions (role_id, permission)
SELECT id, 'consents.manage' FROM roles WHERE code IN ('admin', 'secretary', 'editor');
