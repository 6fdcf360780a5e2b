import {
	ApprovalForm,
	OTHER_REASON,
	REJECT_REASONS,
	RejectionForm,
	RevocationForm,
} from "#domain/people/certificates/form.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox, segment } from "#ui/choices.ts";
import { fold } from "#ui/disclosure.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { part } from "#ui/islands/part.ts";
import type { Refusals, ReviewPage } from "./reviewed.ts";

const { certificates } = paths.admin;
const approvalField = fieldsOf(ApprovalForm);
const rejectionField = fieldsOf(RejectionForm);
const revocationField = fieldsOf(RevocationForm);

/** Draws the forms of the decisions that the application's state allows; null when nothing can be decided any more. */
export function decisionForms({ certificate, today, from }: ReviewPage, refused: Refusals): VNode | null {
	const { id, version, status, is_superseded } = certificate;
	const behind = from ? `?from=${from}` : "";
	if (status === "pending")
		return card(
			{ title: "審查", flush: true },
			approval({ id, version, behind, today }, refused.approval),
			fold(
				{ label: "退回，請會員補正", open: refused.rejection !== undefined },
				rejection({ id, version, behind }, refused.rejection),
			),
		);
	if (status === "approved" && is_superseded === 0)
		return card(
			{ label: "撤銷", flush: true },
			fold({ label: "撤銷核准", open: refused.revocation !== undefined }, revocation(id, version, refused.revocation)),
		);
	return null;
}

const own = (state: FormState | undefined, prefix: string, values: FormState["values"] = {}): FormState =>
	state ? { ...state, prefix } : freshForm(values, prefix);

type Decided = { id: number; version: number; behind: string };

function approval({ id, version, behind, today }: Decided & { today: string }, sent: FormState | undefined): VNode {
	const state = own(sent, "a", { expiry: "date" });
	return html`<div class="card-body">
		${form(
			{ action: certificates.approval(id) + behind, state, version, id: "approval" },
			segment({
				name: "expiry",
				label: "有效期限",
				state,
				options: [
					{ value: "date", label: "有到期日" },
					{ value: "none", label: "沒有到期日" },
				],
			}),
			part(
				{ name: "certificate-review", props: { today }, when: "touched" },
				html`<div class="stack tight">
				${approvalField({
					name: "valid_until",
					type: "date",
					days: "far",
					label: "到期日",
					state,
					narrow: true,
					autocomplete: "off",
					placeholder: "116/5/31",
					hint: "照證明上的寫法，民國或西元都可以，例如 116年5月31日、2027/5/31。",
				})}
				<p class="scripted small" data-read role="status"></p>
			</div>`,
			),
			approvalField({
				name: "extended_until",
				type: "date",
				days: "far",
				label: "展延註記到",
				state,
				optional: true,
				narrow: true,
				autocomplete: "off",
				placeholder: "116/5/31",
				hint: "證明過期但有展延註記的才填，減免算到這一天（身心障礙者權益保障法 §15）。",
			}),
			(state.errors.far_known || state.values.far_known) &&
				checkbox({ name: "far_known", label: "日期沒有錯，證明上真的超過五年", state }),
			html`<div class="row form-end">
				${button({ label: "核准", icon: "check", tone: "primary", busy: "核准中...", data: { approve: "" } })}
			</div>`,
		)}
	</div>`;
}

function rejection({ id, version, behind }: Decided, sent: FormState | undefined): VNode {
	const state = own(sent, "r");
	return form(
		{ action: certificates.rejection(id) + behind, state, version, id: "rejection" },
		field({
			name: "reason",
			label: "原因",
			state,
			type: "select",
			empty: "請選擇",
			options: [
				...REJECT_REASONS.map((words) => ({ value: words, label: words })),
				{ value: OTHER_REASON, label: "其他" },
			],
		}),
		rejectionField({
			name: "detail",
			label: "補充說明",
			state,
			type: "textarea",
			rows: 3,
			hint: "會員登入後看得到；選「其他」時必填。",
		}),
		html`<div class="row form-end">${button({ label: "退回補正", icon: "no", tone: "danger", busy: "退回中..." })}</div>`,
	);
}

function revocation(id: number, version: number, sent: FormState | undefined): VNode {
	const state = own(sent, "v");
	return form(
		{ action: certificates.revocation(id), state, version, id: "revocation" },
		html`<p>撤銷後，會費減免立即停止，更早的核准也不會恢復；會員會收到通知，要重新上傳才能再審查。</p>`,
		revocationField({
			name: "reason",
			label: "撤銷的原因",
			state,
			type: "textarea",
			rows: 3,
			hint: "會員登入後看得到。",
		}),
		html`<div class="row form-end">${button({ label: "撤銷核准", icon: "no", tone: "danger", busy: "撤銷中..." })}</div>`,
	);
}
