import * as z from "zod";
import type { Ask, Route } from "#auth/route.ts";
import { accountOf, accountRows } from "#db/books/accounts.ts";
import { accrualLines, accrualVoucher, duesReceivable } from "#db/books/accruals.ts";
import { assets, depreciationVoucher } from "#db/books/assets.ts";
import { closedMonths } from "#db/books/vouchers.ts";
import { readRows } from "#db/read.ts";
import { depreciationByAccount } from "#domain/books/assets/rules.ts";
import { closedIn } from "#domain/books/ledger/postings.ts";
import { draftAccruals } from "#domain/books/periods/accrual-actions.ts";
import { AccrualForm, accrualYear, documentsOf, readPrepaid } from "#domain/books/periods/accruals.ts";
import { BookYear } from "#domain/books/periods/form.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { accrualsPage } from "./accruals-page.ts";

const { ledger } = paths.admin;
const YearQuery = z.strictObject({ year: asked(BookYear) });
/** How many years the page offers beside the one that is open. */
const YEARS = 5;

async function pageOf({ env, at }: Pick<Ask, "env" | "at">, year: number, sent: FormState | undefined) {
	const [lines, dues, [voucher], [depreciation], all, chart, closed] = await readRows(
		env.DB,
		accrualLines(year),
		duesReceivable(year),
		accrualVoucher(year),
		depreciationVoucher(year),
		assets(),
		accountRows(),
		closedMonths(),
	);
	const documents = documentsOf(lines);
	const now = Number(dateInTaipei(at).slice(0, 4));
	const due = [...depreciationByAccount(all, year).values()].reduce((sum, amount) => sum + amount, 0);
	return accrualsPage(
		{
			year,
			years: [...new Set([...Array.from({ length: YEARS }, (_, n) => now - n), year])].sort((a, b) => b - a),
			documents,
			dues,
			accounts: chart.map(accountOf),
			voucher,
			depreciation: { voucher: depreciation, due },
			isClosed: closedIn(closed).has(`${year}-12`),
			key: crypto.randomUUID(),
		},
		sent ?? freshForm({ document: documents.map(({ id }) => String(id)) }),
	);
}

const accruals = pageWithForms({
	path: ledger.accruals(),
	gate: "ledger_post",
	query: YearQuery,
	page: (ask, { sent }) => {
		const named = BookYear.safeParse(sent?.values.year);
		const year = named.success ? named.data : ask.query.year;
		return pageOf(ask, year ?? accrualYear(dateInTaipei(ask.at)), sent);
	},
});

const draft = accruals.form("sent", {
	form: AccrualForm,
	many: ["document", "dues", "account", "amount", "memo"],
	run: async (ask, { input, values, key }) => {
		const { db, env, by } = ask;
		const [chart] = await readRows(env.DB, accountRows());
		const { prepaid, problems } = readPrepaid(input, chart.map(accountOf));
		if (problems.length > 0) return pageOf(ask, input.year, { values, errors: { account: problems } });
		const { year, document, dues } = input;
		const id = await draftAccruals(db, { year, document, dues, prepaid, key, by });
		return { to: ledger.voucher(id), flash: "已產生年底調整傳票的草稿，核對後請過帳。" };
	},
});

/** The routes of 年底調整. */
export const ACCRUAL_ROUTES: readonly Route[] = [accruals.show, draft];
