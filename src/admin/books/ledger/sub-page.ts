import type { SubHead, SubKey, SubLine, SubRow } from "#db/books/sub-ledger.ts";
import type { AccountRow } from "#db/books/voucher-reads.ts";
import { paths } from "#http/paths.ts";
import { rocWords } from "#kernel/calendar.ts";
import { card } from "#ui/card.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { pager } from "#ui/pager.ts";
import { table } from "#ui/table.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { accountOptions, sideWords } from "./general-page.ts";
import { type Span, spanFields, spanQuery } from "./query.ts";
import { accountHref, reportPage, withUnit } from "./report.ts";
import { LEDGER_CRUMBS, ledgerTabs, spanWords } from "./words.ts";

const { ledger } = paths.admin;
export const SUB_ROWS_PER_PAGE = 100;
export const SUB_KEYS: Record<SubKey, string> = { member: "會員", project: "專案" };

type Sub = {
	by: SubKey;
	accounts: AccountRow[];
	account: number;
	span: Span;
	/** The page number; 0 when all rows are on one page, for printing. */
	page: number;
	association: string;
};

const hereOf = ({ by, account, span }: Sub, of?: number): Here => ({
	path: ledger.sub(),
	query: {
		by,
		of: of === undefined ? undefined : String(of),
		account: account > 0 ? String(account) : undefined,
		...spanQuery(span),
	},
});

/**
 * Draws 明細分類帳: for each member or project, the opening balance, debit, credit and closing balance of the lines
 * that name it.
 */
export function subPage(sub: Sub & { rows: SubRow[] }): Page {
	const { by, rows, span, page, association } = sub;
	const here = hereOf(sub);
	const [first] = rows;
	return reportPage({
		association,
		title: "明細分類帳",
		name: `明細分類帳（${SUB_KEYS[by]}）`,
		span: `${accountWords(sub)}${spanWords(span.days)}`,
		lead: `${spanWords(span.days)}　傳票上指名${SUB_KEYS[by]}的分錄，依${SUB_KEYS[by]}加總。`,
		area: "明細分類帳",
		crumbs: LEDGER_CRUMBS,
		tabs: ledgerTabs(here.path),
		files: first ? (format) => hrefWith({ ...here, path: ledger.subExport(format) }, {}) : undefined,
		printHref: page === 0 ? undefined : hrefWith(here, { print: "1" }),
		tooLong: page === 0 && rows.length < (first?.all_rows ?? 0),
		body: card(
			{ flush: true, label: `依${SUB_KEYS[by]}` },
			subFilters(sub, here),
			table<SubRow>({
				caption: `明細分類帳，依${SUB_KEYS[by]}`,
				cards: true,
				tight: true,
				book: true,
				columns: [
					{
						label: SUB_KEYS[by],
						head: true,
						cell: ({ id, label }) => html`<a href=${hrefWith(here, { of: String(id) })}>${label}</a>`,
					},
					{ label: "期初餘額", end: true, pair: true, cell: ({ opening }) => sideWords(opening) },
					{ label: "借方", end: true, pair: true, cell: ({ debit }) => amount(debit) },
					{ label: "貸方", end: true, cell: ({ credit }) => amount(credit) },
					{
						label: "期末餘額",
						end: true,
						pair: true,
						cell: ({ opening, debit, credit }) => sideWords(opening + debit - credit),
					},
				],
				rows,
				empty: emptyOf(sub, here),
				foot:
					first &&
					html`<tr role="row">
						<th role="rowheader" scope="row" class="head">合計</th>
						<td role="cell" class="num pair" data-label="期初餘額">${sideWords(first.all_opening)}</td>
						<td role="cell" class="num pair" data-label="借方">${amount(first.all_debit)}</td>
						<td role="cell" class="num" data-label="貸方">${amount(first.all_credit)}</td>
						<td role="cell" class="num pair" data-label="期末餘額">${sideWords(first.all_opening + first.all_debit - first.all_credit)}</td>
					</tr>`,
			}),
			page > 0 &&
				first &&
				pager({
					here,
					page,
					size: SUB_ROWS_PER_PAGE,
					total: first.all_rows,
					unit: by === "member" ? "位" : "個",
				}),
		),
	});
}

