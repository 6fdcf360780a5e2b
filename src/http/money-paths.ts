/** A record's id, or the placeholder ":id" when a route is declared. */
type Id = number | ":id";

/** The addresses of dues, payments, receipts and bank statements: a part of the table in paths.ts, used as `paths.admin`. */
export const MONEY_PATHS = {
	dues: {
		list: () => "/admin/dues",
		/** 產生應繳會費: GET shows the dues items that would be made, POST makes them. */
		assessment: () => "/admin/dues/assessment",
		/** 欠費: unpaid dues by year, and the members with two unpaid years. */
		arrears: () => "/admin/dues/arrears",
		export: (format: string) => `/admin/dues/export/${format}`,
		/** 免繳 of many dues items: the question, then the waiver; `waiversChoice` takes the list's chosen rows. */
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
		/** Where the list's chosen rows are sent: mail, print, text. */
		noticesBulk: (place: string) => `/admin/dues/notices/bulk/${place}`,
		/** 通知單 with activation codes; only its POST makes the codes. */
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
		/** 存根簿: the receipt book of a series and a year. */
		book: () => "/admin/receipts/book",
		/** 號碼檢查: the check that the receipt numbers have no gaps. */
		gaps: () => "/admin/receipts/gaps",
		export: (format: string) => `/admin/receipts/export/${format}`,
		series: () => "/admin/receipts/series",
		/** Where the list's chosen rows are sent: print, pdf. */
		bulk: (place: string) => `/admin/receipts/bulk/${place}`,
		/** Receipts of a selection or of some days, as HTML and as PDF; `printingMany` takes their originals. */
		printMany: () => "/admin/receipts/print",
		pdfMany: () => "/admin/receipts/pdf",
		printingMany: () => "/admin/receipts/printing",
		show: (id: Id) => `/admin/receipts/${id}`,
		/** Takes the receipt's original for printing, once; every later print is a copy (副本). */
		printing: (id: Id) => `/admin/receipts/${id}/printing`,
		print: (id: Id) => `/admin/receipts/${id}/print`,
		pdf: (id: Id) => `/admin/receipts/${id}/pdf`,
		voiding: (id: Id) => `/admin/receipts/${id}/voiding`,
		/** 補開: issues a receipt in place of one that was voided without a replacement. */
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
		/** 自動過帳的科目: the accounts for automatic posting. */
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
		/** 開帳: the opening balances. */
		opening: () => "/admin/ledger/opening",
		/** 明細分類帳: the subsidiary ledger by member or project. */
		sub: () => "/admin/ledger/sub",
		subExport: (format: string) => `/admin/ledger/sub/export/${format}`,
		/** 現金出納表: the cash book. */
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
		/** 本年折舊: makes this year's depreciation as a draft voucher. */
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
		/** 會計期間: the months and years of the books. */
		periods: () => "/admin/ledger/periods",
		period: (month: string) => `/admin/ledger/periods/${month}`,
		/** The bank's balances at the end of the month. */
		periodBalances: (month: string) => `/admin/ledger/periods/${month}/balances`,
		periodClosing: (month: string) => `/admin/ledger/periods/${month}/closing`,
		periodReopening: (month: string) => `/admin/ledger/periods/${month}/reopening`,
		year: (year: number | ":year") => `/admin/ledger/years/${year}`,
		yearClosing: (year: number | ":year") => `/admin/ledger/years/${year}/closing`,
		yearReopening: (year: number | ":year") => `/admin/ledger/years/${year}/reopening`,
		/** 年初轉列: moves account 2120 to 4120 and reverses accruals at the beginning of the year. */
		yearOpening: (year: number | ":year") => `/admin/ledger/years/${year}/opening`,
	},
	finance: {
		list: () => "/admin/finance",
		/** 等我處理: the expense requests that wait for the user. */
		waiting: () => "/admin/finance/waiting",
		/** 未核銷的預支: unsettled advances by person and age. */
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
		/** 退匯／付款更正: the request, then its confirmation by a second person. */
		paymentReturn: (id: Id) => `/admin/finance/${id}/payment/return`,
		paymentReturnEnd: (id: Id) => `/admin/finance/${id}/payment/return/confirmation`,
		posting: (id: Id) => `/admin/finance/${id}/posting`,
		postingEnd: (id: Id) => `/admin/finance/${id}/posting/reversal`,
		comments: (id: Id) => `/admin/finance/${id}/comments`,
		copy: (id: Id) => `/admin/finance/${id}/copy`,
		/** 支出憑證黏存單: the printed sheet for the vouchers of an expense request (支出申請). */
		print: (id: Id) => `/admin/finance/${id}/print`,
	},
	/** 會計、出納兼辦 (one person in both posts): the board's resolutions, and the list of each month (YYYY-MM). */
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
		/** A year's donations in the layout of the tax office. */
		taxExport: (format: string) => `/admin/income/tax/export/${format}`,
		tax: () => "/admin/income/tax",
		show: (id: Id) => `/admin/income/${id}`,
		edit: (id: Id) => `/admin/income/${id}/edit`,
		removal: (id: Id) => `/admin/income/${id}/removal`,
		recording: (id: Id) => `/admin/income/${id}/recording`,
		posting: (id: Id) => `/admin/income/${id}/posting`,
		reversal: (id: Id) => `/admin/income/${id}/reversal`,
		/** 補開: issues the receipt of a donation that has none. */
		receipt: (id: Id) => `/admin/income/${id}/receipt`,
		/** 實物捐贈證明 or 領據 of the income. */
		certificate: (id: Id) => `/admin/income/${id}/certificate`,
		donors: {
			list: () => "/admin/income/donors",
			create: () => "/admin/income/donors/new",
			show: (id: Id) => `/admin/income/donors/${id}`,
			edit: (id: Id) => `/admin/income/donors/${id}/edit`,
			/** 製作複本: a copy of the donor's stored data, to hand over. */
			copy: (id: Id) => `/admin/income/donors/${id}/copy`,
			/** 去識別化 of a donor who is no member. */
			erasure: (id: Id) => `/admin/income/donors/${id}/erasure`,
			/** 年度捐款證明: the donor's statement of a year's donations. */
			statement: (id: Id) => `/admin/income/donors/${id}/statement`,
		},
	},
	deposits: {
		list: () => "/admin/deposits",
		create: () => "/admin/deposits/new",
		show: (id: Id) => `/admin/deposits/${id}`,
		reversal: (id: Id) => `/admin/deposits/${id}/reversal`,
		/** The bank line that shows the deposit. */
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
		/** Ends the match of a bank line; `apart` records that the line is not the payment that the books have. */
		tieEnd: (id: Id) => `/admin/bank/lines/${id}/match/end`,
		apart: (id: Id) => `/admin/bank/lines/${id}/apart`,
		/** 轉暫收款 of a bank line; `suspenseEnd` takes it back. */
		suspense: (id: Id) => `/admin/bank/lines/${id}/suspense`,
		suspenseEnd: (id: Id) => `/admin/bank/lines/${id}/suspense/end`,
		/** Verifies all bank lines with an exact match at once. */
		verification: () => "/admin/bank/lines/verification",
	},
} as const;
