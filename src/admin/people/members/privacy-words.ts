import type { RequestRow } from "#db/people/privacy.ts";
import { REQUEST_STATE_LABELS } from "#domain/people/privacy/labels.ts";
import { daysUntil, REMINDERS, type RequestState } from "#domain/people/privacy/rules.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import type { VNode } from "#ui/html.ts";
import { status } from "#ui/status.ts";
import { MEMBER_CRUMBS } from "./form-page.ts";

export const PRIVACY_CRUMBS = [...MEMBER_CRUMBS, { label: "個人資料申請", href: paths.admin.members.privacy.list() }];

const CLOSED = {
	done: { tone: "ok" },
	refused: { icon: "no" },
	withdrawn: { icon: "undo" },
} as const;

/** Draws the state of a request; for an open request, the time left. */
export function requestStatus(
	{ status: state, due_on }: { status: RequestState; due_on: string },
	today: string,
): VNode {
	if (state !== "open") return status({ word: REQUEST_STATE_LABELS[state], ...CLOSED[state] });
	const days = daysUntil(today, due_on);
	if (days < 0) return status({ word: `逾期 ${-days} 天`, tone: "danger" });
	if (days === 0) return status({ word: "今天到期", tone: "danger" });
	return status({ word: `剩 ${days} 天`, tone: days <= REMINDERS[0] ? "warn" : "info" });
}

export const dayWords = (day: string): string => dayText(day);

/** Returns who made the request, and on which channel. */
export const requesterWords = ({ channel, requester, requested_by }: RequestRow): string => {
	const name = requester ?? (requested_by === null ? "系統" : `使用者 ${requested_by}`);
	if (channel === "web") return `${name}（會員專區）`;
	return channel === "paper" ? `紙本，${name}登錄` : `協會主動，${name}登錄`;
};

/** Returns who closed the request; a pseudonymisation closes open requests too. */
export const closerWords = ({ closed_by, pseudonymised_at }: RequestRow): string =>
	closed_by ?? (pseudonymised_at === null ? "系統" : "去識別化時結案");
