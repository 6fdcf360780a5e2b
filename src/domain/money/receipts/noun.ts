import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	receipts: {
		list: () => "/admin/receipts",
		/** The address of the book of stubs (存根簿) of a series and a year. */
		book: () => "/admin/receipts/book",
		/** The address of the check of receipt numbers (號碼檢查) for gaps, which should not exist. */
		gaps: () => "/admin/receipts/gaps",
		export: (format: string) => `/admin/receipts/export/${format}`,
		series: () => "/admin/receipts/series",
		/** The addresses to which the list sends its chosen rows; `place` is print or pdf. */
		bulk: (place: string) => `/admin/receipts/bulk/${place}`,
		/**
		 * The addresses of many receipts at once, chosen in the list or by days: as HTML, as PDF, and for printing
		 * their originals.
		 */
		printMany: () => "/admin/receipts/print",
		pdfMany: () => "/admin/receipts/pdf",
		printingMany: () => "/admin/receipts/printing",
		show: (id: Id) => `/admin/receipts/${id}`,
		/**
		 * The address of the form that marks the original as printed, which is done once; what is printed later is a
		 * copy (副本).
		 */
		printing: (id: Id) => `/admin/receipts/${id}/printing`,
		print: (id: Id) => `/admin/receipts/${id}/print`,
		pdf: (id: Id) => `/admin/receipts/${id}/pdf`,
		voiding: (id: Id) => `/admin/receipts/${id}/voiding`,
		/** The address of the form that issues a receipt (補開) for one that was voided without a replacement. */
		replacement: (id: Id) => `/admin/receipts/${id}/replacement`,
		mail: (id: Id) => `/admin/receipts/${id}/mail`,
	},
};

const member = {
	receipt: {
		show: (id: Id) => `/member/receipts/${id}`,
		pdf: (id: Id) => `/member/receipts/${id}/pdf`,
		/**
		 * The address of the form that marks the original as taken, which is done once; later downloads are copies
		 * (副本).
		 */
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
		"receipts.void": { group: "dues", place: 70, words: "作廢收據", roles: ["accountant"], isDeputised: true },
	},
	gates: {
		/** The users who may confirm, as the second person, a replacement receipt with another title. */
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
	jobs: {
		"receipt.book": {
			label: "列印收據存根簿",
			gate: "receipts",
			href: admin.receipts.book(),
			words: ["存根", "收據簿", "收據清冊"],
		},
	},
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
	search: {
		receipt: { name: "收據", place: 40, by: "收據編號、抬頭、會員編號或金額", unit: "張", gate: "receipts" },
	},
	freeText: {
		receipts: {
			words: "收據",
			place: 280,
			columns: "receipts payer_title items reason",
			shown: "receipt",
			kept: "已開立的收據依法保存",
		},
		receipt_asks: { words: "等候補開的收據", place: 290, columns: "receipt_asks payer_title reason", shown: "receipt" },
	},
	shown: {
		receipt: { words: "收據", gate: "receipts", href: (id) => admin.receipts.show(Number(id)) },
	},
	refusals: {
		"receipt.is_final": { words: "收據開立後不能修改，只能作廢後重開。" },
		"receipt.no_address": { words: "繳款人沒有可以寄送的電子郵件，請改為列印或下載後交付。" },
		"receipt.original_taken": { words: "這張收據的正本已經列印過，或收據已作廢；之後列印的都會標示「副本」。" },
		"receipt.own": { words: "不能開立、作廢或補開自己或家人的收據（一年內曾是家人也一樣），請由其他人辦理。" },
		"receipt.same_name": {
			words: "抬頭或繳款人與您或您的家人同名，請由另一位有同樣權限的同仁辦理。",
		},
		"receipt.second_person": {
			words: "已記下您要的抬頭，還沒有開立：抬頭不是繳款人的名字，要由另一位有同樣權限的同仁確認。",
		},
		"receipt.stale": { words: "這張收據剛剛已被其他人處理，請看最新的狀態。" },
		"receipt.unknown_payer": {
			words:
				"存款的收據不能只憑輸入的名字開立：請選會員或捐款人，抬頭用他的名字（查無此人請先建立捐款人）。要開給別的抬頭，請先登錄這筆收款，再由另一位核對。",
			field: "payer_title",
		},
		"receipt.wrong_mark": { words: "收據的冠字要和種類相符，且定了就不能改；這張收據沒有開立，請通知系統維運人員。" },
		"receipt.wrong_state": { words: "這張收據目前的狀態不能這樣做。" },
	},
});
