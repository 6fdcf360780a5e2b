import type { PaymentReview } from "#db/money/payment-reviews.ts";
import { PAYMENT_METHOD_LABELS, PAYMENT_SOURCE_LABELS } from "#domain/money/payments/labels.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { sizeWords } from "#ui/file-size.ts";
import { html, type VNode } from "#ui/html.ts";
import { ago } from "#ui/time.ts";
import type { PaymentPage } from "./shown.ts";

const { payments } = paths.admin;

/**
 * Draws the proof that was sent with a payment, by whom and when. A picture is shown; a PDF is opened or downloaded.
 */
export function proofCard({ payment, at }: Pick<PaymentPage, "payment" | "at">): VNode {
	const { id, content_type, size, submitted_at } = payment;
	const file = payments.proof(id);
	const isPicture = content_type?.startsWith("image/") ?? false;
	const sent = html`<span class="soft small">${ago(submitted_at, at)} ${sentBy(payment)}</span>`;
	const link = isPicture ? { href: file, label: "看原圖" } : undefined;
	return card({ title: "匯款證明", beside: sent, link }, shown());

	function shown(): VNode {
		if (content_type === null) return html`<p class="soft">${withoutFile(payment)}</p>`;
		if (isPicture)
			return html`<a class="media-preview" href=${file} target="_blank" rel="noopener"><img src=${file} alt="繳款人送出的匯款證明" /></a>`;
		return html`<div class="stack tight">
			<p>這是 PDF 檔，請下載後查看。</p>
			<p>${linkButton({ label: `下載 PDF（${sizeWords(size ?? 0)}）`, icon: "download", href: file, download: true })}</p>
		</div>`;
	}
}

function withoutFile({ method, last5, proof_file_id }: PaymentReview): string {
	if (proof_file_id !== null) return "檔案已經刪除。";
	if (method === "cash") return "現金，沒有匯款證明。";
	return last5 === null
		? `${PAYMENT_METHOD_LABELS[method]}，沒有附上證明。`
		: `沒有附上證明，請以末五碼 ${last5} 核對帳戶的入帳紀錄。`;
}

/** Returns who sent the payment: the member, a family member, or the staff user who recorded it. */
export function sentBy({ source, submitter, is_own }: PaymentReview): string {
	if (source === "member") return is_own === 1 ? "由本人填報" : `由${submitter ?? "家人"}代為填報`;
	if (source === "staff") return `由${submitter ?? "工作人員"}登錄`;
	return PAYMENT_SOURCE_LABELS[source];
}
