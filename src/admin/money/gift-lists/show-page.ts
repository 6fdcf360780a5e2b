import { allows } from "#auth/permissions.ts";
import type { Visitor } from "#auth/visitor.ts";
import type { GiftListRow, PublishedList } from "#db/money/gift-lists.ts";
import { halfWords } from "#domain/money/gift-lists/halves.ts";
import { isOpen, monthWords, shownName, sumsByMonth, WHY_WORDS } from "#domain/money/gift-lists/list.ts";
import { paths } from "#http/paths.ts";
import { sumOf } from "#kernel/amounts.ts";
import { card } from "#ui/card.ts";
import { funds } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import type { FormState } from "#ui/form-state.ts";
import { type Children, html, type VNode } from "#ui/html.ts";
import { figure, money } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { type Column, table } from "#ui/table.ts";
import { timeWords } from "#ui/time.ts";
import { booksCard } from "./books-card.ts";
import type { GiftListShown } from "./shown.ts";
import { GIFT_LIST_CRUMBS, standing } from "./words.ts";

const { giftLists, income, payments, documents } = paths.admin;

/** The most gifts on the page; the list that is published has all of them. */
const SHOWN = 1_000;

/** Draws what the list of a half-year would say: each gift with why, the sums, the books beside it, and the press. */
export function giftListPage(of: GiftListShown, state: FormState): Page {
	const { half, gifts, list, who } = of;
	const open = gifts.filter(({ why }) => isOpen(why)).length;
	return {
		title: `${halfWords(half)}捐款徵信`,
		area: "捐款徵信",
		crumbs: GIFT_LIST_CRUMBS,
		lead: html`<p class="row">${standing(list)} ${list && html`<span class="soft small">${timeWords(list.published_at)}由${list.published_by ?? "系統"}發布，第 ${list.number} 版</span>`}</p>`,
		body: html`<div class="stack loose">
			${outdated(list)}
			${open > 0 && notice({ tone: "warn", title: `還有 ${figure(open)} 筆不知道要不要刊登姓名` }, "沒有答案就刊登「善心人士」。問過本人後，在捐款人資料選「捐款徵信怎麼刊登」；會員也可以在會員專區自己選。")}
			${allows("gift_lists_publish", who) && press(of, state)}
			<div class="split">
				${giftsCard(of)}
				<div class="stack loose">${sums(gifts)} ${booksCard(of)}</div>
			</div>
		</div>`,
	};
}

const outdated = (list: PublishedList | undefined): Children =>
	list?.state === "published" &&
	list.is_outdated === 1 &&
	notice(
		{ tone: "danger", title: "官網上的名單和現在的資料不一樣" },
		"有人改變了刊登姓名的意願、資料已去識別化，或捐款有沖銷、退還、補登。請重新發布；發布後舊的檔案就刪除，不能再下載。",
	);

function press({ half, gifts, list }: GiftListShown, state: FormState): VNode {
	const named = gifts.filter(({ name }) => name !== "").length;
	return card(
		{ title: list ? "重新發布" : "發布" },
		html`<p>
			會公告 ${figure(gifts.length)} 筆捐款，其中 ${figure(named)} 筆刊登姓名，其餘刊登「善心人士」；做成 PDF，出現在官網的「捐款徵信」。
			${list && html`<a href=${documents.show(list.document_id)}>官網上的這份文件</a>`}
		</p>`,
		form({
			action: giftLists.show(half),
			state,
			version: list?.version ?? 0,
			submit: list ? "重新發布" : "發布",
			busy: "製作中...",
			main: true,
		}),
	);
}

function giftsCard({ gifts, who }: GiftListShown): VNode {
	return card(
		{ title: "名單", count: gifts.length, flush: true },
		table({
			caption: "這個半年的捐款",
			cards: true,
			columns: columnsOf(who),
			rows: gifts.slice(0, SHOWN),
			empty: html`<p class="card-body soft">這個半年沒有入帳的捐款。</p>`,
		}),
		gifts.length > SHOWN &&
			html`<p class="card-body soft">只列出前 ${figure(SHOWN)} 筆；合計與發布的名單是全部的。</p>`,
	);
}

function recordOf({ source, gift_id, day }: GiftListRow, who: Visitor): Children {
	const [gate, href] =
		source === "income" ? (["income", income.show(gift_id)] as const) : (["payments", payments.show(gift_id)] as const);
	return allows(gate, who) ? html`<a href=${href}>${monthWords(day)}</a>` : monthWords(day);
}

const columnsOf = (who: Visitor): Column<GiftListRow>[] => [
	{ label: "月份", head: true, nowrap: true, cell: (gift) => recordOf(gift, who) },
	{
		label: "刊登為",
		cell: (gift) => [
			shownName(gift),
			html`<small>${
				gift.donor_id !== null && allows("income_manage", who)
					? html`<a href=${income.donors.show(gift.donor_id)}>${WHY_WORDS[gift.why]}</a>`
					: WHY_WORDS[gift.why]
			}</small>`,
		],
	},
	{ label: "用途", sheet: "line", cell: ({ purpose }) => purpose || html`<span class="soft">未指定用途</span>` },
	{ label: "金額", end: true, cell: ({ amount, items }) => items || figure(amount) },
];

const sums = (gifts: readonly GiftListRow[]): VNode => {
	const paid = gifts.filter(({ items }) => items === "");
	return card(
		{ title: "合計" },
		funds([
			...sumsByMonth(paid).map(({ month, amount, gifts: many }) => ({
				name: `${monthWords(`${month}-01`)}，${figure(many)} 筆`,
				value: money(amount),
			})),
			{ name: html`<b>全部，${figure(paid.length)} 筆</b>`, value: html`<b>${money(sumOf(paid))}</b>` },
			{ name: "實物捐贈", value: `${figure(gifts.length - paid.length)} 筆` },
		]),
	);
};
