import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	income: {
		list: () => "/admin/income",
		create: () => "/admin/income/new",
		export: (format: string) => `/admin/income/export/${format}`,
		/** The tax office's layout of a year's donations. */
		taxExport: (format: string) => `/admin/income/tax/export/${format}`,
		tax: () => "/admin/income/tax",
		show: (id: Id) => `/admin/income/${id}`,
		edit: (id: Id) => `/admin/income/${id}/edit`,
		removal: (id: Id) => `/admin/income/${id}/removal`,
		recording: (id: Id) => `/admin/income/${id}/recording`,
		posting: (id: Id) => `/admin/income/${id}/posting`,
		reversal: (id: Id) => `/admin/income/${id}/reversal`,
		/** 補開 of a donation without one. */
		receipt: (id: Id) => `/admin/income/${id}/receipt`,
		/** 實物捐贈證明, 領據. */
		certificate: (id: Id) => `/admin/income/${id}/certificate`,
	},
};

export const income = noun({
	pages: { below: ["/admin/income"], load: async () => (await import("#admin/money/income/routes.ts")).INCOME_ROUTES },
	addresses: { admin },
	permissions: {
		"income.manage": { group: "dues", place: 80, words: "管理其他收入與捐款", roles: ["cashier"] },
	},
	gates: {
		/** 收入 and 捐款人: who records, posts, or looks. */
		income: ["income.manage", "ledger.post", "ledger.view", "reports.view", "confirmations.decide"],
		income_manage: ["income.manage"],
	},
	menu: [
		{
			group: "dues",
			place: 90,
			label: "收入",
			href: admin.income.list(),
			gate: "income",
			words: ["捐款", "補助", "利息", "其他收入", "實物捐贈", "income"],
		},
	],
	records: {
		income: { words: "收入", place: 140 },
	},
	actions: {
		"income.create": "新增收入",
		"income.edit": "修改收入草稿",
		"income.export": "匯出收入",
		"income.post": "收入入帳",
		"income.receipt": "補開捐款收據",
		"income.record": "登錄收入",
		"income.remove": "刪除收入草稿",
		"income.reverse": "沖銷收入",
		"income.tax_export": "下載捐贈申報檔（含身分證字號）",
	},
});
