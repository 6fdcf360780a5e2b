import { MONEY_CRUMBS } from "#admin/crumbs.ts";
import { MOST_QUEUED, MOST_SHOWN, nextIn } from "#admin/review-queue.ts";
import { reverserOf, reviewerOf } from "#admin/reviewers.ts";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams, type Route, view } from "#auth/route.ts";
import { linesShowing } from "#db/money/bank-shown.ts";
import { entryAccounts } from "#db/money/payment-entries.ts";
import { firstWaiting, paymentPlace, queueFrom } from "#db/money/payment-queue.ts";
import {
	certificatesBeside,
	discountsBeside,
	linesBeside,
	openDuesBeside,
	paymentEvents,
	paymentReview,
	paymentsAlike,
	receiptsOfPayment,
	verifiersOf,
} from "#db/money/payment-reviews.ts";
import { allocationsOf } from "#db/money/payments.ts";
import { readRows } from "#db/read.ts";
import { viewProof } from "#domain/money/payment-lists/actions.ts";
import { cancelPayment } from "#domain/money/payments/actions.ts";
import { leftOf, reallocated } from "#domain/money/payments/parts.ts";
import { CancellationForm, RejectionForm, VerificationForm } from "#domain/money/payments/review-form.ts";
import { PAYMENTS, type PaymentStep } from "#domain/money/payments/rules.ts";
import { rejectPayment, verifyPayment, verifyWithLine } from "#domain/money/payments/verification-actions.ts";
import { paths } from "#http/paths.ts";
import { privateFileResponse } from "#http/private-file.ts";
import { Refusal } from "#kernel/refusal.ts";
import { pageWithForms } from "#kits/form/form.ts";
import { taking } from "#kits/steps/taking.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { noneYet } from "#ui/empty.ts";
import type { Page } from "#ui/page.ts";
import { dayAt } from "./asks.ts";
import { paymentPage } from "./show-page.ts";
import type { Refusals } from "./shown.ts";

const { payments, certificates, confirmations } = paths.admin;
export type AskPayment = Ask<{ id: number }, object>;

/** Reads all data of a payment's page in one round trip; undefined when there is no such payment. */
export async function readPayment({ env, params, who, at }: AskPayment) {
	const { id } = params;
	const { today, since } = dayAt(at);
	const [
		[payment],
		parts,
		discounts,
		dues,
		alike,
		lines,
		events,
		receipts,
		[place],
		verify,
		reverse,
		standIns,
		[waiting],
		accounts,
		shown,
		queue,
	] = await readRows(
		env.DB,
		paymentReview(id, today),
		allocationsOf(id),
		discountsBeside(id, today),
		openDuesBeside(id),
		paymentsAlike(id),
		linesBeside(id),
		paymentEvents(id),
		receiptsOfPayment(id),
		paymentPlace(id, { userId: who.userId, since }),
		verifiersOf(id, "payments.verify"),
		verifiersOf(id, "payments.reverse"),
		verifiersOf(id, "confirmations.decide"),
		certificatesBeside(id),
		entryAccounts(),
		linesShowing("payment", id),
		queueFrom(id, MOST_SHOWN),
	);
	if (!payment || !place || !waiting) return undefined;
	const isWaiting = payment.status === "submitted";
	const isStranded = isWaiting && payment.is_stranded === 1;
	return {
		payment,
		parts,
		discounts,
		dues,
		alike,
		lines,
		shown,
		accounts,
		events,
		receipts,
		place,
		queue,
		verifiers: isStranded ? standIns : isWaiting ? verify : reverse,
		waiting,
		reviewer: isWaiting ? reviewerOf(who, "payments.verify") : reverserOf(who),
		...(isStranded ? { standIn: reviewerOf(who, "confirmations.decide") } : {}),
		who,
		at,
	};
}

/**
 * Redirects from the queue (收款核對) to the payment that has waited longest; payments that the user may verify come
 * first.
 */
const showQueue = view({
	path: payments.queue(),
	gate: "payments",
	show: async ({ env, who }) => {
		const users = [who.userId, ...who.deputising.map(({ userId }) => userId)];
		const [[first], [waiting]] = await readRows(env.DB, firstWaiting(users), certificatesBeside(0));
		if (first) return { to: payments.show(first.id) };
		return nothingWaits(allows("certificates", who) ? (waiting?.first ?? null) : null, waiting?.waiting ?? 0);
	},
});

const nothingWaits = (certificate: number | null, many: number): Page => ({
	title: "收款核對",
	area: "會費與收款",
	crumbs: MONEY_CRUMBS,
	body: card(
		{ flush: true, label: "收款核對" },
		noneYet({
			title: "沒有等待核對的收款",
			text: "會員填報或工作人員登錄的收款，會排在這裡。",
			actions: [
				certificate !== null &&
					linkButton({
						label: `審查身障證明（${many} 份）`,
						href: `${certificates.show(certificate)}?from=payments`,
						tone: "primary",
					}),
				linkButton({ label: "所有收款", href: payments.list() }),
			],
		}),
	),
});