const accountWords = ({ accounts, account }: Sub): string => {
	const one = accounts.find(({ id }) => id === account);
	return one ? `${one.code} ${one.name}　` : "";
};

const subFilters = ({ accounts, span }: Sub, here: Here): VNode =>
	filters({
		here,
		fields: [
			{
				name: "by",
				label: "彙總方式",
				options: Object.entries(SUB_KEYS).map(([value, label]) => ({ value, label: `依${label}` })),
				always: true,
			},
			{ name: "account", label: "會計科目", options: accountOptions(accounts), empty: "全部科目" },
			...spanFields(span),
		],
	});

function emptyOf({ by, account, page }: Sub, here: Here): VNode {
	if (page > 1) return pastTheEnd(here, "列表已經變短");
	return account > 0
		? noMatch({
				title: `這個科目沒有指名${SUB_KEYS[by]}的分錄`,
				clearHref: hrefWith(here, { account: undefined }),
			})
		: noneYet({
				title: `這段期間沒有指名${SUB_KEYS[by]}的分錄`,
				text: "會費收款會記會員，支出申請與手開傳票可以記專案；也可以改選其他月份。",
			});
}

/** Draws the voucher lines that name one member or project, with their sums and the balance after each. */
export function subLinesPage(sub: Sub & { head: SubHead; lines: SubLine[] }): Page {
	const { by, head, lines, span, page, association } = sub;
	const here = hereOf(sub, head.id);
	const all = hrefWith(hereOf(sub), {});
	return reportPage({
		association,
		title: "明細分類帳",
		name: head.label,
		span: `${head.label}　${accountWords(sub)}${spanWords(span.days)}`,
		lead: withUnit(`${accountWords(sub)}${spanWords(span.days)}`),
		area: "明細分類帳",
		crumbs: [...LEDGER_CRUMBS, { label: `明細分類帳（${SUB_KEYS[by]}）`, href: all }],
		tabs: ledgerTabs(here.path),
		files: (format) => hrefWith({ ...here, path: ledger.subExport(format) }, {}),
		printHref: page === 0 ? undefined : hrefWith(here, { print: "1" }),
		tooLong: page === 0 && lines.length < head.lines,
		body: card(
			{ flush: true, label: head.label },
			subFilters(sub, here),
			table<SubLine>({
				caption: `${head.label}的明細`,
				tight: true,
				book: true,
				columns: [
					{ label: "日期", nowrap: true, cell: ({ date }) => rocWords(date) },
					{
						label: "傳票",
						head: true,
						nowrap: true,
						cell: ({ voucher_id, number }) => html`<a href=${ledger.voucher(voucher_id)}>${number}</a>`,
					},
					{
						label: "會計科目",
						cell: ({ account_id, code, name }) =>
							html`<a href=${accountHref(account_id, span.months)}>${`${code} ${name}`}</a>`,
					},
					{ label: "摘要", cell: ({ memo, description }) => memo || description },
					{ label: "借方", end: true, pair: true, cell: ({ debit }) => amount(debit) },
					{ label: "貸方", end: true, cell: ({ credit }) => amount(credit) },
					{ label: "餘額", end: true, pair: true, cell: ({ balance }) => sideWords(balance) },
				],
				rows: lines,
				empty:
					head.lines > 0
						? pastTheEnd(here, "明細已經變短")
						: noneYet({ title: "這段期間沒有明細", text: `餘額是${sideWords(head.opening)}。可以改選其他月份。` }),
				foot:
					lines.length > 0 &&
					html`<tr role="row">
						<th role="rowheader" scope="row" colspan="4">期初餘額 ${sideWords(head.opening)}　本期合計與期末餘額</th>
						<td role="cell" class="num pair">${amount(head.debit)}</td>
						<td role="cell" class="num">${amount(head.credit)}</td>
						<td role="cell" class="num pair">${sideWords(head.opening + head.debit - head.credit)}</td>
					</tr>`,
			}),
			page > 0 && lines.length > 0 && pager({ here, page, size: SUB_ROWS_PER_PAGE, total: head.lines, unit: "行" }),
		),
	});
}
