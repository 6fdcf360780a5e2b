import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	pages: {
		list: () => "/admin/pages",
		create: () => "/admin/pages/new",
		createBelow: (id: Id) => `/admin/pages/new?parent=${id}`,
		/** A new one that is published, or scheduled, at once. */
		createPublished: () => "/admin/pages/new/publication",
		/** The form that was left before it made a page. */
		resume: (slot: string) => `/admin/pages/new?draft=${encodeURIComponent(slot)}`,
		show: (id: Id) => `/admin/pages/${id}`,
		step: (id: Id, place: string) => `/admin/pages/${id}/${place}`,
		move: (id: Id) => `/admin/pages/${id}/position`,
		draft: (slot: Id | string) => `/admin/pages/${slot}/draft`,
		draftRemoval: (slot: Id | string) => `/admin/pages/${slot}/draft/removal`,
		previewLink: (id: Id) => `/admin/pages/${id}/preview-link`,
		removal: (id: Id) => `/admin/pages/${id}/removal`,
		revisions: (id: Id) => `/admin/pages/${id}/revisions`,
		revision: (id: Id, number: number | ":number") => `/admin/pages/${id}/revisions/${number}`,
		restoration: (id: Id, number: number | ":number") => `/admin/pages/${id}/revisions/${number}/restoration`,
	},
};

export const pages = noun({
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
});
