import * as z from "zod";
import { Year } from "#admin/books/ledger/query.ts";
import { allows } from "#auth/permissions.ts";
import type { Ask, Route } from "#auth/route.ts";
import { paidShares, periodSums, remittancesOf, unlistedOf, yearPayees } from "#db/books/remittances.ts";
import { allRates, ratesOn } from "#db/books/withholding.ts";
import { readRows } from "#db/read.ts";
import { requestRemittance } from "#domain/books/remittances/actions.ts";
import { monthBefore } from "#domain/books/remittances/due.ts";
import { lacksNumber, usualYear, YEAR_COLUMNS, type YearPayee } from "#domain/books/remittances/year.ts";
import { setRate } from "#domain/books/withholding/actions.ts";
import { RateForm } from "#domain/books/withholding/form.ts";
import { RATES } from "#domain/books/withholding/rates.ts";
import type { Bindings } from "#env.ts";
import { paths } from "#http/paths.ts";
import { rocYear } from "#kernel/calendar.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { book } from "#kits/list/book.ts";
import { linked } from "#kits/list/conditions.ts";
import { backTo, tableOf, takenAway } from "#kits/list/taking-away.ts";
import { openNationalId } from "#platform/member-seals.ts";
import { freshForm } from "#ui/form-state.ts";
import { monthPage } from "./month-page.ts";
import { RemittanceForm } from "./month-press.ts";
import { type Asked, MonthQuery } from "./month-query.ts";
import { ratesPage } from "./rates-page.ts";
import { yearPage } from "./year-page.ts";

const { withholding, finance } = paths.admin;
const gate = "withholding";

const month = pageWithForms({
	path: withholding.month(),
	gate,
	query: MonthQuery,
	page: async ({ env, who, at, query }: Ask<object, Asked>, { sent }: Refused) => {
		const today = dateInTaipei(at);
		const of = query.month ?? monthBefore(today);
		const [shares, remittances, sums, rates] = await readRows(
			env.DB,
			paidShares(of),
			remittancesOf(of),
			periodSums(),
			ratesOn(today),
		);
		const reader = { userId: who.userId, mayPay: allows("withholding_pay", who) };
		return monthPage({ month: of, asked: query, shares, remittances, sums, rates, today, ...reader, state: sent });
	},
});

const pay = month.form("sent", {
	path: withholding.payment(),
	gate: "withholding_pay",
	form: RemittanceForm,
	run: async ({ db, by, who }, { input, key }) => {
		const id = await requestRemittance(db, { asked: input, key, by: { ...by, userId: who.userId } });
		return { to: finance.show(id), flash: "已建立支出申請的草稿，請附上繳款書後送出。" };
	},
});

const rates = pageWithForms({
	path: withholding.rates(),
	gate,
	page: async ({ env, who, at }: Ask, { sent }: Refused) => {
		const [all] = await readRows(env.DB, allRates());
		const of = { rates: all, today: dateInTaipei(at), mayManage: allows("withholding_manage", who) };
		return ratesPage({ ...of, key: crypto.randomUUID() }, sent ?? freshForm());
	},
});

const set = rates.form("sent", {
	gate: "withholding_manage",
	form: RateForm,
	run: async ({ db, by }, { input, key }) => {
		await setRate(db, { input, key, by });
		return { to: withholding.rates(), flash: `已設定${RATES[input.kind].label}。` };
	},
});

const YEAR = linked(Year);

async function readYear({ env, at }: Pick<Ask, "env" | "at">, asked: number | undefined) {
	const year = asked ?? usualYear(dateInTaipei(at));
	const [payees, unlisted] = await readRows(env.DB, yearPayees(year), unlistedOf(year));
	return { year, payees, unlisted };
}

const year = book({
	path: withholding.year(),
	gate,
	isPaper: true,
	conditions: { year: YEAR },
	read: (ask) => readYear(ask, ask.query.year),
	page: (of, { at, who }) =>
		yearPage({ ...of, thisYear: Number(dateInTaipei(at).slice(0, 4)), mayTake: allows("withholding_manage", who) }),
});

/** Opens the number of each payee. */
const numbered = (env: Bindings, payees: readonly YearPayee[], year: number) =>
	Promise.all(
		payees.map(async (one) => ({ ...one, year, number: (await openNationalId(env, one)) ?? one.tax_id ?? "" })),
	);

/** The routes that download the year's list with complete (decrypted) numbers, which nobody may be without. */
const files = takenAway({
	path: withholding.yearExport,
	gate: "withholding_manage",
	query: z.strictObject({ year: YEAR.schema }),
	holds: "sealed",
	name: "付款",
	unit: "列",
	narrow: "請聯絡系統維運人員",
	page: withholding.year(),
	noted: ["withholding.export", "withholding"],
	read: async (ask) => {
		const { year, payees } = await readYear(ask, ask.query.year);
		if (payees.some(lacksNumber))
			return backTo(ask, { page: withholding.year() }, "還有受款人缺證號，請先補上再下載。");
		const table = tableOf("扣繳清單", YEAR_COLUMNS, await numbered(ask.env, payees, year));
		return { file: `扣繳清單-${rocYear(year)}`, table, filter: { year: String(year) } };
	},
});

/** The routes of 扣繳: what is due of a month, the year's list, and the rates. */
export const WITHHOLDING_ROUTES: readonly Route[] = [month.show, pay, ...year, ...files, rates.show, set];
