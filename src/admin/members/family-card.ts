import { html, type VNode } from "#admin/html.ts";
import { linkButton } from "#admin/ui/button.ts";
import { card } from "#admin/ui/card.ts";
import { type Item, items } from "#admin/ui/items.ts";
import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { FamilyRow, MemberRow } from "#db/member-reads.ts";
import { dateInTaipei } from "#domain/content/times.ts";
import { ageOn, identityTypeLabel, memberStatusNow } from "#domain/members/rules.ts";
import { paths } from "#http/paths.ts";
import { memberStatus } from "./list-words.ts";

const { members } = paths.admin;

type Family = { member: MemberRow; guardian: FamilyRow | undefined; dependents: FamilyRow[]; who: Visitor; at: number };

/** 監護人 and 受監護會員: whoever looks after whom. */
export const familyCard = ({ member, guardian, dependents, who, at }: Family): VNode => {
	const today = dateInTaipei(at);
	const may = allows("members_manage", who) && member.pseudonymised_at === null;
	const kin = [
		...(guardian ? [itemOf(guardian, "監護人", today)] : []),
		...dependents.map((one) => itemOf(one, "受監護會員", today)),
	];
	return card(
		{
			title: "家庭",
			flush: true,
			link:
				may && dependents.length === 0
					? { href: members.guardian(member.id), label: guardian ? "變更監護人" : "指定監護人" }
					: undefined,
			foot:
				may &&
				!guardian &&
				member.status !== "deceased" &&
				linkButton({
					label: "新增受監護的家人",
					icon: "plus",
					size: "s",
					href: `${members.create()}?guardian=${member.id}`,
				}),
		},
		kin.length > 0
			? items(kin)
			: html`<div class="card-body"><p class="soft small">沒有監護人，也沒有受監護的會員。</p></div>`,
	);
};

/** One of a family, as a link. */
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
