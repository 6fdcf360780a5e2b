import { OWN_FAMILY } from "#admin/refusal-words.ts";
import type { GuardianshipRow } from "#db/people/guardianships.ts";
import { OFFERED } from "#db/people/member-picks.ts";
import type { FamilyRow, MemberRow } from "#db/people/member-reads.ts";
import { GuardianForm } from "#domain/people/members/guardian-form.ts";
import { AUTHORITY_LABELS, GUARDIAN_ROLE_LABELS } from "#domain/people/members/labels.ts";
import type { Slot } from "#domain/system/index.ts";
import { paths } from "#http/paths.ts";
import { mostCharacters } from "#kernel/field-limits.ts";
import { card } from "#ui/card.ts";
import { checkbox, choices } from "#ui/choices.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { field } from "#ui/field.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { recordCrumbs } from "./form-page.ts";
import { optionOf, searchForm } from "./person-search.ts";

const { members } = paths.admin;

export type GuardianPage = {
	member: MemberRow;
	/** Whether the current user is of the member's family; then another user must choose the guardian. */
	isFamily: boolean;
	guardians: FamilyRow[];
	/** As what the guardians stand. */
	standing: readonly GuardianshipRow[];
	/** Which of the two guardians the page is about. */
	slot: Slot;
	dependents: FamilyRow[];
	/** `q`: the searched text. `found`: the members found, one of whom can be chosen as guardian. */
	q: string;
	found: FamilyRow[];
};

/** Returns the address of the page about one of a member's two guardians. */
export const guardianHref = (id: number, slot: Slot): string =>
	slot === "first" ? members.guardian(id) : `${members.guardian(id)}?slot=second`;

/** Returns the address of a member's guardian page with a search that was made. */
export const guardianChoice = (id: number, q: string): string => `${members.guardian(id)}?q=${encodeURIComponent(q)}`;

/**
 * Draws the page 變更監護人: a search for a member, then the choice and by which paper; it works without a script. For a
 * member of the user's own family, or one who is a guardian, it says instead why no guardian can be chosen.
 */
export function guardianPage(page: GuardianPage, state: FormState): Page {
	const { member, dependents, isFamily, slot } = page;
	return {
		title: `${member.name}的${slot === "first" ? "監護人" : "第二位監護人"}`,
		name: member.name,
		area: "會員",
		crumbs: recordCrumbs(member),
		lead: "監護人看得到並可修改受監護會員的資料。一位會員最多兩位監護人（例如父母），監護人自己不能再受監護。",
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

const search = ({ member, slot, q }: GuardianPage): VNode =>
	card(
		{ label: "尋找監護人" },
		searchForm({
			action: members.guardian(member.id),
			q,
			label: "用會員編號、姓名或電話尋找監護人",
			offers: "可以當監護人的人",
			more: slot === "second" && html`<input type="hidden" name="slot" value="second" />`,
		}),
	);

function choosing({ member, guardians, standing, slot, q, found }: GuardianPage, state: FormState): VNode {
	const [first, second] = guardians;
	const [guardian, other] = slot === "first" ? [first, second] : [second, first];
	const options = [
		...(guardian ? [optionOf(guardian, "目前的監護人")] : []),
		...found.filter(({ id }) => id !== guardian?.id && id !== other?.id).map((one) => optionOf(one)),
		{ value: "", label: "沒有監護人" },
	];
	const stands = standing.find(({ guardian_id }) => guardian_id === guardian?.id);
	const values = { guardian: guardian ? String(guardian.id) : "", ...standingValues(stands), ...state.values };
	const shown = { ...state, values };
	return card(
		{ label: "選擇監護人" },
		q !== "" &&
			found.length === 0 &&
			notice({ tone: "warn" }, `找不到可以當監護人的「${q}」。已受監護或已故的會員不會列出。`),
		q !== "" &&
			html`<p class="hint">家長不是會員也可以當監護人：<a href=${`${members.create()}?kind=contact&ward=${member.id}`}>新增聯絡人</a></p>`,
		found.length === OFFERED && html`<p class="hint">只列出前 ${OFFERED} 位，請用更完整的姓名或編號。</p>`,
		form(
			{
				action: members.guardian(member.id),
				state: shown,
				version: member.version,
				submit: "儲存",
				cancel: members.show(member.id),
				main: true,
			},
			html`<input type="hidden" name="q" value=${q} />`,
			html`<input type="hidden" name="slot" value=${slot} />`,
			choices({ name: "guardian", label: "監護人", state: shown, options }),
			...standingFields(shown),
		),
	);
}

const standingValues = (stands: GuardianshipRow | undefined): Record<string, string> => ({
	role: stands?.role ?? "parent",
	authority: stands?.authority ?? "",
	paper: stands?.paper ?? "",
	paper_on: stands?.paper_on ?? "",
	has_custody: stands?.has_custody === 1 ? "1" : "",
});

const standingFields = (state: FormState): VNode[] => [
	choices({
		name: "role",
		label: "身分",
		state,
		options: [
			{ value: "parent", label: GUARDIAN_ROLE_LABELS.parent, sub: "替未成年的會員處理；滿 18 歲後要本人同意才繼續。" },
			{
				value: "ordered",
				label: GUARDIAN_ROLE_LABELS.ordered,
				sub: "成年後也繼續代為處理（民法 §§15、1098）。須第二位同仁確認。",
			},
			{
				value: "assistant",
				label: GUARDIAN_ROLE_LABELS.assistant,
				sub: "不是法定代理人（民法 §15-2）：本人同意以前，看不到也不能處理任何資料。須第二位同仁確認。",
			},
		],
	}),
	choices({
		name: "authority",
		label: "權利義務的行使",
		state,
		options: [
			{ value: "", label: "沒有文件", sub: "父母共同行使（民法 §1089）。" },
			{ value: "joint", label: AUTHORITY_LABELS.joint, sub: "有判決、調解或協議（民法 §1055）。" },
			{ value: "sole", label: AUTHORITY_LABELS.sole, sub: "有判決、調解或協議（民法 §1055）；不能另有第二位。" },
		],
	}),
	field({
		name: "paper",
		label: "文件的案號或名稱",
		state,
		hint: "監護宣告、輔助宣告、共同或單獨行使時必填，例如 113 年度家親聲字第 12 號。不要寫姓名。",
		maxlength: mostCharacters(GuardianForm.shape.paper),
	}),
	field({ name: "paper_on", type: "date", days: "far", label: "文件的日期", state, hint: "例如 113/5/20。" }),
	checkbox({ name: "has_custody", label: "會員與這位監護人同住（會費通知單寄到這裡）", state }),
];
