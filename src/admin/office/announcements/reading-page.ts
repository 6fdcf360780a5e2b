import { HOME } from "#admin/crumbs.ts";
import type { ReaderRow } from "#db/office/announcement-readers.ts";
import { paths } from "#http/paths.ts";
import { announcementItems } from "#ui/announcement.ts";
import { type AnnouncementShown, announcementReading } from "#ui/announcement-reading.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import type { Page } from "#ui/page.ts";

const { announcements } = paths.admin;

/** Draws an announcement that is addressed to the current user as staff. */
export const staffReadingPage = (shown: AnnouncementShown): Page => ({
	title: shown.row.title,
	area: "公告",
	crumbs: [HOME, { label: "給我的公告", href: announcements.reading() }],
	slim: true,
	outside: true,
	sheets: ["writing"],
	body: card({ label: "公告" }, announcementReading(shown)),
});

/** Draws the page 給我的公告: the announcements for the roles of the current user. */
export const staffReadingListPage = (rows: readonly ReaderRow[]): Page => ({
	title: "給我的公告",
	area: "公告",
	crumbs: [HOME],
	slim: true,
	body: card(
		{ label: "公告", flush: true },
		rows.length === 0
			? noneYet({ title: "目前沒有公告", text: "給您角色的公告會列在這裡。" })
			: announcementItems(rows, announcements.read),
	),
});
