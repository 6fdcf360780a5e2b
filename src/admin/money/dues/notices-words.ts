import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import type { NoticeRow } from "#db/money/dues-notice-log.ts";
import { NOTICE_CHANNEL_LABELS, NOTICE_KIND_LABELS } from "#domain/money/dues-notices/rules.ts";
import { paths } from "#http/paths.ts";
import { type Children, html } from "#ui/html.ts";
import type { Crumb, Tab } from "#ui/page.ts";
import { type Status, status } from "#ui/status.ts";
import { ago } from "#ui/time.ts";
import { listAgain, type Whom } from "./notices-query.ts";

const { dues } = paths.admin;

export const NOTICES = "會費通知";

/** Returns the breadcrumbs of a page about notices; the last one leads back to the list with the same conditions. */
export const noticeCrumbs = (of: Whom): readonly Crumb[] => [...MONEY_CRUMBS, { label: NOTICES, href: listAgain(of) }];

export const noticeTabs = (current: "list" | "log"): Tab[] => [
	{ label: "要通知的會員", href: dues.notices(), current: current === "list" },
	{ label: "通知紀錄", href: dues.noticesLog(), current: current === "log" },
];

const MAIL_STATES: Record<NonNullable<NoticeRow["mail_state"]>, Status> = {
	queued: { word: "等候寄出", tone: "warn" },
	sending: { word: "寄送中", tone: "info" },
	sent: { word: "已寄出", tone: "ok" },
	failed: { word: "寄送失敗", tone: "danger" },
	bounced: { word: "遭退信", tone: "danger" },
};

/** Draws a notice's channel; for mail, with its delivery state. */
export const channelWords = ({ channel, mail_state }: Pick<NoticeRow, "channel" | "mail_state">): Children => [
	NOTICE_CHANNEL_LABELS[channel],
	mail_state && ["　", status(MAIL_STATES[mail_state])],
];

/** Returns the kind of a notice in words: 到期（115 年底）, 人工通知. */
export const kindWords = ({ kind, period_end }: Pick<NoticeRow, "kind" | "period_end">): string =>
	period_end === null
		? NOTICE_KIND_LABELS[kind]
		: `${NOTICE_KIND_LABELS[kind]}（${Number(period_end.slice(0, 4)) - 1911} 年底）`;

export const whoWords = ({ by, kind }: Pick<NoticeRow, "by" | "kind">): string =>
	by ?? (kind === "manual" ? "—" : "系統排程");

/** Draws when and how a member was last notified: 昨天 16:40，電子郵件. */
export const lastWords = (
	{ last_at, last_channel }: { last_at: number | null; last_channel: NoticeRow["channel"] | null },
	at: number,
): Children =>
	last_at === null || last_channel === null
		? html`<span class="soft">還沒有</span>`
		: [ago(last_at, at), html`<small class="soft">${NOTICE_CHANNEL_LABELS[last_channel]}</small>`];
