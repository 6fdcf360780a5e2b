import type { StaffItem, TopItem } from "#db/content/menus.ts";
import { MenuItemInput } from "#domain/content/menus/form.ts";
import { MENUS } from "#domain/content/menus/schema.ts";
import { paths } from "#http/paths.ts";
import { fieldsOf } from "#kits/form/fields.ts";
import { againstStored, typed } from "#ui/against-stored.ts";
import { linkButton } from "#ui/button.ts";
import { card } from "#ui/card.ts";
import { facts } from "#ui/facts.ts";
import { form } from "#ui/form.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";
import { type Children, html } from "#ui/html.ts";
import { notice } from "#ui/notice.ts";
import type { Page } from "#ui/page.ts";
import { itemStatus, MENU_WORDS, MENUS_CRUMBS } from "./list.ts";

const { menus } = paths.admin;
const field = fieldsOf(MenuItemInput);

/** Returns the places where an item may stand: at the top of each menu, or below an item there, but not below itself. */
const placesOf = (tops: readonly TopItem[], own?: number) =>
	MENUS.flatMap((menu) => [
		{ value: menu, label: `${MENU_WORDS[menu]}最上層` },
		...tops
			.filter((top) => top.menu === menu && top.id !== own)
			.map(({ id, label }) => ({ value: String(id), label: `${MENU_WORDS[menu]} › ${label} 底下` })),
	]);

const fields = (state: FormState, tops: readonly TopItem[], own?: number): Children => [
	field({ name: "label", label: "文字", state, autocomplete: "off", hint: "顯示在選單上，最多 40 個字。" }),
	field({
		name: "target",
		label: "連到",
		state,
		optional: true,
		autocomplete: "off",
		hint: "官網上的路徑，例如 /about/team，或其他網站的 https:// 網址；留空時只是標題，沒有連結。",
	}),
	field({ name: "place", label: "位置", state, type: "select", options: placesOf(tops, own) }),
	field({
		name: "position",
		label: "順序",
		state,
		type: "number",
		optional: true,
		hint: "1 到 999，數字小的排前面；留空時排在最後。",
	}),
];

/** Draws the page 新增項目. `key`: the idempotency key, so that sending the same form twice creates one item. */
export const newItemPage = (tops: readonly TopItem[], state: FormState, key: string): Page => ({
	title: "新增項目",
	area: "選單",
	crumbs: MENUS_CRUMBS,
	slim: true,
	body: card(
		{ label: "新增項目" },
		form(
			{
				action: menus.create(),
				state,
				key,
				submit: "新增項目",
				busy: "新增中...",
				cancel: menus.list(),
				main: true,
				guard: true,
			},
			fields(state, tops),
		),
	),
});

/** An item's page: the item, and the items below which it may stand. */
export type ItemView = { item: StaffItem; tops: readonly TopItem[] };

const placeOf = ({ parent_id, menu }: StaffItem): string => String(parent_id ?? menu);

/** Returns an item's form filled from the stored item. */
export const formOf = ({ item }: ItemView): FormState =>
	freshForm({ label: item.label, target: item.target, place: placeOf(item), position: String(item.position) });

/** Draws the page of an item with its form. When another user saved meanwhile, it shows both texts. */
export function editItemPage({ item, tops }: ItemView, state: FormState): Page {
	const { id, label, target, position, version } = item;
	const places = placesOf(tops, id);
	const placeWords = (value: string): string => places.find((one) => one.value === value)?.label ?? value;
	const shown = againstStored(state, {
		version,
		fields: [
			{ field: "label", label: "文字", theirs: label, mine: typed(state, "label") },
			{ field: "target", label: "連到", theirs: target, mine: typed(state, "target") },
			{
				field: "place",
				label: "位置",
				theirs: placeWords(placeOf(item)),
				theirsValue: placeOf(item),
				mine: placeWords(typed(state, "place")),
			},
			{ field: "position", label: "順序", theirs: String(position), mine: typed(state, "position") },
		],
	});
	return {
		title: label,
		area: "選單",
		crumbs: MENUS_CRUMBS,
		slim: true,
		actions: [linkButton({ label: "刪除項目...", icon: "trash", href: menus.removal(id) })],
		body: html`<div class="stack">
			${card({ label: "在官網上" }, facts([{ name: "狀態", value: itemStatus(item) }]))}
			${card(
				{ label: "編輯項目" },
				form(
					{
						action: menus.edit(id),
						state: shown,
						version,
						submit: "儲存",
						cancel: menus.list(),
						main: true,
						guard: true,
					},
					fields(shown, tops, id),
				),
			)}
		</div>`,
	};
}

/** Draws the page 刪除項目. */
export const removeItemPage = (
	{ id, label, target, children, version }: StaffItem,
	state: FormState = freshForm(),
): Page => ({
	title: "刪除項目",
	area: "選單",
	crumbs: [...MENUS_CRUMBS, { label, href: menus.edit(id) }],
	slim: true,
	body: card(
		{ label: "刪除項目" },
		notice(
			{ tone: "warn", title: "官網的選單會少掉這個連結" },
			children > 0
				? `底下的 ${children} 個項目會移到最上層。連到的內容不受影響，之後可以再加回來。`
				: "連到的內容不受影響，之後可以再加回來。",
		),
		facts([
			{ name: "文字", value: label },
			{ name: "連到", value: target === "" ? "沒有連結，只是標題" : target },
		]),
		form({
			action: menus.removal(id),
			state,
			version,
			submit: "刪除項目",
			busy: "刪除中...",
			danger: true,
			cancel: menus.edit(id),
		}),
	),
});
