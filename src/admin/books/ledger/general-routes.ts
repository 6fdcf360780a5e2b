import { accountsBeside, ledgerHead, ledgerLines } from "#db/books/ledger-reports.ts";
import { chartOfAccounts } from "#db/books/voucher-reads.ts";
import { readRows } from "#db/read.ts";
import { accountWords } from "#domain/books/accounts/chart.ts";
import { paths } from "#http/paths.ts";
import { always } from "#kits/list/conditions.ts";
import { ASKED_ACCOUNT, accountAsked } from "./asked-account.ts";
import { ledgerBook } from "./book.ts";
import { drawGeneral } from "./general-page.ts";
import { keepSeen, lastOr } from "./last-seen.ts";
import { MOMENTS, spanOf, spanQuery } from "./query.ts";

const { ledger } = paths.admin;

/** The routes of 總分類帳. Its bare address opens the account that the user looked at last. */
export const GENERAL_ROUTES = ledgerBook({
	path: ledger.general(),
	area: "總分類帳",
	conditions: { ...ASKED_ACCOUNT, named: always(ASKED_ACCOUNT.named), ...MOMENTS },
	size: 100,
	read: async (ask, part) => {
		const { env, query, at } = ask;
		const { account: id, named, from, to } = lastOr(ask);
		const span = spanOf({ from, to }, at);
		const account = await accountAsked(env.DB, { account: id, named });
		const [accounts, [head], lines, beside] = await readRows(
			env.DB,
			chartOfAccounts(),
			ledgerHead(account, span.days),
			ledgerLines(account, { ...span.days, ...part }),
			accountsBeside(account),
		);
		if (head) keepSeen(ask, { account: head.id, from, to });
		return query.account !== undefined && !head ? "missing" : { accounts, named, head, lines, beside, span };
	},
	values: ({ head, named, span }) => ({ named: head ? accountWords(head) : named, ...spanQuery(span) }),
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
