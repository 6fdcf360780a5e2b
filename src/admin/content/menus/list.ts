import { SITE_CRUMBS } from "#admin/crumbs.ts";
import { ITEMS_PER_PAGE, itemsSelect, MENU_SORTS, type StaffItem } from "#db/content/menus.ts";
import { readRows } from "#db/read.ts";
import type { Menu } from "#domain/content/menus/schema.ts";
import { paths } from "#http/paths.ts";
import { words } from "#kits/list/conditions.ts";
import { listing } from "#kits/list/listing.ts";
import { linkButton } from "#ui/button.ts";
import { noneYet } from "#ui/empty.ts";
import { html, type VNode } from "#ui/html.ts";
import { SITE_GROUP } from "#ui/main-menu.ts";
import { figure } from "#ui/money.ts";
import { notice } from "#ui/notice.ts";
import { orderArrows, orderForm } from "#ui/order-arrows.ts";
import { status } from "#ui/status.ts";
import type { Column } from "#ui/table.ts";

const { menus } = paths.admin;
export const MENUS_CRUMBS = [...SITE_CRUMBS, { label: "選單", href: menus.list() }];
export const MENU_WORDS: Record<Menu, string> = { main: "主選單", footer: "頁尾選單" };

const addButton = linkButton({ label: "新增項目", icon: "plus", tone: "primary", href: menus.create() });

/** The id of the form that the arrow buttons of all rows belong to. */
const ORDER = "menu-order";
/** Returns the HTML id of an item's row, to which the page returns after the item was moved. */
export const rowId = (id: number): string => `menu-item-${id}`;

/** The list page 選單: the items of both menus in the order in which the website shows them. */
export const menuList = listing({
	path: menus.list(),
	gate: "menus",
	title: "選單",
	unit: "個項目",
	area: SITE_GROUP,
	crumbs: SITE_CRUMBS,
	conditions: { q: words("選單上的文字") },
	sorts: MENU_SORTS,
	sort: "position",
	size: ITEMS_PER_PAGE,
	read: async ({ env }, asked) => {
		const [rows, [count]] = await readRows(env.DB, ...itemsSelect(asked));
		return { rows, ...(count ?? { total: 0, every: 0 }) };
	},
	lead: ({ isNarrowed, total }) =>
		isNarrowed
			? `符合條件的有 ${figure(total)} 個。`
			: "官網頁首和頁尾的連結，依這裡的順序顯示，最多兩層。文章、單頁或文件改了網址，選單會跟著走。",
	actions: ({ every }) => every > 0 && addButton,
	above: ({ state, rows }) => [
		state &&
			notice({ tone: "warn", role: "alert" }, `${state.problem ?? ""}順序沒有變更，下面是目前的順序，請再試一次。`),
		rows.length > 1 && orderForm({ form: ORDER, action: menus.order(), seen: rows.map(({ id }) => id) }),
	],
	columns: ({ rows, asked, isNarrowed }) => [
		{
			label: "文字",
			sort: "label",
			head: true,
			cell: ({ id, label, parent_label }) => [
				html`<a id=${rowId(id)} href=${menus.edit(id)}>${label}</a>`,
				parent_label !== null && html`<small class="soft">在「${parent_label}」底下</small>`,
			],
		},
		{ label: "選單", sort: "menu", nowrap: true, cell: ({ menu }) => MENU_WORDS[menu] },
		isNarrowed || asked.sort !== "position"
			? { label: "順序", sort: "position", nowrap: true, cell: ({ position }) => String(position) }
			: orderColumn(rows),
		{
			label: "連到",
			sort: "target",
			sheet: "line",
			cell: ({ target }) => (target === "" ? "沒有連結，只是標題" : target),
		},
		{ label: "狀態", sort: "state", bare: true, cell: itemStatus },
	],
	none: () =>
		noneYet({
			title: "還沒有選單",
			text: "把單頁、文章、文件或其他網站的連結放進官網的頁首和頁尾，訪客才找得到。",
			actions: addButton,
		}),
	past: "選單的項目已經變少",
});

/** Draws the buttons that move an item among those beside it, where all items are shown in their order. */
const orderColumn = (rows: readonly StaffItem[]): Column<StaffItem> => ({
	label: "順序",
	sort: "position",
	sheet: "corner",
	nowrap: true,
	cell: ({ id, label, menu, parent_id }) => {
		const beside = rows.filter((row) => row.menu === menu && row.parent_id === parent_id);
		return orderArrows(ORDER, { id, name: label, isFirst: beside[0]?.id === id, isLast: beside.at(-1)?.id === id });
	},
});

/** Draws whether the website shows an item, and if not, why. */
export function itemStatus({ is_open, children }: Pick<StaffItem, "is_open" | "children">): VNode {
	if (is_open) return status({ word: "顯示中", tone: "ok" });
	return children > 0
		? status({ word: "只顯示文字：連到的內容未公開", tone: "warn" })
		: status({ word: "不顯示：連到的內容未公開", tone: "warn" });
}
