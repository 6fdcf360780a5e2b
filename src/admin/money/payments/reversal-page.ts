import { reversalForm } from "#admin/money-fields.ts";
import type { PaymentReview } from "#db/money/payment-reviews.ts";
import { ReversalForm } from "#domain/money/payments/review-form.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { card } from "#ui/card.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { PAYMENT_CRUMBS } from "./show-page.ts";
import { mayDecide, type PaymentPage } from "./shown.ts";
import { partName } from "./warnings.ts";
import { paymentName } from "./words.ts";

const { payments } = paths.admin;

/** Draws the page 沖銷 of a payment: first what will change, then the reason. */
export function reversalPage(of: PaymentPage, state: FormState): Page {
	const { payment } = of;
	const name = paymentName(payment.id);
	return {
		title: `沖銷${name}`,
		name: payment.payer ?? payment.payer_title,
		area: "收款",
		crumbs: [...PAYMENT_CRUMBS, { label: name, href: payments.show(payment.id) }],
		slim: true,
		body: html`<div class="stack">
			${notice(
				{ tone: "warn", title: "只用在錢沒有進來，或登錄錯誤" },
				"錢已經收到、要退還給會員的，請用退費申請，不要沖銷。沖銷後不能復原，只能重新登錄。",
			)}
			${card({ title: "沖銷後會改變" }, html`<ul>${changesOf(of).map((words) => html`<li>${words}</li>`)}</ul>`)}
			${mayDecide(of) && !isOwnVerification(of) ? reasonForm(of, state) : othersOnly(of)}
		</div>`,
	};
}

const reasonForm = ({ payment }: PaymentPage, state: FormState) =>
	reversalForm({
		action: payments.reversal(payment.id),
		state,
		version: payment.version,
		submit: "沖銷這筆收款",
		cancel: payments.show(payment.id),
		schema: ReversalForm,
		hint: "會寫在作廢的收據上，繳款人登入後也看得到。",
	});

/**
 * Returns whether the current user, or a user whom the current user represents, verified the payment or had it verified
 * by a deputy.
 */
const isOwnVerification = ({ payment, reviewer }: PaymentPage): boolean =>
	[reviewer.userId, ...reviewer.standsFor.filter((one) => one !== null)].some(
		(one) => one === payment.verified_by || one === payment.on_behalf_of,
	);

function othersOnly({ verifiers }: PaymentPage) {
	const names = verifiers.map(({ name }) => name).join("、");
	return notice(
		{ tone: "info", title: "請由其他人沖銷" },
		"沖銷要由核對者以外的人辦理，也不能沖銷自己、家人或自己登錄的收款。",
		names === "" ? "目前沒有其他人可以沖銷，請系統管理員設定職務代理人。" : `可以沖銷的人：${names}。`,
	);
}

/** Returns sentences that say what the reversal changes. */
function changesOf({ payment, parts, receipts, lines }: PaymentPage): string[] {
	const dues = parts.filter(({ kind }) => kind === "dues");
	const credit = parts.find(({ kind }) => kind === "credit");
	const issued = receipts.filter(({ status }) => status === "issued");
	const used = lines.find(({ status }) => status === "matched");
	return [
		`這筆 ${money(payment.amount)} 的收款變成「已沖銷」。`,
		...(issued.length > 0 ? [`收據 ${issued.map(({ number }) => number).join("、")} 作廢，號碼保留。`] : []),
		...(payment.voucher === null ? [] : [`傳票 ${payment.voucher} 以一張沖銷傳票沖回。`]),
		...(dues.length > 0
			? [`${dues.map((one) => `${partName(one)}（${figure(one.amount)} 元）`).join("、")}恢復為未繳。`]
			: []),
		...(credit ? [`${credit.member_name ?? "繳款人"}的溢繳款減少 ${money(credit.amount)}；已經用掉的不能沖銷。`] : []),
		...(used ? [`${dayText(used.booked_on)}的銀行明細恢復為待對帳。`] : []),
		"繳款人會收到通知。",
	];
}

/** Returns whether a payment's status and source allow a reversal. */
export const isReversible = ({ status, source }: PaymentReview): boolean =>
	status === "verified" && source !== "import";
