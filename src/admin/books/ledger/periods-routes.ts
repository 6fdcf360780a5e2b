import { reviewerOf } from "#admin/reviewers.ts";
import { allows } from "#auth/permissions.ts";
import type { Ask, Route } from "#auth/route.ts";
import { cashBelowZero } from "#db/books/cash-below-zero.ts";
import { balanceRows, checkRows, monthRows, monthsKept, periodEvents, reopeners } from "#db/books/periods.ts";
import { openingHead, turningVouchers } from "#db/books/year-openings.ts";
import { yearHead } from "#db/books/years.ts";
import { brokenIn, invariantSelects } from "#db/invariants/suite.ts";
import { readRows } from "#db/read.ts";
import { closeMonth, keepBalances, reopenMonth } from "#domain/books/periods/actions.ts";
import { BalancesForm, MonthParams, ReopenForm, SeenForm } from "#domain/books/periods/form.ts";
import { PERIOD_STEPS } from "#domain/books/periods/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { book } from "#kits/list/book.ts";
import { taking } from "#kits/steps/taking.ts";
import { PERIODS, periodListPage } from "./periods-list-page.ts";
import { type PeriodForms, periodPage } from "./periods-show-page.ts";
import { monthWords } from "./periods-words.ts";

const { ledger } = paths.admin;

const MONTHS = Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, "0"));

const listPeriods = book({
	path: ledger.periods(),
	gate: "periods",
	conditions: PERIODS,
	read: async ({ env, query, who, at }) => {
		const today = dateInTaipei(at);
		const thisYear = Number(today.slice(0, 4));
		const year = query.year ?? thisYear;
		const [months, [kept], [head], [opening], turning] = await readRows(
			env.DB,
			monthRows(MONTHS.map((month) => `${year}-${month}`)),
			monthsKept(),
			yearHead(year),
			openingHead(year),
			turningVouchers(year),
		);
		if (!head || !opening) return "missing";
		const first = Math.min(year, Number(kept?.first?.slice(0, 4) ?? thisYear));
		const last = Math.max(year, thisYear);
		const years = Array.from({ length: last - first + 1 }, (_, n) => last - n);
		const mayClose = allows("periods_close", who);
		return { year, years, months, head, opening, turning, today, mayClose, mayPost: allows("ledger_post", who) };
	},
	page: periodListPage,
});

type AskMonth = Ask<{ month: string }>;

async function pageOf(ask: AskMonth, forms: PeriodForms) {
	const { env, params, who, at } = ask;
	const { month } = params;
	const today = dateInTaipei(at);
	const [[row], checks, balances, events, others, below, ...asked] = await readRows(
		env.DB,
		monthRows([month]),
		checkRows(month, today),
		balanceRows(month),
		periodEvents(month),
		reopeners(today),
		cashBelowZero(month),
		...invariantSelects(),
	);
	if (!row) return "missing" as const;
	const reopener = reviewerOf(who, "ledger.reopen");
	return periodPage(
		{ row, checks, balances, events, reopeners: others, broken: brokenIn(asked), below, who, reopener },
		forms,
	);
}

const period = pageWithForms({
	path: ledger.period(":month"),
	gate: "periods",
	params: MonthParams,
	page: pageOf,
});

const storeBalances = period.form("balances", {
	path: ledger.periodBalances(":month"),
	gate: "periods_close",
	form: BalancesForm,
	run: async ({ db, params: { month }, by }, { input }) => {
		await keepBalances(db, month, { balances: input, by });
		return { to: ledger.period(month), flash: `已儲存 ${monthWords(month)}底的銀行餘額。` };
	},
});

/**
 * Returns what the routes of closing and reopening a month share: the step, its path, that a recent sign-in is required
 * (`fresh`), and the page to return to.
 */
const pressed = (step: keyof typeof PERIOD_STEPS, path: string) =>
	({
		step: PERIOD_STEPS[step],
		path,
		fresh: true,
		to: ({ params }: AskMonth) => ledger.period(params.month),
	}) as const;

const close = taking(period, "closing", {
	...pressed("close", ledger.periodClosing(":month")),
	gate: "periods_close",
	form: SeenForm,
	take: async ({ db, params: { month }, who, by }, { input: { version } }) => {
		await closeMonth(db, { month, version, reviewer: reviewerOf(who, "periods.close"), by });
		return { flash: `${monthWords(month)}已結帳。` };
	},
});

const reopen = taking(period, "reopening", {
	...pressed("reopen", ledger.periodReopening(":month")),
	gate: "periods_reopen",
	form: ReopenForm,
	take: async ({ db, params: { month }, who, by }, { input: { version, reason } }) => {
		await reopenMonth(db, { month, version, reason, reviewer: reviewerOf(who, "ledger.reopen"), by });
		return { flash: `${monthWords(month)}已重新開帳，更正完請再結帳。` };
	},
});

/** The routes of months (會計期間): the list, a month with its bank balances, closing and reopening. */
export const PERIOD_ROUTES: readonly Route[] = [...listPeriods, period.show, storeBalances, close, reopen];
