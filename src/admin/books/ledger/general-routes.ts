import { ledgerHead, ledgerLines } from "#db/books/ledger-reports.ts";
import { chartOfAccounts } from "#db/books/voucher-reads.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { always, oneOf } from "#kits/list/conditions.ts";
import { ledgerBook } from "./book.ts";
import { drawGeneral } from "./general-page.ts";
import { Id, MOMENTS, spanOf, spanQuery } from "./query.ts";

const { ledger } = paths.admin;

/** The routes of 總分類帳. */
export const GENERAL_ROUTES = ledgerBook({
	path: ledger.general(),
	area: "總分類帳",
	conditions: { account: always(oneOf("會計科目", Id, "請選擇")), ...MOMENTS },
	size: 100,
	read: async ({ env, query: { account = 0, ...ends }, at }, part) => {
		const span = spanOf(ends, at);
		const [accounts, [head], lines] = await readRows(
			env.DB,
			chartOfAccounts(),
			ledgerHead(account, span.days),
			ledgerLines(account, { ...span.days, ...part }),
		);
		return account !== 0 && !head ? "missing" : { accounts, head, lines, span };
	},
	values: ({ head, span }) => ({ account: head && String(head.id), ...spanQuery(span) }),
	draw: drawGeneral,
	file: {
		path: ledger.generalExport,
		name: "分錄",
		of: ({ head, lines, span: { months } }) => {
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
			return { file: `總分類帳-${head.code}-${months.from}-${months.to}`, table, count: lines.length };
		},
	},
});
