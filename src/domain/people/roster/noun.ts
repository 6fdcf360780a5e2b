import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	members: {
		imports: {
			list: () => "/admin/members/imports",
			show: (id: Id) => `/admin/members/imports/${id}`,
			doubts: (id: Id) => `/admin/members/imports/${id}/doubts`,
			columns: (id: Id) => `/admin/members/imports/${id}/columns`,
			removal: (id: Id) => `/admin/members/imports/${id}/removal`,
			apply: (id: Id) => `/admin/members/imports/${id}/application`,
			undo: (id: Id) => `/admin/members/imports/${id}/undoing`,
		},
	},
};

export const roster = noun({
	pages: {
		below: ["/admin/members/imports"],
		load: async () => (await import("#admin/people/members/imports-routes.ts")).IMPORT_ROUTES,
	},
	addresses: { admin },
	jobs: {
		"roster.import": {
			label: "匯入名冊",
			gate: "members_manage",
			href: admin.members.imports.list(),
			words: ["匯入會員", "Excel", "試算表", "import"],
		},
	},
	records: {
		roster: { words: "名冊" },
	},
	actions: {
		"roster.discard": "捨棄名冊匯入",
		"roster.import": "匯入名冊",
		"roster.settle": "釐清名冊的疑義",
		"roster.undo": "復原名冊匯入",
		"roster.upload": "上傳名冊",
		"roster.view": "查看名冊匯入的結果",
	},
	freeText: {
		imports: {
			words: "名冊匯入的檔名",
			place: 510,
			columns: "roster_imports filename",
			shown: "none",
			kept: "匯入紀錄；檔案本身已刪除",
		},
	},
});
