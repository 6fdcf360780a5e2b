import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import { audienceWords, type NamedAudience } from "#domain/office/announcements/audience.ts";
import type { Rendered } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { type AnnouncementShown, announcementReading } from "#ui/announcement-reading.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { errorSummary } from "#ui/error-summary.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { tabs } from "#ui/tabs.ts";
import { flowCrumbs, flowHref, flowLinks, flowTabs, standingLead } from "./flow.ts";

const { announcements } = paths.admin;

export type Previewed = {
	row: EditedAnnouncementRow;
	named: readonly NamedAudience[];
	shown: AnnouncementShown;
	/** The mail as the user would get it. */
	mail: Rendered | undefined;
	/** Whether the page is shown as wide as a phone. */
	isPhone: boolean;
	at: number;
};

/** Draws the step 預覽: the page as its readers see it, and the mail as it is sent, which one may send to oneself. */
export function previewPage(of: Previewed, state: FormState): Page {
	const { row, named, shown, mail, isPhone } = of;
	const here = flowHref(row.id, "preview");
	return {
		title: "公告預覽",
		name: `預覽：${row.title}`,
		area: "公告",
		crumbs: flowCrumbs(row),
		lead: standingLead(row, of),
		tabs: flowTabs(row.id, "preview"),
		slim: true,
		outside: true,
		sheets: ["writing"],
		body: html`<div class="stack">
			${errorSummary(state)}
			${tabs(
				[
					{ label: "電腦", href: here, current: !isPhone },
					{ label: "手機", href: `${here}?width=phone`, current: isPhone },
				],
				"網頁的寬度",
			)}
			<div class=${isPhone ? "phone-wide" : undefined}>
				${card({ title: `網頁：${audienceWords(row.audience, named)}看到的樣子` }, announcementReading(shown))}
			</div>
			${
				mail &&
				card(
					{ title: "電子郵件" },
					html`<p>主旨：<b>${mail.subject}</b></p>`,
					html`<p class="hint">以您收到的為例；沒有帳號的人，信裡沒有「登入閱讀」的按鈕。圖片與附件不放在信裡，登入後才看得到。</p>`,
					html`<form method="post" action=${announcements.step(row.id, "own-mail")}>
						<p>${button({ label: "寄一封給自己", icon: "mail", size: "s", busy: "寄送中..." })} <span class="soft small">只寄給您，不算發送。</span></p>
					</form>`,
					disclosure({ label: "純文字的樣子" }, html`<p class="letter-text">${mail.text}</p>`),
					html`<iframe class=${isPhone ? "letter phone-wide" : "letter"} src=${announcements.step(row.id, "mail-body")} sandbox="" title=${`信件內容：${mail.subject}`}></iframe>`,
				)
			}
			${flowLinks(row.id, "preview")}
		</div>`,
	};
}
