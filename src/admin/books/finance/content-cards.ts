import { allows } from "#auth/permissions.ts";
import type { DocumentRow, FinanceLineRow } from "#db/books/finance.ts";
import { deductionsOf } from "#domain/books/finance/deductions.ts";
import { employerWords } from "#domain/books/finance/employer.ts";
import { financeNumber, payByWords, REFUND_OF_LABELS } from "#domain/books/finance/labels.ts";
import { paths } from "#http/paths.ts";
import { capitals } from "#kernel/capitals.ts";
import { dayText } from "#kernel/written.ts";
import { card } from "#ui/card.ts";
import { copyButton } from "#ui/copy.ts";
import { facts } from "#ui/facts.ts";
import { sizeWords } from "#ui/file-size.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { icon } from "#ui/icon.ts";
import { figure, money } from "#ui/money.ts";
import { type Column, table } from "#ui/table.ts";
import { accountCell, budgetCell, choosesAccounts, NO_BUDGET_WORDS } from "./account-cells.ts";
import { budgetFoot } from "./budget-foot.ts";
import type { FinanceShow } from "./shown.ts";

const { finance, payments, members, bank, ledger } = paths.admin;

const linked = (may: boolean, href: string, words: string): Children =>
	may ? html`<a href=${href}>${words}</a>` : words;

/** Draws the content of a request: for what, to whom and how it is paid. */
export function contentCard(of: FinanceShow): VNode {
	const { document } = of;
	const { net } = document;
	return card(
		{ title: "申請內容" },
		facts(
			[
				{ name: "申請人", value: document.applicant_name },
				{ name: net < 0 ? "應繳回" : "實付金額", value: html`<b>${money(Math.abs(net))}</b>` },
				{ name: net < 0 ? "繳回的人" : "受款人", value: payeeOf(of) },
				...(document.payee_tax_id === null ? [] : [{ name: "統一編號", value: document.payee_tax_id }]),
				{ name: "付款方式", value: [payByWords(document), document.payee_bank].filter(Boolean).join("　") },
				...accountFact(document),
				...(document.payee_is_foreign === 1 ? [{ name: "居住者", value: "非居住者，代扣的稅付款後 10 日內繳納" }] : []),
				...employerFacts(document),
				...(document.wanted_on === null ? [] : [{ name: "希望付款日", value: dayText(document.wanted_on) }]),
				...(document.project_name === null ? [] : [{ name: "專案", value: document.project_name }]),
				...sourceFacts(of),
				...paidFacts(of),
			],
			2,
		),
		document.purpose !== "" &&
			html`<dl class="facts"><div><dt>用途說明</dt><dd class="note-text">${document.purpose}</dd></div></dl>`,
	);
}

const payeeOf = ({ document, who }: FinanceShow): Children => {
	const { payee_name, payee_member_id, payee_member_no, payee_user_id } = document;
	if (payee_member_id !== null)
		return linked(
			allows("members", who),
			members.show(payee_member_id),
			[payee_name, payee_member_no].filter(Boolean).join("　"),
		);
	return payee_user_id === null ? payee_name : `${payee_name}（協會同仁）`;
};

const accountFact = ({ payee_account }: DocumentRow) =>
	payee_account === ""
		? []
		: [
				{
					name: "受款帳號",
					value: html`<span class="row">${payee_account}${copyButton({ text: payee_account, about: "受款帳號" })}</span>`,
				},
			];

/**
 * Returns the facts on the records that the request is tied to: the advance that it settles, the request that settles
 * it, the payment or bank line that it refunds, and the request that it was copied from.
 */
function sourceFacts({ document, who }: FinanceShow) {
	const { advance_id, advance_roc_year, advance_seq, settled_by_id, payment_id, bank_line_id, refund_of } = document;
	const copied = { roc_year: document.copied_from_roc_year, seq: document.copied_from_seq };
	return [
		...(advance_id === null
			? []
			: [
					{
						name: "核銷的預支",
						value: html`<a href=${finance.show(advance_id)}>${financeNumber({ roc_year: advance_roc_year, seq: advance_seq })}</a>`,
					},
				]),
		...(document.kind === "advance" && settled_by_id !== null
			? [{ name: "核銷", value: html`<a href=${finance.show(settled_by_id)}>看核銷的申請</a>` }]
			: []),
		...(refund_of === null ? [] : [{ name: "退還", value: REFUND_OF_LABELS[refund_of] }]),
		...(payment_id === null
			? []
			: [{ name: "原收款", value: linked(allows("payments", who), payments.show(payment_id), `收款 ${payment_id}`) }]),
		...(bank_line_id === null
			? []
			: [{ name: "銀行明細", value: linked(allows("bank", who), bank.line(bank_line_id), `明細 ${bank_line_id}`) }]),
		...(document.copied_from_id === null
			? []
			: [
					{
						name: "複製自",
						value: html`<a href=${finance.show(document.copied_from_id)}>${financeNumber(copied)}</a>`,
					},
				]),
	];
}

