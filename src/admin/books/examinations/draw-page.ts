import { DrawForm } from "#domain/books/examinations/form.ts";
import { CHOICE_LABELS, CHOICES, MOST_DRAWN, MOST_RANDOM } from "#domain/books/examinations/sample.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { checkboxes } from "#ui/choices.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import type { Page } from "#ui/page.ts";
import { CRUMBS, TITLE } from "./words.ts";

const { examinations } = paths.admin;
const field = fieldsOf(DrawForm);

const HINTS: Record<(typeof CHOICES)[number], string> = {
	reversal: "期間裡過帳的沖銷傳票。",
	voided: "期間裡作廢的收據。",
	manual: "沒有單據自動產生、由人開的傳票。",
	new_payee: "期間裡第一次付款給這個人或公司的支出申請。",
	exception: "超出預算、一人兼會計與出納、代為處理、代扣金額另行決定。",
};

/** Draws the form of a draw. `key`: the idempotency key, so that sending the same form twice draws once. */
export const drawPage = (key: string, state: FormState): Page => ({
	title: "抽查",
	area: TITLE,
	crumbs: CRUMBS,
	slim: true,
	lead: `抽出來之後不能增減，一次最多 ${MOST_DRAWN} 筆。同一筆符合好幾種條件，只列一次。`,
	body: card(
		{ label: "抽查" },
		form(
			{
				action: examinations.create(),
				state,
				key,
				submit: "抽查",
				busy: "抽查中...",
				cancel: examinations.list(),
				main: true,
			},
			field({ name: "title", label: "名稱", state, hint: "例如：115 年第 1 季查核。" }),
			html`<div class="cols">
				${field({ name: "from_on", label: "從", type: "date", state, narrow: true })}
				${field({ name: "to_on", label: "到", type: "date", state, narrow: true })}
			</div>`,
			field({ name: "amount", label: "多少金額以上的傳票", type: "money", state, optional: true }),
			checkboxes({
				name: "choices",
				label: "要抽的單據",
				state,
				options: CHOICES.map((value) => ({ value, label: CHOICE_LABELS[value], hint: HINTS[value] })),
			}),
			field({
				name: "random",
				label: "另外隨機抽幾張傳票",
				type: "number",
				unit: "張",
				state,
				optional: true,
				narrow: true,
				hint: `最多 ${MOST_RANDOM} 張。亂數的種子會記下來，之後可以照樣重抽一次核對。`,
			}),
		),
	),
});
