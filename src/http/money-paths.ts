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
		/** 轉暫收款, and back. */
		suspense: (id: Id) => `/admin/bank/lines/${id}/suspense`,
		suspenseEnd: (id: Id) => `/admin/bank/lines/${id}/suspense/end`,
		/** The exact ones, all in one press. */
		verification: () => "/admin/bank/lines/verification",
	},
} as const;
