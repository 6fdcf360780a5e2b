import { type SubHead, type SubLine, type SubRow, subHead, subLines, subRows } from "#db/books/sub-ledger.ts";
import { chartOfAccounts } from "#db/books/voucher-reads.ts";
import { readRows } from "#db/read.ts";
import { paths } from "#http/paths.ts";
import { always, choice, linked } from "#kits/list/conditions.ts";
import { ASKED_ACCOUNT, accountAsked, accountIn } from "./asked-account.ts";
import { ledgerBook } from "./book.ts";
import { keepSeen, lastOr } from "./last-seen.ts";
import { Id, MOMENTS, spanOf } from "./query.ts";
import { BY, drawSub, drawSubLines, SUB_KEYS, type SubOfOne, type SubSums, subQuery } from "./sub-page.ts";

const { ledger } = paths.admin;

const rowsSheet = (key: string, rows: readonly SubRow[]) => ({
	sheet: `明細分類帳（${key}）`,
	header: [key, "期初餘額（借為正）", "借方", "貸方", "期末餘額（借為正）"],
	widths: [28, 18, 14, 14, 18],
	rows: rows.map(({ label, opening, debit, credit }) => [label, opening, debit, credit, opening + debit - credit]),
});

const linesSheet = ({ opening }: SubHead, lines: readonly SubLine[]) => ({
	sheet: "明細分類帳",
	header: ["日期", "傳票", "代號", "會計科目", "摘要", "借方", "貸方", "餘額（借為正）"],
	widths: [12, 14, 10, 24, 32, 12, 12, 14],
	rows: [
		[null, null, null, null, "期初餘額", null, null, opening],
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
});

/**
 * The routes of 明細分類帳: all members or projects, or the lines of one (`of`). Its bare address is narrowed to the account
 * that the user looked at last.
 */
export const SUB_ROUTES = ledgerBook({
	path: ledger.sub(),
	area: "明細分類帳",
	conditions: {
		by: always(choice("彙總方式", [["member", "project"], BY])),
		of: linked(Id),
		...ASKED_ACCOUNT,
		...MOMENTS,
	},
	size: 100,
	read: async (ask, part): Promise<SubSums | SubOfOne | "missing"> => {
		const { env, at } = ask;
		const { by = "member", of, account: id, named, from, to } = lastOr(ask);
		const span = spanOf({ from, to }, at);
		const account = await accountAsked(env.DB, { account: id, named });
		const filter = { by, account, ...span.days };
		const sub = { by, named, account, span };
		if (of === undefined) {
			const [accounts, rows] = await readRows(env.DB, chartOfAccounts(), subRows(filter, part));
			const shown = accountIn(accounts, account);
			if (shown) keepSeen(ask, { account: shown.id, from, to });
			return { ...sub, accounts, rows };
		}
		const [accounts, [head], lines] = await readRows(
			env.DB,
			chartOfAccounts(),
			subHead(of, filter),
			subLines(of, filter, part),
		);
		return head ? { ...sub, accounts, head, lines } : "missing";
	},
	values: (of) => subQuery(of, "head" in of ? of.head.id : undefined),
	draw: (of, shown) => ("head" in of ? drawSubLines(of, shown) : drawSub(of, shown)),
	file: {
		path: ledger.subExport,
		name: "分錄",
		of: (of) => {
			const key = SUB_KEYS[of.by];
			const { from, to } = of.span.months;
			if (!("head" in of)) return { file: `明細分類帳-${key}-${from}-${to}`, table: rowsSheet(key, of.rows) };
			const { head, lines } = of;
			const table = linesSheet(head, lines);
			return { file: `明細分類帳-${key}-${head.id}-${from}-${to}`, table, count: lines.length };
		},
	},
});
