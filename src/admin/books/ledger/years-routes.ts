import { reviewerOf } from "#admin/reviewers.ts";
import { allows } from "#auth/permissions.ts";
import type { Ask, Route } from "#auth/route.ts";
import { ratioRow } from "#db/books/finance-figures.ts";
import { periodEvents, reopeners } from "#db/books/periods.ts";
import { openingHead, turningVouchers } from "#db/books/year-openings.ts";
import { yearHead } from "#db/books/years.ts";
import { readRows } from "#db/read.ts";
import { closeYear, openYear, reopenYear } from "#domain/books/periods/actions.ts";
import { ReopenForm, SeenForm, YearParams } from "#domain/books/periods/form.ts";
import { yearWords } from "#domain/books/periods/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { SURPLUS_PLAN_ROUTES } from "./surplus-plan-routes.ts";
import { type YearForms, yearPage } from "./years-page.ts";

const { ledger } = paths.admin;

async function pageOf(ask: Ask<{ year: number }>, forms: YearForms) {
	const { env, params, who, at } = ask;
	const { year } = params;
	const today = dateInTaipei(at);
	const [[head], [opening], turning, events, others, [ratios]] = await readRows(
		env.DB,
		yearHead(year),
		openingHead(year),
		turningVouchers(year),
		periodEvents(String(year)),
		reopeners(today),
		ratioRow(year),
	);
	if (!head || !opening || !ratios) return "missing" as const;
	const reopener = reviewerOf(who, "ledger.reopen");
	const [mayClose, mayPost] = [allows("periods_close", who), allows("ledger_post", who)];
	return yearPage(
		{ year, today, head, opening, turning, events, reopeners: others, ratios, who, reopener, mayClose, mayPost },
		forms,
	);
}

const year = pageWithForms({ path: ledger.year(":year"), gate: "periods", params: YearParams, page: pageOf });

const close = year.form("closing", {
	path: ledger.yearClosing(":year"),
	gate: "periods_close",
	fresh: true,
	form: SeenForm,
	run: async ({ db, params: { year }, who, by }, { input: { version } }) => {
		await closeYear(db, { year, version, reviewer: reviewerOf(who, "periods.close"), by });
		return { to: ledger.year(year), flash: `${yearWords(year)}已年度結帳。` };
	},
});

const reopen = year.form("reopening", {
	path: ledger.yearReopening(":year"),
	gate: "periods_reopen",
	fresh: true,
	form: ReopenForm,
	run: async ({ db, params: { year }, who, by }, { input: { version, reason } }) => {
		await reopenYear(db, { year, version, reason, reviewer: reviewerOf(who, "ledger.reopen"), by });
		return { to: ledger.year(year), flash: `已取消 ${yearWords(year)}的年度結帳。` };
	},
});

const openTheYear = year.form("opening", {
	path: ledger.yearOpening(":year"),
	gate: "periods_close",
	fresh: true,
	form: SeenForm,
	run: async ({ db, params: { year }, who, by }, { input: { version } }) => {
		await openYear(db, { year, version, reviewer: reviewerOf(who, "periods.close"), by });
		return { to: ledger.year(year), flash: `已辦理${yearWords(year)}的年初轉列。` };
	},
});

/** The routes of a year of the books: its page, closing, reopening, and the opening of the year (年初轉列). */
export const YEAR_ROUTES: readonly Route[] = [year.show, close, reopen, openTheYear, ...SURPLUS_PLAN_ROUTES];
