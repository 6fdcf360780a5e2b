import * as z from "zod";
import { daysOf } from "#domain/books/ledger/trial.ts";
import { readDate, readMonth } from "#kernel/calendar.ts";
import { line } from "#kernel/form.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { Filter } from "#ui/filters.ts";

/** A month, as YYYY-MM; a browser without a field for months sends what was typed: 115/3. */
const Month = asked(
	z
		.string()
		.refine((text) => readMonth(text) !== null)
		.transform((text) => readMonth(text) ?? ""),
);
/** A month, or a day of one (YYYY-MM-DD). */
const Moment = asked(
	z
		.string()
		.refine((text) => (readMonth(text) ?? readDate(text)) !== null)
		.transform((text) => readMonth(text) ?? readDate(text)?.date ?? ""),
);
const Id = asked(z.coerce.number().int().positive());
/** All rows on one page, for paper. */
const print = asked(z.literal("1"));
const MONTHS = { from: Month, to: Month };
const MOMENTS = { from: Moment, to: Moment };

export const TrialQuery = z.strictObject({
	...MONTHS,
	/** 結帳後: closings count. */
	closed: asked(z.literal("1")),
});
export const GeneralQuery = z.strictObject({ ...MOMENTS, account: Id, page: PageNumber, print });
export const StatementsQuery = z.strictObject({
	...MONTHS,
	kind: asked(z.enum(["income", "final", "balance"])),
	/** What stands beside it: the same a year before, or the months right before. */
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

/** What an address asks for (`months`: YYYY-MM, or days where it asks for days), and the days that it means. */
export type Span = { months: { from: string; to: string }; days: { from: string; to: string } };
type Asked = { from?: string | undefined; to?: string | undefined };

/** The months or days that an address asks for: this month where it says nothing; two in the wrong order are turned. `at` is UTC ms. */
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

/** The same of a statement, which is of the year so far where the address says nothing. */
export function statementSpan(asked: Asked, at: number): Span {
	const now = dateInTaipei(at).slice(0, 7);
	return spanOf({ from: asked.from ?? `${(asked.to ?? now).slice(0, 4)}-01`, to: asked.to ?? now }, at);
}

/** The fields of a span: of months, or of days where it is of days. */
export const spanFields = ({ months }: Span): Filter[] => {
	const type = isDay(months.from) || isDay(months.to) ? "date" : "month";
	const words = type === "date" ? "日期" : "月份";
	return [
		{ name: "from", label: `起始${words}`, type, always: true },
		{ name: "to", label: `結束${words}`, type, always: true },
	];
};

/** Both ends of a span as its fields take them: days where one of them is. */
export const spanQuery = ({ months, days }: Span): { from: string; to: string } =>
	isDay(months.from) || isDay(months.to) ? days : months;
