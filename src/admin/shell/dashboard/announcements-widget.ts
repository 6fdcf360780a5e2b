import type { ReaderRow } from "#db/office/index.ts";
import { paths } from "#http/paths.ts";
import { announcementItems } from "#ui/announcement.ts";
import { card } from "#ui/card.ts";
import type { Children } from "#ui/html.ts";

const { announcements } = paths.admin;

/** The most announcements that the dashboard shows. */
export const MOST_ANNOUNCEMENTS = 4;

/** Draws the announcements for the current user's roles; null when there are none. */
export const drawAnnouncements = (rows: (ReaderRow & { unread: number })[]): Children =>
	rows[0] === undefined
		? null
		: card(
				{
					title: "給我的公告",
					...(rows[0].unread > 0 ? { count: rows[0].unread, due: true } : {}),
					link: { href: announcements.reading(), label: "全部" },
					flush: true,
				},
				announcementItems(rows, announcements.read),
			);
