import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	tags: {
		list: () => "/admin/tags",
		create: () => "/admin/tags/new",
		edit: (id: Id) => `/admin/tags/${id}`,
		merge: (id: Id) => `/admin/tags/${id}/merge`,
		removal: (id: Id) => `/admin/tags/${id}/removal`,
	},
};

export const tags = noun({
	pages: { below: ["/admin/tags"], load: async () => (await import("#admin/content/tags/routes.ts")).TAG_ROUTES },
	addresses: { admin },
	permissions: {
		"tags.manage": { group: "website", place: 30, words: "管理標籤", roles: ["editor"] },
	},
	gates: {
		tags: ["tags.manage"],
	},
	menu: [
		{ group: "website", place: 30, label: "標籤", href: admin.tags.list(), gate: "tags", words: ["關鍵字", "tags"] },
	],
	records: {
		tag: { words: "標籤", place: 90 },
	},
	actions: {
		"tag.create": "新增標籤",
		"tag.edit": "修改標籤",
		"tag.merge": "合併標籤",
		"tag.remove": "刪除標籤",
	},
});
