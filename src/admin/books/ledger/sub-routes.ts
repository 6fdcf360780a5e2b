import { type Route, view } from "#auth/route.ts";
import { subHead, subLines, subRows } from "#db/books/sub-ledger.ts";
import { chartOfAccounts } from "#db/books/voucher-reads.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { bookFiles } from "./book-files.ts";
import { SubQuery, spanOf } from "./query.ts";
import { PRINT_ROWS } from "./report.ts";
import { SUB_KEYS, SUB_ROWS_PER_PAGE, subLinesPage, subPage } from "./sub-page.ts";

const { ledger } = paths.admin;
const gate = "ledger";

const showSub = view({
	path: ledger.sub(),
	gate,
	query: SubQuery,
	show: async ({ env, query: { by = "member", of, account = 0, page, print, ...months }, surroundings, at }) => {
		const span = spanOf(months, at);
		const filter = { by, account, ...span.days };
		const shown = print ? { page: 1, rows: PRINT_ROWS } : { page, rows: SUB_ROWS_PER_PAGE };
		const shared = { by, account, span, page: print ? 0 : page, association: surroundings.fullName };
		if (of === undefined) {
			const [accounts, rows] = await readRows(env.DB, chartOfAccounts(), subRows(filter, shown));
			return subPage({ ...shared, accounts, rows });
		}
		const [accounts, [head], lines] = await readRows(
			env.DB,
			chartOfAccounts(),
			subHead(of, filter),
			subLines(of, filter, shown),
		);
		return head ? subLinesPage({ ...shared, accounts, head, lines }) : "missing";
	},
});

const files = bookFiles({
	path: ledger.subExport,
	query: SubQuery,
	name: "分錄",
	page: ledger.sub(),
	read: async ({ env, query: { by = "member", of, account = 0, page: _page, print: _print, ...months }, at }, most) => {
		const { days, months: asked } = spanOf(months, at);
		const filter = { by, account, ...days };
		const all = { page: 1, rows: most };
		if (of === undefined) {
			const [rows] = await readRows(env.DB, subRows(filter, all));
			const table = {
				sheet: `明細分類帳（${SUB_KEYS[by]}）`,
				header: [SUB_KEYS[by], "期初餘額（借為正）", "借方", "貸方", "期末餘額（借為正）"],
				widths: [28, 18, 14, 14, 18],
				rows: rows.map(({ label, opening, debit, credit }) => [
					label,
					opening,
					debit,
					credit,
					opening + debit - credit,
				]),
			};
			return { file: `明細分類帳-${SUB_KEYS[by]}-${asked.from}-${asked.to}`, table };
		}
		const [[head], lines] = await readRows(env.DB, subHead(of, filter), subLines(of, filter, all));
		if (!head) return "missing";
		const table = {
			sheet: "明細分類帳",
			header: ["日期", "傳票", "代號", "會計科目", "摘要", "借方", "貸方", "餘額（借為正）"],
			widths: [12, 14, 10, 24, 32, 12, 12, 14],
			rows: [
				[null, null, null, null, "期初餘額", null, null, head.opening],
				...lines.map((line) => [
					line.date,
					line.number,
					line.code,
					line.name,
					line.memo || line.description,
					line.debit,
					line.credit,
					line.balance,
				]),
			],
		};
		return { file: `明細分類帳-${SUB_KEYS[by]}-${of}-${asked.from}-${asked.to}`, table, count: lines.length };
	},
});

/** The routes of 明細分類帳. */
export const SUB_ROUTES: readonly Route[] = [showSub, ...files];
