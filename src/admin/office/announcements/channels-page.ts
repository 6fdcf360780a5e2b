import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import type { AudienceCounts } from "#db/office/announcement-receivers.ts";
import { mayWriteFor, type NamedAudience } from "#domain/office/announcements/audience.ts";
import { ChannelsForm } from "#domain/office/announcements/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import type { Permission } from "#permissions.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import { copyButton } from "#ui/copy.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { beside, FLOW_LABELS, flowCrumbs, flowHref, flowLinks, flowTabs, standingLead } from "./flow.ts";
import { standingOf } from "./words.ts";

const { announcements } = paths.admin;

const field = fieldsOf(ChannelsForm);

export type ChosenChannels = {
	row: EditedAnnouncementRow;
	named: readonly NamedAudience[];
	counts: AudienceCounts;
	/** The words for LINE as they are copied. */
	line: string;
	/** Whether the system is set up to send mail. */
	isSetUp: boolean;
	may: ReadonlySet<Permission>;
	at: number;
};

/** Draws the step 管道: the page, which there always is, the mail, and the words for LINE. */
export function channelsPage(of: ChosenChannels, state: FormState): Page {
	const { row, line, isSetUp, may } = of;
	const mayWrite = mayWriteFor(may, row.audience);
	const { before, after } = beside("channels");
	const press = (label: string, to: string | undefined, tone: "plain" | "primary" = "plain") =>
		button({ label, tone, busy: "儲存中...", ...(to ? { name: "to", value: to } : {}) });
	const forLine = html`<p class="letter-text">${line}</p>`;
	return {
		title: "公告的管道",
		name: `管道：${row.title}`,
		area: "公告",
		crumbs: flowCrumbs(row),
		lead: standingLead(row, of),
		tabs: flowTabs(row.id, "channels"),
		slim: true,
		body: mayWrite
			? form(
					{ action: announcements.step(row.id, "channels"), state, version: row.version, main: true, guard: true },
					card({ title: "網頁" }, pageWords(row.audience)),
					card(
						{ title: "電子郵件" },
						byMail(of, state),
						!isSetUp &&
							notice({ tone: "warn", title: "寄信還沒有設定好" }, "信會留著，等系統管理員設定好寄信服務後寄出。"),
					),
					card(
						{ title: "LINE 文字" },
						html`<p class="small">系統不會傳訊息到 LINE。把這段文字複製、貼到群組或官方帳號就可以；不要貼給對象以外的人。</p>`,
						forLine,
						html`<p>${copyButton({ text: line, about: "LINE 文字" })}</p>`,
						field({
							name: "line_text",
							label: "自己寫 LINE 文字",
							state,
							type: "textarea",
							rows: 4,
							optional: true,
							hint: "留空就用標題與內文開頭；網址會自動加在最後。",
						}),
					),
					html`<p class="row between">
						${before && press(`上一步：${FLOW_LABELS[before]}`, before)}
						${press("儲存", undefined)}
						${after && press(`下一步：${FLOW_LABELS[after]}`, after, "primary")}
					</p>`,
				)
			: html`<div class="stack">
					${card({ title: "LINE 文字" }, forLine, html`<p>${copyButton({ text: line, about: "LINE 文字" })}</p>`)}
					${flowLinks(row.id, "channels")}
				</div>`,
	};
}

const pageWords = (audience: string) =>
	html`<p>${
		audience === "public"
			? "會出現在官網，會員專區也看得到。"
			: audience.startsWith("staff:")
				? "出現在他們的「給我的公告」。"
				: "會出現在會員專區，要登入才看得到。"
	}</p>`;

/** Draws whether it also goes by mail; once it is open, mails are asked for where it is sent. */
function byMail({ row, counts, at }: ChosenChannels, state: FormState): Children {
	const standing = standingOf(row, at);
	if (standing === "open" || standing === "closed")
		return [
			row.by_mail === 1 && html`<input type="hidden" name="by_mail" value="1" />`,
			html`<p class="small">公告已經發布，要寄信或再寄，請到<a href=${flowHref(row.id, "mailing")}>發送</a>。</p>`,
		];
	return checkbox({
		name: "by_mail",
		label: `也寄電子郵件（現在有 ${figure(counts.mailed)} 位收得到）`,
		state,
		hint: "發布時寄出；排程的，公告開始時才寄。儲存這一頁不會寄信。",
	});
}
