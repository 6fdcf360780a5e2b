import { reverserOf } from "#admin/reviewers.ts";
import { IdParams, type Route } from "#auth/route.ts";
import { ReversalForm } from "#domain/money/payments/review-form.ts";
import { reversePayment } from "#domain/money/verifications/actions.ts";
import { paths } from "#http/paths.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { relay } from "#platform/queue.ts";
import { freshForm } from "#ui/form-state.ts";
import { isReversible, reversalPage } from "./reversal-page.ts";
import { type AskPayment, readPayment } from "./review-routes.ts";
import { paymentPage } from "./show-page.ts";

const { payments } = paths.admin;

/** The page; a payment that is reversed by now shows itself, with who did it. */
async function pageOf(ask: AskPayment, { sent }: Refused) {
	const of = await readPayment(ask);
	if (!of) return "missing" as const;
	if (isReversible(of.payment)) return reversalPage(of, sent ?? freshForm());
	return sent ? paymentPage(of, { other: sent }) : { to: payments.show(ask.params.id) };
}

const reversal = pageWithForms({
	path: payments.reversal(":id"),
	gate: "payments_reverse",
	params: IdParams,
	fresh: true,
	page: pageOf,
});

const reverse = reversal.form("sent", {
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
});

/** 沖銷, by a second person. */
export const PAYMENT_REVERSAL_ROUTES: readonly Route[] = [reversal.show, reverse];
