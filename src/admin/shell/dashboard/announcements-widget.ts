import type { ReaderRow } from "#db/office/announcement-readers.ts";
import { paths } from "#http/paths.ts";
import { announcementItems } from "#ui/announcement.ts";
import { card } from "#ui/card.ts";
import type { Children } from "#ui/html.ts";

const { announcements } = paths.admin;

/** Announcements of the dashboard. */
export const MOST_ANNOUNCEMENTS = 4;

/** 公告 for the roles of whoever looks; nothing where there are none. */
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
