import * as z from "zod";
import type { PaidShareRow, RemittanceRow } from "#db/books/remittances.ts";
import type { PeriodSum } from "#domain/books/remittances/due.ts";
import type { Rates } from "#domain/books/withholding/rates.ts";
import { CATEGORIES } from "#domain/books/withholding/rules.ts";
import { readMonth } from "#kernel/calendar.ts";
import { asked } from "#kernel/query.ts";
import { linked, periodEnd, queryOf, type ValuesOf } from "#kits/list/conditions.ts";
import type { FormState } from "#ui/form-state.ts";

/** The conditions of the page 本月應繳: the month, and which of its payments are listed. */
export const MONTH = {
	month: periodEnd(
		"付款",
		asked(
			z
				.string()
				.refine((text) => readMonth(text) !== null)
				.transform((text) => readMonth(text) ?? ""),
		),
	),
	category: linked(z.enum([...CATEGORIES, "unlisted"])),
	resident: linked(z.enum(["1", "0"])),
	due: linked(z.enum(["tax", "foreign_tax", "premium"])),
	day: linked(z.iso.date()),
};
export const MonthQuery = queryOf(MONTH);
export type Asked = ValuesOf<typeof MONTH>;

/** What the page is drawn from. */
export type MonthShown = {
	month: string;
	asked: Asked;
	shares: readonly PaidShareRow[];
	remittances: readonly RemittanceRow[];
	/** What was withheld and asked for in each period, since the first request. */
	sums: readonly PeriodSum[];
	rates: Rates;
	/** Today (YYYY-MM-DD). */
	today: string;
	userId: number;
	/** Whether the user can make the requests that pay what is due. */
	mayPay: boolean;
	state: FormState | undefined;
};
