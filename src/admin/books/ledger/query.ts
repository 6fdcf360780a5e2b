import * as z from "zod";
import { daysOf } from "#domain/books/ledger/trial.ts";
import { readDate, readMonth } from "#kernel/calendar.ts";
import { line } from "#kernel/form.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Filter } from "#ui/filters.ts";

/** A month (YYYY-MM) in a query. Browsers without a month field send what was typed (115/3), which is read too. */
const Month = asked(
	z
		.string()
		.refine((text) => readMonth(text) !== null)
		.transform((text) => readMonth(text) ?? ""),
);
/** A month, or a day (YYYY-MM-DD), in a query. */
const Moment = asked(
	z
		.string()
		.refine((text) => (readMonth(text) ?? readDate(text)) !== null)
		.transform((text) => readMonth(text) ?? readDate(text)?.date ?? ""),
);
const Id = asked(z.coerce.number().int().positive());
/** The parameter `print` of an address: "1" shows all rows on one page, for printing. */
const print = asked(z.literal("1"));
const MONTHS = { from: Month, to: Month };
const MOMENTS = { from: Moment, to: Moment };

export const TrialQuery = z.strictObject({
	...MONTHS,
	/** Whether closing vouchers are included (結帳後): "1", otherwise absent. */
	closed: asked(z.literal("1")),
});
export const GeneralQuery = z.strictObject({ ...MOMENTS, account: Id, page: PageNumber, print });
export const StatementsQuery = z.strictObject({
	...MONTHS,
	kind: asked(z.enum(["income", "final", "balance"])),
	/** What the second column shows: the same months a year before, or the months directly before. */
	than: asked(z.enum(["year", "before"])),
});
export const JournalQuery = z.strictObject({
	...MOMENTS,
	kind: asked(z.enum(["income", "expense", "transfer"])),
	q: line(60).default(""),
	page: PageNumber,
	print,
});
export const SubQuery = z.strictObject({
	...MOMENTS,
	by: asked(z.enum(["member", "project"])),
	of: Id,
	account: Id,
	page: PageNumber,
	print,
});
export const CashBookQuery = z.strictObject({ ...MONTHS, account: Id, page: PageNumber, print });
export const YearQuery = z.strictObject({ year: asked(z.coerce.number().int().min(1980).max(2200)) });

/** The period of an address (`months`: YYYY-MM, or days when the address names days), and the days that it covers. */
export type Span = { months: { from: string; to: string }; days: { from: string; to: string } };
type Asked = { from?: string | undefined; to?: string | undefined };

/**
 * Returns the period of an address: this month when it names none; two ends in the wrong order are swapped. `at` is in
 * UTC milliseconds.
 */
export function spanOf({ from, to }: Asked, at: number): Span {
	const now = dateInTaipei(at).slice(0, 7);
	const [first = now, last = now] = [from ?? to ?? now, to ?? from ?? now].toSorted();
	const whole = daysOf({ from: first.slice(0, 7), to: last.slice(0, 7) });
	return {
		months: { from: first, to: last },
		days: { from: isDay(first) ? first : whole.from, to: isDay(last) ? last : whole.to },
	};
}

const isDay = (moment: string): boolean => moment.length === 10;

/**
 * Returns the period of a statement. Without a beginning, it begins in January of the year of its end; without an end,
 * it ends in the present month.
 */
export function statementSpan(asked: Asked, at: number): Span {
	const now = dateInTaipei(at).slice(0, 7);
	return spanOf({ from: asked.from ?? `${(asked.to ?? now).slice(0, 4)}-01`, to: asked.to ?? now }, at);
}

/** Returns the filter fields of a period: months, or days when the period has days. */
export const spanFields = ({ months }: Span): Filter[] => {
	const type = isDay(months.from) || isDay(months.to) ? "date" : "month";
	const words = type === "date" ? "日期" : "月份";
	return [
		{ name: "from", label: `起始${words}`, type, always: true },
		{ name: "to", label: `結束${words}`, type, always: true },
	];
};

/**
 * Returns both ends of a period as the values of its filter fields: days when either end is a day, otherwise months.
 */
export const spanQuery = ({ months, days }: Span): { from: string; to: string } =>
	isDay(months.from) || isDay(months.to) ? days : months;
