import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	categories: {
		list: () => "/admin/categories",
		create: () => "/admin/categories/new",
		edit: (id: Id) => `/admin/categories/${id}`,
		order: () => "/admin/categories/order",
		removal: (id: Id) => `/admin/categories/${id}/removal`,
	},
};

export const categories = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/categories"],
		load: async () => (await import("#admin/content/categories/routes.ts")).CATEGORY_ROUTES,
	},
	addresses: { admin },
	permissions: {
		"categories.manage": { group: "website", place: 20, words: "管理分類", roles: ["editor"] },
	},
	gates: {
		categories: ["categories.manage"],
	},
	menu: [
		{
			group: "website",
			place: 20,
			label: "分類",
			href: admin.categories.list(),
			gate: "categories",
			words: ["categories"],
		},
	],
	jobs: {
		"category.create": {
			label: "新增分類",
			gate: "categories",
			href: admin.categories.create(),
			words: ["文章分類"],
		},
	},
	records: {
		category: { words: "分類", place: 80 },
	},
	actions: {
		"category.create": "新增分類",
		"category.edit": "修改分類",
		"category.move": "調整分類順序",
		"category.remove": "刪除分類",
	},
	freeText: {
		categories: { words: "文章分類", place: 180, columns: "categories slug name description", shown: "category" },
	},
	shown: {
		category: { words: "分類", gate: "categories", href: (id) => admin.categories.edit(Number(id)) },
	},
	refusals: {
		"category.name_taken": { words: "已經有這個名稱的分類（大小寫、全形半形視為相同），請換一個。", field: "name" },
		"category.no_target": { words: "要移到的分類不存在，請重新選擇。", field: "target" },
		"category.slug_taken": { words: "這個網址已經有分類使用，請換一個。", field: "slug" },
		"category.stale": { words: "這個分類在您編輯時已被其他人更新。" },
		"category.taken": { words: "這個分類已經存在。", field: "name" },
	},
});
