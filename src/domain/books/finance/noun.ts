import { type Id, noun } from "#kernel/noun.ts";

const admin = {
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
};

export const finance = noun({
	pages: { below: ["/admin/finance"], load: async () => (await import("#admin/books/finance/pages.ts")).ROUTES },
	addresses: { admin },
	permissions: {
		"finance.submit": { group: "finance", place: 10, words: "提出支出申請", roles: ["applicant"] },
		"finance.view": {
			group: "finance",
			place: 20,
			words: "查看全部支出申請",
			roles: ["cashier", "accountant", "chair", "auditor"],
		},
		"finance.review.cashier": { group: "finance", place: 30, words: "出納審核", roles: ["cashier"] },
		"finance.review.accountant": { group: "finance", place: 40, words: "會計審核", roles: ["accountant"] },
		"finance.review.chair": { group: "finance", place: 50, words: "理事長核准", roles: ["chair"] },
		"finance.pay": { group: "finance", place: 60, words: "付款", roles: ["cashier"] },
	},
	gates: {
		/** 支出申請: whoever asks sees their own, the others all (the query asks which). */
		finance: [
			"finance.view",
			"finance.review.cashier",
			"finance.review.accountant",
			"finance.review.chair",
			"finance.pay",
			"finance.submit",
			"confirmations.decide",
		],
		finance_submit: ["finance.submit"],
		finance_all: [
			"finance.view",
			"finance.review.cashier",
			"finance.review.accountant",
			"finance.review.chair",
			"finance.pay",
			"confirmations.decide",
		],
		/** Whoever reviews, and who stands in where none of them can; the action asks which. */
		finance_review: [
			"finance.review.cashier",
			"finance.review.accountant",
			"finance.review.chair",
			"confirmations.decide",
		],
		finance_payment: ["finance.pay", "confirmations.decide"],
		finance_post: ["ledger.post", "confirmations.decide"],
		/** 作廢: the accountant or the chair. */
		finance_void: ["finance.review.accountant", "finance.review.chair"],
		finance_pay: ["finance.pay"],
		finance_chair: ["finance.review.chair"],
	},
	menu: [
		{
			group: "finance",
			place: 10,
			label: "支出申請",
			href: admin.finance.list(),
			gate: "finance",
			waits: "finance",
			words: ["請款", "代墊", "報支", "預支", "暫付", "核銷", "零用金", "退費", "付款", "簽核", "finance"],
		},
	],
	records: {
		finance_document: { words: "支出申請", place: 200 },
	},
	actions: {
		"finance.approve_accountant": "會計審核支出申請",
		"finance.approve_cashier": "出納審核支出申請",
		"finance.approve_chair": "理事長核准支出申請",
		"finance.approve_finance": "財務審核支出申請（會計、出納由同一人兼辦）",
		"finance.comment": "在支出申請留言",
		"finance.create": "新增支出申請",
		"finance.delete": "刪除支出申請草稿",
		"finance.edit": "修改支出申請",
		"finance.export": "匯出支出申請",
		"finance.pay": "支出申請付款",
		"finance.post": "支出申請入帳",
		"finance.print": "列印支出憑證黏存單",
		"finance.reject": "駁回支出申請",
		"finance.resubmit": "重新送出支出申請",
		"finance.return": "退回支出申請",
		"finance.submit": "送出支出申請",
		"finance.unpay": "確認退匯／付款更正",
		"finance.unpay_ask": "提出退匯／付款更正",
		"finance.unpost": "取消支出申請的入帳",
		"finance.view": "查看支出申請的附件",
		"finance.void": "作廢支出申請",
		"finance.withdraw": "撤回支出申請",
	},
});
