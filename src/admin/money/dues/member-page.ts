import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { DuesListRow } from "#db/money/dues-lists.ts";
import type { DuesStanding, MemberRow } from "#db/people/index.ts";
import { duesLabel } from "#domain/money/dues/labels.ts";
import { paths } from "#http/paths.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { checkboxes } from "#ui/choices.ts";
import { noneYet } from "#ui/empty.ts";
import { errorSummary } from "#ui/error-summary.ts";
import { stat } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { table } from "#ui/table.ts";
import { duesColumns } from "./list-columns.ts";
import { DUES_CRUMBS } from "./show-page.ts";
import { yearWords } from "./words.ts";

const { dues, members, payments } = paths.admin;

export type MemberDuesPage = {
	member: MemberRow;
	items: DuesListRow[];
	standing: DuesStanding;
	/** The idempotency key of the credit's form. */
	key: string;
	who: Visitor;
};

/** Draws the dues of one member: what is owed, what was overpaid, and all dues items. */
export function memberDuesPage(page: MemberDuesPage, state?: FormState): Page {
	const { member, items, standing, who } = page;
	return {
		title: `會費：${member.name}`,
		name: member.name,
		area: "應繳會費",
		crumbs: DUES_CRUMBS,
		lead: [
			member.member_no ?? "尚無編號",
			standing.paid_year === null ? "沒有繳過常年會費" : `常年會費繳到 ${yearWords(standing.paid_year)}`,
		].join("　"),
		actions: [
			allows("members", who) && linkButton({ label: "會員頁", href: members.show(member.id) }),
			allows("payments", who) &&
				member.member_no !== null &&
				linkButton({ label: "收款紀錄", href: `${payments.list()}?q=${member.member_no}` }),
			allows("payments_record", who) &&
				linkButton({ label: "登錄收款", icon: "plus", href: `${payments.create()}?member=${member.id}` }),
			allows("dues", who) && linkButton({ label: "產生應繳會費", href: `${dues.assessment()}?ids=${member.id}` }),
		],
		body: html`<div class="stack">
			${afterDeath(page)}
			${card(
				{ label: "合計" },
				html`<div class="cols two">
					${stat({ name: "未繳", value: figure(standing.owed), words: `元（${figure(standing.items)} 筆）` })}
					${stat({ name: "溢繳款", value: figure(standing.credit), words: "元" })}
				</div>`,
			)}
			${standing.credit > 0 ? creditCard(page, state) : state && errorSummary(state)}
			${card(
				{ flush: true, title: "應繳會費" },
				table({
					caption: `${member.name}的應繳會費`,
					cards: true,
					columns: duesColumns({ withMember: false, withBoxes: false }),
					rows: items,
					empty: noneYet({ title: "還沒有應繳會費", text: "核准入會時會自動產生；之後每年由工作人員產生。" }),
				}),
			)}
		</div>`,
	};
}

/**
 * Draws a notice for a deceased member with a payment not yet verified, because of which the remaining dues could not
 * be cancelled; false for other members.
 */
const afterDeath = ({ member, items }: MemberDuesPage): VNode | false =>
	member.status === "deceased" &&
	items.some(({ claimed }) => claimed !== null) &&
	notice({ tone: "warn", title: "這位會員已故，還有繳費等候核對" }, "請先核對或退回那筆繳費，再處理剩下的會費。");

/**
 * Draws 溢繳款折抵: the form that pays chosen dues items with the member's credit, by year, as far as the credit
 * suffices. Without open dues, or for users who cannot verify payments, it only states the credit.
 */
function creditCard({ member, items, standing, key, who }: MemberDuesPage, state: FormState = freshForm()): VNode {
	const payable = items.filter(
		({ status, claimed }) => claimed === null && (status === "open" || status === "partially_paid"),
	);
	if (payable.length === 0 || !allows("payments_verify", who))
		return card(
			{ title: "溢繳款折抵" },
			errorSummary(state),
			html`<p class="soft">溢繳款 ${money(standing.credit)} 會留著，折抵之後的會費。${payable.length > 0 && "請有「核對收款」權限的人辦理。"}</p>`,
		);
	return card(
		{ title: "溢繳款折抵" },
		form(
			{
				action: dues.credit(member.id),
				state,
				key,
				submit: "以溢繳款折抵",
				busy: "折抵中...",
			},
			html`<p class="hint">溢繳款 ${money(standing.credit)}，依年度先後折抵勾選的會費；不夠的部分仍是未繳。折抵不再開立收據，因為收款時已經開過。</p>`,
			checkboxes({
				name: "items",
				label: "要折抵的會費",
				state,
				options: payable.toReversed().map((item) => ({
					value: String(item.id),
					label: `${duesLabel(item)}，未繳 ${money(item.amount - item.paid_amount)}`,
				})),
			}),
		),
	);
}
