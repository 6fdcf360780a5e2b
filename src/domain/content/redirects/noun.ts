import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	redirects: {
		list: () => "/admin/redirects",
		create: () => "/admin/redirects/new",
		edit: (id: Id) => `/admin/redirects/${id}`,
		removal: (id: Id) => `/admin/redirects/${id}/removal`,
	},
};

export const redirects = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/redirects"],
		load: async () => (await import("#admin/content/redirects/routes.ts")).REDIRECT_ROUTES,
	},
	addresses: { admin },
	gates: {
		redirects: ["pages.manage"],
	},
	menu: [
		{
			group: "website",
			place: 45,
			label: "轉址",
			href: admin.redirects.list(),
			gate: "redirects",
			words: ["舊網址", "301", "重新導向", "redirects"],
		},
	],
	jobs: {
		"redirect.create": {
			label: "新增轉址",
			gate: "redirects",
			href: admin.redirects.create(),
			words: ["舊網址", "301"],
		},
	},
	records: {
		redirect: { words: "轉址", place: 95 },
	},
	actions: {
		"redirect.create": "新增轉址",
		"redirect.edit": "修改轉址",
		"redirect.remove": "刪除轉址",
	},
	freeText: {
		redirects: { words: "轉址", place: 195, columns: "redirects path address", shown: "redirect" },
	},
	shown: {
		redirect: { words: "轉址", gate: "redirects", href: (id) => admin.redirects.edit(Number(id)) },
	},
	refusals: {
		"redirect.bad_target": {
			words: "轉到的網址要以 / 開頭（官網上的頁面），或以 https:// 開頭（其他網站），也不能是後台或預覽的網址。",
			field: "target",
		},
		"redirect.chain": {
			words: "轉到的網址本身也是一條轉址的舊網址。請直接填最後要到的網址。",
			field: "target",
		},
		"redirect.chained": {
			words: "已有別的轉址轉到這個網址。請先把那一條改成最後要到的網址。",
			field: "path",
		},
		"redirect.live": {
			words: "這個網址目前有公開的內容，轉址會蓋掉它。請先下架或改掉那份內容的網址。",
			field: "path",
		},
		"redirect.loop": { words: "舊網址和轉到的網址是同一個，讀者會一直繞圈。", field: "target" },
		"redirect.no_target": { words: "找不到這個網址的文章或文件，請確認網址。", field: "target" },
		"redirect.stale": { words: "這條轉址在您編輯時已被其他人更新。" },
		"redirect.taken": { words: "這個舊網址已經有轉址了，一個舊網址只能有一條。", field: "path" },
	},
});
