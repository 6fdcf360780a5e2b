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
	records: {
		category: { words: "分類", place: 80 },
	},
	actions: {
		"category.create": "新增分類",
		"category.edit": "修改分類",
		"category.move": "調整分類順序",
		"category.remove": "刪除分類",
	},
});
