import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	pages: {
		list: () => "/admin/pages",
		/** The address that takes back that a page was taken down, archived or put into the trash. */
		undo: () => "/admin/pages/undo",
		create: () => "/admin/pages/new",
		createBelow: (id: Id) => `/admin/pages/new?parent=${id}`,
		/** The address of the form that makes a page and publishes or schedules it at once. */
		createPublished: () => "/admin/pages/new/publication",
		/** The address of the form of a new page, filled from the autosaved draft `slot`. */
		resume: (slot: string) => `/admin/pages/new?draft=${encodeURIComponent(slot)}`,
		show: (id: Id) => `/admin/pages/${id}`,
		step: (id: Id, place: string) => `/admin/pages/${id}/${place}`,
		move: (id: Id) => `/admin/pages/${id}/position`,
		draft: (slot: Id | string) => `/admin/pages/${slot}/draft`,
		draftRemoval: (slot: Id | string) => `/admin/pages/${slot}/draft/removal`,
		preview: (id: Id) => `/admin/pages/${id}/preview`,
		previewLink: (id: Id) => `/admin/pages/${id}/preview?link=1`,
		removal: (id: Id) => `/admin/pages/${id}/removal`,
		revisions: (id: Id) => `/admin/pages/${id}/revisions`,
		revision: (id: Id, number: number | ":number") => `/admin/pages/${id}/revisions/${number}`,
		restoration: (id: Id, number: number | ":number") => `/admin/pages/${id}/revisions/${number}/restoration`,
	},
};

export const pages = noun({
	isNobodys: true,
	pages: { below: ["/admin/pages"], load: async () => (await import("#admin/content/pages/routes.ts")).PAGE_ROUTES },
	addresses: { admin },
	permissions: {
		"pages.manage": { group: "website", place: 40, words: "管理單頁", roles: ["editor"] },
	},
	gates: {
		pages: ["pages.manage"],
	},
	menu: [
		{
			group: "website",
			place: 40,
			label: "單頁",
			href: admin.pages.list(),
			gate: "pages",
			words: ["頁面", "關於我們", "頁面樹", "pages"],
		},
	],
	jobs: {
		"page.create": {
			label: "新增單頁",
			gate: "pages",
			href: admin.pages.create(),
			words: ["頁面", "page"],
			start: { place: 65, key: "E", icon: "file" },
		},
	},
	records: {
		page: { words: "單頁", place: 70 },
	},
	actions: {
		"page.archive": "封存單頁",
		"page.create": "新增單頁",
		"page.delete": "永久刪除單頁",
		"page.edit": "修改單頁",
		"page.move": "移動單頁",
		"page.publish": "發布單頁",
		"page.restore": "還原單頁",
		"page.schedule": "排程發布單頁",
		"page.trash": "將單頁移到垃圾桶",
		"page.unarchive": "恢復發布單頁",
		"page.unpublish": "下架單頁",
	},
	search: {
		page: { name: "單頁", place: 130, by: "標題、摘要、標籤與內文，一個字也能找", unit: "個", gate: "pages" },
		"page-draft": {
			name: "未公開的單頁",
			place: 140,
			by: "草稿、排程與封存的標題或網址",
			unit: "個",
			gate: "pages",
		},
	},
	freeText: {
		pages: {
			words: "網頁",
			place: 130,
			columns: "pages title slug excerpt seo_title seo_description body_markdown",
			shown: "page",
		},
	},
	shown: {
		page: { words: "網頁", gate: "pages", href: (id) => admin.pages.show(Number(id)) },
	},
	refusals: {
		"page.has_children": { words: "這個單頁底下還有其他單頁，請先移動或刪除下層單頁。" },
		"page.loop": { words: "單頁不能放在自己的下層。", field: "parent_id" },
		"page.parent_gone": { words: "上層單頁已經不在，或在垃圾桶裡，請選擇其他的上層。", field: "parent_id" },
		"page.path_too_long": { words: "網址加上所有上層後太長，請把網址寫短一點，或換一個上層。", field: "slug" },
		"page.slug_taken": { words: "這個網址已經有單頁使用（可能在垃圾桶裡），請換一個。", field: "slug" },
		"page.stale": { words: "這個單頁在您編輯時已被其他人更新。" },
		"page.too_deep": { words: "單頁最多六層，請換一個上層。", field: "parent_id" },
	},
});
