import { html, type VNode } from "#admin/html.ts";
import { linkButton } from "#admin/ui/button.ts";
import { card } from "#admin/ui/card.ts";
import { noneYet } from "#admin/ui/empty.ts";
import { filters } from "#admin/ui/filters.ts";
import { amount } from "#admin/ui/money.ts";
import type { Page } from "#admin/ui/page.ts";
import { stamps } from "#admin/ui/stamps.ts";
import { status } from "#admin/ui/status.ts";
import { type Here, hrefWith } from "#admin/ui/url-state.ts";
import type { TrialRow } from "#db/ledger-reports.ts";
import { CLASSES, isBalanced, type Pairs, pairsOf, sumOfPairs } from "#domain/ledger/trial.ts";
import { paths } from "#http/paths.ts";
import type { Span } from "./query.ts";
import { LEDGER, LEDGER_CRUMBS, ledgerTabs, spanWords } from "./words.ts";

const { ledger } = paths.admin;

export type TrialBalance = { rows: TrialRow[]; span: Span; closed: boolean; association: string };

/** 試算表: every account's pairs, by class, each a link to what it sums. */
export function trialBalancePage({ rows, span, closed, association }: TrialBalance): Page {
	const here: Here = {
		path: ledger.trialBalance(),
		query: { ...span.months, closed: closed ? "1" : undefined },
	};
	const all = rows.map((row) => ({ ...row, pairs: pairsOf(row) }));
	const total = sumOfPairs(all.map(({ pairs }) => pairs));
	const file = (format: string) => hrefWith({ ...here, path: ledger.trialBalanceExport(format) }, {});
	return {
		title: "試算表",
		area: LEDGER,
		crumbs: LEDGER_CRUMBS,
		lead: `${association}　${spanWords(span.days)}　單位：新臺幣元`,
		actions: [
			linkButton({ label: "XLSX", icon: "download", href: file("xlsx") }),
			linkButton({ label: "CSV", href: file("csv") }),
		],
		tabs: ledgerTabs(here.path),
		body: html`<div class="stack loose">
			${card(
				{ flush: true, label: "各科目餘額" },
				filters({
					here,
					fields: [
						{ name: "from", label: "起始月份", type: "month", always: true },
						{ name: "to", label: "結束月份", type: "month", always: true },
						{
							name: "closed",
							label: "結帳",
							options: [{ value: "1", label: "結帳後" }],
							empty: "結帳前",
							always: true,
						},
					],
				}),
				html`<div class="strip">${status(
					isBalanced(total)
						? { word: "借貸平衡", tone: "ok" }
						: { word: "借貸不平衡，請通知系統維運人員", tone: "danger" },
				)}</div>`,
				rows.length === 0
					? noneYet({ title: "這段期間沒有帳", text: "核對收款後，傳票會自動過帳到這裡；也可以改選其他月份。" })
					: tableOf(all, { total, span }),
			)}
			${stamps(["理事長", "秘書長", "會計", "製表"])}
		</div>`,
	};
}

type Row = TrialRow & { pairs: Pairs };

const cells = ({ opening, moved, closing }: Pairs): VNode[] =>
	[opening, moved, closing].flatMap(([left, right]) => [
		html`<td role="cell" class="num pair">${amount(left)}</td>`,
		html`<td role="cell" class="num">${amount(right)}</td>`,
	]);

function tableOf(rows: readonly Row[], { total, span }: { total: Pairs; span: Span }): VNode {
	return html`<div class="scroll" tabindex="0" role="region" aria-label="試算表"><table class="table tight" role="table">
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
						({ id, code, name: account, pairs }) => html`<tr role="row">
							<td role="cell" class="soft nowrap">${code}</td>
							<th role="rowheader" scope="row" class="nowrap"><a href=${hrefWith({ path: ledger.general(), query: { account: String(id), ...span.months } }, {})}>${account}</a></th>
							${cells(pairs)}
						</tr>`,
					)}
				</tbody>`
			);
		})}
		<tfoot role="rowgroup"><tr role="row"><th role="rowheader" scope="row" colspan="2">合計</th>${cells(total)}</tr></tfoot>
	</table></div>`;
}
