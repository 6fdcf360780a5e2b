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
	isNobodys: true,
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
	jobs: {
		"tag.create": {
			label: "新增標籤",
			gate: "tags",
			href: admin.tags.create(),
			words: ["關鍵字"],
		},
	},
	records: {
		tag: { words: "標籤", place: 90 },
	},
	actions: {
		"tag.create": "新增標籤",
		"tag.edit": "修改標籤",
		"tag.merge": "合併標籤",
		"tag.remove": "刪除標籤",
	},
	freeText: {
		tags: { words: "標籤", place: 190, columns: "tags slug name", shown: "tag" },
	},
	shown: {
		tag: { words: "標籤", gate: "tags", href: (id) => admin.tags.edit(Number(id)) },
	},
	refusals: {
		"tag.name_taken": { words: "已經有這個名稱的標籤（大小寫、全形半形視為相同），請換一個。", field: "name" },
		"tag.no_target": { words: "找不到要併入的標籤，請重新選擇。", field: "into" },
		"tag.same": { words: "標籤不能併入自己，請選擇另一個標籤。", field: "into" },
		"tag.slug_taken": { words: "這個網址已經有標籤使用，請換一個。", field: "slug" },
		"tag.stale": { words: "這個標籤在您編輯時已被其他人更新。" },
		"tag.taken": { words: "這個標籤已經存在。", field: "name" },
	},
});
