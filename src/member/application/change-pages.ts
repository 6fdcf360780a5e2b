import { openTypes } from "#domain/people/index.ts";
import { paths } from "#http/paths.ts";
import { HOME } from "#member/crumbs.ts";
import { type ApplicationTexts, healthCard, paragraphs, whoFields } from "#member/profile/create-page.ts";
import { ownFields } from "#member/profile/fields.ts";
import { appliedFieldsForm } from "#member/profile/own-fields.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { childrenCard, enterButton } from "./children-card.ts";
import type { ApplicationHome } from "./home-page.ts";
import { formOf, shownOver } from "./state.ts";

const { application } = paths.member;

/**
 * Draws the page on which an applicant corrects the application (修改申請). `texts` are those that are asked for now.
 */
export function correctApplicationPage(
	{ applied, types }: Pick<ApplicationHome, "applied" | "types">,
	texts: ApplicationTexts,
	sent?: FormState,
): Page {
	const fresh = formOf(applied);
	const state = sent ? shownOver(applied, sent, types) : fresh;
	return {
		title: "修改申請",
		crumbs: [HOME],
		slim: true,
		body: form(
			{
				action: application.edit(),
				cancel: HOME.href,
				state,
				version: applied.version,
				submit: "儲存",
				main: true,
				guard: true,
				big: true,
			},
			html`<input type="hidden" name="base" value=${fresh.values.base} />`,
			enterButton(),
			whoFields(state, openTypes(types, applied.said.membership_type), applied),
			ownFields(state, true),
			appliedFieldsForm(applied.own, state),
			healthCard(state, texts.health, applied),
			childrenCard(state, texts.personal, paragraphs(texts.personal)),
		),
	};
}

/** Draws the page on which an applicant withdraws the application (撤回申請); it first says what a withdrawal means. */
export const withdrawApplicationPage = (state: FormState = freshForm()): Page => ({
	title: "撤回申請",
	crumbs: [HOME],
	slim: true,
	body: html`<div class="stack loose">
		${notice(
			{ tone: "warn", title: "撤回後" },
			html`<ul>
				<li>協會不再審議這次的申請。</li>
				<li>附上的身障證明、填寫的病況、「協會想知道的事」與一起申請的孩子會刪除，無法復原。</li>
				<li>隨時可以重新申請。</li>
			</ul>`,
		)}
		${card(
			{ label: "撤回申請" },
			form({
				action: application.withdrawal(),
				state,
				submit: "撤回申請",
				busy: "撤回中...",
				cancel: HOME.href,
				danger: true,
				main: true,
				big: true,
			}),
		)}
	</div>`,
});
