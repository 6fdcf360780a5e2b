import { userStatus } from "#admin/system/index.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { MemberRow } from "#db/people/member-reads.ts";
import type { SanctionRow } from "#db/people/member-sanctions.ts";
import { FIELD_WORDS } from "#domain/people/members/fields.ts";
import { DISABILITY_LABELS } from "#domain/people/members/labels.ts";
import { EXEMPT_TYPES, type MemberStep, memberStatusNow, stepOf, stepsFor } from "#domain/people/members/rules.ts";
import { sanctionWords } from "#domain/people/members/sanctions.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { dayText } from "#kernel/written.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { phoneWords } from "#ui/phone.ts";
import { status } from "#ui/status.ts";
import { memberStatus } from "./list-words.ts";
import { hasButton, STEP_PLACES, sourceWords } from "./record-words.ts";

const { members, certificates } = paths.admin;
type Side = { member: MemberRow; who: Visitor; at: number };

const day = (text: string | null): string | null => text && dayText(text);

type Standing = Side & { numbers: readonly string[]; sanction: SanctionRow | undefined };

/** Draws 會籍: the membership's status and its next steps. */
export const standingCard = ({ member, numbers, sanction, who, at }: Standing): VNode => {
	const { resolution_no, resolution_on, left_on } = member;
	if (member.is_contact === 1) return contactCard({ member, who, at });
	return card(
		{ title: "會籍", beside: memberStatus(memberStatusNow(member, dateInTaipei(at))) },
		facts([
			{ name: FIELD_WORDS.member_no, value: member.member_no ?? noNumber(member) },
			...(numbers.length === 0 ? [] : [{ name: "曾用編號", value: numbers.join("、") }]),
			{ name: FIELD_WORDS.membership_type, value: member.type_name },
			{ name: "有效期限", value: validUntil(member) },
			{ name: FIELD_WORDS.joined_on, value: day(member.joined_on) },
			...(left_on === null ? [] : [{ name: "離會日期", value: day(left_on) }]),
			...(resolution_no === null && resolution_on === null
				? []
				: [{ name: "決議", value: [resolution_no, day(resolution_on)].filter(Boolean).join("　") }]),
			...(sanction
				? [{ name: sanction.step === "expel" ? "除名的決議" : "停權的決議", value: sanctionWords(sanction, dayText) }]
				: []),
			{ name: "資料來源", value: sourceWords(member.source) },
		]),
		member.pseudonymised_at === null && stepLinks({ member, who, at }),
	);
};

/** Draws, of a contact (聯絡人), what stands in the place of 會籍. */
const contactCard = ({ member, who, at }: Side): VNode =>
	card(
		{ title: "聯絡人", beside: memberStatus(memberStatusNow(member, dateInTaipei(at))) },
		html`<p class="soft small">不是會員，沒有會費與表決權；可以當監護人、加入群組與捐款。</p>`,
		facts([{ name: "資料來源", value: sourceWords(member.source) }]),
		member.pseudonymised_at === null && stepLinks({ member, who, at }),
	);

const noNumber = ({ status }: MemberRow): string =>
	status === "applied" ? "核准入會時給號" : status === "active" ? "尚無，請在「編輯」填寫" : "尚無";

const validUntil = ({ type_base, paid_until }: MemberRow): string | null =>
	EXEMPT_TYPES.includes(type_base) ? "無期限" : day(paid_until);

const RARE: readonly MemberStep[] = ["suspend", "resign", "expel", "decease"];
/** Returns whether a step is rare or final, so that it stands in the menu of the page's head. */
export const isRare = (step: MemberStep): boolean => RARE.includes(step);

/** Draws links to the steps that are next for the record; each step has a page that asks before it is taken. */
function stepLinks({ member, who }: Side): Children {
	const steps = stepsFor(member, who.permissions)
		.filter(hasButton)
		.filter((step) => !isRare(step));
	return (
		steps.length > 0 &&
		html`<div class="row">
			${steps.map((step) =>
				linkButton({
					label: stepOf(step).label,
					href: members.step(member.id, STEP_PLACES[step]),
					size: "s",
					tone: step === "decline" ? "danger" : "plain",
				}),
			)}
		</div>`
	);
}

const LOOKS = {
	not_applied: { tone: undefined },
	pending: { tone: "warn" },
	approved: { tone: "ok" },
	expired: { tone: "warn" },
	rejected: { tone: "danger" },
} as const;

const NO_DISCOUNT = {
	not_applied: "沒有申請，會費沒有減免。",
	pending: "等候審核。",
	rejected: "沒有通過，會費沒有減免。",
} as const;

/** Draws 身心障礙證明 with its status today. */
export const disabilityCard = ({ member, who, at }: Side): VNode => {
	const { disability_status: stored, disability_until: until, id } = member;
	const now = stored === "approved" && until !== null && until < dateInTaipei(at) ? "expired" : stored;
	return card(
		{
			title: "身心障礙證明",
			beside: status({ word: DISABILITY_LABELS[now], ...LOOKS[now] }),
			link:
				allows("certificates", who) && member.status !== "deceased" && member.pseudonymised_at === null
					? { href: certificates.create(id), label: "登錄證明" }
					: undefined,
		},
		stored === "approved"
			? facts([{ name: now === "expired" ? "到期日" : "有效到", value: until === null ? "無期限" : day(until) }])
			: html`<p class="soft small">${NO_DISCOUNT[stored]}</p>`,
	);
};

/** Draws 登入帳號: the email or phone with which the member signs in. */
export const loginCard = ({ member, who }: Side): VNode => {
	const { id, user_id, user_status, user_email, user_phone } = member;
	const may =
		allows("members_manage", who) &&
		member.pseudonymised_at === null &&
		(user_id !== null || member.status !== "deceased");
	return card(
		{
			title: "登入帳號",
			beside: user_status && userStatus(user_status),
			link: may ? { href: members.login(id), label: user_id === null ? "連結或邀請" : "變更" } : undefined,
		},
		user_id === null
			? html`<p class="soft small">還沒有登入帳號。</p>`
			: facts([
					{ name: "電子郵件", value: user_email },
					{ name: "手機號碼", value: user_phone && phoneWords(user_phone) },
				]),
	);
};
