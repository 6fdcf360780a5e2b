import { type Select, select, selectOne } from "#db/read.ts";
import { TEXT_TABLES, type TextKind } from "#domain/content/content/kinds.ts";
import type { State } from "#domain/content/content/states.ts";
import type { AttachmentRow } from "./attachments.ts";
import type { PageRow, PageSummaryRow } from "./pages.ts";
import { seoPicture } from "./picture-fields.ts";

/**
 * A text in any state but the trash, as a reader would see it. `place` is its slug or path, `attachments` is JSON
 * [{"id","filename","content_type","size","description"}]. Times are UTC milliseconds; only an article has a cover and
 * an author.
 */
export type PreviewRow = {
	title: string;
	place: string;
	state: State;
	excerpt: string;
	published_at: number | null;
	publish_at: number | null;
	body_html: string;
	author_name: string | null;
	reading_minutes: number | null;
	cover_id: string | null;
	cover_filename: string | null;
	cover_alt: string;
	cover_width: number | null;
	cover_height: number | null;
	attachments: string;
};

const filesOf = (kind: TextKind): string =>
	`(SELECT json_group_array(json_object('id', u.attachment_id, 'filename', b.filename, 'content_type', b.content_type,
			'size', b.size, 'description', u.description) ORDER BY u.position, u.attachment_id)
		FROM attachment_uses u JOIN attachments b ON b.id = u.attachment_id
		WHERE u.resource = '${kind}' AND u.resource_id = t.id AND u.role = 'file') AS attachments`;
const COMMON = "t.title, t.state, t.excerpt, t.published_at, t.publish_at, t.body_html";
const SHOWN: Record<TextKind, string> = {
	article: `SELECT ${COMMON}, t.slug AS place, t.author_name, t.reading_minutes, t.cover_id, t.cover_alt,
			f.filename AS cover_filename, f.width AS cover_width, f.height AS cover_height, ${filesOf("article")}
		FROM articles t LEFT JOIN attachments f ON f.id = t.cover_id`,
	page: `SELECT ${COMMON}, t.path AS place, NULL AS author_name, NULL AS reading_minutes, NULL AS cover_id,
			'' AS cover_alt, NULL AS cover_filename, NULL AS cover_width, NULL AS cover_height, ${filesOf("page")}
		FROM pages t`,
};

export const previewOf = (kind: TextKind, id: number): Select<PreviewRow> =>
	selectOne(`${SHOWN[kind]} WHERE t.id = ?1 AND t.state <> 'trashed'`, id);

/**
 * Selects the title and state of a text for which a preview link is to be made; no row when the text does not exist.
 */
export const previewTitle = (kind: TextKind, id: number): Select<{ title: string; state: State }> =>
	selectOne(`SELECT title, state FROM ${TEXT_TABLES[kind]} WHERE id = ?1`, id);

/**
 * Selects a file that this text uses: as its cover, in the text, attached, or as its picture for shared links. No row
 * for any other file.
 */
export const previewFile = (kind: TextKind, id: number, fileId: string): Select<AttachmentRow> =>
	selectOne(
		`SELECT f.id, f.filename, f.content_type, f.size, f.sha256, f.object_key, f.created_at
		FROM ${TEXT_TABLES[kind]} t JOIN attachments f ON f.id = ?2
		WHERE t.id = ?1 AND t.state <> 'trashed' AND (
			${kind === "article" ? "t.cover_id = f.id OR" : ""} instr(t.seo_image, f.id) > 0
			OR EXISTS (SELECT 1 FROM attachment_uses u
				WHERE u.resource = '${kind}' AND u.resource_id = t.id AND u.attachment_id = f.id))`,
		id,
		fileId,
	);

const SUMMARY = "p.id, p.parent_id, p.slug, p.path, p.title, p.excerpt, p.updated_at";

/** Selects a page in any state, for the signed preview only. */
export const pageForPreview = (id: number): Select<PageRow & { state: State }> =>
	selectOne(
		`SELECT ${SUMMARY}, p.seo_title, p.seo_description, p.seo_image, ${seoPicture("p")} AS seo_picture,
			p.canonical_url, p.noindex, p.toc, p.body_markdown,
			p.body_html, p.state FROM pages p WHERE p.id = ?1`,
		id,
	);

/** Selects the published parent and children of a page in any state, children in order. */
export const aroundPreview = (id: number): Select<PageSummaryRow> =>
	select(
		`SELECT ${SUMMARY} FROM pages p WHERE p.id = (SELECT parent_id FROM pages WHERE id = ?1) AND p.state = 'published'
		UNION ALL SELECT * FROM (SELECT ${SUMMARY} FROM pages p
			WHERE p.parent_id = ?1 AND p.state = 'published' ORDER BY p.position, p.id)`,
		id,
	);
