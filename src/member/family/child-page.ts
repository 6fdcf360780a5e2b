import { ChildForm, GENDER_LABELS, GENDERS, type ShownText } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { HOME } from "#member/crumbs.ts";
import { consentCard } from "#member/profile/create-page.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import type { Page } from "#ui/page.ts";

const field = fieldsOf(ChildForm);

/** Draws the page 新增孩子: the application of a child, which the parent hands in. */
export const childPage = (of: { text: ShownText; key: string }, sent?: FormState): Page => {
	const state = sent ?? freshForm();
	return {
		title: "新增孩子",
		area: "我的家人",
		crumbs: [HOME],
		lead: "替未滿 18 歲的孩子申請入會。送出後由協會決定；其他資料、身障證明可以之後在孩子的頁面補。孩子已經是會員時，請與協會聯絡，不必再填。",
		slim: true,
		body: form(
			{
				...{ action: paths.member.family.create(), state, key: of.key, submit: "送出申請", busy: "送出中..." },
				...{ cancel: HOME.href, main: true, guard: true, big: true },
			},
			card(
				{ title: "孩子" },
				field({ name: "name", label: "姓名", state, autocomplete: "off" }),
				field({
					name: "birth_date",
					label: "生日",
					state,
					autocomplete: "off",
					required: true,
					hint: "例如 2016/3/5、105/3/5 或 民國105年3月5日。",
				}),
				field({
					name: "gender",
					label: "性別",
					state,
					type: "select",
					empty: "未填",
					options: GENDERS.map((value) => ({ value, label: GENDER_LABELS[value] })),
				}),
			),
			consentCard(state, of.text),
		),
	};
};
