import { HOME } from "#admin/crumbs.ts";
import type { PeriodEvent } from "#db/books/periods.ts";
import { paths } from "#http/paths.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Crumb, Tab } from "#ui/page.ts";
import { type Status, status } from "#ui/status.ts";
import { type Step, steps } from "#ui/thread.ts";
import { moment } from "#ui/time.ts";
import { LEDGER } from "./words.ts";

const { ledger } = paths.admin;

export const PERIOD_CRUMBS: readonly Crumb[] = [HOME, { label: LEDGER }, { label: "會計期間", href: ledger.periods() }];

const PLACES = [
	["會計期間", ledger.periods()],
	["預算", ledger.budgets()],
	["專案", ledger.projects()],
] as const;
/** Returns the tabs 會計期間, 預算 and 專案; `here` is the address of the open page. */
export const keepingTabs = (here: string): Tab[] =>
	PLACES.map(([label, href]) => ({ label, href, current: href === here }));

/** Returns a month (YYYY-MM) in words: 115 年 3 月. */
export const monthWords = (month: string): string =>
	`${Number(month.slice(0, 4)) - 1911} 年 ${Number(month.slice(5))} 月`;

const STATES: Record<"open" | "closed", Status> = {
	open: { word: "未結帳" },
	closed: { word: "已結帳", tone: "ok", icon: "lock" },
};
export const periodStatus = (state: "open" | "closed"): VNode => status(STATES[state]);

const EVENTS: Record<PeriodEvent["step"], string> = { close: "結帳", reopen: "重新開帳", open_year: "年初轉列" };

/** Draws the history of a month or a year: each step, who took it and when, and the reason. */
export const periodHistory = (events: readonly PeriodEvent[]): VNode =>
	events.length === 0
		? html`<p class="soft">還沒有紀錄。</p>`
		: steps(
				events.map(
					({ step, user, behalf, reason, at }): Step => ({
						title: EVENTS[step],
						state: "done",
						who: html`<span>${user ?? "系統"}${behalf !== null && `（代理 ${behalf}）`}　${moment(at)}</span>`,
						...(reason === null ? {} : { comment: reason }),
					}),
				),
			);

/**
 * Draws a refusal at the top of the page, because the form that was sent may no longer be on it; nothing without a
 * refusal.
 */
export const refused = (state: FormState | undefined): VNode | undefined | false =>
	state?.problem !== undefined && notice({ tone: "danger", role: "alert" }, state.problem);
