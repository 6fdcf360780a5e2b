import * as z from "zod";
import { daysOf } from "#domain/books/ledger/trial.ts";
import { readMonth } from "#kernel/calendar.ts";
import { asked } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayField } from "#kernel/typed.ts";
import { periodEnd } from "#kits/list/conditions.ts";

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
		.transform((text) => readMonth(text) ?? text)
		.pipe(z.union([z.string().regex(/^\d{4}-\d\d$/), dayField({ missing: "" })])),
);
export const Id = z.coerce.number().int().positive();
/** The conditions of a period: two months, or two months or days. */
export const MONTHS = { from: periodEnd("起始", Month), to: periodEnd("結束", Month) };
export const MOMENTS = { from: periodEnd("起始", Moment), to: periodEnd("結束", Moment) };
export const Year = z.coerce.number().int().min(1980).max(2200);

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

/** Returns both ends of a period for its fields: days when one of them is a day. */
export const spanQuery = ({ months, days }: Span): { from: string; to: string } =>
	isDay(months.from) || isDay(months.to) ? days : months;
