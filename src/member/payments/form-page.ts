import type { OwnPayment, ShownAccount } from "#db/money/index.ts";
import { dueOf, itemValue } from "#domain/money/index.ts";
import { PURPOSE } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { PAYMENTS_CRUMBS } from "#member/crumbs.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import { field } from "#ui/field.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { paying } from "#ui/paying.ts";
import { uploadForm } from "#ui/upload-form.ts";
import { accountList, returnedNotice, unclaimed } from "./cards.ts";
import { duplicate, type PaymentForm, titleFields, whatAndHow } from "./form-fields.ts";

const { payments } = paths.member;
const { maxBytes } = PURPOSE.payment_proof;

/**
 * Returns the values of a new form: today's date, and all dues items except those for which a payment waits to be
 * checked or was sent back for correction.
 */
const freshValues = ({ dues, title, isNamed, today }: PaymentForm): FormState["values"] => ({
	items: unclaimed(dues)
		.filter(({ returned_id }) => returned_id === null)
		.map((item) => itemValue(item.id, dueOf(item))),
	is_named: isNamed ? "1" : "",
	method: "transfer",
	paid_on: today,
	payer_title: title,
	receipt_split: "one",
});

/** Returns the form's values from the payment that is corrected; none for a new payment. */
function sentValues({ dues, title, isNamed, changes }: PaymentForm): FormState["values"] {
	if (!changes) return {};
	const { payment, parts } = changes;
	const paid = new Set(parts.map(({ item_id }) => item_id));
	const donation = parts.find(({ kind }) => kind === "donation");
	return {
		items: dues.filter(({ id }) => paid.has(id)).map((item) => itemValue(item.id, dueOf(item))),
		donation: donation ? String(donation.amount) : "",
		is_named: isNamed ? "1" : "",
		method: payment.method,
		bank_account: String(payment.bank_account_id ?? ""),
		postal_account: String(payment.bank_account_id ?? ""),
		paid_on: payment.paid_on,
		last5: payment.last5 ?? "",
		payer_title: payment.payer_title ?? title,
		receipt_split: payment.receipt_split,
		remark: payment.remark ?? "",
	};
}

/**
 * Draws the page of the payment form (繳費): first the association's accounts, then the form. The same page corrects a
 * payment that was sent.
 */
export function paymentFormPage(of: PaymentForm, sent?: FormState): Page {
	const { dues, changes } = of;
	const state = sent ?? freshForm(changes ? sentValues(of) : freshValues(of));
	return {
		title: changes ? "修改繳費資料" : "繳費",
		area: "會費與繳費",
		crumbs: [...PAYMENTS_CRUMBS, ...(changes ? [{ label: "繳費內容", href: payments.show(changes.payment.id) }] : [])],
		slim: true,
		body: html`<div class="stack loose">
			${rejection(changes?.payment)} ${!changes && returnedNotice(dues)}
			${dues.length === 0 && !changes && !sent ? nothingOwed() : inOrder(of, state)}
		</div>`,
	};
}

const rejection = (payment: OwnPayment | undefined): VNode | undefined =>
	payment?.status === "rejected"
		? notice({ tone: "warn", title: "請補正後重送" }, `原因：${(payment.reason ?? "").replaceAll("\n", "")}`)
		: undefined;

const nothingOwed = (): VNode =>
	card(
		{ title: "會費", flush: true },
		noneYet({
			title: "目前沒有要繳的會費",
			text: "有新的會費時，會列在這裡。",
			actions: linkButton({ label: "看繳費紀錄", href: payments.list() }),
		}),
	);

/**
 * Returns the two cards in order. The accounts come first, unless the user corrects a payment, which was paid already.
 */
const inOrder = (of: PaymentForm, state: FormState): VNode[] =>
	of.changes
		? [formCard(of, state), accountCard(of.accounts, { title: "協會的收款帳戶", isFirst: false })]
		: [accountCard(of.accounts, { title: "先繳費到協會的帳戶", isFirst: true }), formCard(of, state)];

const accountCard = (
	accounts: readonly ShownAccount[],
	{ title, isFirst }: { title: string; isFirst: boolean },
): VNode =>
	card(
		{ title },
		accounts.length === 0
			? html`<p class="soft small">協會還沒有公布收款帳戶，繳費方式請與協會聯絡。</p>`
			: [accountList(accounts), isFirst && html`<p class="hint">已經繳過了，直接填寫下面的資料。</p>`],
	);

function formCard(of: PaymentForm, state: FormState): VNode {
	const { changes, key } = of;
	const keepsProof = (changes?.payment.proof_id ?? null) !== null;
	return card(
		{ title: changes ? "繳費資料" : "再填寫繳費資料", id: "form" },
		uploadForm(
			{
				form: {
					action: changes ? payments.edit(changes.payment.id) : payments.create(),
					state,
					key,
					version: changes?.payment.version,
					submit: changes ? "重新送出" : "送出繳費資料",
					busy: "送出中...",
					cancel: changes ? payments.show(changes.payment.id) : payments.list(),
					big: true,
					guard: true,
				},
				before: paying(whatAndHow(of, state)),
				file: {
					name: "file",
					label: keepsProof ? "換一張匯款證明" : "匯款證明",
					state,
					accept: "image/*,.heic,.heif,application/pdf,.pdf",
					prompt: "拍照或選擇檔案",
					optional: true,
					hint: `轉帳成功的畫面或收據的照片，也可以不附、只填帳號末五碼。${keepsProof ? "不選擇就沿用上次的檔案。" : ""}JPEG、PNG、WebP 或 PDF，最大 10 MB。`,
				},
				maxBytes,
			},
			titleFields(of, state),
			field({ type: "textarea", name: "remark", label: "給協會的話", rows: 2, state, optional: true }),
			duplicate(state),
		),
	);
}
