import { type Route, view } from "#auth/route.ts";
import { trialBalance } from "#db/books/ledger-reports.ts";
import { readRows } from "#db/read.ts";
import { pairsOf } from "#domain/books/ledger/trial.ts";
import { paths } from "#http/paths.ts";
import { bookFiles } from "./book-files.ts";
import { spanOf, TrialQuery } from "./query.ts";
import { trialBalancePage } from "./trial-balance-page.ts";

const { ledger } = paths.admin;
const gate = "ledger";

const showTrialBalance = view({
	path: ledger.trialBalance(),
	gate,
	query: TrialQuery,
	show: async ({ env, query: { closed, ...months }, surroundings, at }) => {
		const span = spanOf(months, at);
		const [rows] = await readRows(env.DB, trialBalance(span.months, closed === "1"));
		return trialBalancePage({ rows, span, closed: closed === "1", association: surroundings.fullName });
	},
});

const files = bookFiles({
	path: ledger.trialBalanceExport,
	query: TrialQuery,
	name: "數字",
	page: ledger.trialBalance(),
	read: async ({ env, query: { closed, ...months }, at }) => {
		const { months: asked } = spanOf(months, at);
		const [rows] = await readRows(env.DB, trialBalance(asked, closed === "1"));
		const table = {
			sheet: "試算表",
			header: ["代號", "會計科目", "期初借方", "期初貸方", "本期借方", "本期貸方", "期末借方", "期末貸方"],
			widths: [10, 28, 14, 14, 14, 14, 14, 14],
			rows: rows.map((row) => {
				const { opening, moved, closing } = pairsOf(row);
				return [row.code, row.name, ...opening, ...moved, ...closing];
			}),
		};
		return { file: `試算表-${asked.from}-${asked.to}`, table };
	},
});

/** The routes of 試算表. */
export const TRIAL_BALANCE_ROUTES: readonly Route[] = [showTrialBalance, ...files];