/** Returns what the association pays besides the salaries of a register. */
const employerFacts = (document: DocumentRow) => {
	const words = employerWords(document);
	return words === "" ? [] : [{ name: "雇主負擔", value: `${words}（入帳時另開一張傳票）` }];
};

/** Returns the facts on the payment: when, from which account, and its vouchers. */
function paidFacts({ document, vouchers, who }: FinanceShow) {
	const { paid_on, paid_from_code, paid_from_name, paid_cash_from_code, paid_cash_from_name, paid_reference } =
		document;
	const may = allows("ledger", who);
	const voucher = (id: number, number: string) => linked(may, ledger.voucher(id), number);
	return [
		...(paid_on === null
			? []
			: [
					{ name: "付款日", value: dayText(paid_on) },
					{
						name: "付款帳戶",
						value: [paid_from_code, paid_from_name, paid_reference && `（${paid_reference}）`]
							.filter(Boolean)
							.join(" "),
					},
					...(paid_cash_from_code === null
						? []
						: [
								{
									name: "付現帳戶",
									value: `${paid_cash_from_code} ${paid_cash_from_name}　${money(document.cash_net)}`,
								},
							]),
				]),
		...(vouchers.length === 0
			? []
			: [
					{
						name: "傳票",
						value: html`<span>${vouchers.map((one, at) => [
							at > 0 && "、",
							voucher(one.id, one.number),
							one.reversal_id !== null && ["（已由 ", voucher(one.reversal_id, one.reversal ?? ""), " 沖銷）"],
						])}</span>`,
					},
				]),
	];
}

/** A row of the table: a line of the request (`line`, with its index `at`), or a deduction (`at` is -1). */
type Row = { name: string; line?: FinanceLineRow; at: number; account?: string; sum: number };

/**
 * Draws the lines with their accounts and budget items, which are select fields while the current user chooses them
 * (`choosesAccounts`).
 */
export function linesCard(of: FinanceShow, sent?: FormState): VNode {
	const { document, lines } = of;
	const chooses = choosesAccounts(of);
	const isWithheld = document.income_tax + document.nhi + document.advanced > 0;
	const rows = [...lines.map((line, at): Row => ({ name: line.summary, line, at, sum: line.amount })), ...withheld(of)];
	const columns: Column<Row>[] = [
		{ label: "摘要", head: true, cell: ({ name }) => name },
		{
			label: "會計科目",
			sheet: "line",
			cell: ({ line, at, account }) =>
				line && chooses ? accountCell(of, { line, at, sent }) : line ? accountWords(line) : account,
		},
		{
			label: "預算項目",
			sheet: "line",
			cell: ({ line, at }) =>
				line && chooses
					? budgetCell(of, { line, at, sent })
					: line?.is_unbudgeted === 1
						? NO_BUDGET_WORDS
						: (line?.budget_name ?? quiet),
		},
		{ label: "金額", end: true, sheet: "corner", bare: true, cell: ({ sum }) => figure(sum) },
	];
	return card(
		{ title: "明細", flush: true, foot: budgetFoot(of) },
		table({
			caption: "明細與會計科目",
			cards: true,
			columns,
			rows,
			foot: html`<tr role="row">
				<th role="rowheader" scope="row" colspan="3">${totalWords(document.net, isWithheld)}</th>
				<td role="cell" class="num">${figure(Math.abs(document.net))}</td>
			</tr>`,
		}),
	);
}

const totalWords = (net: number, isWithheld: boolean): string =>
	`${net < 0 ? "應繳回" : isWithheld ? "實付" : "合計"}　新臺幣${capitals(Math.abs(net))}`;

const quiet = html`<span class="soft">—</span>`;

const accountWords = ({ account_code, account_name }: FinanceLineRow): Children =>
	account_code === null ? quiet : `${account_code} ${account_name}`;

const withheld = (of: FinanceShow): Row[] =>
	deductionsOf(of).map(({ name, account, amount }) => ({ name: name.join("　"), account, at: -1, sum: -amount }));

/**
 * Draws the card 附件: a link to each attached file, and the reason why there is no document (沒有憑證的原因) when one
 * was given.
 */
export function filesCard({ document, files }: FinanceShow): VNode {
	const { id, no_attachment_reason: reason } = document;
	return card(
		{ title: "附件", count: files.length, flush: files.length > 0 },
		files.length === 0 && html`<p class="soft">${reason === null ? "還沒有附上憑證。" : "沒有憑證。"}</p>`,
		files.length > 0 &&
			html`<ul class="items">
				${files.map(
					(file) => html`<li>
						<a class="item" href=${finance.attachment(id, file.file_id)} target="_blank" rel="noopener">
							<b>${icon(file.content_type.startsWith("image/") ? "image" : "receipt")} ${file.filename}</b>
							<small>${sizeWords(file.size)}</small>
						</a>
					</li>`,
				)}
			</ul>`,
		reason !== null && html`<p class=${files.length > 0 ? "card-foot" : "note-text"}>沒有憑證的原因：${reason}</p>`,
	);
}
