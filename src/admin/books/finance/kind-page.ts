import * as z from "zod";
import type { RefundPayment, SettledAdvance, SuspenseLine } from "#db/books/finance-forms.ts";
import {
	FINANCE_KIND_LABELS,
	FINANCE_KINDS,
	type FinanceKind,
	financeNumber,
	REGISTER_LABELS,
	REGISTERS,
	type Register,
} from "#domain/books/finance/labels.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { dayText } from "#kernel/written.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { field } from "#ui/field.ts";
import { freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { hrefWith } from "#ui/url-state.ts";
import { DOCUMENT_CRUMBS } from "./words.ts";

const { finance } = paths.admin;

/** The number of a payment as it is typed to refund it, such as 128 or 收款 128. */
export const RefundedPayment = z.string().max(20);

/** When to choose each kind of request. */
const WHEN: Record<FinanceKind, string> = {
	vendor: "有發票、收據或領據，由協會直接付給廠商。付給個人的勞務費請用勞務清冊。",
	reimbursement: "同仁或志工已經先付了錢，憑單據請協會歸還。",
	advance: "活動前先領一筆錢，結束後再憑單據核銷。",
	settlement: "預支的錢用完了，附上單據核銷，多退少補。",
	petty_cash: "零用金快用完了，憑這段期間的單據補足。",
	refund: "退還會員的溢繳款、捐款，或匯錯的款項。",
};

const WHEN_MANY: Record<Register, string> = {
	fees: "一次付給許多人：講師費、出席費、志工交通費。會計審核時代扣，印出印領清冊。",
	salary: "每月的薪資：本薪、加給，扣除勞健保自付與勞退自提。",
	refunds: "一次退還許多筆溢繳款、捐款或暫收款：一次簽核、一次轉帳。",
};
const createRegister = (register: Register): string =>
	hrefWith({ path: finance.createRegister(), query: {} }, { register });

const createAs = (kind: FinanceKind, more: Record<string, string> = {}): string =>
	hrefWith({ path: finance.create(), query: {} }, { kind, ...more });

/** Draws the page 新增支出申請: the kinds of requests, each with a link to its form; refunds only with `mayRefund`. */
export const kindPage = ({ mayRefund }: { mayRefund: boolean }): Page => ({
	title: "新增支出申請",
	area: "支出申請",
	crumbs: DOCUMENT_CRUMBS,
	lead: "要申請哪一種支出？",
	sheets: ["finance"],
	body: html`<ul class="kinds">
		${FINANCE_KINDS.filter((kind) => kind !== "refund" || mayRefund).map(
			(kind) => html`<li><a href=${createAs(kind)}><b>${FINANCE_KIND_LABELS[kind]}</b>${WHEN[kind]}</a></li>`,
		)}
		${REGISTERS.filter((one) => one !== "refunds" || mayRefund).map(
			(one) => html`<li><a href=${createRegister(one)}><b>${REGISTER_LABELS[one]}</b>${WHEN_MANY[one]}</a></li>`,
		)}
	</ul>`,
});

/** Draws the page on which the user chooses the advance to settle (暫付核銷). */
export const advanceChoicePage = (advances: readonly SettledAdvance[]): Page => ({
	title: "暫付核銷",
	area: "支出申請",
	crumbs: [...DOCUMENT_CRUMBS, { label: "新增支出申請", href: finance.create() }],
	lead: advances.length > 0 ? "要核銷哪一筆預支？" : undefined,
	slim: true,
	body: card(
		{ flush: true, label: "可以核銷的預支" },
		advances.length === 0
			? noneYet({
					title: "沒有可以核銷的預支",
					text: "預支付款之後，才能在這裡核銷；已經申請核銷的不會列出。",
				})
			: items(
					advances.map((one) => ({
						title: one.title,
						href: createAs("settlement", { advance: String(one.id) }),
						sub: `${financeNumber(one)}　${one.payee_name}`,
						end: money(one.net),
						endSub: `${dayText(one.paid_on)}付款`,
					})),
				),
	),
});

export type RefundChoice = {
	/** The typed payment number; empty when none was typed. */
	typed: string;
	/** The payment with the typed number; undefined when none was found. */
	payment: RefundPayment | undefined;
	lines: readonly SuspenseLine[];
	maySeePayments: boolean;
};

/**
 * Draws the page on which the user chooses what to refund: a payment by its number, or a bank line kept as suspense
 * money (暫收款).
 */
export const refundChoicePage = (choice: RefundChoice): Page => ({
	title: "退費",
	area: "支出申請",
	crumbs: [...DOCUMENT_CRUMBS, { label: "新增支出申請", href: finance.create() }],
	lead: "要退的是哪一筆錢？",
	slim: true,
	body: html`<div class="stack">
		${choice.maySeePayments && paymentCard(choice)}
		${card(
			{ title: "暫收款", flush: true },
			choice.lines.length === 0
				? noneYet({ title: "沒有暫收款", text: "銀行明細轉為暫收款之後，可以在這裡申請退還。" })
				: items(
						choice.lines.map((one) => ({
							title: one.memo || "（沒有摘要）",
							href: createAs("refund", { line: String(one.id) }),
							sub: [one.account, one.last5 && `末五碼 ${one.last5}`].filter(Boolean).join("　"),
							end: money(one.amount),
							endSub: dayText(one.booked_on),
						})),
					),
		)}
	</div>`,
});

function paymentCard({ typed, payment }: RefundChoice): VNode {
	const state = freshForm({ payment: typed }, "q");
	return card(
		{ title: "會員的溢繳款或捐款" },
		typed !== "" &&
			notice({ tone: "warn" }, payment ? `收款 ${payment.id} 沒有可以退的溢繳款或捐款。` : `找不到收款「${typed}」。`),
		html`<form class="stack tight" method="get" action=${finance.create()} role="search" aria-label="用收款編號尋找">
			<input type="hidden" name="kind" value="refund" />
			${field({
				name: "payment",
				label: "收款編號",
				state,
				inputmode: "numeric",
				narrow: true,
				maxlength: mostCharacters(RefundedPayment),
				hint: "在「收款」打開那一筆，編號寫在姓名下面，例如「收款 128」。",
			})}
			<div class="row">${button({ label: "下一步", iconEnd: "right" })}</div>
		</form>`,
	);
}
