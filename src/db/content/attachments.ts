import { type Select, selectOne } from "#db/read.ts";

export type AttachmentRow = {
	id: string;
	filename: string;
	content_type: string;
	size: number;
	sha256: string;
	object_key: string;
	created_at: number;
};

/** Selects a file that something public shows: as a cover, in a text, or attached. No row for any other file. */
export const publicAttachment = (id: string): Select<AttachmentRow> =>
	selectOne(
		`SELECT f.id, f.filename, f.content_type, f.size, f.sha256, f.object_key, f.created_at FROM attachments f
		WHERE f.id = ?1 AND (
			EXISTS (SELECT 1 FROM articles a WHERE a.cover_id = f.id AND a.state = 'published')
			OR EXISTS (SELECT 1 FROM attachment_uses u JOIN articles a ON a.id = u.resource_id
				WHERE u.attachment_id = f.id AND u.resource = 'article' AND a.state = 'published')
			OR EXISTS (SELECT 1 FROM attachment_uses u JOIN pages p ON p.id = u.resource_id
				WHERE u.attachment_id = f.id AND u.resource = 'page' AND p.state = 'published')
			OR EXISTS (SELECT 1 FROM attachment_uses u JOIN announcements n ON n.id = u.resource_id
				WHERE u.attachment_id = f.id AND u.resource = 'announcement' AND n.is_live = 1 AND n.audience = 'public'))`,
		id,
	);
