import type { FinanceEventRow } from "#db/books/finance.ts";
import { deductionsOf } from "#domain/books/finance/deductions.ts";
import { FINANCE_STATE_LABELS, financeNumber, kindLabel, payByWords } from "#domain/books/finance/labels.ts";
import { rocWords } from "#kernel/calendar.ts";
import { capitals } from "#kernel/capitals.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import type { Page } from "#ui/page.ts";
import { clockWords, rocDate } from "#ui/time.ts";
import { NO_BUDGET_WORDS } from "./account-cells.ts";
import { resolutionsIn, shownEvents } from "./concurrent.ts";
import { paperPage } from "./paper-page.ts";
import type { FinanceShow } from "./shown.ts";

/** Draws 支出憑證黏存單: the request, its approvals, and space to glue the receipts. */
export const financePrintPage = (of: FinanceShow, association: string): Page =>
	paperPage(of.document, {
		name: "支出憑證黏存單",
		hint: "也可以用瀏覽器的列印（Ctrl+P），紙張選 A4。",
		paper: paper(of, association),
	});

function paper(of: FinanceShow, association: string): VNode {
	const { document, vouchers } = of;
	const stands = vouchers.filter(({ reversal_id }) => reversal_id === null).map((one) => one.number);
	const sent = of.events.find(({ seq }) => seq === 1);
	return html`<article class="gluing">
		<header>
			<p>${association}</p>
			<h2>支出憑證黏存單</h2>
		</header>
		<p class="ends">
			<span>單號　${financeNumber(document)}（第 ${document.revision} 版）</span>
			<span>申請日　${sent ? rocDate(sent.at) : ""}</span>
			<span>傳票　${stands.length > 0 ? stands.join("、") : "＿＿＿＿＿＿＿"}</span>
		</p>
		${headTable(of)} ${linesTable(of)}
		<dl class="gluing-signs">
			${signs(of).map(
				({ role, event }) => html`<div><dt>${role}</dt>${event ? signature(event) : html`<dd></dd>`}</div>`,
			)}
		</dl>
		${resolutionsIn(of.events).map((words) => html`<p class="ends"><span>${words}</span></p>`)}
		<div class="gluing-room"><p>憑　證　黏　貼　處<br />由上往下黏貼，右側對齊；附件 ${figure(of.files.length)} 件</p></div>
		<p class="hash">狀態：${FINANCE_STATE_LABELS[document.state]}　內容雜湊（SHA-256）：${document.content_hash ?? "—"}</p>
	</article>`;
}

const headTable = ({ document }: FinanceShow): VNode => html`<table>
	<tbody>
		<tr>
			<th scope="row">主旨</th>
			<td>${document.title}</td>
			<th scope="row">類別</th>
			<td>${kindLabel(document)}</td>
		</tr>
		<tr>
			<th scope="row">受款人</th>
			<td>${document.payee_name}${document.payee_tax_id !== null && `（${document.payee_tax_id}）`}</td>
			<th scope="row">付款</th>
			<td>${payWords(document)}</td>
		</tr>
		<tr>
			<th scope="row">用途</th>
			<td colspan="3">${document.purpose || document.title}${document.project_name !== null && `（專案：${document.project_name}）`}</td>
		</tr>
	</tbody>
</table>`;

const payWords = (document: FinanceShow["document"]): string => {
	const { paid_on, paid_from_name, paid_cash_from_name, paid_reference } = document;
	const from = [paid_from_name, paid_cash_from_name].filter(Boolean).join("、");
	return [payByWords(document), paid_on && rocWords(paid_on), from, paid_reference].filter(Boolean).join("　");
};

function linesTable(of: FinanceShow): VNode {
	const { document, lines } = of;
	const { net } = document;
	return html`<table>
		<thead>
			<tr><th scope="col">摘要</th><th scope="col">會計科目</th><th scope="col">預算項目</th><th scope="col" class="num">金額</th></tr>
		</thead>
		<tbody>
			${lines.map(
				(line) => html`<tr>
					<td>${line.summary}</td>
					<td>${[line.account_code, line.account_name].filter(Boolean).join(" ")}</td>
					<td>${line.is_unbudgeted === 1 ? NO_BUDGET_WORDS : line.budget_name}</td>
					<td class="num">${figure(line.amount)}</td>
				</tr>`,
			)}
			${deductionsOf(of).map(({ name, amount }) => html`<tr><td colspan="3">${name.join("")}</td><td class="num">${figure(-amount)}</td></tr>`)}
		</tbody>
		<tfoot>
			<tr>
				<th scope="row" colspan="3">${net < 0 ? "應繳回" : "實付"}　新臺幣${capitals(Math.abs(net))}</th>
				<td class="num">${figure(Math.abs(net))}</td>
			</tr>
		</tfoot>
	</table>`;
}

type Sign = { role: string; event: FinanceEventRow | undefined };

/** Returns who approved the printed content: only the events of its revision count. */
function signs({ document, events }: FinanceShow): Sign[] {
	const last = (...steps: string[]) =>
		events.findLast(({ step, revision }) => revision === document.revision && steps.includes(step));
	const isPaid = document.paid_on !== null;
	const both = shownEvents(events).findLast(({ isBoth, revision }) => isBoth && revision === document.revision);
	const secretary = last("approve_secretary");
	return [
		{ role: "申請人", event: last("submit", "resubmit") },
		...(both
			? [{ role: "財務審核", event: both }]
			: [
					{ role: "出納審核", event: last("approve_cashier") },
					{ role: "會計審核", event: last("approve_accountant") },
				]),
		...(secretary ? [{ role: "秘書長審核", event: secretary }] : []),
		{ role: "理事長核准", event: last("approve_chair") },
		{ role: "付款", event: isPaid ? last("pay") : undefined },
	];
}

const signature = ({ user_name, on_behalf_name, stands_in, at, content_hash }: FinanceEventRow): Children => [
	html`<dd>${user_name}${on_behalf_name !== null && `（代理 ${on_behalf_name}）`}${stands_in === 1 && "（代為處理）"}</dd>`,
	html`<dd>${rocDate(at)} ${clockWords(at)} ${content_hash !== null && html`<span class="hash">${content_hash.slice(0, 16)}</span>`}</dd>`,
];
