import { daysOf } from "#domain/books/ledger/trial.ts";
import { rocWords } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";

/** Returns the last day of the month in Taipei at UTC milliseconds: a manual voucher is never posted on a later day. */
export function lastPostingDay(at: number): string {
	const month = dateInTaipei(at).slice(0, 7);
	return daysOf({ from: month, to: month }).to;
}

/**
 * Returns in words why a manual voucher cannot be posted on a day (YYYY-MM-DD); undefined when it can. `opened` is the
 * day of 開帳.
 */
export function dayProblem(
	day: string,
	{ opened, at }: { opened: string | undefined; at: number },
): string | undefined {
	if (opened !== undefined && day < opened) return `日期早於開帳日（${rocWords(opened)}），不能過帳。`;
	const last = lastPostingDay(at);
	return day > last ? `日期不能晚於本月底（${rocWords(last)}）；可以先存成草稿，到時再過帳。` : undefined;
}
