import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	menus: {
		list: () => "/admin/menus",
		create: () => "/admin/menus/new",
		/** Takes the presses that move an item by one place. */
		order: () => "/admin/menus/order",
		edit: (id: Id) => `/admin/menus/${id}`,
		removal: (id: Id) => `/admin/menus/${id}/removal`,
	},
};

export const menus = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/menus"],
		load: async () => (await import("#admin/content/menus/routes.ts")).MENU_ROUTES,
	},
	addresses: { admin },
	gates: {
		menus: ["pages.manage"],
	},
	menu: [
		{
			group: "website",
			place: 43,
			label: "選單",
			href: admin.menus.list(),
			gate: "menus",
			words: ["主選單", "頁尾", "導覽", "連結", "menu"],
		},
	],
	jobs: {
		"menu.create": {
			label: "新增選單項目",
			gate: "menus",
			href: admin.menus.create(),
			words: ["官網選單", "導覽", "新增項目"],
		},
	},
	records: {
		menu_item: { words: "選單項目", place: 96 },
	},
	actions: {
		"menu_item.create": "新增選單項目",
		"menu_item.edit": "修改選單項目",
		"menu_item.move": "移動選單項目",
		"menu_item.remove": "刪除選單項目",
	},
	freeText: {
		menu_items: { words: "選單項目", place: 196, columns: "menu_items label address", shown: "menu_item" },
	},
	shown: {
		menu_item: { words: "選單項目", gate: "menus", href: (id) => admin.menus.edit(Number(id)) },
	},
	refusals: {
		"menu_item.bad_parent": {
			words: "選單最多兩層，下一層只能放在同一個選單最上層的項目裡。請重新選擇位置。",
			field: "place",
		},
		"menu_item.bad_target": {
			words: "連到的網址要以 / 開頭（官網上的頁面），或以 https:// 開頭（其他網站），也不能是後台或預覽的網址。",
			field: "target",
		},
		"menu_item.full": { words: "一個選單最多 50 個項目。請先刪除用不到的項目。", field: "place" },
		"menu_item.has_children": {
			words: "這個項目底下還有項目，只能留在原來的選單最上層。請先把底下的項目移開。",
			field: "place",
		},
		"menu_item.moved": { words: "選單的順序剛剛已被其他人改過。" },
		"menu_item.no_target": { words: "找不到這個網址的文章或文件，請確認網址。", field: "target" },
		"menu_item.stale": { words: "這個項目在您編輯時已被其他人更新。" },
		"menu_item.taken": { words: "這個編號已經用過。" },
	},
});
