import { type Id, noun } from "#kernel/noun.ts";

const admin = {
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
	},
};

const member = {
	/** 會費與繳費: one's own and those of whom one acts for. */
	payments: {
		list: () => "/member/payments",
		create: () => "/member/payments/new",
		show: (id: Id) => `/member/payments/${id}`,
		edit: (id: Id) => `/member/payments/${id}/edit`,
		cancellation: (id: Id) => `/member/payments/${id}/cancellation`,
		proof: (id: Id) => `/member/payments/${id}/proof`,
	},
};

export const payments = noun({
	pages: { below: ["/admin/payments"], load: async () => (await import("#admin/money/payments/pages.ts")).ROUTES },
	addresses: { admin, member },
	permissions: {
		"payments.record": { group: "dues", place: 20, words: "登錄收款", roles: ["secretary"] },
		"payments.verify": { group: "dues", place: 30, words: "核對收款", roles: ["cashier", "accountant"] },
		"payments.reverse": { group: "dues", place: 40, words: "沖銷收款", roles: ["accountant", "chair"] },
	},
	gates: {
		/** 收款: whoever records, checks or reverses sees them. */
		payments: [
			"payments.record",
			"payments.verify",
			"payments.reverse",
			"receipts.issue",
			"reports.view",
			"confirmations.decide",
		],
		payments_record: ["payments.record", "payments.verify"],
		payments_verify: ["payments.verify"],
		/** One that waits: whoever verifies, and who stands in where none of them can; the action asks which. */
		payments_decide: ["payments.verify", "confirmations.decide"],
		/** A second person's, whom 理事長 and 監事 always are. */
		payments_reverse: ["payments.reverse", "confirmations.decide"],
	},
	menu: [
		{
			group: "dues",
			place: 40,
			label: "收款核對",
			href: admin.payments.queue(),
			gate: "payments_verify",
			waits: "payments",
			words: ["匯款證明", "待核對", "末五碼", "verify"],
		},
		{
			group: "dues",
			place: 50,
			label: "收款",
			href: admin.payments.list(),
			gate: "payments",
			words: ["繳費", "匯款", "轉帳", "劃撥", "沖銷", "payments"],
		},
	],
	records: {
		payment: { words: "收款", place: 120 },
	},
	actions: {
		"payment.cancel": "取消收款",
		"payment.credit": "以溢繳款折抵會費",
		"payment.edit": "修改待核對的收款",
		"payment.export": "匯出收款",
		"payment.import": "匯入收款",
		"payment.import_undone": "復原匯入的收款",
		"payment.reject": "退回收款",
		"payment.resubmit": "修改後重新送出收款",
		"payment.retitle": "改收據抬頭，等另一位核對",
		"payment.reverse": "沖銷收款",
		"payment.submit": "送出收款",
		"payment.verify": "核對收款",
		"payment.view": "查看匯款證明",
	},
});
