import { OWN_FAMILY } from "#admin/refusal-words.ts";
import { OFFERED } from "#db/people/member-picks.ts";
import type { FamilyRow, MemberRow } from "#db/people/member-reads.ts";
import { identityTypeLabel } from "#domain/people/members/rules.ts";
import { PersonSearch } from "#domain/people/members/search.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { choices } from "#ui/choices.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { recordCrumbs } from "./form-page.ts";

const { members } = paths.admin;

export type GuardianPage = {
	member: MemberRow;
	/** Whether the current user is of the member's family; then another user must choose the guardian. */
	isFamily: boolean;
	guardian: FamilyRow | undefined;
	dependents: FamilyRow[];
	/** `q`: the searched text. `found`: the members found, one of whom can be chosen as guardian. */
	q: string;
	found: FamilyRow[];
};

/**
 * Draws the page 變更監護人: a search for a member, then the choice; it works without a script. For a member of the
 * user's own family, or one who is a guardian, it says instead why no guardian can be chosen.
 */
export function guardianPage(page: GuardianPage, state: FormState): Page {
	const { member, dependents, isFamily } = page;
	return {
		title: `${member.name}的監護人`,
		name: member.name,
		area: "會員",
		crumbs: recordCrumbs(member),
		lead: "監護人看得到並可修改受監護會員的資料。一位會員只有一位監護人，監護人自己不能再受監護。",
		slim: true,
		body: isFamily
			? leftToOthers(state)
			: dependents.length > 0
				? notice(
						{ tone: "info", title: "這位會員自己是監護人" },
						`受監護的會員：${dependents.map(({ name }) => name).join("、")}。監護人自己不能再受監護。`,
					)
				: html`<div class="stack">${search(page)} ${choosing(page, state)}</div>`,
	};
}

/**
 * Draws, in place of the forms on a record of the user's own family, the errors of a refused form, else the notice that
 * another user must do it.
 */
export const leftToOthers = (state?: FormState): VNode =>
	(state && errorSummary(state)) ?? notice({ tone: "info" }, OWN_FAMILY);

const search = ({ member, q }: GuardianPage): VNode =>
	card(
		{ label: "尋找監護人" },
		searchForm({ action: members.guardian(member.id), q, label: "用會員編號、姓名或電話尋找監護人" }),
	);

/** Draws a search form of one field, whose results are a page of their own. */
export const searchForm = ({ action, q, label }: { action: string; q: string; label: string }): VNode => html`<form
	class="stack tight"
	method="get"
	action=${action}
	role="search"
	aria-label=${label}
>
	${field({ name: "q", label, type: "search", maxlength: mostCharacters(PersonSearch), state: freshForm({ q }, "q") })}
	<div class="row">${button({ label: "搜尋", icon: "search" })}</div>
</form>`;

function choosing({ member, guardian, q, found }: GuardianPage, state: FormState): VNode {
	const options = [
		...(guardian ? [optionOf(guardian, "目前的監護人")] : []),
		...found.filter(({ id }) => id !== guardian?.id).map((one) => optionOf(one)),
		{ value: "", label: "沒有監護人" },
	];
	const chosen = state.values.guardian ?? (guardian ? String(guardian.id) : "");
	return card(
		{ label: "選擇監護人" },
		q !== "" &&
			found.length === 0 &&
			notice({ tone: "warn" }, `找不到可以當監護人的「${q}」。已受監護或已故的會員不會列出。`),
		found.length === OFFERED && html`<p class="hint">只列出前 ${OFFERED} 位，請用更完整的姓名或編號。</p>`,
		form(
			{
				action: members.guardian(member.id),
				state: { ...state, values: { ...state.values, guardian: chosen } },
				version: member.version,
				submit: "儲存",
				cancel: members.show(member.id),
				main: true,
			},
			html`<input type="hidden" name="q" value=${q} />`,
			choices({ name: "guardian", label: "監護人", state: { ...state, values: { guardian: chosen } }, options }),
		),
	);
}

const optionOf = (one: FamilyRow, aside?: string) => ({
	value: String(one.id),
	label: one.name,
	sub: [one.member_no ?? "尚無編號", identityTypeLabel(one), one.phone && phoneWords(one.phone), aside]
		.filter(Boolean)
		.join("　"),
});
