import type { Route } from "#auth/route.ts";
import { bookRows, seriesChecks, seriesGaps } from "#db/money/receipt-series.ts";
import { receiptYears } from "#db/money/receipts.ts";
import { readRows } from "#db/read.ts";
import { setFirstReceipt } from "#domain/money/receipts/actions.ts";
import { SeriesForm } from "#domain/money/receipts/form.ts";
import { RECEIPT_SERIES_LABELS } from "#domain/money/receipts/labels.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { book } from "#kits/list/book.ts";
import { BOOK_MAX, bookPage, STUBS } from "./book-page.ts";
import { gapsPage } from "./gaps-page.ts";
import { seriesPage } from "./series-page.ts";

const { receipts } = paths.admin;

/** Returns the year of the Republic (民國) in Taipei at a time in UTC milliseconds. */
const yearAt = (at: number): number => rocYear(Number(dateInTaipei(at).slice(0, 4)));

const stubs = book({
	path: receipts.book(),
	gate: "receipts",
	isPaper: true,
	conditions: STUBS,
	read: async ({ env, query: { series = "dues", month, ...asked }, at, surroundings }) => {
		const year = asked.year ?? yearAt(at);
		const [rows, years] = await readRows(env.DB, bookRows({ series, year, month }, BOOK_MAX + 1), receiptYears());
		return {
			series,
			year,
			month,
			rows,
			years: years.map(({ roc_year }) => roc_year),
			association: surroundings.fullName,
			today: dateInTaipei(at),
		};
	},
	page: bookPage,
});

const numbers = book({
	path: receipts.gaps(),
	gate: "receipts",
	isPaper: true,
	conditions: {},
	read: async ({ env }) => {
		const [checks, gaps] = await readRows(env.DB, seriesChecks(), seriesGaps());
		return { checks, gaps };
	},
	page: gapsPage,
});

const start = pageWithForms({
	path: receipts.series(),
	gate: "receipts_issue",
	page: async ({ env, at }, { sent }) => {
		const [checks] = await readRows(env.DB, seriesChecks());
		return seriesPage({ checks, year: yearAt(at) }, sent);
	},
});

const setSeries = start.form("sent", {
	form: SeriesForm,
	run: async ({ db, by }, { input: { series, year, first_no: firstNo } }) => {
		await setFirstReceipt(db, { series, year, firstNo, by });
		return { to: receipts.series(), flash: `${RECEIPT_SERIES_LABELS[series]} ${year} 年從 ${firstNo} 號開始。` };
	},
});

/** The routes of the book of stubs (存根簿), the number check (號碼檢查) and the first numbers (起號). */
export const BOOK_ROUTES: readonly Route[] = [...stubs, ...numbers, start.show, setSeries];
