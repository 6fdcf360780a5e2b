import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { RefusalCode } from "#kernel/refusal.ts";

export type NewMedia = {
	id: string;
	filename: string;
	contentType: string;
	size: number;
	sha256: string;
	objectKey: string;
	width: number | null;
	height: number | null;
};

/** Inserts the row of a new file and its uploader. Refuses with `attachment.is_final` when the file exists already. */
export const insertMedia = (file: NewMedia, { userId, at }: { userId: number | null; at: number }): Write[] => [
	sql`INSERT INTO attachments (id, filename, content_type, size, sha256, object_key, width, height, created_at)
		VALUES (${file.id}, ${file.filename}, ${file.contentType}, ${file.size}, ${file.sha256}, ${file.objectKey},
			${file.width}, ${file.height}, ${at})`,
	// A trigger has inserted the file's row in media.
	sql`UPDATE media SET uploaded_by = ${userId} WHERE attachment_id = ${file.id}`,
];

type MediaRef = { id: string; version: number };

/** The point of a picture that stays when it is cropped, in percent from the left and the top. */
export type Focus = { x: number; y: number };
/** What staff say about a picture: its description (alt text) and its focal point, where they named one. */
export type Said = { alt: string; focus: Focus | null };

/** Changes what is said about a picture. Refuses with `media.stale` when another user changed it meanwhile. */
export const updateSaid = ({ id, version }: MediaRef, { alt, focus }: Said, at: number): Write[] => [
	sql`UPDATE media SET alt = ${alt}, focal_x = ${focus?.x ?? null}, focal_y = ${focus?.y ?? null},
			version = version + 1, updated_at = ${at}
		WHERE attachment_id = ${id} AND version = ${version}`,
	guard("media.stale"),
];

/** Copies the alt text of `old` to `next`, unless `next` has one already. */
export const inheritAlt = (old: string, next: string, at: number): Write[] => [
	sql`UPDATE media SET alt = o.alt, version = media.version + 1, updated_at = ${at}
		FROM media o WHERE o.attachment_id = ${old} AND o.alt <> '' AND media.attachment_id = ${next} AND media.alt = ''`,
];

const namedBySeo = (id: string): SQL => sql`EXISTS (SELECT 1 FROM articles WHERE instr(seo_image, ${id}) > 0)
	OR EXISTS (SELECT 1 FROM pages WHERE instr(seo_image, ${id}) > 0)`;

/**
 * Refuses the batch with `code` when any text still shows the file at the place in the batch where this statement
 * stands.
 */
export const refuseUsed = (code: RefusalCode, id: string): Write =>
	refuseWhere(
		code,
		sql`EXISTS (SELECT 1 FROM attachment_uses WHERE attachment_id = ${id})
			OR EXISTS (SELECT 1 FROM articles WHERE cover_id = ${id}) OR ${namedBySeo(id)}`,
	);

/**
 * Deletes a file. Refuses with `media.in_use` when a text shows the file or an autosaved form names it, and with
 * `media.stale` when another user changed its alt text meanwhile.
 */
export const deleteMedia = ({ id, version }: MediaRef): Write[] => [
	refuseUsed("media.in_use", id),
	refuseWhere("media.in_use", sql`EXISTS (SELECT 1 FROM drafts WHERE instr(fields, ${id}) > 0)`),
	sql`DELETE FROM attachments WHERE id = ${id}
		AND EXISTS (SELECT 1 FROM media WHERE attachment_id = ${id} AND version = ${version})`,
	guard("media.stale"),
];

export type Naming = "article" | "page" | "announcement";
/** A text that names a file. `body_markdown` is null when only another field names it. */
export type NamingRow = {
	resource: Naming;
	id: number;
	slug: string;
	version: number;
	cover_id: string | null;
	seo_image: string | null;
	body_markdown: string | null;
	/** Whether the text is an announcement that is not public. */
	is_for_few: 0 | 1;
};

