import { limitTo, type Select, select } from "#db/read.ts";

export type AnnouncementRow = {
	id: number;
	slug: string;
	title: string;
	body_html: string;
	is_pinned: number;
	publish_from: number;
	publish_until: number | null;
};

/** Selects the public announcements that are open now, pinned and newest first. */
export const publicAnnouncements = (limit: number): Select<AnnouncementRow> =>
	select(
		`SELECT id, slug, title, body_html, is_pinned, publish_from, publish_until FROM announcements
		WHERE is_live = 1 AND audience = 'public' ORDER BY is_pinned DESC, publish_from DESC, id DESC ${limitTo(limit)}`,
	);
