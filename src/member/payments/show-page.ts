import type { OwnDues, OwnPart, OwnPayment, OwnReceiptRow } from "#db/money/index.ts";
import { PAYMENT_METHOD_LABELS } from "#domain/money/index.ts";
import { paths } from "#http/paths.ts";
import { sumOf } from "#kernel/amounts.ts";
import { PAYMENTS_CRUMBS } from "#member/crumbs.ts";
import { button, linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { facts, funds, lined } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { timeWords } from "#ui/time.ts";
import { dayOf, disabilityThen, ofWhom, partWords, paymentStatus } from "./words.ts";

const { payments, receipt } = paths.member;

export type PaymentPage = {
	payment: OwnPayment;
	parts: readonly OwnPart[];
	receipts: readonly OwnReceiptRow[];
	/** The dues open at present, with the other payments that wait for them. */
	dues: readonly OwnDues[];
};

/**
 * Draws a payment for its payer or the payer's family: its state and what to do next, what it paid, and how it was
 * paid.
 */
export function paymentPage(of: PaymentPage, state: FormState = freshForm()): Page {
	const { payment } = of;
	return {
		title: "繳費內容",
		area: "會費與繳費",
		crumbs: PAYMENTS_CRUMBS,
		slim: true,
		body: html`<div class="stack loose">
			${state.problem && notice({ tone: "danger", role: "alert" }, state.problem)} ${standing(of)} ${forWhat(of)}
			${how(payment)} ${proof(payment)} ${ending(payment)}
		</div>`,
	};
}

const isOpen = ({ status }: OwnPayment): boolean => status === "submitted" || status === "rejected";

const reasonOf = ({ reason }: OwnPayment): string => (reason ? `原因：${reason.replaceAll("\n", "")}` : "");

/** Draws the state of the payment in a sentence, with the one thing to do next. */
function standing(of: PaymentPage): Children {
	const { payment, receipts } = of;
	switch (payment.status) {
		case "submitted":
			return [
				notice({ tone: "info", title: "已送出，等候核對" }, "協會核對完成會通知您，並開立收據。"),
				claimedTwice(of) && notice({ tone: "warn" }, "其中有會費另有一筆等候核對的繳費。重複送出的話，請取消這一筆。"),
			];
		case "rejected":
			return [
				notice({ tone: "warn", title: "請補正後重送" }, reasonOf(payment)),
				payment.mine === 1
					? editButton(payment, "修改並重新送出")
					: html`<p class="small">這筆是別人送出的，請由送出的人或協會修改。</p>`,
			];
		case "verified":
			return [notice({ tone: "ok", title: "繳費完成" }, verifiedWords(of)), receiptButtons(receipts)];
		case "cancelled":
			return notice({ tone: "info", title: "已取消" }, "這筆繳費在核對前取消了。");
		case "reversed":
			return [
				notice({ tone: "warn", title: "已更正（原收款取消）" }, reasonOf(payment) || "有任何疑問，請與協會聯絡。"),
				receiptButtons(receipts),
			];
	}
}

const claimedTwice = ({ parts, dues }: PaymentPage): boolean =>
	parts.some(({ item_id }) => dues.some(({ id, claim_id }) => id === item_id && claim_id !== null));

function verifiedWords({ payment, receipts }: PaymentPage): string {
	if (payment.old_receipt_no !== null) return `原收據 ${payment.old_receipt_no}。`;
	if (payment.method === "credit") return "用溢繳款折抵，原來繳款時已開立收據。";
	return receipts.length > 0 ? "收據已開立，可以列印或下載。" : "謝謝您。";
}

const editButton = ({ id }: OwnPayment, label: string): VNode =>
	linkButton({ label, href: payments.edit(id), tone: "primary", size: "big", block: true });

/** Draws the links to the payment's receipts: mostly one, a second for a donation, or one for each member. */
const receiptButtons = (receipts: readonly OwnReceiptRow[]): Children =>
	receipts.length > 0 &&
	html`<div class="stack tight">
		${receipts.map(({ id, number, status }, at) =>
			linkButton({
				label: `${status === "voided" ? "作廢的收據" : "查看收據"} ${number}`,
				href: receipt.show(id),
				tone: at === 0 && status === "issued" ? "primary" : "plain",
				icon: "receipt",
				size: "big",
				block: true,
			}),
		)}
	</div>`;

function forWhat({ payment, parts }: PaymentPage): VNode {
	const shown = parts.map((part) => ({
		name: [ofWhom(part, partWords(part)), thenLine(part)],
		value: html`<span class="nowrap">${money(part.amount)}</span>`,
	}));
	return card(
		{ title: "繳了什麼", beside: paymentStatus(payment.status) },
		funds([...shown, ...(parts.length > 1 ? [{ name: "合計", value: html`<b>${money(sumOf(parts))}</b>` }] : [])]),
	);
}

const thenLine = (part: OwnPart): Children => {
	const words = disabilityThen(part);
	return words !== "" && [html`<br />`, html`<small>${words}</small>`];
};

function how(payment: OwnPayment): VNode {
	const whole = [
		{ name: "帳戶", value: payment.account?.trim() },
		{ name: "末五碼", value: payment.last5 },
		{ name: "收據抬頭", value: payment.payer_title },
		{ name: "給協會的話", value: payment.remark && lined(payment.remark.split("\n")) },
	].filter(({ value }) => Boolean(value));
	return card(
		{ title: "怎麼繳的" },
		facts([
			{ name: "方式", value: PAYMENT_METHOD_LABELS[payment.method] },
			{ name: "繳費日期", value: dayOf(payment.paid_on) },
			...whole,
			...(payment.source === "import" ? [] : [{ name: "送出時間", value: timeWords(payment.submitted_at) }]),
			...(payment.verified_at === null ? [] : [{ name: "核對時間", value: timeWords(payment.verified_at) }]),
		]),
	);
}

function proof({ id, proof_id, proof_type }: OwnPayment): VNode | null {
	if (proof_id === null) return null;
	const file = payments.proof(id);
	return card(
		{ title: "匯款證明" },
		proof_type?.startsWith("image/")
			? html`<a class="picture" href=${file}><img src=${file} alt="您送出的匯款證明，點選看原圖" /></a>`
			: html`<p>${linkButton({ label: "下載您送出的 PDF", href: file, download: true, icon: "download" })}</p>`,
	);
}

/**
 * Draws the buttons by which the user who sent the payment corrects or cancels it until it is verified; null for
 * others.
 */
function ending(payment: OwnPayment): VNode | null {
	if (payment.mine !== 1 || !isOpen(payment)) return null;
	return html`<div class="stack">
		${payment.status === "submitted" && linkButton({ label: "修改繳費資料", href: payments.edit(payment.id), size: "big", block: true })}
		${disclosure(
			{ label: "取消這筆繳費" },
			form(
				{ action: payments.cancellation(payment.id), state: freshForm({}, "c"), version: payment.version },
				html`<p class="small">填錯或重複送出時才取消；取消後不能恢復，可以再送一筆新的。已經匯出的錢不會因此退回。</p>`,
				html`<div class="row">${button({ label: "確定取消", tone: "danger", busy: "取消中..." })}</div>`,
			),
		)}
	</div>`;
}
