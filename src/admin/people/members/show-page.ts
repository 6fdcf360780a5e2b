import { groupsCard } from "#admin/people/groups/card.ts";
import { appliedCard, hasSealed, ownCard } from "#admin/people/member-fields/member-parts.ts";
import { organisationCard, representingCard } from "#admin/people/representatives/card.ts";
import { OWN_FAMILY } from "#admin/refusal-words.ts";
import { allows } from "#auth/permissions.ts";
import type { WaitingChild } from "#db/people/application-children.ts";
import type { DuesStanding } from "#db/people/dues-standing.ts";
import type { GroupPersonRow } from "#db/people/group-people.ts";
import type { GuardianshipRow } from "#db/people/guardianships.ts";
import type { BanRow } from "#db/people/member-bans.ts";
import type { ValueRow } from "#db/people/member-field-values.ts";
import type { FamilyRow, MemberRow } from "#db/people/member-reads.ts";
import type { SanctionRow } from "#db/people/member-sanctions.ts";
import type { RepresentativeRow } from "#db/people/representatives.ts";
import { askedAs } from "#domain/people/member-fields/rules.ts";
import { FIELD_WORDS, UNPLACED_FIELDS } from "#domain/people/members/fields.ts";
import { GENDER_LABELS } from "#domain/people/members/labels.ts";
import type { Revealed } from "#domain/people/members/reveal-actions.ts";
import { ageOn, identityTypeLabel, memberStatusNow } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { addressWords } from "#ui/address.ts";
import { button } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { facts } from "#ui/facts.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { status } from "#ui/status.ts";
import { dateWords } from "#ui/time.ts";
import { banNotices } from "./bans-page.ts";
import { childrenCard } from "./children-card.ts";
import { duesCard } from "./dues-card.ts";
import { familyCard } from "./family-card.ts";
import { listCrumbs } from "./form-page.ts";
import { headActions, reach } from "./head-parts.ts";
import { memberStatus } from "./list-words.ts";
import { type PrivacySide, privacyCard } from "./privacy-card.ts";
import { disabilityCard, loginCard, standingCard } from "./side-cards.ts";
import { memberTabs } from "./tabs.ts";

const { members } = paths.admin;

export type MemberPage = PrivacySide & {
	/** The other member numbers that lead to the record. */
	numbers: readonly string[];
	/** The resolution by which the member is suspended or expelled now. */
	sanction: SanctionRow | undefined;
	guardians: FamilyRow[];
	standing: readonly GuardianshipRow[];
	bans: readonly BanRow[];
	dependents: FamilyRow[];
	/** The children who wait with the application. */
	children: readonly WaitingChild[];
	/** The own fields that wait with it. */
	applied: readonly ValueRow[];
	notes: number;
	dues: DuesStanding;
	groups: readonly GroupPersonRow[];
	/** Who represents the organisation, or which organisations the person represents. */
	representatives: readonly RepresentativeRow[];
	/** The own fields that the user may see, with the member's values. */
	own: readonly ValueRow[];
	/** Whether the user may change the member's groups: also of their own family, because a group gives no right. */
	mayGroup: boolean;
	/** Whether the current user is of the member's family; then other users must change the record. */
	isFamily: boolean;
	/** The decrypted values, for this answer only. */
	revealed?: Revealed | undefined;
};

/** What other modules know of the member, drawn for the user: nothing where the user may not see it. */
export type Beside = { payments: Children; timeline: Children };

/** Draws the page of a member. `state` is the refused form of one of its buttons. */
export function showMemberPage(page: MemberPage, { payments, timeline }: Beside, state?: FormState): Page {
	const { member, at } = page;
	const today = dateInTaipei(at);
	return {
		title: member.name,
		area: "會員",
		crumbs: listCrumbs(member),
		lead: html`<div class="stack tight">${leadOf(member, today)} ${reach(member)}</div>`,
		actions: headActions(page),
		tabs: memberTabs(page, "show"),
		sheets: ["person"],
		body: html`<div class="stack">
			${state && errorSummary(state)} ${page.isFamily && notice({ tone: "info" }, OWN_FAMILY)} ${banNotices(member, page.bans, allows("members_manage", page.who))} ${warnings(page)}
			<div class="person">
				<div class="stack person-first">
					${contactCard(page)} ${member.is_organisation === 0 && familyCard(page)} ${standingCard(page)}
				</div>
				<div class="stack person-main">${member.is_contact === 0 && duesCard(page)} ${payments} ${timeline}</div>
				<div class="stack person-rest">
					${member.is_organisation === 1 ? ofOrganisation(page, today) : ofPerson(page, today)}
					${member.is_organisation === 0 && member.is_contact === 0 && disabilityCard(page)} ${loginCard(page)}
					${groupsCard({ member, rows: page.groups, mayChange: page.mayGroup, today })} ${privacyCard(page)}
				</div>
			</div>
		</div>`,
	};
}

const representing = (page: MemberPage, today: string) => ({
	rows: page.representatives,
	mayChange: allows("members_manage", page.who) && page.member.pseudonymised_at === null,
	today,
});
const ofPerson = (page: MemberPage, today: string): Children => [
	personCard(page, today),
	page.member.is_contact === 0 && healthCard(page),
	ownFieldsCard(page),
	appliedCard(page.applied),
	childrenCard(page.children, { links: true, today }),
	page.member.is_contact === 0 && representingCard(representing(page, today)),
];
const ofOrganisation = (page: MemberPage, today: string): Children => [
	organisationCard({ member: page.member, ...representing(page, today) }),
	ownFieldsCard(page),
];

