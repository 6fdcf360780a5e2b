import type { ReaderRow } from "#db/office/index.ts";
import { paths } from "#http/paths.ts";
import { announcementItems } from "#ui/announcement.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";

const { announcements } = paths.member;

export type OwnAnnouncement = ReaderRow & { total: number; unread: number };

/** Draws the dashboard's card of announcements (公告): the given ones, and how many of all are unread. */
export const announcementsCard = (rows: readonly OwnAnnouncement[]): VNode =>
	rows[0] === undefined
		? card({ title: "公告" }, html`<p class="soft small">目前沒有公告。協會的公告會列在這裡。</p>`)
		: card(
				{
					title: "公告",
					...(rows[0].unread > 0 ? { count: rows[0].unread, due: true } : {}),
					link: { href: announcements.list(), label: "全部" },
					flush: true,
				},
				announcementItems(rows, announcements.show),
			);
