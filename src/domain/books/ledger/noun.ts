import { noun } from "#kernel/noun.ts";

const admin = {
	ledger: {
		journal: () => "/admin/ledger",
		general: () => "/admin/ledger/general",
		generalExport: (format: string) => `/admin/ledger/general/export/${format}`,
		trialBalance: () => "/admin/ledger/trial-balance",
		statements: () => "/admin/ledger/statements",
		statementsExport: (format: string) => `/admin/ledger/statements/export/${format}`,
		trialBalanceExport: (format: string) => `/admin/ledger/trial-balance/export/${format}`,
		journalExport: (format: string) => `/admin/ledger/export/${format}`,
		/** 明細分類帳 by member or project. */
		sub: () => "/admin/ledger/sub",
		subExport: (format: string) => `/admin/ledger/sub/export/${format}`,
		/** 現金出納表. */
		cashBook: () => "/admin/ledger/cash-book",
		cashBookExport: (format: string) => `/admin/ledger/cash-book/export/${format}`,
		/** 年度報表: the four statements of a year in one print. */
		annual: () => "/admin/ledger/annual",
		annualExport: (format: string) => `/admin/ledger/annual/export/${format}`,
	},
};

export const ledger = noun({
	pages: { below: ["/admin/ledger"], load: async () => (await import("#admin/books/ledger/routes.ts")).LEDGER_ROUTES },
	addresses: { admin },
	permissions: {
		"ledger.view": { group: "finance", place: 70, words: "查看帳冊", roles: ["accountant", "chair", "auditor"] },
		"ledger.post": { group: "finance", place: 80, words: "過帳傳票", roles: ["accountant"] },
		"ledger.reopen": { group: "finance", place: 90, words: "重開會計期間", roles: ["chair"] },
	},
	gates: {
		/** The books: who looks at them. */
		ledger: ["ledger.view", "confirmations.decide"],
		/** Vouchers, accounts, budgets, projects, assets: who keeps them. */
		ledger_post: ["ledger.post"],
		/** What is posted and takes another to correct: a large voucher, 開帳. The action asks which. */
		ledger_correct: ["ledger.post", "confirmations.decide"],
	},
	menu: [
		{
			group: "finance",
			place: 20,
			label: "日記簿",
			href: admin.ledger.journal(),
			gate: "ledger",
			words: ["傳票", "分錄", "帳", "journal"],
		},
		{
			group: "finance",
			place: 50,
			label: "總分類帳",
			href: admin.ledger.general(),
			gate: "ledger",
			words: ["明細帳", "分類帳", "general ledger"],
		},
		{
			group: "finance",
			place: 60,
			label: "明細分類帳",
			href: admin.ledger.sub(),
			gate: "ledger",
			words: ["會員別", "專案別", "明細帳", "sub-ledger"],
		},
		{
			group: "finance",
			place: 70,
			label: "試算表",
			href: admin.ledger.trialBalance(),
			gate: "ledger",
			words: ["借貸平衡", "報表", "trial balance"],
		},
		{
			group: "finance",
			place: 80,
			label: "財務報表",
			href: admin.ledger.statements(),
			gate: "ledger",
			words: ["收支表", "收支決算表", "資產負債表", "餘絀", "statements"],
		},
		{
			group: "finance",
			place: 90,
			label: "現金出納表",
			href: admin.ledger.cashBook(),
			gate: "ledger",
			words: ["現金", "存款", "收支", "結存", "cash book"],
		},
		{
			group: "finance",
			place: 100,
			label: "年度報表",
			href: admin.ledger.annual(),
			gate: "ledger",
			words: ["決算", "財產目錄", "基金收支表", "會員大會", "annual"],
		},
	],
	records: {
		ledger: { words: "帳冊" },
	},
	actions: {
		"ledger.export": "匯出帳簿或報表",
		"ledger.open": "開帳",
	},
});
