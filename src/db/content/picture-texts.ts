import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";

/**
 * A text whose HTML may lack copies of its pictures; `version` and `body_html` are null when it was deleted. `is_told`
 * says that pictures beside its HTML changed.
 */
export type PictureTextRow = {
	resource: TextKind;
	id: number;
	version: number | null;
	body_html: string | null;
	is_told: 0 | 1;
};

/** The most texts of one batch, and the most characters of their HTML together; a single text has at most 1.7 MB. */
export const MOST_TEXTS = 500;
const MOST_CHARACTERS = 4_000_000;

/**
 * Selects the texts to look at, for one batch. None while pictures wait for their first try, so that many texts change
 * at once and not one by one; unless one was noted before `before` (UTC milliseconds).
 */
export const pictureTexts = (before: number): Select<PictureTextRow> =>
	select(
		`WITH noted AS (
			SELECT t.resource, t.resource_id AS id, t.is_told, coalesce(a.version, p.version) AS version,
				coalesce(a.body_html, p.body_html) AS body_html
			FROM picture_texts t LEFT JOIN articles a ON t.resource = 'article' AND a.id = t.resource_id
				LEFT JOIN pages p ON t.resource = 'page' AND p.id = t.resource_id
			WHERE NOT EXISTS (SELECT 1 FROM pictures WHERE state = 'waiting' AND attempts = 0)
				OR (SELECT min(noted_at) FROM picture_texts) < ?1
			ORDER BY t.resource, t.resource_id ${limitTo(MOST_TEXTS)}
		)
		SELECT resource, id, version, body_html, is_told FROM (
			SELECT noted.*, sum(length(body_html)) OVER (ORDER BY resource, id) AS characters FROM noted)
		WHERE coalesce(characters, 0) <= ${MOST_CHARACTERS}`,
		before,
	);

/** Stores the HTML of a text, if nobody saved it since it was read: its version stays, for its words are the same. */
export const placeText = ({ resource, id, version }: PictureTextRow, html: string): Write =>
	resource === "article"
		? sql`UPDATE articles SET body_html = ${html} WHERE id = ${id} AND version = ${version}`
		: sql`UPDATE pages SET body_html = ${html} WHERE id = ${id} AND version = ${version}`;

/** Tells websites that a text changed, because the pictures beside its HTML did; nothing while it is not public. */
export const tellText = ({ resource, id }: PictureTextRow): Write =>
	resource === "article"
		? sql`INSERT INTO content_change (resource, id, slug, event)
			SELECT 'article', id, slug, 'updated' FROM articles WHERE id = ${id} AND state = 'published'`
		: sql`INSERT INTO content_change (resource, id, slug, event)
			SELECT 'page', id, path, 'updated' FROM pages WHERE id = ${id} AND state = 'published'`;

/** Takes a text out of those to look at, unless somebody saved it since it was read. */
export const forgetText = ({ resource, id, version }: PictureTextRow): Write =>
	sql`DELETE FROM picture_texts WHERE resource = ${resource} AND resource_id = ${id}
		AND NOT EXISTS (SELECT 1 FROM articles WHERE ${resource} = 'article' AND id = ${id} AND version IS NOT ${version})
		AND NOT EXISTS (SELECT 1 FROM pages WHERE ${resource} = 'page' AND id = ${id} AND version IS NOT ${version})`;
