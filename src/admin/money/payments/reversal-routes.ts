import { reverserOf } from "#admin/reviewers.ts";
import { action, IdParams, type Route, view } from "#auth/route.ts";
import { ReversalForm } from "#domain/money/payments/review-form.ts";
import { reversePayment } from "#domain/money/verifications/actions.ts";
import { paths } from "#http/paths.ts";
import { relay } from "#platform/queue.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { isReversible, reversalPage } from "./reversal-page.ts";
import { type AskPayment, readPayment } from "./review-routes.ts";
import { paymentPage } from "./show-page.ts";

const { payments } = paths.admin;

/**
 * Returns the page of a reversal; for a payment that was reversed already, the payment's own page, which says who did
 * it.
 */
async function pageOf(ask: AskPayment, state?: FormState) {
	const of = await readPayment(ask);
	if (!of) return "missing" as const;
	if (isReversible(of.payment)) return reversalPage(of, state ?? freshForm());
	return state ? paymentPage(of, { other: state }) : undefined;
}

const askReversal = view({
	path: payments.reversal(":id"),
	gate: "payments_reverse",
	params: IdParams,
	fresh: true,
	show: async (ask) => (await pageOf(ask)) ?? { to: payments.show(ask.params.id) },
});

const reverse = action({
	path: payments.reversal(":id"),
	gate: "payments_reverse",
	params: IdParams,
	fresh: true,
	form: ReversalForm,
	run: async (ask, { input: { version, reason } }) => {
		const { id } = ask.params;
		const reviewer = reverserOf(ask.who);
		await reversePayment(ask.db, { ref: { id, version }, reason, reviewer, by: ask.by });
		ask.c.executionCtx.waitUntil(relay(ask.env, "mail.due"));
		return {
			to: payments.show(id),
			flash: `已沖銷收款 ${id}，收據作廢，會費恢復為未繳。`,
			link: { href: `${payments.create()}?corrects=${id}`, label: "更正後重新登錄" },
		};
	},
	page: async (ask, state) => (await pageOf(ask, state)) ?? "missing",
});

/** The routes of 沖銷, which a second person does. */
export const PAYMENT_REVERSAL_ROUTES: readonly Route[] = [askReversal, reverse];
