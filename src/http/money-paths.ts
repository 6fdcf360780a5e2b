/** An id, or the name of a place for one where a route is declared. */
type Id = number | ":id";

/** The addresses of dues, payments, receipts and bank statements: a part of the table in paths.ts, used as `paths.admin`. */
export const MONEY_PATHS = {
	dues: {
		list: () => "/admin/dues",
		/** 產生應繳會費: what would be made, then made. */
		assessment: () => "/admin/dues/assessment",
		/** 欠費 by year, and who has two unpaid years. */
		arrears: () => "/admin/dues/arrears",
		export: (format: string) => `/admin/dues/export/${format}`,
		/** 免繳 of many: asked about, done; and who was chosen, from the list. */
		waivers: () => "/admin/dues/waivers",
		waiversChoice: () => "/admin/dues/waivers/choice",
		show: (id: Id) => `/admin/dues/${id}`,
		waiver: (id: Id) => `/admin/dues/${id}/waiver`,
		waiverEnd: (id: Id) => `/admin/dues/${id}/waiver/end`,
		correction: (id: Id) => `/admin/dues/${id}/correction`,
		cancellation: (id: Id) => `/admin/dues/${id}/cancellation`,
		ofMember: (memberId: Id) => `/admin/members/${memberId}/dues`,
		credit: (memberId: Id) => `/admin/members/${memberId}/credit`,
		notices: () => "/admin/dues/notices",
		noticesMail: () => "/admin/dues/notices/mail",
		noticesPrint: () => "/admin/dues/notices/print",
		/** Where the list's chosen rows lead: mail, print, text. */
		noticesBulk: (place: string) => `/admin/dues/notices/bulk/${place}`,
		/** 通知單 with activation codes, which are made by its POST alone. */
		noticesCodes: () => "/admin/dues/notices/codes",
		noticesText: () => "/admin/dues/notices/text",
		noticesLog: () => "/admin/dues/notices/log",
		report: () => "/admin/dues/report",
		reportExport: (format: string) => `/admin/dues/report/export/${format}`,
	},
	payments: {
		list: () => "/admin/payments",
		queue: () => "/admin/payments/queue",
		create: () => "/admin/payments/new",
		createMany: () => "/admin/payments/new/many",
		show: (id: Id) => `/admin/payments/${id}`,
		edit: (id: Id) => `/admin/payments/${id}/edit`,
		proof: (id: Id) => `/admin/payments/${id}/proof`,
		verification: (id: Id) => `/admin/payments/${id}/verification`,
		rejection: (id: Id) => `/admin/payments/${id}/rejection`,
		cancellation: (id: Id) => `/admin/payments/${id}/cancellation`,
		reversal: (id: Id) => `/admin/payments/${id}/reversal`,
		export: (format: string) => `/admin/payments/export/${format}`,
		imports: {
			list: () => "/admin/payments/imports",
			show: (id: Id) => `/admin/payments/imports/${id}`,
			columns: (id: Id) => `/admin/payments/imports/${id}/columns`,
			removal: (id: Id) => `/admin/payments/imports/${id}/removal`,
			apply: (id: Id) => `/admin/payments/imports/${id}/application`,
			undo: (id: Id) => `/admin/payments/imports/${id}/undoing`,
		},
	},
	receipts: {
		list: () => "/admin/receipts",
		/** 存根簿 of a series and a year. */
		book: () => "/admin/receipts/book",
		/** 號碼檢查: gaps, which there are none of. */
		gaps: () => "/admin/receipts/gaps",
		export: (format: string) => `/admin/receipts/export/${format}`,
		series: () => "/admin/receipts/series",
		/** Where the list's chosen rows lead: print, pdf. */
		bulk: (place: string) => `/admin/receipts/bulk/${place}`,
		/** Many at once: what is printed of a selection or of some days, as HTML and as PDF, and the originals of them. */
		printMany: () => "/admin/receipts/print",
		pdfMany: () => "/admin/receipts/pdf",
		printingMany: () => "/admin/receipts/printing",
		show: (id: Id) => `/admin/receipts/${id}`,
		/** Takes the original; what is printed later is 副本. */
		printing: (id: Id) => `/admin/receipts/${id}/printing`,
		print: (id: Id) => `/admin/receipts/${id}/print`,
		pdf: (id: Id) => `/admin/receipts/${id}/pdf`,
		voiding: (id: Id) => `/admin/receipts/${id}/voiding`,
		/** 補開: in the place of one that was voided without. */
		replacement: (id: Id) => `/admin/receipts/${id}/replacement`,
		mail: (id: Id) => `/admin/receipts/${id}/mail`,
	},
	ledger: {
		journal: () => "/admin/ledger",
		voucher: (id: Id) => `/admin/ledger/vouchers/${id}`,
		accounts: () => "/admin/ledger/accounts",
		general: () => "/admin/ledger/general",
		generalExport: (format: string) => `/admin/ledger/general/export/${format}`,
		trialBalance: () => "/admin/ledger/trial-balance",
		statements: () => "/admin/ledger/statements",
		statementsExport: (format: string) => `/admin/ledger/statements/export/${format}`,
		trialBalanceExport: (format: string) => `/admin/ledger/trial-balance/export/${format}`,
		journalExport: (format: string) => `/admin/ledger/export/${format}`,
		accountCreate: () => "/admin/ledger/accounts/new",
		account: (id: Id) => `/admin/ledger/accounts/${id}`,
		accountRemoval: (id: Id) => `/admin/ledger/accounts/${id}/removal`,
		/** 自動過帳的科目. */
		mapping: () => "/admin/ledger/mapping",
		drafts: () => "/admin/ledger/drafts",
		voucherCreate: () => "/admin/ledger/vouchers/new",
		voucherEdit: (id: Id) => `/admin/ledger/vouchers/${id}/edit`,
		voucherRemoval: (id: Id) => `/admin/ledger/vouchers/${id}/removal`,
		voucherPosting: (id: Id) => `/admin/ledger/vouchers/${id}/posting`,
		voucherReversal: (id: Id) => `/admin/ledger/vouchers/${id}/reversal`,
		voucherPrint: (id: Id) => `/admin/ledger/vouchers/${id}/print`,
		templates: () => "/admin/ledger/templates",
		templateCreate: () => "/admin/ledger/templates/new",
		template: (id: Id) => `/admin/ledger/templates/${id}`,
		templateRemoval: (id: Id) => `/admin/ledger/templates/${id}/removal`,
		/** 開帳. */
		opening: () => "/admin/ledger/opening",
		/** 明細分類帳 by member or project. */
		sub: () => "/admin/ledger/sub",
		subExport: (format: string) => `/admin/ledger/sub/export/${format}`,
		/** 現金出納表. */
		cashBook: () => "/admin/ledger/cash-book",
		cashBookExport: (format: string) => `/admin/ledger/cash-book/export/${format}`,
		/** 年度報表: the four statements of a year in one print. */
		annual: () => "/admin/ledger/annual",
		annualExport: (format: string) => `/admin/ledger/annual/export/${format}`,
		assets: () => "/admin/ledger/assets",
		assetCreate: () => "/admin/ledger/assets/new",
		asset: (id: Id) => `/admin/ledger/assets/${id}`,
		assetRemoval: (id: Id) => `/admin/ledger/assets/${id}/removal`,
		assetsExport: (format: string) => `/admin/ledger/assets/export/${format}`,
		/** 本年折舊 as a draft. */
		depreciation: () => "/admin/ledger/assets/depreciation",
		budgets: () => "/admin/ledger/budgets",
		budgetsExport: (format: string) => `/admin/ledger/budgets/export/${format}`,
		budgetCreate: () => "/admin/ledger/budgets/new",
		budgetsCopy: () => "/admin/ledger/budgets/copy",
		budget: (id: Id) => `/admin/ledger/budgets/${id}`,
		budgetRemoval: (id: Id) => `/admin/ledger/budgets/${id}/removal`,
		projects: () => "/admin/ledger/projects",
		projectCreate: () => "/admin/ledger/projects/new",
		project: (id: Id) => `/admin/ledger/projects/${id}`,
		/** 會計期間: months, years. */
		periods: () => "/admin/ledger/periods",
		period: (month: string) => `/admin/ledger/periods/${month}`,
		/** What the bank said at the end of the month. */
		periodBalances: (month: string) => `/admin/ledger/periods/${month}/balances`,
		periodClosing: (month: string) => `/admin/ledger/periods/${month}/closing`,
		periodReopening: (month: string) => `/admin/ledger/periods/${month}/reopening`,
		year: (year: number | ":year") => `/admin/ledger/years/${year}`,
		yearClosing: (year: number | ":year") => `/admin/ledger/years/${year}/closing`,
		yearReopening: (year: number | ":year") => `/admin/ledger/years/${year}/reopening`,
		/** 年初轉列: 2120 to 4120, and accruals back. */
		yearOpening: (year: number | ":year") => `/admin/ledger/years/${year}/opening`,
	},
	finance: {
		list: () => "/admin/finance",
		/** 等我處理. */
		waiting: () => "/admin/finance/waiting",
		/** 未核銷的預支, by person and age. */
		advances: () => "/admin/finance/advances",
		export: (format: string) => `/admin/finance/export/${format}`,
		create: () => "/admin/finance/new",
		show: (id: Id) => `/admin/finance/${id}`,
		edit: (id: Id) => `/admin/finance/${id}/edit`,
		removal: (id: Id) => `/admin/finance/${id}/removal`,
		attachment: (id: Id, fileId: number | ":fileId") => `/admin/finance/${id}/attachments/${fileId}`,
		submission: (id: Id) => `/admin/finance/${id}/submission`,
		approval: (id: Id) => `/admin/finance/${id}/approval`,
		return: (id: Id) => `/admin/finance/${id}/return`,
		rejection: (id: Id) => `/admin/finance/${id}/rejection`,
		withdrawal: (id: Id) => `/admin/finance/${id}/withdrawal`,
		voiding: (id: Id) => `/admin/finance/${id}/voiding`,
		payment: (id: Id) => `/admin/finance/${id}/payment`,
		/** 退匯／付款更正: asked for, then confirmed by a second person. */
		paymentReturn: (id: Id) => `/admin/finance/${id}/payment/return`,
		paymentReturnEnd: (id: Id) => `/admin/finance/${id}/payment/return/confirmation`,
		posting: (id: Id) => `/admin/finance/${id}/posting`,
		postingEnd: (id: Id) => `/admin/finance/${id}/posting/reversal`,
		comments: (id: Id) => `/admin/finance/${id}/comments`,
		copy: (id: Id) => `/admin/finance/${id}/copy`,
		/** 支出憑證黏存單. */
		print: (id: Id) => `/admin/finance/${id}/print`,
	},
	/** 會計、出納兼辦: resolutions, and the list of each month (YYYY-MM). */
	concurrentPosts: {
		list: () => "/admin/concurrent-posts",
		confirmation: (id: Id) => `/admin/concurrent-posts/${id}/confirmation`,
		ending: (id: Id) => `/admin/concurrent-posts/${id}/ending`,
		month: (month: string) => `/admin/concurrent-posts/months/${month}`,
	},
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
		donors: {
			list: () => "/admin/income/donors",
			create: () => "/admin/income/donors/new",
			show: (id: Id) => `/admin/income/donors/${id}`,
			edit: (id: Id) => `/admin/income/donors/${id}/edit`,
			/** 製作複本: what is kept of one, to hand over. */
			copy: (id: Id) => `/admin/income/donors/${id}/copy`,
			/** 去識別化 of one who is no member. */
			erasure: (id: Id) => `/admin/income/donors/${id}/erasure`,
			/** 年度捐款證明 of a donor. */
			statement: (id: Id) => `/admin/income/donors/${id}/statement`,
		},
	},
	deposits: {
		list: () => "/admin/deposits",
		create: () => "/admin/deposits/new",
		show: (id: Id) => `/admin/deposits/${id}`,
		reversal: (id: Id) => `/admin/deposits/${id}/reversal`,
		/** Which line of the bank shows it. */
		line: (id: Id) => `/admin/deposits/${id}/line`,
	},
	bank: {
		accounts: () => "/admin/bank/accounts",
		accountCreate: () => "/admin/bank/accounts/new",
		account: (id: Id) => `/admin/bank/accounts/${id}`,
		statements: () => "/admin/bank",
		statement: (id: Id) => `/admin/bank/statements/${id}`,
		columns: (id: Id) => `/admin/bank/statements/${id}/columns`,
		application: (id: Id) => `/admin/bank/statements/${id}/application`,
		removal: (id: Id) => `/admin/bank/statements/${id}/removal`,
		lines: () => "/admin/bank/lines",
		line: (id: Id) => `/admin/bank/lines/${id}`,
		match: (id: Id) => `/admin/bank/lines/${id}/match`,
		ignore: (id: Id) => `/admin/bank/lines/${id}/ignoring`,
		ignoreEnd: (id: Id) => `/admin/bank/lines/${id}/ignoring/end`,
		/** What was tied to a line is let go, and what is booked is said to be none of it. */
		tieEnd: (id: Id) => `/admin/bank/lines/${id}/match/end`,
		apart: (id: Id) => `/admin/bank/lines/${id}/apart`,
		/** 轉暫收款, and back. */
		suspense: (id: Id) => `/admin/bank/lines/${id}/suspense`,
		suspenseEnd: (id: Id) => `/admin/bank/lines/${id}/suspense/end`,
		/** The exact ones, all in one press. */
		verification: () => "/admin/bank/lines/verification",
	},
} as const;