const payment = pageWithForms({
	path: payments.show(":id"),
	gate: "payments",
	params: IdParams,
	page: async (ask, refused: Refusals) => {
		const of = await readPayment(ask);
		return of ? paymentPage(of, refused) : "missing";
	},
});

/**
 * Returns where to go after a decision: to the next waiting payment that the user may decide, else to the queue; users who cannot verify
 * payments go to the confirmations. `done` returns the message from the receipts' numbers.
 */
async function goOn(ask: AskPayment, done: (receipts: string) => string) {
	const { id } = ask.params;
	if (!allows("payments_verify", ask.who)) return { to: confirmations.list(), flash: done("") };
	const [queue, receipts] = await readRows(ask.env.DB, queueFrom(id, MOST_QUEUED), receiptsOfPayment(id));
	const next = nextIn(queue, id, reviewerOf(ask.who, "payments.verify"));
	const numbers = receipts.filter(({ status }) => status === "issued").map(({ number }) => number);
	return {
		to: next === null ? payments.queue() : payments.show(next),
		flash: `${done(numbers.join("、"))}${next === null ? "沒有等待核對的收款了。" : "這是下一筆。"}`,
		link: { href: payments.show(id), label: "回到剛才那一筆" },
	};
}

/**
 * Returns on whose behalf the current user may verify payments (`reviewer`), or may decide as 理事長 or 監事 when no
 * verifier can (`standIn`).
 */
const verifierOf = ({ who }: Pick<AskPayment, "who">) => ({
	reviewer: reviewerOf(who, "payments.verify"),
	standIn: reviewerOf(who, "confirmations.decide"),
});

/** Returns what the routes of all steps of a payment share: the step, its path, and the page to return to. */
export const pressed = (step: PaymentStep, path: string) =>
	({ step: PAYMENTS.steps[step], path, to: ({ params }: AskPayment) => payments.show(params.id) }) as const;

const verify = taking(payment, "verification", {
	...pressed("verify", payments.verification(":id")),
	gate: "payments_decide",
	form: VerificationForm,
	take: async (ask, { input }) => {
		const { id } = ask.params;
		const { line, received, version } = input;
		const verification = {
			ref: { id, version },
			received,
			accountId: input.account,
			...(input.again ? { again: true } : {}),
			receipt: { payerTitle: input.payer_title, split: input.receipt_split },
			...verifierOf(ask),
			by: ask.by,
			...(await anewOf(ask, input)),
		};
		await (line === null ? verifyPayment(ask.db, verification) : verifyWithLine(ask.db, { ...verification, line }));
		return goOn(ask, (numbers) => `收款 ${id} 已核對${numbers === "" ? "" : `，收據 ${numbers}`}。`);
	},
});

/**
 * Returns the payment's new allocations when less of one of its dues items is owed than the payment allots; otherwise
 * nothing. Refuses with `payment.moved` when the page did not show that (`anew`): without the user noticing, part of
 * the payment would become credit.
 */
async function anewOf({ env, params }: AskPayment, { received, anew }: { received: number; anew: boolean }) {
	const [[payment], parts] = await readRows(env.DB, paymentReview(params.id, "2026-01-01"), allocationsOf(params.id));
	const fits = parts.every((part) => part.kind !== "dues" || leftOf(part) >= part.amount);
	if (fits || !payment) return {};
	if (!anew && payment.status === "submitted") throw new Refusal("payment.moved");
	return { allocations: reallocated(parts, received, payment.payer_member_id) };
}

const reject = taking(payment, "rejection", {
	...pressed("reject", payments.rejection(":id")),
	gate: "payments_decide",
	form: RejectionForm,
	many: ["reasons"],
	take: async (ask, { input: { version, reason } }) => {
		const { id } = ask.params;
		await rejectPayment(ask.db, { ref: { id, version }, reason, ...verifierOf(ask), by: ask.by });
		return goOn(ask, () => `收款 ${id} 已退回，等候補正。`);
	},
});

const cancel = taking(payment, "other", {
	...pressed("cancel", payments.cancellation(":id")),
	gate: "payments_record",
	form: CancellationForm,
	take: async ({ db, params: { id }, by, who }, { input: { version } }) => {
		await cancelPayment(db, { ref: { id, version }, by: { ...by, userId: who.userId } });
		return { tone: "info" };
	},
});

/**
 * Sends the proof of a payment through `viewProof`, which records that it was opened; "missing" without a proof. A PDF
 * may hold scripts, so it is sent as a download.
 */
const showProof = view({
	path: payments.proof(":id"),
	gate: "payments",
	holds: "own",
	params: IdParams,
	show: async ({ env, db, by, params }) => {
		const opened = await viewProof(env, db, { id: params.id, by });
		if (!opened) return "missing";
		return privateFileResponse(opened, opened.file.contentType === "application/pdf" ? "attachment" : "inline");
	},
});

/** The routes of the queue, of a payment, and of the decisions about it. */
export const PAYMENT_REVIEW_ROUTES: readonly Route[] = [showQueue, payment.show, verify, reject, cancel, showProof];
