import { REJECT_REASONS, RejectionForm } from "#domain/money/payments/review-form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkboxes } from "#ui/choices.ts";
import { disclosure } from "#ui/disclosure.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { type PaymentPage, stateOf } from "./shown.ts";

const field = fieldsOf(RejectionForm);

/** Draws the card that rejects a payment (退回): the user chooses a usual reason or types one. */
export function rejectionCard({ payment }: PaymentPage, sent: FormState | undefined): VNode {
	const state = stateOf(sent, "r");
	const isStaffs = payment.source === "staff";
	return card(
		{ label: "退回" },
		disclosure(
			{ label: isStaffs ? "退回，請登錄的人補正" : "退回，請繳款人補正", open: sent !== undefined },
			form(
				{
					action: paths.admin.payments.rejection(payment.id),
					state,
					version: payment.version,
					id: "rejection",
				},
				checkboxes({
					name: "reasons",
					label: "原因",
					state,
					options: REJECT_REASONS.map((words) => ({ value: words, label: words })),
				}),
				field({
					name: "detail",
					label: "補充說明",
					state,
					type: "textarea",
					rows: 2,
					hint: isStaffs
						? "登錄的人在這筆收款看得到，修改後可以重新送出。"
						: "繳款人登入後看得到，修改後可以重新送出。",
				}),
				html`<div class="row form-end">
					${button({ label: "退回補正", icon: "no", tone: "danger", busy: "退回中..." })}
				</div>`,
			),
		),
	);
}
