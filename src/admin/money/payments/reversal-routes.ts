import { reverserOf } from "#admin/reviewers.ts";
import { IdParams, type Route } from "#auth/route.ts";
import { ReversalForm } from "#domain/money/payments/review-form.ts";
import { reversePayment } from "#domain/money/payments/verification-actions.ts";
import { paths } from "#http/paths.ts";
import { askingStep } from "#kits/steps/taking.ts";
import { isReversible, reversalPage } from "./reversal-page.ts";
import { pressed, readPayment } from "./review-routes.ts";
import { paymentPage } from "./show-page.ts";

const { payments } = paths.admin;

/**
 * The routes of reversing a payment (沖銷) by a second person. When it is reversed already, its own page is shown
 * instead, which says by whom.
 */
export const PAYMENT_REVERSAL_ROUTES: readonly Route[] = askingStep({
	...pressed("reverse", payments.reversal(":id")),
	gate: "payments_reverse",
	params: IdParams,
	fresh: true,
	about: readPayment,
	isOpen: ({ payment }) => isReversible(payment),
	page: reversalPage,
	moved: (of, other) => paymentPage(of, { other }),
	form: ReversalForm,
	take: async ({ db, who, by, params: { id } }, { input: { version, reason } }) => {
		await reversePayment(db, { ref: { id, version }, reason, reviewer: reverserOf(who), by });
		return {
			flash: `已沖銷收款 ${id}，收據作廢，會費恢復為未繳。`,
			link: { href: `${payments.create()}?corrects=${id}`, label: "更正後重新登錄" },
		};
	},
});
