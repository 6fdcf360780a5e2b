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
		/** The address of the list of what the end of a year calls for (年底調整), and of its form. */
		accruals: () => "/admin/ledger/accruals",
		year: (year: number | ":year") => `/admin/ledger/years/${year}`,
		/** The addresses of the plan for what a year left (結餘使用計畫), and of the form that deletes it. */
		surplusPlan: (year: number | ":year") => `/admin/ledger/years/${year}/surplus-plan`,
		surplusPlanRemoval: (year: number | ":year") => `/admin/ledger/years/${year}/surplus-plan/removal`,
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
		below: ["/admin/ledger/periods", "/admin/ledger/closings", "/admin/ledger/years", "/admin/ledger/accruals"],
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
			words: ["結帳", "月結", "年度結帳", "年初轉列", "年底調整", "應付", "預付", "重新開帳", "銀行餘額", "periods"],
		},
	],
	records: {
		period: { words: "會計期間", place: 240 },
	},
	actions: {
		"period.balances": "填寫月底的銀行餘額",
		"period.close": "月份結帳",
		"period.reopen": "重新開帳",
		"year.accrue": "產生年底調整傳票",
		"year.close": "年度結帳",
		"year.open": "年初轉列",
		"year.plan": "登記結餘使用計畫",
		"year.plan_drop": "刪除結餘使用計畫",
		"year.reopen": "取消年度結帳",
	},
	refusals: {
		"accrual.changed": { words: "清單剛剛有變動（有人付款、繳費或改了科目），請看過新的清單再按一次。" },
		"accrual.done": { words: "這一年的年底調整已經有傳票，要重做請先刪除草稿，或在這一年裡沖銷。" },
		"accrual.nothing": { words: "請至少勾選一筆，或填一筆預付費用。" },
		"accrual.too_many": {
			words: "超過一張傳票的 100 行，請取消勾選一些，其餘的另開傳票並勾「次年迴轉」。",
		},
		"plan.future": { words: "同意的日期還沒到，主管機關同意之後再登記。", field: "approved_on" },
		"plan.stale": { words: "這個計畫剛剛已被其他人更新，請重新整理。" },
		"plan.years": { words: "計畫的年度要在結餘那一年之後的四年內。", field: "first_year" },
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
