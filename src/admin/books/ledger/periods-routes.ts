import { reviewerOf } from "#admin/reviewers.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, action, type Route, view } from "#auth/route.ts";
import { cashBelowZero } from "#db/books/cash-below-zero.ts";
import { balanceRows, checkRows, monthRows, monthsKept, periodEvents, reopeners } from "#db/books/periods.ts";
import { openingHead, turningVouchers } from "#db/books/year-openings.ts";
import { yearHead } from "#db/books/years.ts";
import { brokenIn, invariantSelects } from "#db/invariants/suite.ts";
import { readRows } from "#db/read.ts";
import { closeMonth, keepBalances, reopenMonth } from "#domain/books/periods/actions.ts";
import { BalancesForm, MonthParams, PeriodsQuery, ReopenForm, SeenForm } from "#domain/books/periods/form.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { FormState } from "#ui/form-state.ts";
import { periodListPage } from "./periods-list-page.ts";
import { type PeriodForms, periodPage } from "./periods-show-page.ts";
import { monthWords } from "./periods-words.ts";

const { ledger } = paths.admin;

const MONTHS = Array.from({ length: 12 }, (_, n) => String(n + 1).padStart(2, "0"));

const listPeriods = view({
	path: ledger.periods(),
	gate: "periods",
	query: PeriodsQuery,
	show: async ({ env, query, who, at }) => {
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
		return periodListPage({ year, years, months, head, opening, turning, today, mayClose });
	},
});

type AskMonth = Ask<{ month: string }>;

async function pageOf(ask: AskMonth, forms?: PeriodForms) {
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

const showPeriod = view({
	path: ledger.period(":month"),
	gate: "periods",
	params: MonthParams,
	show: (ask) => pageOf(ask),
});

const storeBalances = action({
	path: ledger.periodBalances(":month"),
	gate: "periods_close",
	params: MonthParams,
	form: BalancesForm,
	run: async ({ db, params: { month }, by }, { input }) => {
		await keepBalances(db, month, { balances: input, by });
		return { to: ledger.period(month), flash: `已儲存 ${monthWords(month)}底的銀行餘額。` };
	},
	page: (ask, balances) => pageOf(ask, { balances }),
});

const close = action({
	path: ledger.periodClosing(":month"),
	gate: "periods_close",
	params: MonthParams,
	fresh: true,
	form: SeenForm,
	run: async ({ db, params: { month }, who, by }, { input: { version } }) => {
		await closeMonth(db, { month, version, reviewer: reviewerOf(who, "periods.close"), by });
		return { to: ledger.period(month), flash: `${monthWords(month)}已結帳。` };
	},
	page: (ask, closing) => pageOf(ask, { closing }),
});

const reopen = action({
	path: ledger.periodReopening(":month"),
	gate: "periods_reopen",
	params: MonthParams,
	fresh: true,
	form: ReopenForm,
	run: async ({ db, params: { month }, who, by }, { input: { version, reason } }) => {
		await reopenMonth(db, { month, version, reason, reviewer: reviewerOf(who, "ledger.reopen"), by });
		return { to: ledger.period(month), flash: `${monthWords(month)}已重新開帳，更正完請再結帳。` };
	},
	page: (ask, reopening: FormState) => pageOf(ask, { reopening }),
});

/** The routes of 會計期間: months, their closing and their reopening. */
export const PERIOD_ROUTES: readonly Route[] = [listPeriods, showPeriod, storeBalances, close, reopen];
