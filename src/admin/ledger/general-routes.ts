import { type Ask, type Route, view } from "#auth/route.ts";
import { ledgerHead, ledgerLines } from "#db/ledger-reports.ts";
import { readRows } from "#db/read.ts";
import { chartOfAccounts } from "#db/voucher-reads.ts";
import { paths } from "#http/paths.ts";
import { type SheetFormat, sheetFile } from "#http/sheet-file.ts";
import { generalPage, LINES_PER_PAGE } from "./general-page.ts";
import { GeneralQuery, spanOf } from "./query.ts";
import { EXPORT_ROWS, PRINT_ROWS } from "./report.ts";

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

const exportGeneral = (format: SheetFormat): Route =>
	view({
		path: ledger.generalExport(format),
		gate,
		query: GeneralQuery,
		show: async ({
			env,
			query: { account = 0, page: _page, print: _print, ...months },
			at,
		}: Ask<object, typeof GeneralQuery._output>) => {
			const { days, months: asked } = spanOf(months, at);
			const [[head], lines] = await readRows(
				env.DB,
				ledgerHead(account, days),
				ledgerLines(account, { ...days, page: 1, rows: EXPORT_ROWS }),
			);
			if (!head) return "missing";
			const sheet = {
				sheet: head.name,
				header: ["日期", "傳票", "摘要", "對方科目", "借方", "貸方", "餘額（借為正）"],
				widths: [12, 14, 32, 24, 12, 12, 14],
				rows: [
					["", "", "期初餘額", "", null, null, head.opening],
					...lines.map((line) => [
						line.date,
						line.number,
						line.memo || line.description,
						line.contra,
						line.debit || null,
						line.credit || null,
						line.balance,
					]),
				],
			};
			return sheetFile(`總分類帳-${head.code}-${asked.from}-${asked.to}`, sheet, format);
		},
	});

/** 總分類帳. */
export const GENERAL_ROUTES: readonly Route[] = [showGeneral, exportGeneral("xlsx"), exportGeneral("csv")];
