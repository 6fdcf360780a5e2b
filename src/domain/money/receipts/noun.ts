import { type Id, noun } from "#kernel/noun.ts";

const admin = {
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
};

const member = {
	receipt: {
		show: (id: Id) => `/member/receipts/${id}`,
		pdf: (id: Id) => `/member/receipts/${id}/pdf`,
		/** Takes the original, once. */
		original: (id: Id) => `/member/receipts/${id}/original`,
	},
};

export const receipts = noun({
	pages: {
		below: ["/admin/receipts"],
		load: async () => (await import("#admin/money/receipts/routes.ts")).RECEIPT_ROUTES,
	},
	addresses: { admin, member },
	permissions: {
		"receipts.issue": { group: "dues", place: 60, words: "開立收據", roles: ["cashier"] },
		"receipts.void": { group: "dues", place: 70, words: "作廢收據", roles: ["accountant"] },
	},
	gates: {
		/** The second person of a receipt under another title. */
		receipt_asks: ["receipts.void", "confirmations.decide"],
		receipts: ["receipts.issue", "receipts.void", "payments.verify", "payments.record", "reports.view"],
		receipts_issue: ["receipts.issue"],
		receipts_void: ["receipts.void"],
	},
	menu: [
		{
			group: "dues",
			place: 70,
			label: "收據",
			href: admin.receipts.list(),
			gate: "receipts",
			words: ["存根簿", "號碼檢查", "起號", "作廢", "抬頭", "receipts"],
		},
	],
	records: {
		receipt: { words: "收據", place: 130 },
		receipt_series: { words: "收據號碼" },
	},
	actions: {
		"receipt.ask": "要求以別的抬頭重開收據",
		"receipt.export": "匯出收據",
		"receipt.issue": "開立收據",
		"receipt.mail": "重寄收據通知",
		"receipt.print": "列印收據正本",
		"receipt.replace": "重開收據",
		"receipt.set_first": "設定收據起號",
		"receipt.void": "作廢收據",
	},
});
