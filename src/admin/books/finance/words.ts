import { HOME } from "#admin/crumbs.ts";
import { FINANCE_STATE_LABELS, type FinanceState } from "#domain/books/finance/labels.ts";
import { paths } from "#http/paths.ts";
import { money } from "#ui/money.ts";
import { type Status, status } from "#ui/status.ts";

const { finance } = paths.admin;

export const FINANCE = "財務";
export const FINANCE_CRUMBS = [HOME, { label: FINANCE }];
/** The breadcrumbs of the pages below the list 支出申請, which end with a link to that list. */
export const DOCUMENT_CRUMBS = [...FINANCE_CRUMBS, { label: "支出申請", href: finance.list() }];

const LOOKS: Record<FinanceState, Omit<Status, "word">> = {
	draft: { icon: "edit" },
	pending_cashier: { tone: "warn" },
	pending_accountant: { tone: "warn" },
	pending_secretary: { tone: "warn" },
	pending_chair: { tone: "warn" },
	approved: { tone: "info", icon: "coins" },
	paid: { tone: "info", icon: "check" },
	posted: { tone: "ok" },
	returned: { tone: "danger", icon: "undo" },
	rejected: { tone: "danger", icon: "no" },
	withdrawn: { icon: "undo" },
	voided: { icon: "no" },
};

/** Draws the state of a request: word, colour and icon. */
export const financeStatus = (state: FinanceState) => status({ word: FINANCE_STATE_LABELS[state], ...LOOKS[state] });

const DAY_MS = 86_400_000;

/** Returns the number of whole days since a time (UTC milliseconds). */
export const daysSince = (then: number, at: number): number => Math.max(0, Math.floor((at - then) / DAY_MS));

/** Returns in words how long something has waited: 已等候不到 1 天, 已等候 3 天. */
export const waited = (then: number, at: number): string => {
	const days = daysSince(then, at);
	return days === 0 ? "已等候不到 1 天" : `已等候 ${days} 天`;
};

/** Writes what a request pays, or takes back: 1,200 元, 收回 300 元. */
export const amountOf = ({ net }: { net: number }): string => (net < 0 ? `收回 ${money(-net)}` : money(net));
