import type { OwnPart } from "#db/money/index.ts";
import type { FamilyMember, MemberRow, OwnRecord } from "#db/people/index.ts";
import { paths } from "#http/paths.ts";
import { type CertificateSection, certificateSection } from "#member/certificate/section.ts";
import { HOME } from "#member/crumbs.ts";
import { type DuesCard, duesCard, historyCard } from "#member/payments/cards.ts";
import { recordCard } from "#member/profile/record-card.ts";
import { addressWords } from "#ui/address.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import type { FormState } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";

const CRUMBS = [HOME];

export type Dependent = {
	member: OwnRecord;
	section: CertificateSection;
	/** The values and errors of an upload that was refused. */
	refused: FormState | undefined;
	today: string;
	fees: Fees;
};

/** The member's open dues, credits and parts of payments. */
export type Fees = Pick<DuesCard, "dues" | "credits" | "accounts"> & { parts: readonly OwnPart[] };

const fees = (name: string, of: Fees, quiet: boolean): VNode[] => [
	...[duesCard({ ...of, quiet })].filter((one) => one !== null),
	historyCard(of.parts, `還沒有繳費。${name}的繳費紀錄會列在這裡。`),
];

/**
 * Draws the page of a family member for whom the user acts: record, contact data, disability certificate, dues, and a
 * link to the privacy page.
 */
export function dependentPage({ member, section, refused, today, fees: of }: Dependent): Page {
	const { id, name } = member;
	return {
		title: name,
		area: "我的家人",
		crumbs: CRUMBS,
		slim: true,
		body: html`<div class="stack loose">
			${recordCard(member, today)} ${reachCard(member)}
			${certificateSection(section, refused)} ${fees(name, of, true)}
			${card(
				{ title: "個人資料與隱私" },
				html`<p class="soft small">查看${name}的同意紀錄，查詢、下載、更正或刪除資料。</p>`,
				html`<p>${linkButton({ label: "查看與申請", href: paths.member.privacy.show(id) })}</p>`,
			)}
		</div>`,
	};
}

const reachCard = (row: MemberRow): VNode =>
	card(
		{ title: "聯絡方式" },
		facts([
			{ name: "手機號碼", value: row.phone && phoneWords(row.phone) },
			{ name: "住家電話", value: row.phone_home },
			{ name: "電子郵件", value: row.email },
			{ name: "LINE ID", value: row.line_id },
			{ name: "通訊地址", value: addressWords(row) },
			{
				name: "緊急聯絡人",
				value: [row.emergency_name, row.emergency_relation, row.emergency_phone && phoneWords(row.emergency_phone)]
					.filter(Boolean)
					.join("　"),
			},
		]),
		linkButton({
			label: "修改資料",
			href: paths.member.dependent.edit(row.id),
			tone: "primary",
			size: "big",
			block: true,
		}),
	);

/**
 * Draws the page of a grown-up family member who did not agree that the user goes on as guardian: only name, number and
 * dues (docs/workflows.md#guardians).
 */
export const adultPage = ({ name, member_no }: FamilyMember, of: Fees): Page => ({
	title: name,
	area: "我的家人",
	crumbs: CRUMBS,
	slim: true,
	body: html`<div class="stack loose">
		${notice(
			{ tone: "info", title: `${name}已滿 18 歲` },
			"本人同意以前，您只看得到姓名、會員編號與會費。本人登入後，可以在「我的資料」同意您繼續代為處理；沒有帳號時，請與協會聯絡。",
		)}
		${card(
			{ title: "會員資料" },
			facts([
				{ name: "姓名", value: name },
				{ name: "會員編號", value: member_no ?? "尚無" },
			]),
		)}
		${fees(name, of, false)}
	</div>`,
});
