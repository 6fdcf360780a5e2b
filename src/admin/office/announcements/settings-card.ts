import type { EditedAnnouncementRow } from "#db/office/announcement-edits.ts";
import type { MailingRow } from "#db/office/announcement-mailings.ts";
import { audienceWords, mayWriteFor } from "#domain/office/announcements/audience.ts";
import { AnnouncementForm } from "#domain/office/announcements/form.ts";
import type { AnnouncementState } from "#domain/office/announcements/rules.ts";
import { paths } from "#http/paths.ts";
import { taipeiInput } from "#kernel/times.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { bar } from "#ui/bar.ts";
import { button, linkButton } from "#ui/button.ts";
import { checkbox, segment } from "#ui/choices.ts";
import { fold } from "#ui/disclosure.ts";
import { facts } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import { moment, timeWords } from "#ui/time.ts";
import type { Editor } from "./editor.ts";
import { audienceOptions, MAILING_LOOKS, standingOf } from "./words.ts";

const { announcements } = paths.admin;
const field = fieldsOf(AnnouncementForm);

/**
 * Draws the card with an announcement's settings beside its text, in collapsible sections, with its mails and the
 * number of its readers.
 */
export const settingsCard = (editor: Editor): VNode => html`<aside class="card" aria-label="公告設定">
	${fold({ label: "對象", open: true }, audience(editor))}
	${fold({ label: "發布", open: true }, publishing(editor))}
	${editor.row && fold({ label: "電子郵件", open: true }, mails(editor, editor.row))}
	${editor.row && fold({ label: "閱讀情形", open: true }, reads(editor))}
	${fold({ label: "網址" }, field({ name: "slug", label: "網址", state: editor.state, optional: true, hint: "公開的公告在官網的網址；留空會由標題產生。" }))}
</aside>`;

function audience({ state, named, may, row }: Editor): Children {
	const all = audienceOptions(named);
	// A removed role or a retired group is still shown when it was chosen.
	const gone =
		row && !all.some(({ value }) => value === row.audience)
			? [{ value: row.audience, label: audienceWords(row.audience, named) }]
			: [];
	const options = [...all, ...gone].filter(({ value }) => mayWriteFor(may, value) || value === row?.audience);
	return field({
		name: "audience",
		label: "給誰看",
		state,
		type: "select",
		options,
		required: true,
		hint: options.some(({ value }) => value === "public")
			? "公開的會出現在官網首頁，會員專區也看得到；其他的要登入才看得到，不會出現在官網。給會員的，監護人也看得到。"
			: "要登入才看得到，不會出現在官網。給會員的，監護人也看得到。",
	});
}

function publishing({ row, state, at, may }: Editor): Children {
	const now: AnnouncementState = row ? standingOf(row, at) : "draft";
	const isAhead = now === "draft" || now === "scheduled";
	return [
		html`<div class="stack publish">
			${
				isAhead
					? [
							segment({
								name: "publish",
								label: "發布方式",
								hideLabel: true,
								state,
								fill: true,
								options: [
									{ value: "now", label: "立即" },
									{ value: "later", label: "排程" },
								],
							}),
							html`<div class="publish-later">${field({ name: "publish_at", label: "公告時間", state, type: "datetime-local", min: taipeiInput(at) })}</div>`,
						]
					: row && html`<p class="small">${timeWords(row.publish_from ?? 0)}公告</p>`
			}
			${field({
				name: "unpublish_at",
				label: "下架時間",
				state,
				type: "datetime-local",
				optional: true,
				hint: now === "closed" ? "重新公告時，到這個時間再結束；已經過了的時間不算。" : "到時自動結束，內容留在這裡。",
			})}
		</div>`,
		checkbox({ name: "is_pinned", label: "置頂", state }),
		row && html`<div class="stack tight">${otherSteps(row, now, mayWriteFor(may, row.audience))}</div>`,
	];
}

const other = (label: string, sub: string, action: string): VNode => html`<p class="row between small">
	${button({ label, size: "s", formaction: action })}<span class="soft">${sub}</span>
</p>`;

const otherSteps = ({ id }: EditedAnnouncementRow, state: AnnouncementState, mayWrite: boolean): Children => [
	mayWrite && state === "scheduled" && other("取消排程", "回到草稿", announcements.step(id, "withdrawal")),
	mayWrite && state === "open" && other("結束公告", "不再顯示，信也不再寄", announcements.step(id, "closing")),
	other("建立複本", "以現在的文字另存一則草稿", announcements.step(id, "copy")),
	mayWrite &&
		state === "draft" &&
		html`<p class="row between small">
			<a class="btn s danger" href=${announcements.step(id, "removal")}>刪除草稿</a><span class="soft">刪除後無法復原</span>
		</p>`,
];

function mails({ mailings, may, at }: Editor, row: EditedAnnouncementRow): Children {
	const [newest] = mailings;
	const isUnderWay = newest?.state === "waiting" || newest?.state === "sending";
	const mayAsk = mayWriteFor(may, row.audience) && standingOf(row, at) !== "closed";
	const label = newest ? "再寄一次" : "寄給對象";
	return [
		newest
			? lastMailing(newest, row.id, mailings.length)
			: html`<p class="small">還沒有寄過。儲存修改不會寄信，要寄時在這裡安排。</p>`,
		(mayAsk || isUnderWay) &&
			html`<p>${linkButton({
				label: isUnderWay ? "查看或停止" : label,
				icon: "mail",
				size: "s",
				href: announcements.step(row.id, "mailing"),
			})}</p>`,
	];
}

const lastMailing = (of: MailingRow, id: number, many: number): Children => [
	html`<p class="row small">${status(MAILING_LOOKS[of.state])}<span class="soft">${of.asked_by ?? "系統"}安排</span></p>`,
	facts(
		[
			{ name: "已寄出", many: of.sent, unit: "封" },
			{ name: "等候寄出", many: of.waiting, unit: "封" },
			{ name: "沒有寄到", many: of.failed, unit: "封" },
			{ name: "沒有電子郵件", many: of.no_address, unit: "位" },
			{ name: "已取消訂閱", many: of.unsubscribed, unit: "位" },
		]
			.filter(({ many, name }) => many > 0 || name === "已寄出")
			.map(({ name, many, unit }) => ({ name, value: `${figure(many)} ${unit}` })),
	),
	of.ended_at !== null && of.state === "done" && html`<p class="hint">${moment(of.ended_at)}寄完。</p>`,
	html`<p class="small"><a href=${announcements.step(id, "receivers")}>寄送紀錄${many > 1 ? `（共 ${many} 次）` : ""}</a></p>`,
];

/** Draws how many accounts of the audience have read the announcement: 已讀 34／120. */
function reads({ share }: Editor): Children {
	const { reached = 0, read = 0 } = share ?? {};
	if (reached === 0) return html`<p class="small soft">對象裡還沒有能登入的帳號。</p>`;
	return [
		html`<p><b>${figure(read)}</b>／${figure(reached)} 個帳號已讀（${Math.round((read / reached) * 100)}%）</p>`,
		bar({ parts: [{ label: "已讀", value: read }], of: reached }),
		html`<p class="hint">打開過這則公告的就算已讀；只計算能登入的帳號，含代為照顧的監護人。</p>`,
	];
}
