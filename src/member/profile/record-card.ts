import type { OwnRecord } from "#db/people/index.ts";
import { identityTypeLabel, memberStatusNow } from "#domain/people/index.ts";
import { dayOf } from "#member/certificate/card.ts";
import { closedWords } from "#member/sealed-words.ts";
import { memberStatus, validWords } from "#member/status-words.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { html, type VNode } from "#ui/html.ts";

const membershipOf = (member: OwnRecord) => [
	{ name: "會員編號", value: member.member_no ?? "尚無" },
	{ name: "身分", value: identityTypeLabel(member) },
	{ name: "會員類別", value: member.type_name },
	{ name: "有效期限", value: validWords(member) },
	{ name: "入會日期", value: member.joined_on && dayOf(member.joined_on) },
];

/** Draws the data of a member, or of a contact (聯絡人), that only staff can change. */
export const recordCard = (member: OwnRecord, today: string): VNode =>
	card(
		{ title: member.is_contact === 1 ? "我的資料" : "會員資料", beside: memberStatus(memberStatusNow(member, today)) },
		facts([
			{ name: "姓名", value: member.name },
			...(member.is_contact === 1 ? [] : membershipOf(member)),
			{ name: "生日", value: member.birth_date && dayOf(member.birth_date) },
			{
				name: "身分證字號",
				value: member.reads === 1 ? member.national_id_mask : (member.sent_mask ?? closedWords(member)),
			},
		]),
		html`<p class="hint">這些資料由協會核對後登記；有錯誤或變更，請與協會聯絡。</p>`,
	);
