import type { DuesRow } from "#db/money/dues.ts";
import { CorrectionForm } from "#domain/money/dues/form.ts";
import { canStep, DUES, type DuesStep } from "#domain/money/dues/rules.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { disclosure } from "#ui/disclosure.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { money } from "#ui/money.ts";

const { dues } = paths.admin;
const field = fieldsOf(CorrectionForm);

/** The values and errors of the page's forms that were refused, by step. */
export type DuesRefusals = Partial<Record<DuesStep, FormState>>;

type Words = { hint: string; to: (id: number) => string; danger?: true };
const WORDS: Record<DuesStep, Words> = {
	waive: { hint: "不再收這筆會費；常年會費免繳的年度，會員資格有效到該年年底。", to: dues.waiver },
	unwaive: { hint: "恢復為未繳；已經繳的部分保留。", to: dues.waiverEnd },
	correct: {
		hint: "例如身障證明較晚核准，或產生時用錯金額。已繳的錢超過新金額的部分，轉為這位會員的溢繳款。",
		to: dues.correction,
	},
	cancel: {
		hint: "用在不該產生的會費。之後再產生同年度的會費時會重新產生；不收的請用免繳。",
		to: dues.cancellation,
		danger: true,
	},
};
/**
 * Draws a form for each step that the item's state allows, in a disclosure; a refused form is shown open. Draws a hint
 * instead for dues of the user's own family; null when no step is allowed, as while a payment of the item waits to be
 * verified (`claimed`).
 */
export function itemForms(item: DuesRow, refused: DuesRefusals): VNode | null {
	if (item.is_own === 1)
		return card({ title: "處理" }, html`<p class="soft small">這是您自己或家人的會費，請由其他人辦理。</p>`);
	const open = DUES.names.filter(
		(step) => refused[step] !== undefined || (item.claimed === null && canStep(step, item)),
	);
	if (open.length === 0) return null;
	return card(
		{ title: "處理" },
		open.map((step) =>
			disclosure(
				{ label: DUES.steps[step].label, open: refused[step] !== undefined },
				oneForm(step, item, refused[step]),
			),
		),
	);
}

function oneForm(step: DuesStep, item: DuesRow, refused: FormState | undefined): VNode {
	const { hint, to, danger = false } = WORDS[step];
	const fresh = freshForm({ base: String(item.base_amount), percent: String(item.discount_percent) });
	const state = { ...(refused ?? fresh), prefix: step };
	return form(
		{ action: to(item.id), state, version: item.version, submit: DUES.steps[step].label, busy: "處理中...", danger },
		html`<p class="hint">${hint}</p>`,
		step === "correct" && correction(item, state),
		field({ name: "reason", label: "理由", state, type: "textarea", rows: 2 }),
	);
}

const correction = (item: DuesRow, state: FormState): Children => html`<div class="cols two">
	${field({ name: "base", label: "原額", state, type: "money" })}
	${field({ name: "percent", label: "減免", state, type: "number", unit: "%", hint: `目前應繳 ${money(item.amount)}。` })}
</div>`;
