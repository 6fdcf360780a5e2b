import { HOME } from "#admin/crumbs.ts";
import type { ReaderRow } from "#db/office/announcement-readers.ts";
import { paths } from "#http/paths.ts";
import { announcementItems } from "#ui/announcement.ts";
import { type AnnouncementShown, announcementReading } from "#ui/announcement-reading.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Crumb, Page } from "#ui/page.ts";

const { announcements } = paths.admin;

/** An announcement of one's own on the side of the staff. */
export const staffReadingPage = (shown: AnnouncementShown): Page => ({
	title: shown.row.title,
	area: "公告",
	crumbs: [HOME, { label: "給我的公告", href: announcements.reading() }],
	slim: true,
	outside: true,
	sheets: ["writing"],
	body: card({ label: "公告" }, announcementReading(shown)),
});

/** 預覽: as those whom it is for will see it; `lead` says whom. */
export const previewAnnouncementPage = (
	shown: AnnouncementShown,
	{ crumbs, lead }: { crumbs: Crumb[]; lead: string },
): Page => ({
	title: shown.row.title,
	name: `預覽：${shown.row.title}`,
	area: "公告",
	crumbs,
	slim: true,
	outside: true,
	sheets: ["writing"],
	body: html`<div class="stack">${notice({ tone: "info" }, lead)}${card({ label: "預覽" }, announcementReading(shown))}</div>`,
});

/** 給我的公告: what is for the roles of whoever looks. */
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
