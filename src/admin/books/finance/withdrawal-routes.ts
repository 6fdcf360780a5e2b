import type { Ask, Route } from "#auth/route.ts";
import { postableAccounts } from "#db/books/finance-forms.ts";
import { payableDocuments, withdrawnDocuments } from "#db/books/finance-withdrawals.ts";
import { readRows } from "#db/read.ts";
import { WithdrawalForm } from "#domain/books/finance/withdrawal-form.ts";
import { isBank } from "#domain/books/ledger/cash.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { withdrawalPage } from "./withdrawal-page.ts";

type Chosen = { account: number | null; on: string; ids: readonly number[] };

async function pageOf({ env, at, surroundings }: Ask, sent?: FormState, chosen?: Chosen) {
	const [payable, all, rows] = await readRows(
		env.DB,
		payableDocuments(),
		postableAccounts(),
		withdrawnDocuments(chosen?.ids ?? []),
	);
	const accounts = all.filter(({ code }) => isBank(code));
	const account = accounts.find(({ id }) => id === chosen?.account);
	const [only, ...more] = accounts;
	const fresh = { on: dateInTaipei(at), account: only && more.length === 0 ? String(only.id) : "" };
	const slip = chosen && account && { account: `${account.code} ${account.name}`, on: chosen.on, rows };
	const { fullName: association, titles } = surroundings;
	const of = { payable, accounts, association, secretary: titles.secretary, ...(slip && { slip }) };
	return withdrawalPage(of, sent ?? freshForm(fresh));
}

const withdrawal = pageWithForms({
	path: paths.admin.finance.withdrawalSlip(),
	gate: "finance_pay",
	page: (ask, { sent }) => pageOf(ask, sent),
});

const drawn = withdrawal.form("sent", {
	form: WithdrawalForm,
	many: ["ids"],
	run: (ask, { input, values }) => pageOf(ask, { values, errors: {} }, input),
});

/** The routes of 提款核章單. They come before the routes of one request, whose ":id" would match its address too. */
export const WITHDRAWAL_ROUTES: readonly Route[] = [withdrawal.show, drawn];
