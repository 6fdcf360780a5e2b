import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { openLineHint } from "#admin/money-lines.ts";
import { newTaskAbout } from "#admin/new-task-link.ts";
import { allows } from "#auth/permissions.ts";
import type { PaymentPlace } from "#db/money/payment-queue.ts";
import { PAYMENT_STATUS_LABELS } from "#domain/money/payments/labels.ts";
import { relatedIn, reviewsAs } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { beads } from "#ui/thread.ts";
import { ago } from "#ui/time.ts";
import { proofCard } from "./proof-card.ts";
import { inQueue } from "./queue.ts";
import { eventsCard, outcomeCard, receiptsCard, recordCard } from "./record-cards.ts";
import { rejectionCard } from "./rejection-card.ts";
import { mayDecide, type PaymentPage, type Refusals } from "./shown.ts";
import { verificationCard } from "./verification-card.ts";
import { warnings } from "./warnings.ts";
import { paymentName, paymentStatus } from "./words.ts";

const { payments, certificates } = paths.admin;
export const PAYMENT_CRUMBS = [...MONEY_CRUMBS, { label: "收款", href: payments.list() }];

/** Draws a payment: until it is decided, its proof beside what it pays, and the decision; afterwards its result. */
export function paymentPage(of: PaymentPage, refused: Refusals = {}): Page {
	const { payment, place } = of;
	const isWaiting = payment.status === "submitted";
	const total = place.done + place.waiting;
	const name = payment.payer ?? payment.payer_title;
	return {
		title: isWaiting ? "收款核對" : name,
		name,
		area: "收款",
		crumbs: isWaiting ? MONEY_CRUMBS : PAYMENT_CRUMBS,
		lead: leadOf(of),
		actions: [
			allows("tasks_manage", of.who) && newTaskAbout({ type: "payment", id: payment.id }),
			isWaiting && neighbours(place),
		],
		line: isWaiting && total > 1 && total <= MOST_BEADS && progress(place),
		body: isWaiting ? inQueue(of, bodyOf(of, refused)) : bodyOf(of, refused),
	};
}

function bodyOf(of: PaymentPage, refused: Refusals): VNode {
	const isWaiting = of.payment.status === "submitted";
	return html`<div class="stack loose">
			${meanwhile(of, refused)} ${of.payment.status === "verified" && openLineHint(of.shown, of.who)} ${isWaiting && certificateStrip(of)} ${warnings(of)}
			${isWaiting ? [waitingBody(of, refused), eventsCard(of)] : settledBody(of, refused)}
		</div>`;
}

const standsIn = ({ payment, reviewer }: PaymentPage): boolean =>
	reviewsAs(reviewer, relatedIn(payment.related)) === undefined;
const STANDS_IN = notice(
	{ tone: "info", title: "由您代為核對" },
	"核對收款的人都與這筆收款有關、改過它的抬頭或今天請假，由理事長或監事代為處理。",
);

const waitingBody = (of: PaymentPage, refused: Refusals): VNode => {
	const may = mayDecide(of) !== undefined;
	return html`<div class="split even">
		${proofCard(of)}
		<div class="stack loose">
			${!may && othersOnly(of)} ${may && standsIn(of) && STANDS_IN} ${may ? verificationCard(of, refused.verification) : recordCard(of)}
			${may && rejectionCard(of, refused.rejection)} ${!may && outcomeCard(of, refused.verification ?? refused.rejection ?? refused.other)}
		</div>
	</div>`;
};

const settledBody = (of: PaymentPage, refused: Refusals): VNode => html`<div class="split even">
	<div class="stack loose">${recordCard(of)}${receiptsCard(of)}</div>
	<div class="stack loose">${outcomeCard(of, refused.other)}${eventsCard(of)}${of.payment.proof_file_id !== null && proofCard(of)}</div>
</div>`;

const MOST_BEADS = 40;
const nth = ({ done, ahead }: PaymentPlace): number => done + ahead + 1;

function leadOf({ payment, place }: PaymentPage): string | VNode {
	const { id, status, payer_no } = payment;
	if (status === "submitted") {
		const behind = place.waiting - 1;
		return `第 ${figure(nth(place))} / ${figure(place.done + place.waiting)} 筆，${behind > 0 ? `還有 ${figure(behind)} 筆等待核對` : "沒有其他的了"}；今天已核對 ${figure(place.done)} 筆。`;
	}
	return html`<p class="row">
		${paymentStatus(status)}<span>${[paymentName(id), payer_no].filter(Boolean).join("　")}</span>
	</p>`;
}

const progress = (place: PaymentPlace): VNode =>
	beads({
		done: nth(place) - 1,
		total: place.done + place.waiting,
		label: `核對進度，第 ${figure(nth(place))} 筆，共 ${figure(place.done + place.waiting)} 筆；今天已核對 ${figure(place.done)} 筆`,
	});

const neighbours = ({ before, after }: PaymentPlace): Children => [
	before !== null &&
		linkButton({ label: "上一筆", icon: "left", href: payments.show(before), data: { step: "before" } }),
	after !== null &&
		linkButton({ label: "下一筆", iconEnd: "right", href: payments.show(after), data: { step: "after" } }),
];

/** Draws the notice that another user has decided the payment meanwhile, and its present state; null otherwise. */
function meanwhile({ payment, events, at }: PaymentPage, refused: Refusals): VNode | null {
	const isTold = Object.values(refused).some((state) => state?.problem);
	const [last] = events;
	if (!isTold || payment.status === "submitted" || !last) return null;
	const who = `${last.by ?? "系統"}${last.on_behalf_of === null ? "" : `（代理 ${last.on_behalf_of}）`}`;
	return html`<div class="error-summary" tabindex="-1" data-focus="">
		${notice(
			{ tone: "warn", title: "這筆收款剛剛已被其他人處理", role: "alert" },
			html`<p>${who}（${ago(last.at, at)}）：現在是「${PAYMENT_STATUS_LABELS[payment.status]}」。您的決定沒有儲存。</p>`,
			html`<p><a href=${payments.queue()}>繼續核對其他收款</a></p>`,
		)}
	</div>`;
}

/**
 * Draws a link to the disability certificates (身障證明) that wait for review, first to one of the payment's own
 * members; the review leads back to the payments. False when none waits or the user may not review them.
 */
function certificateStrip({ waiting, who }: PaymentPage): VNode | false {
	if (waiting.first === null || !allows("certificates", who)) return false;
	const own = waiting.own !== null;
	return notice(
		{ tone: own ? "warn" : "info" },
		own ? "這筆收款的會員有身障證明待審，核准後會費可能減免。" : `${figure(waiting.waiting)} 份身障證明待審。`,
		html`<a href=${`${certificates.show(waiting.own ?? waiting.first)}?from=payments`}>${own ? "先審查這份證明" : "審查證明，再回到這裡"}</a>`,
	);
}

function othersOnly({ payment, verifiers, who, reviewer }: PaymentPage): VNode {
	const names = verifiers.map(({ name }) => name).join("、");
	const isOwn = payment.submitted_by === who.userId;
	const why =
		reviewer.standsFor.length === 0
			? "您沒有核對收款的權限。"
			: isOwn
				? "自己登錄的收款不能自己核對。"
				: "不能核對自己或家人的繳費，也不能代理這些人核對。";
	return notice(
		{ tone: "info", title: "請由其他人核對" },
		why,
		names === "" ? "目前沒有其他人可以核對，請系統管理員設定職務代理人。" : `可以核對的人：${names}。`,
	);
}
