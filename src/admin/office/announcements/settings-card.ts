import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import { mayWriteFor } from "#domain/office/announcements/audience.ts";
import { AnnouncementForm } from "#domain/office/announcements/form.ts";
import type { AnnouncementState } from "#domain/office/announcements/rules.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { checkbox } from "#ui/choices.ts";
import { fold } from "#ui/disclosure.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { timeWords } from "#ui/time.ts";
import type { Editor } from "./editor.ts";
import { standingOf } from "./words.ts";

const { announcements } = paths.admin;
const field = fieldsOf(AnnouncementForm);

/** Draws the card with an announcement's settings beside its text, in collapsible sections. */
export const settingsCard = (editor: Editor): VNode => html`<aside class="card" aria-label="公告設定">
	${fold({ label: "發布", open: true }, publishing(editor))}
	${fold({ label: "網址" }, field({ name: "slug", label: "網址", state: editor.state, optional: true, hint: "公開的公告在官網的網址；留空會由標題產生。" }))}
</aside>`;

function publishing({ row, state, at, may }: Editor): Children {
	const now: AnnouncementState = row ? standingOf(row, at) : "draft";
	return [
		now !== "draft" && now !== "scheduled" && row && html`<p class="small">${timeWords(row.publish_from ?? 0)}公告</p>`,
		field({
			name: "unpublish_at",
			label: "下架時間",
			state,
			type: "moment",
			days: "future",
			optional: true,
			hint: now === "closed" ? "重新公告時，到這個時間再結束；已經過了的時間不算。" : "到時自動結束，內容留在這裡。",
		}),
		checkbox({ name: "is_pinned", label: "置頂", state }),
		row && html`<div class="stack tight">${otherSteps(row, now, mayWriteFor(may, row.audience))}</div>`,
	];
}

const other = (label: string, sub: string, action: string): VNode => html`<p class="row between small">
	${button({ label, size: "s", formaction: action })}<span class="soft">${sub}</span>
</p>`;

const otherSteps = ({ id }: EditedAnnouncementRow, state: AnnouncementState, mayWrite: boolean): Children => [
	mayWrite && state === "open" && other("結束公告", "不再顯示，信也不再寄", announcements.step(id, "closing")),
	other("建立複本", "以現在的文字另存一則草稿", announcements.step(id, "copy")),
	mayWrite &&
		state === "draft" &&
		html`<p class="row between small">
			<a class="btn s danger" href=${announcements.step(id, "removal")}>刪除草稿</a><span class="soft">刪除後無法復原</span>
		</p>`,
];
