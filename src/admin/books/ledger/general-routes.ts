import { type Route, view } from "#auth/route.ts";
import { ledgerHead, ledgerLines } from "#db/books/ledger-reports.ts";
import { chartOfAccounts } from "#db/books/voucher-reads.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { bookFiles } from "./book-files.ts";
import { generalPage, LINES_PER_PAGE } from "./general-page.ts";
import { GeneralQuery, spanOf } from "./query.ts";
import { PRINT_ROWS } from "./report.ts";

const { ledger } = paths.admin;
const gate = "ledger";

const showGeneral = view({
	path: ledger.general(),
	gate,
	query: GeneralQuery,
	show: async ({ env, query: { account = 0, page, print, ...months }, surroundings, at }) => {
		const span = spanOf(months, at);
		const shown = print ? { page: 1, rows: PRINT_ROWS } : { page, rows: LINES_PER_PAGE };
		const [accounts, [head], lines] = await readRows(
			env.DB,
			chartOfAccounts(),
			ledgerHead(account, span.days),
			ledgerLines(account, { ...span.days, ...shown }),
		);
		if (account !== 0 && !head) return "missing";
		return generalPage({ accounts, head, lines, span, page: print ? 0 : page, association: surroundings.fullName });
	},
});

const files = bookFiles({
	path: ledger.generalExport,
	query: GeneralQuery,
	name: "分錄",
	page: ledger.general(),
	read: async ({ env, query: { account = 0, page: _page, print: _print, ...months }, at }, most) => {
		const { days, months: asked } = spanOf(months, at);
		const [[head], lines] = await readRows(
			env.DB,
			ledgerHead(account, days),
			ledgerLines(account, { ...days, page: 1, rows: most }),
		);
		if (!head) return "missing";
		const table = {
			sheet: head.name,
			header: ["日期", "傳票", "摘要", "對方科目", "借方", "貸方", "餘額（借為正）"],
			widths: [12, 14, 32, 24, 12, 12, 14],
			rows: [
				[null, null, "期初餘額", null, null, null, head.opening],
				...lines.map((line) => [
					line.date,
					line.number,
					line.memo || line.description,
					line.contra,
					line.debit,
					line.credit,
					line.balance,
				]),
			],
		};
		return { file: `總分類帳-${head.code}-${asked.from}-${asked.to}`, table, count: lines.length };
	},
});

/** The routes of 總分類帳. */
export const GENERAL_ROUTES: readonly Route[] = [showGeneral, ...files];
