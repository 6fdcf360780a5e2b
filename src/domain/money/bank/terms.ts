import { rocWords } from "#kernel/calendar.ts";

/** What a 定期存款 is placed for: the rate in thousandths of a percent a year, its days, whether the bank renews it. */
export type Term = { rate: number; from: string; until: string; renews: boolean };
type Stored = {
	term_rate: number | null;
	term_from: string | null;
	term_until: string | null;
	term_renews: 0 | 1 | null;
};

/** Returns the term of a stored account; undefined for an account that is no 定期存款. */
export function termOf({ term_rate, term_from, term_until, term_renews }: Stored): Term | undefined {
	if (term_rate === null || term_from === null || term_until === null) return undefined;
	return { rate: term_rate, from: term_from, until: term_until, renews: term_renews === 1 };
}

const DAY = 86_400_000;
/** Returns how many days there are from one day (YYYY-MM-DD) to another. */
export const daysBetween = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / DAY);

/** How many days before its end a 定期存款 is told of, by mail and on the dashboard. */
export const TOLD_DAYS = 30;

/** Returns a rate as people write it: 1715 thousandths of a percent are 1.715%. */
export const rateWords = (rate: number): string => `${String(rate / 1000)}%`;

/** Says how long a 定期存款 still runs on a day, or that it has ended and what to do. */
export function leftWords({ until, renews }: Pick<Term, "until" | "renews">, today: string): string {
	const left = daysBetween(today, until);
	if (left > 0) return `還有 ${left} 天`;
	if (left === 0) return "今天到期";
	return renews ? "已到期轉期，請填新的期間" : "已到期，請辦理解約或填新的期間";
}

/** Returns the term in words: 115 年 12 月 1 日到期，年利率 1.715%，到期自動轉期. */
export const termWords = ({ rate, until, renews }: Term): string =>
	`${rocWords(until)}到期，年利率 ${rateWords(rate)}，${renews ? "自動轉期" : "到期不續存"}`;

/** Returns the interest of the whole term in whole NT$, simple interest by days of a year of 365. */
export const interestOf = (principal: number, { rate, from, until }: Term): number =>
	Math.floor((principal * rate * daysBetween(from, until)) / (365 * 100_000));
