import { noun } from "#kernel/noun.ts";

const admin = {
	ledger: {
		/** The addresses of the pages of accounting periods (會計期間): months here, years below. */
		periods: () => "/admin/ledger/periods",
		period: (month: string) => `/admin/ledger/periods/${month}`,
		/** The address of the form that stores the balances that the bank stated at the end of the month. */
		periodBalances: (month: string) => `/admin/ledger/periods/${month}/balances`,
		periodClosing: (month: string) => `/admin/ledger/periods/${month}/closing`,
		periodReopening: (month: string) => `/admin/ledger/periods/${month}/reopening`,
		/** The address of the page that closes several months in their order (逐月結帳). */
		closings: () => "/admin/ledger/closings",
		year: (year: number | ":year") => `/admin/ledger/years/${year}`,
		yearClosing: (year: number | ":year") => `/admin/ledger/years/${year}/closing`,
		yearReopening: (year: number | ":year") => `/admin/ledger/years/${year}/reopening`,
		/**
		 * The address of the form that opens a year (年初轉列): it moves dues received in advance (2120) to income
		 * (4120), and reverses accruals.
		 */
		yearOpening: (year: number | ":year") => `/admin/ledger/years/${year}/opening`,
	},
};

export const periods = noun({
	pages: {
		below: ["/admin/ledger/periods", "/admin/ledger/closings", "/admin/ledger/years"],
		load: async () => (await import("#admin/books/ledger/periods-pages.ts")).ROUTES,
	},
	addresses: { admin },
	permissions: {
		"periods.close": { group: "finance", place: 100, words: "結帳", roles: ["accountant"], isDeputised: true },
	},
	gates: {
		periods: ["ledger.view"],
		periods_close: ["periods.close"],
		periods_reopen: ["ledger.reopen"],
	},
	menu: [
		{
			group: "finance",
			place: 120,
			label: "會計期間",
			href: admin.ledger.periods(),
			gate: "periods",
			words: ["結帳", "月結", "年度結帳", "年初轉列", "重新開帳", "銀行餘額", "periods"],
		},
	],
	records: {
		period: { words: "會計期間", place: 240 },
	},
	actions: {
		"period.balances": "填寫月底的銀行餘額",
		"period.close": "月份結帳",
		"period.reopen": "重新開帳",
		"year.close": "年度結帳",
		"year.open": "年初轉列",
		"year.reopen": "取消年度結帳",
	},
	freeText: {
		periods: { words: "月結的銀行餘額說明", place: 450, columns: "period_balances note", shown: "period" },
		period_events: {
			words: "關帳與重開的原因",
			place: 460,
			columns: "period_events reason",
			shown: "none",
			kept: "關帳紀錄不可更改",
		},
	},
	shown: {
		period: { words: "月份", gate: "periods", href: admin.ledger.period },
	},
});
