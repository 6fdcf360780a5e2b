import { SYSTEM_CRUMBS } from "#admin/crumbs.ts";
import type { MailHealth, MailRow } from "#db/system/mail-log.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { status } from "#ui/status.ts";
import { type Column, table } from "#ui/table.ts";
import { ago } from "#ui/time.ts";
import type { Here } from "#ui/url-state.ts";
import { healthLine, type Standing, standingNotice } from "./standing.ts";
import { TEMPLATE_WORDS, templateWords } from "./template-words.ts";
import { errorWords, MAIL_STATE_OPTIONS, MAIL_STATES } from "./words.ts";

const TEMPLATE_OPTIONS = Object.entries(TEMPLATE_WORDS).map(([value, label]) => ({ value, label }));

export type MailList = {
	rows: MailRow[];
	total: number;
	page: number;
	size: number;
	here: Here;
	health: MailHealth;
	standing: Standing;
	at: number;
};

/** Every mail of the service, newest first, and how it stands with them. */
export function mailListPage(of: MailList): Page {
	const { rows, total, page, size, here, health, standing, at } = of;
	return {
		title: "郵件",
		crumbs: SYSTEM_CRUMBS,
		lead: healthLine(health, at),
		body: html`<div class="stack">
			${standingNotice(standing)}
			${card(
				{ label: "郵件", flush: true },
				filters({
					here,
					search: { placeholder: "收件人姓名或電子郵件" },
					fields: [
						{ name: "state", label: "狀態", options: MAIL_STATE_OPTIONS },
						{ name: "template", label: "信件", options: TEMPLATE_OPTIONS },
					],
				}),
				table({ caption: "郵件，新的在前", columns: columns(at), rows, cards: true, empty: nothing(of) }),
				pager({ here, page, size, total, unit: "封" }),
			)}
		</div>`,
	};
}

function nothing({ here, total }: MailList): VNode {
	if (total > 0) return noMatch({ title: "這一頁沒有郵件", text: "請回到第一頁。", clearHref: here.path });
	const isFiltered = Object.entries(here.query).some(([name, value]) => name !== "page" && value);
	return isFiltered
		? noMatch({ title: "找不到符合的郵件", clearHref: here.path })
		: noneYet({ title: "還沒有郵件", text: "系統寄出邀請、重設密碼等信件後，會列在這裡。" });
}

const columns = (at: number): Column<MailRow>[] => [
	{ label: "收件人", head: true, cell: (mail) => recipient(mail) },
	{ label: "信件", sheet: "line", cell: ({ template }) => templateWords(template) },
	{ label: "建立時間", nowrap: true, cell: ({ createdAt }) => ago(createdAt, at) },
	{ label: "狀態", sheet: "corner", nowrap: true, cell: ({ state }) => status(MAIL_STATES[state]) },
	{ label: "嘗試", end: true, cell: ({ attempts }) => `${attempts} 次` },
	{ label: "進度", sheet: "line", bare: true, cell: (mail) => progress(mail, at) },
];

const recipient = ({ id, toName, toAddress }: MailRow): Children => [
	html`<a href=${paths.admin.mail.show(id)}>${toName || toAddress || "（收件人已清除）"}</a>`,
	toName && toAddress && html`<small>${toAddress}</small>`,
];

/** What comes next, or how it ended. */
function progress({ state, attempts, dueAt, settledAt, lastError }: MailRow, at: number): Children {
	const why = lastError && errorWords(lastError);
	const ended = settledAt !== null && ago(settledAt, at);
	if (state === "sending") return "正在交給寄信服務";
	if (state === "sent") return [ended, "寄出"];
	if (state !== "queued") return why ? [why, html`<small>${ended}</small>`] : ended;
	const next = dueAt <= at ? "輪到時就寄出" : [attempts > 0 ? "下次嘗試：" : "預計：", ago(dueAt, at)];
	return [next, why && html`<small>${why}</small>`];
}
