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
		/** The address of the sub-ledger (明細分類帳) by member or project. */
		sub: () => "/admin/ledger/sub",
		subExport: (format: string) => `/admin/ledger/sub/export/${format}`,
		/** The address of the cash book (現金出納表). */
		cashBook: () => "/admin/ledger/cash-book",
		cashBookExport: (format: string) => `/admin/ledger/cash-book/export/${format}`,
		/** The address of the annual report (年度報表): the four statements of a year in one print. */
		annual: () => "/admin/ledger/annual",
		annualExport: (format: string) => `/admin/ledger/annual/export/${format}`,
	},
};

export const ledger = noun({
	isNobodys: true,
	pages: { below: ["/admin/ledger"], load: async () => (await import("#admin/books/ledger/routes.ts")).LEDGER_ROUTES },
	addresses: { admin },
	permissions: {
		"ledger.view": { group: "finance", place: 70, words: "查看帳冊", roles: ["accountant", "chair", "auditor"] },
		"ledger.post": { group: "finance", place: 80, words: "過帳傳票", roles: ["accountant"], isDeputised: true },
		"ledger.reopen": { group: "finance", place: 90, words: "重開會計期間", roles: ["chair"], isDeputised: true },
	},
	gates: {
		/** The users who may view the books. */
		ledger: ["ledger.view", "confirmations.decide"],
		/** The users who may change vouchers, accounts, budgets, projects and assets. */
		ledger_post: ["ledger.post"],
		/**
		 * The users who may make a posting that can only be corrected by another posting: a large voucher, the opening
		 * of the books (開帳). The action checks which of them a user may make.
		 */
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
			start: { place: 82, key: "J", icon: "list" },
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
			words: ["收支表", "收支決算表", "資產負債表", "餘絀", "逐月", "去年同期", "預算執行", "占比", "statements"],
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
	refusals: {
		"ledger.account_inactive": { words: "會計科目已停用，請先啟用或改用其他科目。" },
		"ledger.account_mapped": { words: "這個科目用在自動過帳或收款帳戶，請先改用別的科目再停用。" },
		"ledger.account_stale": { words: "這個會計科目剛剛已被其他人更新，請重新整理。" },
		"ledger.account_taken": { words: "這個會計科目代號已經有人使用，請換一個。", field: "code" },
		"ledger.account_used": { words: "這個會計科目已有傳票、單據或預算使用，不能刪除或改編號；不再使用時請停用。" },
		"ledger.cash_below_zero": { words: "月底有現金或存款的餘額小於 0，不能結帳。請找出漏記的收入，或記錯帳戶的支出。" },
		"ledger.cash_closed_month": { words: "這會讓已結帳月份的現金或存款小於 0，請改用後面的日期。" },
		"ledger.cash_sub_account": {
			words: "現金、存款有子目時只用子目，請選帳戶或到「自動過帳的科目」指定。",
			field: "account",
		},
		"ledger.has_sub_accounts": { words: "這個科目有子目，請改用子目；原有的餘額可用傳票轉到子目。", field: "account" },
		"ledger.later_year_closed": {
			words: "後面的年度已經年度結帳，不能再入帳到更早的年度。請改日期；真的要補記，請先取消後面年度的結帳。",
		},
		"ledger.mapping_balance": { words: "原來的科目還有餘額，請先開轉帳傳票轉到新的科目，再改這裡。" },
		"ledger.mapping_class": { words: "請選同一類、使用中的科目；現金與存款要選現金類的科目。" },
		"ledger.mapping_shared": { words: "這個科目已用在另一項自動過帳，請選別的科目。" },
		"ledger.mapping_stale": { words: "自動過帳的科目剛剛已被其他人更新，請看最新的設定。" },
		"ledger.months_open": { words: "這一年還有月份沒有結帳，請先結完十二個月。" },
		"ledger.no_parent": { words: "子目要先有上層的科目，例如 1130-02 要先有 1130。", field: "code" },
		"ledger.not_ready": { words: "還有項目沒有處理完，不能結帳，請看下方的檢查。" },
		"ledger.period_closed": { words: "這個月份已經結帳，不能入帳。" },
		"ledger.period_stale": { words: "會計期間剛剛已被其他人更新，請重新整理。" },
		"ledger.second_person": { words: "重新開帳要由結帳者以外的人辦理。" },
		"ledger.year_after_closed": { words: "下一年已經年度結帳，請先取消下一年的，再取消這一年。" },
		"ledger.year_before_open": { words: "前面的年度還沒有年度結帳，請從最早的一年依序辦理。" },
		"ledger.year_closed": { words: "這一年已經年度結帳，請先取消年度結帳。" },
	},
});
