import { type Select, selectOne } from "#db/read.ts";
import type { PictureFormat } from "#domain/content/content/picture-formats.ts";

export type AttachmentRow = {
	id: string;
	filename: string;
	content_type: string;
	size: number;
	sha256: string;
	object_key: string;
	created_at: number;
};

const COLUMNS = "f.id, f.filename, f.content_type, f.size, f.sha256, f.object_key, f.created_at";
const IS_PUBLIC = `(
			EXISTS (SELECT 1 FROM articles a WHERE a.cover_id = f.id AND a.state = 'published')
			OR EXISTS (SELECT 1 FROM attachment_uses u JOIN articles a ON a.id = u.resource_id
				WHERE u.attachment_id = f.id AND u.resource = 'article' AND a.state = 'published')
			OR EXISTS (SELECT 1 FROM attachment_uses u JOIN pages p ON p.id = u.resource_id
				WHERE u.attachment_id = f.id AND u.resource = 'page' AND p.state = 'published')
			OR EXISTS (SELECT 1 FROM attachment_uses u JOIN announcements n ON n.id = u.resource_id
				WHERE u.attachment_id = f.id AND u.resource = 'announcement' AND n.is_live = 1 AND n.audience = 'public'))`;

/** Selects a file that something public shows: as a cover, in a text, or attached. No row for any other file. */
export const publicAttachment = (id: string): Select<AttachmentRow> =>
	selectOne(`SELECT ${COLUMNS} FROM attachments f WHERE f.id = ?1 AND ${IS_PUBLIC}`, id);

/** A public file with the smaller copy of it that was asked for; null where there is none. */
export type PictureRow = AttachmentRow & {
	variant_key: string | null;
	variant_size: number;
	variant_sha256: string;
	variant_made_at: number;
};

/**
 * Selects a public file like `publicAttachment`, with its smallest copy in this format that is not narrower than
 * `width` pixels, or than the original where that is narrower.
 */
export const publicPicture = (
	id: string,
	{ format, width }: { format: PictureFormat; width: number },
): Select<PictureRow> =>
	selectOne(
		`SELECT ${COLUMNS}, v.object_key AS variant_key, v.size AS variant_size, v.sha256 AS variant_sha256,
			v.made_at AS variant_made_at
		FROM attachments f LEFT JOIN picture_variants v ON v.attachment_id = f.id AND v.format = ?2
			AND v.width = (SELECT min(x.width) FROM picture_variants x
				WHERE x.attachment_id = f.id AND x.format = ?2 AND x.width >= min(?3, f.width))
		WHERE f.id = ?1 AND ${IS_PUBLIC}`,
		id,
		format,
		width,
	);