/** Draws the member's status, number and identity. */
export const leadOf = (member: MemberRow, today: string): VNode => html`<p class="row">
	${memberStatus(memberStatusNow(member, today))}
	${member.has_bans === 1 && status({ word: "不得告知", tone: "danger" })}
	<span>${member.is_contact === 1 ? "不是會員" : [member.member_no ?? "尚無編號", identityTypeLabel(member)].join("　")}</span>
</p>`;

/** Draws notices of what must be done about this record. */
const warnings = ({ member, guardians, dependents }: MemberPage): Children => [
	member.pseudonymised_at !== null &&
		notice({ tone: "info" }, `這位會員的個人資料已於 ${dateWords(member.pseudonymised_at)}去識別化。`),
	...guardians
		.filter(({ status }) => status === "deceased")
		.map(({ name }) => notice({ tone: "warn", title: "需要新的監護人" }, `監護人${name}已故，請變更監護人。`)),
	member.status === "deceased" &&
		dependents.length > 0 &&
		notice(
			{ tone: "warn", title: "受監護的會員需要新的監護人" },
			dependents.map(({ name }) => name).join("、"),
			"。請從下方各自的頁面變更監護人。",
		),
];

const personCard = ({ member, who, revealed }: MemberPage, today: string): VNode =>
	card(
		{
			title: "基本資料",
			beside: member.national_id_mask !== null && revealForm({ member, who, revealed }, "身分證字號"),
		},
		facts([
			{ name: FIELD_WORDS.name, value: member.name },
			{ name: FIELD_WORDS.name_en, value: member.name_en },
			{ name: FIELD_WORDS.gender, value: member.gender && GENDER_LABELS[member.gender] },
			{ name: FIELD_WORDS.birth_date, value: birthWords(member.birth_date, today) },
			{ name: FIELD_WORDS.national_id, value: revealed?.national_id ?? member.national_id_mask },
			{ name: FIELD_WORDS.occupation, value: member.occupation },
			...UNPLACED_FIELDS.map((field) => ({ name: FIELD_WORDS[field], value: member[field] })),
		]),
	);

const birthWords = (day: string | null, today: string): string | null =>
	day && `${dayText(day)}（${ageOn(day, today)} 歲）`;

/**
 * Draws the button 顯示, which shows the record's two encrypted values and logs the access; nothing for a user who may
 * not see them, or once they are shown.
 */
const revealForm = ({ member, who, revealed }: Pick<MemberPage, "member" | "who" | "revealed">, what: string) =>
	allows("members_sensitive", who) &&
	!revealed &&
	html`<form method="post" action=${members.sensitive(member.id)}>
		${button({ label: `顯示${what}`, icon: "eye", size: "s", busy: "顯示中..." })}
	</form>`;

/** Draws the address, the emergency contact and the telephone at home; the other ways stand in the head of the page. */
const contactCard = ({ member, who }: Pick<MemberPage, "member" | "who">): VNode =>
	card(
		{
			title: "聯絡方式",
			link:
				allows("members_manage", who) && member.pseudonymised_at === null
					? { href: members.edit(member.id), label: "修改" }
					: undefined,
		},
		facts([
			{ name: FIELD_WORDS.phone_home, value: member.phone_home },
			{ name: FIELD_WORDS.address, value: addressWords(member) },
			{ name: FIELD_WORDS.emergency_name, value: emergencyWords(member) },
		]),
	);

/** Returns the emergency contact in words: 郭建宏（父親） 0910 000 101. */
export function emergencyWords({
	emergency_name: name,
	emergency_relation,
	emergency_phone: phone,
}: MemberRow): string {
	const who = name && emergency_relation ? `${name}（${emergency_relation}）` : (name ?? emergency_relation);
	return [who, phone && phoneWords(phone)].filter(Boolean).join("　");
}

const healthCard = ({ member, who, revealed }: MemberPage): VNode =>
	card(
		{ title: "健康資料", beside: member.has_diagnosis_note === 1 && revealForm({ member, who, revealed }, "病況") },
		facts([
			{ name: FIELD_WORDS.diagnosis_note, value: diagnosis(member, revealed) },
			{ name: "書面同意", value: consentWords(member) },
		]),
		revealed && html`<p class="hint">這次查看已記入稽核紀錄；離開這一頁後就不再顯示。</p>`,
	);

function diagnosis({ has_diagnosis_note }: MemberRow, revealed: Revealed | undefined): Children {
	if (has_diagnosis_note === 0) return null;
	return revealed?.diagnosis_note ? html`<p class="note-text">${revealed.diagnosis_note}</p>` : "已加密保存";
}

const ownFieldsCard = ({ member, own, who, revealed }: MemberPage): Children =>
	ownCard(own, {
		opened: revealed?.own,
		beside: hasSealed(own) && revealForm({ member, who, revealed }, "自訂欄位"),
		identity: askedAs(member),
		id: member.id,
		seesAll: allows("members_sensitive", who),
	});

const consentWords = ({ has_health_consent, consent_at }: MemberRow): string => {
	if (has_health_consent === 0) return "沒有紀錄";
	return consent_at === null ? "已同意" : `${dateWords(consent_at)}同意`;
};
