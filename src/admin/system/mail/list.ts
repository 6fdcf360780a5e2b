import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import { readRows } from "#db/read.ts";
import { countMails, listMails, MAIL_LIFE, MAIL_SORTS, type MailRow, mailHealth } from "#db/system/mail-log.ts";
import { selectSettings } from "#db/system/settings.ts";
import { MAIL_SETTING_KEYS, mailSettingsIn } from "#domain/system/mail/settings.ts";
import { paths } from "#http/paths.ts";
import { choice, words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { noneYet } from "#ui/empty.ts";
import { type Children, html } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import { healthLine, standingNotice, standingOf } from "./standing.ts";
import { TEMPLATE_WORDS, templateWords } from "./template-words.ts";
import { errorWords, MAIL_STATES } from "./words.ts";

const SIZE = 50;
const WEEK_MS = 7 * 86_400_000;

/** The list page 郵件: all mails of the system, newest first, with their delivery states. */
export const mailList = listing({
	path: paths.admin.mail.list(),
	gate: "mail",
	title: "郵件",
	unit: "封",
	crumbs: SYSTEM_CRUMBS,
	conditions: {
		q: words("收件人姓名或電子郵件"),
		state: choice("狀態", [MAIL_LIFE, (state) => MAIL_STATES[state].word]),
		template: choice("信件", [Object.keys(TEMPLATE_WORDS), templateWords]),
	},
	sorts: MAIL_SORTS,
	sort: "-created",
	size: SIZE,
	read: async (ask, { sort, page, ...filter }) => {
		const [rows, [count], [health], stored] = await readRows(
			ask.env.DB,
			listMails(filter, { sort, limit: SIZE, offset: (page - 1) * SIZE }),
			countMails(filter),
			mailHealth(ask.at - WEEK_MS),
			selectSettings(MAIL_SETTING_KEYS),
		);
		const none = { waiting: 0, oldestAt: null, sent: 0, failed: 0, bounced: 0 };
		const standing = standingOf(ask, mailSettingsIn(stored));
		return { rows, total: count?.total ?? 0, health: health ?? none, standing };
	},
	lead: ({ health, at }) => healthLine(health, at),
	above: ({ standing }) => standingNotice(standing),
	columns: ({ at }) => columns(at),
	none: () => noneYet({ title: "還沒有郵件", text: "系統寄出邀請、重設密碼等信件後，會列在這裡。" }),
});

const columns = (at: number): Column<MailRow>[] => [
	{ label: "收件人", sort: "to", head: true, cell: (mail) => recipient(mail) },
	{ id: "template", label: "信件", sort: "template", sheet: "line", cell: ({ template }) => templateWords(template) },
	{
		id: "created",
		label: "建立時間",
		sort: "created",
		spare: true,
		nowrap: true,
		cell: ({ createdAt }) => ago(createdAt, at),
	},
	{
		id: "state",
		label: "狀態",
		sort: "state",
		sheet: "corner",
		nowrap: true,
		cell: ({ state }) => status(MAIL_STATES[state]),
	},
	{ id: "attempts", label: "嘗試", sort: "attempts", spare: true, end: true, cell: ({ attempts }) => `${attempts} 次` },
	{ id: "progress", label: "進度", sort: "progress", sheet: "line", bare: true, cell: (mail) => progress(mail, at) },
];

const recipient = ({ id, toName, toAddress }: MailRow): Children => [
	html`<a href=${paths.admin.mail.show(id)}>${toName || toAddress || "（收件人已清除）"}</a>`,
	toName && toAddress && html`<small>${toAddress}</small>`,
];

/** Draws a mail's next step, or how its delivery ended. */
function progress({ state, attempts, dueAt, settledAt, lastError }: MailRow, at: number): Children {
	const why = lastError && errorWords(lastError);
	const ended = settledAt !== null && ago(settledAt, at);
	if (state === "sending") return "正在交給寄信服務";
	if (state === "sent") return [ended, "寄出"];
	if (state !== "queued") return why ? [why, html`<small>${ended}</small>`] : ended;
	const next = dueAt <= at ? "輪到時就寄出" : [attempts > 0 ? "下次嘗試：" : "預計：", ago(dueAt, at)];
	return [next, why && html`<small>${why}</small>`];
}
