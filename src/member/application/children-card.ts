import {
	childField,
	childSetsIn,
	GENDER_LABELS,
	GENDERS,
	MOST_CHILDREN,
	NewProfileForm,
	type ShownText,
} from "#domain/people/index.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkbox } from "#ui/choices.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";

const field = fieldsOf(NewProfileForm);

/**
 * Draws the children whom an applicant announces (孩子), each with a set of fields, and the consent that the applicant gives
 * for them. `paragraphs` is the text that they agree to, where the page does not have it anyway.
 */
export function childrenCard(state: FormState, text: ShownText, paragraphs: Children = null): VNode {
	const sets = childSetsIn(state.values);
	return card(
		{ title: "孩子" },
		html`<p>有未滿 18 歲的孩子要一起入會，可以在這裡一起申請；沒有就不用填。入會通過後，協會會接著審核孩子的申請。</p>`,
		Array.from({ length: sets }, (_, at) => childSet(at + 1, state)),
		html`<input type="hidden" name="sets" value=${String(sets)} />`,
		html`<input type="hidden" name="children_version" value=${text.version} />`,
		sets < MOST_CHILDREN &&
			html`<div class="row">
				${button({ label: sets === 0 ? "加一位孩子" : "再加一位孩子", icon: "plus", name: "step", value: "more" })}
			</div>`,
		sets > 0 && [
			paragraphs,
			checkbox({
				name: "consent_children",
				label: "我是孩子的父母或監護人，代孩子同意「個人資料告知事項」",
				state,
				required: true,
			}),
		],
	);
}

const childSet = (
	nth: number,
	state: FormState,
): VNode => html`<div class="stack" role="group" aria-label=${`第 ${nth} 位孩子`}>
	<h3>第 ${nth} 位孩子</h3>
	${field({ name: childField(nth, "name"), label: "孩子的姓名", state, autocomplete: "off", required: true })}
	${field({
		name: childField(nth, "birth_date"),
		label: "孩子的生日",
		state,
		autocomplete: "off",
		required: true,
		hint: "例如 2016/3/5、105/3/5 或 民國105年3月5日。",
	})}
	${field({
		name: childField(nth, "gender"),
		label: "孩子的性別",
		state,
		type: "select",
		empty: "未填",
		options: GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] })),
	})}
	<div class="row">
		${button({ label: "移除", about: `第 ${nth} 位孩子`, icon: "x", size: "s", tone: "quiet", name: "step", value: `drop.${nth}` })}
	</div>
</div>`;

/**
 * Draws the button that the Enter key presses in a form that begins with other buttons: a browser takes the first one. It is
 * neither seen nor reached by Tab.
 */
export const enterButton = (): VNode =>
	html`<button class="sr" type="submit" tabindex="-1" aria-hidden="true">送出</button>`;
