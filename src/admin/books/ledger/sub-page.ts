import type { AccountRef } from "#db/books/ledger-reports.ts";
import type { SubHead, SubKey, SubLine, SubRow } from "#db/books/sub-ledger.ts";
import type { AccountRow } from "#db/books/voucher-reads.ts";
import { accountWords } from "#domain/books/accounts/chart.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { noMatch, noneYet, pastTheEnd } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount } from "#ui/money.ts";
import { table } from "#ui/table.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { accountIn, accountOptions, unclearAccount } from "./asked-account.ts";
import { sideWords } from "./general-page.ts";
import { type Span, spanQuery } from "./query.ts";
import { accountHref, withUnit } from "./report.ts";
import { spanWords } from "./words.ts";

const { ledger } = paths.admin;
export const SUB_KEYS: Record<SubKey, string> = { member: "會員", project: "專案" };
export const BY: Record<SubKey, string> = { member: `依${SUB_KEYS.member}`, project: `依${SUB_KEYS.project}` };

type Sub = { by: SubKey; accounts: AccountRow[]; named: string | undefined; account: AccountRef; span: Span };
type Shown = { here: Here; page: number };

export type SubSums = Sub & { rows: SubRow[] };
export type SubOfOne = Sub & { head: SubHead; lines: SubLine[] };

/** Returns the query of the page of all members or projects, or of one of them (`of`). */
export const subQuery = (sub: Sub, of?: number) => {
	const account = accountOf(sub);
	return {
		by: sub.by,
		of: of === undefined ? undefined : String(of),
		named: account ? accountWords(account) : sub.named,
		...spanQuery(sub.span),
	};
};

/** Returns the account that the page is narrowed to, if it is. */
const accountOf = ({ accounts, account }: Sub): AccountRow | undefined => accountIn(accounts, account);

/** Whether a typed text named no account, or several. */
const isUnclear = (sub: Sub): boolean => sub.named !== undefined && !accountOf(sub);

/** Draws 明細分類帳: the sum of the posted lines of each member or project. */
export function drawSub(sub: SubSums, shown: Shown) {
	const { by, accounts, span } = sub;
	const rows = isUnclear(sub) ? [] : sub.rows;
	const [first] = rows;
	return {
		title: "明細分類帳",
		name: `明細分類帳（${SUB_KEYS[by]}）`,
		span: `${aboutOf(sub)}${spanWords(span.days)}`,
		lead: `${spanWords(span.days)}　傳票上指名${SUB_KEYS[by]}的分錄，依${SUB_KEYS[by]}加總。`,
		label: `依${SUB_KEYS[by]}`,
		options: { named: accountOptions(accounts) },
		lines: { shown: rows.length, total: first?.all_rows ?? 0, unit: by === "member" ? "位" : "個" },
		isEmpty: !first,
		body: table<SubRow>({
			caption: `明細分類帳，依${SUB_KEYS[by]}`,
			cards: true,
			tight: true,
			book: true,
			columns: [
				{
					label: SUB_KEYS[by],
					head: true,
					cell: ({ id, label }) => html`<a href=${hrefWith(shown.here, { of: String(id) })}>${label}</a>`,
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
			empty: emptyOf(sub, shown),
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
	};
}

const aboutOf = (sub: Sub): string => {
	const one = accountOf(sub);
	return one ? `${accountWords(one)}　` : "";
};

function emptyOf(sub: Sub, { here, page }: Shown): VNode {
	const { by, accounts, named } = sub;
	if (named !== undefined && isUnclear(sub)) return unclearAccount(named, accounts, here);
	if (page > 1) return pastTheEnd(here, "列表已經變短");
	return accountOf(sub)
		? noMatch({
				title: `這個科目沒有指名${SUB_KEYS[by]}的分錄`,
				clearHref: hrefWith(here, { named: undefined }),
			})
		: noneYet({
				title: `這段期間沒有指名${SUB_KEYS[by]}的分錄`,
				text: "會費收款會記會員，支出申請與手開傳票可以記專案；也可以改選其他月份。",
			});
}

/** Draws the lines of one member or project, with their sum. */
export function drawSubLines(sub: SubOfOne, { here }: Shown) {
	const { by, accounts, named, head, span } = sub;
	const lines = isUnclear(sub) ? [] : sub.lines;
	return {
		title: "明細分類帳",
		name: head.label,
		span: `${head.label}　${aboutOf(sub)}${spanWords(span.days)}`,
		lead: withUnit(`${aboutOf(sub)}${spanWords(span.days)}`),
		above: {
			label: `明細分類帳（${SUB_KEYS[by]}）`,
			href: hrefWith({ path: here.path, query: subQuery(sub) }, {}),
		},
		label: head.label,
		options: { named: accountOptions(accounts) },
		lines: { shown: lines.length, total: head.lines, unit: "行" },
		isEmpty: false,
		body: table<SubLine>({
			caption: `${head.label}的明細`,
			tight: true,
			book: true,
			columns: [
				{ label: "日期", nowrap: true, cell: ({ date }) => dayText(date) },
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
				named !== undefined && isUnclear(sub)
					? unclearAccount(named, accounts, here)
					: head.lines > 0
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
	};
}
