import { type AlikeRecord, likenessesOf } from "#db/people/member-duplicates.ts";
import { OFFERED } from "#db/people/member-picks.ts";
import type { FamilyRow, MemberRow } from "#db/people/member-reads.ts";
import { identityTypeLabel, memberStatusNow } from "#domain/people/members/rules.ts";
import { paths } from "#http/paths.ts";
import { dayText } from "#kernel/written.ts";
import { card } from "#ui/card.ts";
import { html, type VNode } from "#ui/html.ts";
import { items } from "#ui/items.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { phoneWords } from "#ui/phone.ts";
import { LIKENESS_WORDS } from "./duplicates-words.ts";
import { recordCrumbs } from "./form-page.ts";
import { memberStatus } from "./list-words.ts";
import { mergeHref } from "./merge-page.ts";
import { searchForm } from "./person-search.ts";

const { members } = paths.admin;

export type MergeChoice = {
	member: MemberRow;
	/** The searched text, and the members found. */
	q: string;
	found: FamilyRow[];
	/** The records that are similar to this record. */
	alike: (AlikeRecord & { reasons: number })[];
	/** The day in Taipei, YYYY-MM-DD. */
	today: string;
};

/** Draws the page 合併 that chooses the other record of the same person, by a search or from the similar records. */
export function mergeChoicePage({ member, q, found, alike, today }: MergeChoice): Page {
	return {
		title: `合併${member.name}的重複資料`,
		name: member.name,
		area: "會員",
		crumbs: recordCrumbs(member),
		lead: "選出另一筆同一個人的資料。下一頁會並列兩筆，確認後才合併。",
		slim: true,
		body: html`<div class="stack">
			${card({ label: "尋找另一筆資料" }, searchForm({ action: members.merge(member.id), q, label: "用會員編號、姓名或電話尋找另一筆資料", offers: "找到的資料" }))}
			${q !== "" && foundCard(member, { q, found, today })}
			${q === "" && alike.length > 0 && alikeCard(member, alike, today)}
			${q === "" && alike.length === 0 && notice({ tone: "info" }, "沒有發現和這位會員相似的資料，請用上面的欄位尋找。")}
		</div>`,
	};
}

type Shown = Pick<
	AlikeRecord,
	| "id"
	| "name"
	| "member_no"
	| "status"
	| "identity_type"
	| "birth_date"
	| "phone"
	| "paid_until"
	| "grace_until"
	| "is_contact"
>;

const itemOf = (member: MemberRow, one: Shown, today: string, why?: string) => ({
	title: one.name,
	href: mergeHref(member.id, one.id),
	side: memberStatus(memberStatusNow(one, today)),
	sub: [
		one.member_no ?? "尚無編號",
		identityTypeLabel(one),
		one.birth_date && dayText(one.birth_date),
		one.phone && phoneWords(one.phone),
		why,
	]
		.filter(Boolean)
		.join("　"),
});

const foundCard = (member: MemberRow, { q, found, today }: Pick<MergeChoice, "q" | "found" | "today">): VNode =>
	card(
		{
			title: "搜尋結果",
			count: found.length,
			flush: true,
			foot: found.length === OFFERED && html`<p class="hint">只列出前 ${OFFERED} 位，請用更完整的姓名或編號。</p>`,
		},
		found.length === 0
			? html`<div class="card-body">${notice({ tone: "warn" }, `找不到「${q}」。已併入其他會員的資料不會列出。`)}</div>`
			: items(found.map((one) => itemOf(member, one, today))),
	);

const alikeCard = (member: MemberRow, alike: MergeChoice["alike"], today: string): VNode =>
	card(
		{ title: "相似的資料", count: alike.length, flush: true },
		items(
			alike.map((one) =>
				itemOf(
					member,
					one,
					today,
					likenessesOf(one.reasons)
						.map((name) => LIKENESS_WORDS[name])
						.join("；"),
				),
			),
		),
	);
