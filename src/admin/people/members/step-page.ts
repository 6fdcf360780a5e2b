import * as z from "zod";
import { OFFICE_CRUMBS } from "#admin/crumbs.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { WaitingChild } from "#db/people/application-children.ts";
import type { FamilyRow, MemberRow } from "#db/people/member-reads.ts";
import { RESOLUTION_FIELDS } from "#domain/people/members/form.ts";
import { asksFor, EXEMPT_TYPES, stepOf } from "#domain/people/members/rules.ts";
import { MEETING_FIELDS, VOTE_FIELDS } from "#domain/people/members/sanctions.ts";
import { REASONED_FIELDS, UNREASONED_FIELDS } from "#domain/people/members/steps.ts";
import { type NamedType, offeredTypes } from "#domain/people/membership-types/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { card } from "#ui/card.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { notice } from "#ui/notice.ts";
import type { Crumb, Page } from "#ui/page.ts";
import { homeOf } from "./asks.ts";
import { childrenCard } from "./children-card.ts";
import { itemOf } from "./family-card.ts";
import { identityField, typeField } from "./form-fields.ts";
import { listCrumbs } from "./form-page.ts";
import { type ButtonStep, STEP_PLACES } from "./record-words.ts";
import { leadOf } from "./show-page.ts";

const { members } = paths.admin;
const resolutionField = fieldsOf(z.object(RESOLUTION_FIELDS));
const reasonedField = fieldsOf(z.object(REASONED_FIELDS));
const sanctionField = fieldsOf(z.object({ ...MEETING_FIELDS, ...VOTE_FIELDS }));
const unreasonedField = fieldsOf(z.object(UNREASONED_FIELDS));

export type StepPage = {
	member: MemberRow;
	dependents: FamilyRow[];
	/** The types that a contact may apply for. */
	types: readonly NamedType[];
	/** The children who wait with the application. */
	children: readonly WaitingChild[];
	who: Visitor;
	at: number;
};

/**
 * Returns the first breadcrumbs of a step's page. Users who decide on applications but may not see the roster came from
 * the list of applications.
 */
const wayOf = (member: MemberRow, who: Visitor): readonly Crumb[] =>
	allows("members", who) ? listCrumbs(member) : [...OFFICE_CRUMBS, { label: "入會申請", href: members.applications() }];

const GRAVE: readonly ButtonStep[] = ["decline", "expel", "decease", "resign", "withdraw"];

/**
 * Draws the page that says what a step will do before it is taken. It is a page of its own rather than a dialog, so
 * that it works without a script.
 */
export function stepPage(step: ButtonStep, page: StepPage, state: FormState): Page {
	const { member, dependents, children, types, who, at } = page;
	const today = dateInTaipei(at);
	return {
		title: `${stepOf(step).label}：${member.name}`,
		name: member.name,
		area: "會員",
		crumbs: [...wayOf(member, who), { label: member.name, href: homeOf(who, member.id) }],
		lead: leadOf(member, today),
		slim: true,
		body: html`<div class="stack">
			${step === "decease" && orphans(dependents, today)} ${effects(step, page)}
			${childrenCard(children, { links: allows("members", who), today })}
			${card(
				{ label: stepOf(step).label },
				form(
					{
						action: members.step(member.id, STEP_PLACES[step]),
						state,
						version: member.version,
						submit: stepOf(step).label,
						busy: "處理中...",
						cancel: homeOf(who, member.id),
						danger: GRAVE.includes(step),
						main: true,
					},
					asksFor(step, "type") && joinFields(types, state),
					stepFields(step, state),
				),
			)}
		</div>`,
	};
}

/** Draws the fields that a step asks for. */
export function stepFields(step: ButtonStep, state: FormState): Children {
	const isReasoned = asksFor(step, "reason");
	if (asksFor(step, "resolution")) return resolutionFields(state);
	const field = isReasoned ? reasonedField : unreasonedField;
	return [
		asksFor(step, "meeting") && meetingFields(step, state),
		asksFor(step, "day") &&
			field({
				name: "on",
				type: "date",
				label: step === "decease" ? "過世日期" : "生效日期",
				state,
				narrow: true,
				hint: "例如 2026/3/5 或 115/3/5；留空就是今天。",
			}),
		field({
			name: "reason",
			label: isReasoned ? "理由" : "說明",
			state,
			type: "textarea",
			rows: 3,
			optional: !isReasoned,
			hint: "加密留在會員的歷程裡。",
		}),
	];
}

/** Draws as what a contact applies, and for which type. */
const joinFields = (types: readonly NamedType[], state: FormState): VNode => html`<div class="cols two">
	${identityField(state)} ${typeField(state, offeredTypes(types), "請選擇")}
</div>`;

