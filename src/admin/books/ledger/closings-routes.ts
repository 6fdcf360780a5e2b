import * as z from "zod";
import { refusalWords } from "#admin/refusal-words.ts";
import { reviewerOf } from "#admin/reviewers.ts";
import type { Ask, Route } from "#auth/route.ts";
import {
	type BalanceRow,
	balanceRows,
	type CheckRow,
	checkRows,
	firstOpenMonth,
	type MonthRow,
	monthRows,
} from "#db/books/periods.ts";
import { brokenIn, invariantSelects } from "#db/invariants/suite.ts";
import { readRows } from "#db/read.ts";
import { monthsLater } from "#domain/books/ledger/months.ts";
import { closeMonths } from "#domain/books/periods/actions.ts";
import { MONTHS_AT_ONCE, MonthsForm } from "#domain/books/periods/form.ts";
import { paths } from "#http/paths.ts";
import { readMonth } from "#kernel/calendar.ts";
import { asked } from "#kernel/query.ts";
import type { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { freshForm } from "#ui/form-state.ts";
import { hrefWith } from "#ui/url-state.ts";
import { type Closings, closingsPage, closingValues } from "./closings-page.ts";
import { CHECK_PARTS } from "./periods-checks.ts";
import { monthWords } from "./periods-words.ts";

const { ledger } = paths.admin;
/** The last of the months on the page (YYYY-MM). */
const Until = z.strictObject({ to: asked(z.string().refine((text) => readMonth(text) !== null)) });
type AskMonths = Ask<object, z.infer<typeof Until>>;

const href = (to: string): string => hrefWith({ path: ledger.closings(), query: { to } }, {});
const isCheck = (row: CheckRow | BalanceRow | { area: unknown }): row is CheckRow => "blocks" in row;
const isBalance = (row: CheckRow | BalanceRow | { area: unknown }): row is BalanceRow => "held" in row;

/** Reads the months up to `to` that are over and open, with their checks and balances. */
async function closingsOf({ env, at, who }: AskMonths, to: string): Promise<Closings & { first: string | null }> {
	const names = Array.from({ length: MONTHS_AT_ONCE }, (_, n) => monthsLater(to, n + 1 - MONTHS_AT_ONCE));
	const [rows, [open], ...found] = await readRows(
		env.DB,
		monthRows(names),
		firstOpenMonth(),
		...names.flatMap((month) => [checkRows(month, dateInTaipei(at)), balanceRows(month)]),
		...invariantSelects(),
	);
	const first = open?.month ?? null;
	const isWaiting = ({ month, status }: MonthRow): boolean => status === "open" && first !== null && month >= first;
	const all = rows.map((row, n) => ({
		row,
		checks: found[2 * n]?.filter(isCheck) ?? [],
		balances: found[2 * n + 1]?.filter(isBalance) ?? [],
	}));
	const broken = brokenIn(found.slice(2 * names.length).map((answers) => answers.filter((row) => "area" in row)));
	return {
		months: all.filter(({ row }) => isWaiting(row)),
		href: href(to),
		more: to < lastOver(at),
		broken,
		who,
		first,
	};
}

/** Returns the last month that is over (YYYY-MM). */
const lastOver = (at: number): string => monthsLater(dateInTaipei(at).slice(0, 7), -1);
/** Returns the last month of the page whose first month is `first`, at most the last one that is over. */
function lastFrom(first: string, at: number): string {
	const [earlier = first] = [monthsLater(first, MONTHS_AT_ONCE - 1), lastOver(at)].toSorted();
	return earlier;
}

/** Says why the closing stopped at a month: what the checks found there, else the refusal. */
async function whyStopped({ env, at }: Pick<Ask, "env" | "at">, month: string, refusal: Refusal): Promise<string> {
	const [checks] = await readRows(env.DB, checkRows(month, dateInTaipei(at)));
	const left = checks.filter(({ blocks }) => blocks === 1).map((check) => CHECK_PARTS[check.code].words(check));
	return left.length > 0 ? `${left.join("；")}。` : refusalWords(refusal);
}

const closings = pageWithForms({
	path: ledger.closings(),
	gate: "periods_close",
	query: Until,
	page: async (ask: AskMonths, { sent }) => {
		const { query, at } = ask;
		const to = query.to ?? lastOver(at);
		const of = await closingsOf(ask, to);
		const wanted = of.first === null || of.first > lastOver(at) ? to : lastFrom(of.first, at);
		if (wanted !== to && !sent) return { to: href(wanted) };
		return closingsPage(of, sent ?? freshForm(closingValues(of.months)));
	},
});

const close = closings.form("sent", {
	form: MonthsForm,
	fresh: true,
	run: async (ask, { input }) => {
		const { db, who, by } = ask;
		const reviewer = reviewerOf(who, "periods.close");
		const { closed, stopped } = await closeMonths(db, { months: input, reviewer, by });
		if (stopped && closed.length === 0) throw stopped.refusal;
		const done = `已結帳 ${closed.map(monthWords).join("、")}。`;
		if (!stopped) return { to: ledger.periods(), flash: done };
		const why = await whyStopped(ask, stopped.month, stopped.refusal);
		return { to: ledger.closings(), flash: `${done}${monthWords(stopped.month)}還不能結帳：${why}`, tone: "warn" };
	},
});

/** The page 逐月結帳, whose one press closes the months in their order. */
export const CLOSING_ROUTES: readonly Route[] = [closings.show, close];
