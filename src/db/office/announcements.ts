import { limitTo, type Select, select, selectOne } from "#db/read.ts";

export type AnnouncementRow = {
	id: number;
	slug: string;
	title: string;
	body_html: string;
	is_pinned: number;
	publish_from: number;
	publish_until: number | null;
	updated_at: number;
};

const COLUMNS = "id, slug, title, body_html, is_pinned, publish_from, publish_until, updated_at";
/** SQL of the announcements that everybody may read now; no other leaves by the API. */
const PUBLIC = "is_live = 1 AND audience = 'public'";

/** Selects the public announcements that are open now, pinned and newest first. */
export const publicAnnouncements = (limit: number, offset = 0): Select<AnnouncementRow> =>
	select(
		`SELECT ${COLUMNS} FROM announcements
		WHERE ${PUBLIC} ORDER BY is_pinned DESC, publish_from DESC, id DESC ${limitTo(limit, offset)}`,
	);

/** Counts the public announcements that are open now. */
export const countPublicAnnouncements = (): Select<{ total: number }> =>
	selectOne(`SELECT count(*) AS total FROM announcements WHERE ${PUBLIC}`);

/** Selects the public announcement of a slug that is open now. */
export const publicAnnouncement = (slug: string): Select<AnnouncementRow> =>
	selectOne(`SELECT ${COLUMNS} FROM announcements WHERE slug = ?1 AND ${PUBLIC}`, slug);
