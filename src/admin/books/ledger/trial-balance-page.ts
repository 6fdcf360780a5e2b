import type { TrialRow } from "#db/books/ledger-reports.ts";
import { isCash } from "#domain/books/ledger/cash.ts";
import { monthsLater } from "#domain/books/ledger/months.ts";
import { CLASSES, isBalanced, type Pairs, pairsOf, sumOfPairs } from "#domain/books/ledger/trial.ts";
import { paths } from "#http/paths.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { filters } from "#ui/filters.ts";
import { holding } from "#ui/holding.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { status } from "#ui/status.ts";
import { type Here, hrefWith } from "#ui/url-state.ts";
import { type Span, spanFields } from "./query.ts";
import { accountHref, deep, reportPage } from "./report.ts";
import { LEDGER, LEDGER_CRUMBS, ledgerTabs, spanWords } from "./words.ts";

const { ledger } = paths.admin;

export type TrialBalance = { rows: TrialRow[]; span: Span; closed: boolean; association: string };

/**
 * Draws 試算表: for every account, by class, the opening balance, the movement and the closing balance, each as debit
 * and credit with a link to its lines.
 */
export function trialBalancePage({ rows, span, closed, association }: TrialBalance): Page {
	const here: Here = {
		path: ledger.trialBalance(),
		query: { ...span.months, closed: closed ? "1" : undefined },
	};
	const all = rows.map((row) => ({ ...row, pairs: pairsOf(row) }));
	const total = sumOfPairs(all.map(({ pairs }) => pairs));
	return reportPage({
		association,
		title: "試算表",
		span: `${spanWords(span.days)}（${closed ? "結帳後" : "結帳前"}）`,
		area: LEDGER,
		crumbs: LEDGER_CRUMBS,
		tabs: ledgerTabs(here.path),
		files: rows.length > 0 ? (format) => hrefWith({ ...here, path: ledger.trialBalanceExport(format) }, {}) : undefined,
		body: card(
			{ flush: true, label: "各科目餘額" },
			filters({
				here,
				fields: [
					...spanFields(span),
					{
						name: "closed",
						label: "結帳",
						options: [{ value: "1", label: "結帳後" }],
						empty: "結帳前",
						always: true,
					},
				],
			}),
			rows.length > 0 &&
				html`<div class="strip">${status(
					isBalanced(total)
						? { word: "借貸平衡", tone: "ok" }
						: { word: "借貸不平衡，請通知系統維運人員", tone: "danger" },
				)}</div>`,
			rows.length === 0
				? noneYet({ title: "這段期間沒有帳", text: "核對收款後，傳票會自動過帳到這裡；也可以改選其他月份。" })
				: tableOf(all, { total, span }),
		),
	});
}

type Row = TrialRow & { pairs: Pairs };
type Hrefs = Record<keyof Pairs, string>;

/**
 * Returns the address of the lines behind each figure of a row: from the account's beginning (`begun`) for the opening
 * and closing balance, of the period alone for the movement.
 */
function hrefsOf({ id, begun }: TrialRow, { months: { from, to } }: Span): Hrefs {
	return {
		opening: accountHref(id, { from: begun, to: monthsLater(from, -1) }),
		moved: accountHref(id, { from, to }),
		closing: accountHref(id, { from: begun, to }),
	};
}

/** Draws the figures of a row. With `ofCash`, a balance on the credit side is drawn as below zero. */
const cells = (pairs: Pairs, hrefs?: Hrefs, ofCash = false): VNode[] =>
	(["opening", "moved", "closing"] as const).flatMap((pair) =>
		pairs[pair].map((value, side) => {
			const shown = hrefs ? deep(value, hrefs[pair]) : amount(value);
			const isBelow = ofCash && side === 1 && pair !== "moved";
			return html`<td role="cell" class=${side === 0 ? "num pair" : "num"}>${isBelow ? holding(-value, shown) : shown}</td>`;
		}),
	);

function tableOf(rows: readonly Row[], { total, span }: { total: Pairs; span: Span }): VNode {
	return html`<div class="scroll" tabindex="0" role="region" aria-label="試算表"><table class="table tight book" role="table">
		<caption class="sr">試算表</caption>
		<thead role="rowgroup">
			<tr role="row">
				<th role="columnheader" scope="col" rowspan="2">代號</th><th role="columnheader" scope="col" rowspan="2">會計科目</th>
				${["期初餘額", "本期發生額", "期末餘額"].map((label) => html`<th role="columnheader" scope="colgroup" colspan="2" class="pair-head pair">${label}</th>`)}
			</tr>
			<tr role="row">${[0, 1, 2].flatMap(() => [
				html`<th role="columnheader" scope="col" class="num pair">借方</th>`,
				html`<th role="columnheader" scope="col" class="num">貸方</th>`,
			])}</tr>
		</thead>
		${CLASSES.map(([digit, name]) => {
			const own = rows.filter(({ code }) => code.startsWith(digit));
			return (
				own.length > 0 &&
				html`<tbody role="rowgroup">
					<tr role="row" class="group"><th role="rowheader" scope="rowgroup" colspan="2">${digit}　${name}</th>${cells(sumOfPairs(own.map(({ pairs }) => pairs)))}</tr>
					${own.map(
						(row) => html`<tr role="row">
							<td role="cell" class="soft nowrap">${row.code}</td>
							<th role="rowheader" scope="row" class="nowrap"><a href=${accountHref(row.id, span.months)}>${row.name}</a></th>
							${cells(row.pairs, hrefsOf(row, span), isCash(row.code))}
						</tr>`,
					)}
				</tbody>`
			);
		})}
		<tfoot role="rowgroup"><tr role="row"><th role="rowheader" scope="row" colspan="2">合計</th>${cells(total)}</tr></tfoot>
	</table></div>`;
}
