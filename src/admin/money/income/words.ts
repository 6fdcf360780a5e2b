import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { INCOME_STATE_LABELS, type IncomeState } from "#domain/money/income/labels.ts";
import { paths } from "#http/paths.ts";
import type { VNode } from "#ui/html.ts";
import type { Tab } from "#ui/page.ts";
import { type Status, status } from "#ui/status.ts";

const { income } = paths.admin;
export const INCOME_CRUMBS = [...MONEY_CRUMBS, { label: "收入", href: income.list() }];
export const DONOR_CRUMBS = [...MONEY_CRUMBS, { label: "捐款人", href: income.donors.list() }];

const LOOKS: Record<IncomeState, Omit<Status, "word">> = {
	draft: { icon: "edit" },
	recorded: { tone: "warn" },
	posted: { tone: "ok" },
	reversed: { icon: "refresh" },
};

/** Draws the state of an income record. */
export const incomeStatus = (state: IncomeState): VNode =>
	status({ word: INCOME_STATE_LABELS[state], ...LOOKS[state] });

const PLACES = [
	["收入", income.list()],
	["捐款人", income.donors.list()],
	["捐款申報", income.tax()],
] as const;

/** Returns the tabs of the income pages; 捐款申報 only with `mayManage`. `here` is the address of the open page. */
export const incomeTabs = (here: string, mayManage: boolean): Tab[] =>
	PLACES.filter(([, href]) => mayManage || href !== income.tax()).map(([label, href]) => ({
		label,
		href,
		current: href === here,
	}));
