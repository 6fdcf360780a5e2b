import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { GuardianshipRow } from "#db/people/guardianships.ts";
import type { FamilyRow, MemberRow } from "#db/people/member-reads.ts";
import { AUTHORITY_LABELS, GUARDIAN_ROLE_LABELS } from "#domain/people/members/labels.ts";
import {
	ageOn,
	identityTypeLabel,
	isAdult,
	isParent,
	isPatient,
	memberStatusNow,
} from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { type Item, items } from "#ui/items.ts";
import { guardianHref } from "./guardian-page.ts";
import { memberStatus } from "./list-words.ts";

const { members } = paths.admin;

type Family = {
	member: MemberRow;
	guardians: FamilyRow[];
	standing: readonly GuardianshipRow[];
	dependents: FamilyRow[];
	who: Visitor;
	at: number;
};

/** Draws the card with the member's guardians (監護人) and dependents (受監護會員). */
export const familyCard = ({ member, guardians, standing, dependents, who, at }: Family): VNode => {
	const today = dateInTaipei(at);
	const may = allows("members_manage", who) && member.pseudonymised_at === null;
	const [first, second] = guardians;
	const standsAs = (one: FamilyRow): string =>
		standingWords(standing.find(({ guardian_id }) => guardian_id === one.id));
	const kin = [
		...guardians.map((one) => itemOf(one, standsAs(one), today)),
		...dependents.map((one) => itemOf(one, "受監護會員", today)),
	];
	return card(
		{
			title: "家庭",
			flush: true,
			link:
				may && dependents.length === 0
					? { href: members.guardian(member.id), label: first ? "變更監護人" : "指定監護人" }
					: undefined,
			foot:
				may &&
				member.status !== "deceased" &&
				html`<div class="row">${
					first
						? linkButton({
								label: second ? "變更第二位監護人" : "新增第二位監護人",
								size: "s",
								href: guardianHref(member.id, "second"),
							})
						: linkButton({
								label: "新增受監護的家人",
								icon: "plus",
								size: "s",
								href: `${members.create()}?guardian=${member.id}`,
							})
				}
				${linkButton({ label: "不得告知", size: "s", href: members.bans(member.id) })}</div>`,
		},
		kin.length > 0
			? items(kin)
			: html`<div class="card-body"><p class="soft small">${aloneWords(member, today)}</p></div>`,
	);
};

/** Returns as what a guardian stands: 監護人, 監護人（監護宣告）, 輔助人（輔助宣告）, with how and by which paper. */
const standingWords = (stands: GuardianshipRow | undefined): string =>
	[
		stands === undefined || stands.role === "parent" ? "監護人" : GUARDIAN_ROLE_LABELS[stands.role],
		stands?.authority && AUTHORITY_LABELS[stands.authority],
		stands?.paper && `${stands.paper}（${stands.paper_on ?? ""}）`,
		stands?.has_custody === 1 && "同住",
	]
		.filter(Boolean)
		.join("　");

/**
 * Returns the sentence for a record without guardian or dependents: what may be missing for a parent or for a minor
 * patient, else that there are none.
 */
function aloneWords(member: MemberRow, today: string): string {
	if (isParent(member)) return "家長/父母，還沒有受監護的會員。孩子也是會員時，請到孩子的頁面指定監護人。";
	const isMinor = member.birth_date !== null && !isAdult(member.birth_date, today);
	if (isPatient(member) && isMinor)
		return "未成年的病友，還沒有監護人。請指定監護人，家長才能替他看資料、繳費與上傳證明。";
	return "沒有監護人，也沒有受監護的會員。";
}

/** Returns a family member as an item with a link. */
export const itemOf = (one: FamilyRow, role: string, today: string): Item => ({
	title: one.name,
	href: members.show(one.id),
	side: memberStatus(memberStatusNow(one, today)),
	sub: [
		role,
		one.member_no ?? "尚無編號",
		identityTypeLabel(one),
		one.birth_date && `${ageOn(one.birth_date, today)} 歲`,
	]
		.filter(Boolean)
		.join("　"),
});
