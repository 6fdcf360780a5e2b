import { LEDGER_CRUMBS } from "#admin/books/ledger/words.ts";
import { isRate, percent, type RateKind } from "#domain/books/withholding/rates.ts";
import { CATEGORY_LABELS, type Category } from "#domain/books/withholding/rules.ts";
import { paths } from "#http/paths.ts";
import { money } from "#ui/money.ts";
import type { Crumb, Tab } from "#ui/page.ts";

const { withholding } = paths.admin;

export const WITHHOLDING = "扣繳";
export const WITHHOLDING_CRUMBS: readonly Crumb[] = LEDGER_CRUMBS;

const PLACES = [
	["本月應繳", withholding.month()],
	["年度清單", withholding.year()],
	["扣繳率與門檻", withholding.rates()],
] as const;
/** Returns the tabs of the pages of 扣繳; `here` is the address of the open page. */
export const withholdingTabs = (here: string): Tab[] =>
	PLACES.map(([label, href]) => ({ label, href, current: href === here }));

/** Writes a category with its code: 9B 稿費、演講. A request without a register has none. */
export const categoryWords = (category: Category | null): string =>
	category === null ? "未列清冊" : `${category} ${CATEGORY_LABELS[category]}`;

/** Writes a value with its unit: 2.11%, or 20,000 元. */
export const valueWords = (kind: RateKind, value: number): string => (isRate(kind) ? percent(value) : money(value));
