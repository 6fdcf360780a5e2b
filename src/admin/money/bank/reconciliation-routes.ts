import { IdParams, type Route } from "#auth/route.ts";
import { differencesUntil, reconciledAccount } from "#db/money/bank-reconciliation.ts";
import { readRows } from "#db/read.ts";
import { daysOf, monthsLater } from "#domain/books/index.ts";
import { ReconciliationQuery } from "#domain/money/bank/reconciliation.ts";
import { signersOn } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { reconciliationPage } from "./reconciliation-page.ts";

const { bank } = paths.admin;

const page = pageWithForms({
	path: bank.reconciliation(":id"),
	isPaper: true,
	gate: "bank_reconciliation",
	params: IdParams,
	query: ReconciliationQuery,
	page: async ({ env, params, query, at, who, surroundings }) => {
		const now = dateInTaipei(at).slice(0, 7);
		const month = query.month ?? monthsLater(now, -1);
		const { to: day } = daysOf({ from: month, to: month });
		const [[account], differences] = await readRows(
			env.DB,
			reconciledAccount(params.id, day),
			differencesUntil(params.id, day),
		);
		if (!account) return "missing";
		return reconciliationPage({
			account,
			differences,
			day,
			earlier: monthsLater(month, -1),
			later: month < now ? monthsLater(month, 1) : undefined,
			association: surroundings.fullName,
			signers: signersOn(surroundings.titles, "製表"),
			who,
		});
	},
});

export const BANK_RECONCILIATION_ROUTES: readonly Route[] = [page.show];