/** Draws the fields of the meeting that resolved, and for an expulsion of its votes. */
const meetingFields = (step: ButtonStep, state: FormState): VNode => html`<div class="cols two">
	${sanctionField({
		name: "meeting",
		label: asksFor(step, "votes") ? "會員大會" : "理事會",
		state,
		hint: asksFor(step, "votes") ? "例如：第 3 屆第 1 次會員大會。" : "例如：第 3 屆第 2 次理事會。",
	})}
	${sanctionField({ name: "held_on", type: "date", days: "past", label: "會議日期", state, hint: "例如 2026/3/5 或 115/3/5。" })}
	${
		asksFor(step, "votes") && [
			sanctionField({ name: "present", label: "出席人數", state, type: "number", unit: "人", narrow: true }),
			sanctionField({
				name: "in_favour",
				label: "同意人數",
				state,
				type: "number",
				unit: "人",
				narrow: true,
				hint: "要有出席人數三分之二以上同意（人民團體法 §§14、27）。",
			}),
		]
	}
</div>`;

/** Draws the fields of the board's resolution (理監事會議決議). */
export const resolutionFields = (state: FormState): VNode => html`<div class="cols two">
	${resolutionField({
		name: "resolution_no",
		label: "決議文號或會議名稱",
		state,
		hint: "例如：第 3 屆第 2 次理監事會議。",
	})}
	${resolutionField({ name: "resolution_on", type: "date", days: "past", label: "決議日期", state, hint: "例如 2026/3/5 或 115/3/5。" })}
</div>`;

const orphans = (dependents: FamilyRow[], today: string): VNode | false =>
	dependents.length > 0 &&
	card(
		{ title: "需要新的監護人", count: dependents.length, due: true, flush: true },
		items(dependents.map((one) => itemOf(one, "受監護會員", today))),
	);

type Effects = (member: MemberRow, children: number) => (string | false)[];
const FORGETS_CHILDREN = "一起申請的孩子不會成為會員，填寫的資料一併刪除。";
const AGAIN = "弄錯時，可以由另一位工作人員附理由更正。";
const CANCELS_DUES = "未繳的會費一併取消；已送出繳費、等候核對的不動，請先處理那筆繳費。";
const EFFECTS: Record<ButtonStep, Effects> = {
	approve: ({ member_no, type_base }, children) => [
		member_no === null
			? "依設定的起號接續，給一個新的會員編號；用過的號碼不會再給別人。"
			: `沿用會員編號 ${member_no}。`,
		"狀態改為「待繳費」，入會日期依決議日期。",
		!EXEMPT_TYPES.includes(type_base) && "依會費設定產生入會費與常年會費；有身心障礙證明的依比例減免。",
		type_base === "lifetime" && "這個類別在「會費標準」設定了入會費的，產生一次入會費；之後沒有常年會費。",
		children > 0 && `一起申請的 ${children} 位孩子各自成為「入會審核中」的申請，以這位會員為監護人，請接著審核。`,
	],
	decline: (_, children) => [
		"狀態改為「未通過」，資料保留；之後可以再申請入會。",
		children > 0 && FORGETS_CHILDREN,
		AGAIN,
	],
	withdraw: (_, children) => [
		"狀態改為「撤回申請」，資料保留；之後可以再申請入會。",
		children > 0 && FORGETS_CHILDREN,
		CANCELS_DUES,
		AGAIN,
	],
	activate: ({ type_name }) => [`${type_name}免繳常年會費，沒有未繳的入會費，就直接成為有效會員。`],
	suspend: () => ["狀態改為「停權」；登入帳號不受影響，之後可以復權。"],
	reinstate: () => ["狀態改回「有效」。"],
	resign: () => ["狀態改為「退會」，資料與會員編號保留；再入會時沿用原來的編號。", AGAIN],
	expel: () => ["狀態改為「除名」，資料與會員編號保留。", AGAIN],
	decease: ({ user_id, disability_status }) => [
		user_id !== null && "登入帳號立即停用，已登入的裝置會登出。",
		"從現在起不再寄任何郵件給這位會員，名條與通知也不再列出。",
		disability_status === "pending" && "審核中的身心障礙證明會撤回。",
		CANCELS_DUES,
		AGAIN,
	],
	rejoin: ({ member_no }) => [
		"回到「入會審核中」，等候核准。",
		member_no !== null && `核准後沿用原來的會員編號 ${member_no}。`,
	],
	join: () => [
		"成為入會申請，等候核准；核准時給會員編號。監護的會員、群組、備忘錄與捐款都留在同一筆資料。",
		"請確認身分與會員類別；之後可以在「編輯」更正。",
	],
	undo_ending: ({ status }) => [
		"回到離會之前的狀態；辦理離會的人不能自己更正。當時取消的會費不會恢復，需要時請重新產生。",
		status === "deceased" && "當時停用的登入帳號會恢復；撤回的身心障礙證明需要重新送件。",
	],
};

const effects = (step: ButtonStep, { member, children }: StepPage): VNode =>
	notice(
		{ tone: GRAVE.includes(step) ? "warn" : "info", title: `${stepOf(step).label}後` },
		html`<ul>${EFFECTS[step](member, children.length)
			.filter((line) => line !== false)
			.map((line) => html`<li>${line}</li>`)}</ul>`,
	);
