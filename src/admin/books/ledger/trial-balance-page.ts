import type { TrialRow } from "#db/books/ledger-reports.ts";
import { isCash } from "#domain/books/ledger/cash.ts";
import { monthsLater } from "#domain/books/ledger/months.ts";
import { CLASSES, isBalanced, type Pairs, pairsOf, sumOfPairs } from "#domain/books/ledger/trial.ts";
import { noneYet } from "#ui/empty.ts";
import { holding } from "#ui/holding.ts";
import { html, type VNode } from "#ui/html.ts";
import { amount } from "#ui/money.ts";
import { status } from "#ui/status.ts";
import type { Span } from "./query.ts";
import { accountHref, deep } from "./report.ts";
import { spanWords } from "./words.ts";

type TrialBalance = { rows: TrialRow[]; span: Span; closed: "1" | undefined };

/** Draws 試算表: the debit and credit pairs of every account, by class, each figure a link to its lines. */
export function drawTrialBalance({ rows, span, closed }: TrialBalance) {
	const all = rows.map((row) => ({ ...row, pairs: pairsOf(row) }));
	const total = sumOfPairs(all.map(({ pairs }) => pairs));
	return {
		title: "試算表",
		span: `${spanWords(span.days)}（${closed ? "結帳後" : "結帳前"}）`,
		label: "各科目餘額",
		isEmpty: rows.length === 0,
		body:
			rows.length === 0
				? noneYet({ title: "這段期間沒有帳", text: "核對收款後，傳票會自動過帳到這裡；也可以改選其他月份。" })
				: [
						html`<div class="strip">${status(
							isBalanced(total)
								? { word: "借貸平衡", tone: "ok" }
								: { word: "借貸不平衡，請通知系統維運人員", tone: "danger" },
						)}</div>`,
						tableOf(all, { total, span }),
					],
	};
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
