/**
 * The result of a year in whole NT$. `reserved` is the part of the expense that was set aside for a fund; `hasPlan`: the
 * authority agreed to a plan for what was left.
 */
export type Result = { income: number; expense: number; reserved: number; hasPlan?: boolean };

/**
 * The limits in percent of a year's income: 準備基金 may take at most 20% (社會團體財務處理辦法); at least 60% must be
 * spent on the association's purposes, unless what is left is at most SURPLUS_FREE or a plan for it is approved (免納所得稅適用標準
 * §2 I 8).
 */
export const RESERVE_MOST = 20;
export const SPENT_LEAST = 60;
export const SURPLUS_FREE = 500_000;

/**
 * A ratio that the law requires of a year: `percent` of the year's income with one decimal, null when there was no
 * income; `isFine` says whether the requirement is met.
 */
export type Ratio = { percent: number | null; isFine: boolean };

/**
 * Returns 準備基金 (`reserve`) and 支出 (`spent`) as shares of the income. Money set aside does not count as spent. The
 * limits are checked in whole dollars, not by the rounded percentage.
 */
export function ratiosOf({ income, expense, reserved, hasPlan = false }: Result): { reserve: Ratio; spent: Ratio } {
	const spent = expense - reserved;
	const percent = (part: number): number | null => (income > 0 ? Math.round((part * 1000) / income) / 10 : null);
	return {
		reserve: { percent: percent(reserved), isFine: reserved * 100 <= income * RESERVE_MOST },
		spent: {
			percent: percent(spent),
			isFine: income <= 0 || spent * 100 >= income * SPENT_LEAST || income - spent <= SURPLUS_FREE || hasPlan,
		},
	};
}
