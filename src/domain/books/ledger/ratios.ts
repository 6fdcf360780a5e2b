/** What a year came to, in whole NT$. `reserved` is what of the expense was set aside for a fund. */
export type Result = { income: number; expense: number; reserved: number };

/** 準備基金 may take 20% of a year's income (社會團體財務處理辦法); 60% of it shall be spent (免納所得稅適用標準 2). */
export const RESERVE_MOST = 20;
export const SPENT_LEAST = 60;

/** A share of a year's income in percent with one decimal; null where there was none. */
export type Ratio = { percent: number | null; isFine: boolean };

/** 準備基金 and 支出 as shares of the income. What is set aside is not spent. Whole dollars decide, not the rounded percent. */
export function ratiosOf({ income, expense, reserved }: Result): { reserve: Ratio; spent: Ratio } {
	const spent = expense - reserved;
	const percent = (part: number): number | null => (income > 0 ? Math.round((part * 1000) / income) / 10 : null);
	return {
		reserve: { percent: percent(reserved), isFine: reserved * 100 <= income * RESERVE_MOST },
		spent: { percent: percent(spent), isFine: income <= 0 || spent * 100 >= income * SPENT_LEAST },
	};
}