const body = (of: string): string => `iif(instr(${of}.body_markdown, ?1) > 0, ${of}.body_markdown, NULL)`;
const uses = (resource: Naming): string =>
	`(SELECT resource_id FROM attachment_uses WHERE attachment_id = ?1 AND resource = '${resource}')`;

/** Selects every text that shows a file or names its address. */
export const textsNaming = (id: string): Select<NamingRow> =>
	select(
		`SELECT 'article' AS resource, a.id, a.slug, a.version, a.cover_id, a.seo_image, ${body("a")} AS body_markdown, 0 AS is_for_few
			FROM articles a WHERE a.cover_id = ?1 OR instr(a.seo_image, ?1) > 0 OR a.id IN ${uses("article")}
		UNION ALL SELECT 'page', p.id, p.slug, p.version, NULL, p.seo_image, ${body("p")}, 0
			FROM pages p WHERE instr(p.seo_image, ?1) > 0 OR p.id IN ${uses("page")}
		UNION ALL SELECT 'announcement', n.id, n.slug, n.version, NULL, NULL, ${body("n")}, n.audience <> 'public'
			FROM announcements n WHERE n.id IN ${uses("announcement")}`,
		id,
	);

/** Selects the pictures in the texts that show a file. */
export const picturesBeside = (id: string): Select<{ id: string; filename: string; width: number; height: number }> =>
	select(
		`SELECT DISTINCT f.id, f.filename, f.width, f.height FROM attachment_uses o
			JOIN attachment_uses u ON u.resource = o.resource AND u.resource_id = o.resource_id AND u.role = 'inline'
			JOIN attachments f ON f.id = u.attachment_id
		WHERE o.attachment_id = ?1 AND f.width IS NOT NULL AND f.height IS NOT NULL`,
		id,
	);

/** A text after one file in it was replaced by another; `made` is set when the text's Markdown named the file. */
export type Renamed = Pick<NamingRow, "resource" | "id" | "version" | "cover_id" | "seo_image"> & {
	made?: { bodyMarkdown: string; bodyHtml: string; toc: string; readingMinutes: number } | undefined;
};

const STALE = {
	article: "article.stale",
	page: "page.stale",
	announcement: "media.stale",
} as const satisfies Record<Naming, RefusalCode>;

/**
 * Stores a text in which one file replaced another, and raises its version. When the text changed meanwhile, it refuses
 * with `article.stale` or `page.stale`; for an announcement with `media.stale`.
 */
export function updateNaming({ resource, id, version, made, ...row }: Renamed, at: number): Write[] {
	const table = sql.raw(`${resource}s`);
	const texts = made ? sql`, body_markdown = ${made.bodyMarkdown}, body_html = ${made.bodyHtml}` : sql``;
	const contents = made && resource !== "announcement" ? sql`, toc = ${made.toc}` : sql``;
	const minutes = made && resource === "article" ? sql`, reading_minutes = ${made.readingMinutes}` : sql``;
	const cover = resource === "article" ? sql`, cover_id = ${row.cover_id}` : sql``;
	const seo = resource === "announcement" ? sql`` : sql`, seo_image = ${row.seo_image}`;
	return [
		sql`UPDATE ${table} SET version = version + 1, updated_at = ${at}${texts}${contents}${minutes}${cover}${seo}
			WHERE id = ${id} AND version = ${version}`,
		guard(STALE[resource]),
	];
}

/** Makes every text that shows the file `old` show `next`; a text that showed both shows `next` once. */
export const moveUses = (old: string, next: string): Write[] => [
	sql`DELETE FROM attachment_uses WHERE attachment_id = ${old} AND EXISTS (SELECT 1 FROM attachment_uses o
		WHERE o.attachment_id = ${next} AND o.resource = attachment_uses.resource
			AND o.resource_id = attachment_uses.resource_id AND o.role = attachment_uses.role)`,
	sql`UPDATE attachment_uses SET attachment_id = ${next} WHERE attachment_id = ${old}`,
];
