import type { StandingAnnouncement } from "#db/office/announcement-edits.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { ANNOUNCEMENT_CRUMBS } from "./list.ts";

const { announcements } = paths.admin;

/** Draws the page 刪除草稿: what is deleted with the draft, and what stays. */
export const removeAnnouncementPage = (row: StandingAnnouncement, state: FormState): Page => ({
	title: `刪除「${row.title}」`,
	area: "公告",
	crumbs: [...ANNOUNCEMENT_CRUMBS, { label: row.title, href: announcements.show(row.id) }],
	slim: true,
	body: card(
		{ label: "刪除草稿" },
		notice({ tone: "danger", title: "刪除後無法復原" }, "這則公告的文字與已經安排的寄送都會刪除。"),
		html`<p>圖片與附件留在媒體庫，可以另外刪除。稽核紀錄會留下刪除的人、時間與網址。</p>`,
		form({
			action: announcements.step(row.id, "removal"),
			state,
			version: row.version,
			submit: "刪除草稿",
			busy: "刪除中...",
			danger: true,
			cancel: announcements.show(row.id),
		}),
	),
});
