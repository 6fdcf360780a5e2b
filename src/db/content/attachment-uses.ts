import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";
import type { DraftSlot } from "./drafts.ts";

/** A stored file with the columns that a text needs to show it. */
export type NamedFileRow = {
	id: string;
	filename: string;
	content_type: string;
	size: number;
	width: number | null;
	height: number | null;
};

/** Selects the stored files among these ids. */
export const namedFiles = (ids: readonly string[]): Select<NamedFileRow> =>
	select(
		`SELECT id, filename, content_type, size, width, height FROM attachments
		WHERE id IN (SELECT value FROM json_each(?1))`,
		JSON.stringify(ids),
	);

/** A stored file with the widths of its smaller copies, as JSON. */
export type NamedPictureRow = NamedFileRow & { widths: string };

/** Selects the stored files among these ids, with the widths in which pictures are there as WebP. */
export const namedPictures = (ids: readonly string[]): Select<NamedPictureRow> =>
	select(
		`SELECT id, filename, content_type, size, width, height,
			(SELECT json_group_array(v.width ORDER BY v.width) FROM picture_variants v
				WHERE v.attachment_id = attachments.id AND v.format = 'webp') AS widths
		FROM attachments WHERE id IN (SELECT value FROM json_each(?1))`,
		JSON.stringify(ids),
	);

/** A file of the media library, for an editor's form. */
export type FormFileRow = NamedFileRow & { alt: string };

/**
 * Selects the files that an editor's form of an article names: those of these ids, the article's own, and those in the
 * autosaved form.
 */
export const formFiles = (
	{ userId, resource, slot }: DraftSlot,
	{ articleId, ids }: { articleId: number; ids: readonly string[] },
): Select<FormFileRow> =>
	select(
		`SELECT a.id, a.filename, a.content_type, a.size, a.width, a.height, m.alt
		FROM attachments a JOIN media m ON m.attachment_id = a.id
		WHERE a.id IN (
			SELECT value FROM json_each(?5)
			UNION ALL SELECT cover_id FROM articles WHERE id = ?4
			UNION ALL SELECT attachment_id FROM attachment_uses WHERE resource = 'article' AND resource_id = ?4 AND role = 'file'
			UNION ALL SELECT f.value FROM drafts d,
				json_each(json_insert(coalesce(d.fields -> '$.files', '[]'), '$[#]', d.fields ->> '$.cover_id')) f
				WHERE d.user_id = ?1 AND d.resource = ?2 AND d.slot = ?3)`,
		userId,
		resource,
		slot,
		articleId,
		JSON.stringify(ids),
	);

/** The files that a text uses: attached files in their order, and the ids of files that the text itself names. */
export type Uses = { files: readonly { id: string; description: string }[]; inline: readonly string[] };

/** Sets the files that a text uses to exactly these; ids of files that are not stored are left out. */
export function setUses(
	resource: TextKind | "announcement",
	id: number | SQL<number>,
	{ files, inline }: Uses,
): Write[] {
	const rows = [
		...files.map((file, position) => ({ ...file, role: "file", position })),
		...inline.map((file) => ({ id: file, role: "inline", position: 0, description: "" })),
	];
	const wanted = sql`(SELECT j.value ->> 'role' AS role, j.value ->> 'id' AS file, j.value ->> 'position' AS position,
		j.value ->> 'description' AS description FROM json_each(${JSON.stringify(rows)}) j)`;
	return [
		sql`DELETE FROM attachment_uses WHERE resource = ${resource} AND resource_id = ${id}
			AND (role, attachment_id, position, description) NOT IN (SELECT role, file, position, description FROM ${wanted})`,
		sql`INSERT INTO attachment_uses (resource, resource_id, role, attachment_id, position, description)
			SELECT ${resource}, ${id}, w.role, w.file, w.position, w.description FROM ${wanted} w JOIN attachments f ON f.id = w.file
			WHERE NOT EXISTS (SELECT 1 FROM attachment_uses u WHERE u.resource = ${resource} AND u.resource_id = ${id}
				AND u.role = w.role AND u.attachment_id = w.file)`,
	];
}
