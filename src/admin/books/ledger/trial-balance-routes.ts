import { trialBalance } from "#db/books/ledger-reports.ts";
import { readRows } from "#db/read.ts";
import { pairsOf } from "#domain/books/ledger/trial.ts";
import { paths } from "#http/paths.ts";
import { always, choice } from "#kits/list/conditions.ts";
import { ledgerBook } from "./book.ts";
import { MONTHS, spanOf } from "./query.ts";
import { drawTrialBalance } from "./trial-balance-page.ts";
import { LEDGER } from "./words.ts";

const { ledger } = paths.admin;

/** The routes of 試算表. */
export const TRIAL_BALANCE_ROUTES = ledgerBook({
	path: ledger.trialBalance(),
	area: LEDGER,
	/** `closed`: whether closing vouchers are included. */
	conditions: { ...MONTHS, closed: always(choice("結帳", [["1"], { 1: "結帳後" }], "結帳前")) },
	read: async ({ env, query: { closed, ...ends }, at }) => {
		const span = spanOf(ends, at);
		const [rows] = await readRows(env.DB, trialBalance(span.months, closed === "1"));
		return { rows, span, closed };
	},
	values: ({ span, closed }) => ({ ...span.months, closed }),
	draw: drawTrialBalance,
	file: {
		path: ledger.trialBalanceExport,
		name: "數字",
		of: ({ rows, span: { months } }) => {
			const table = {
				sheet: "試算表",
				header: ["代號", "會計科目", "期初借方", "期初貸方", "本期借方", "本期貸方", "期末借方", "期末貸方"],
				widths: [10, 28, 14, 14, 14, 14, 14, 14],
				rows: rows.map((row) => {
					const { opening, moved, closing } = pairsOf(row);
					return [row.code, row.name, ...opening, ...moved, ...closing];
				}),
			};
			return { file: `試算表-${months.from}-${months.to}`, table };
		},
	},
});
