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
	/**
	 * The addresses of the pages of dues and payments (會費與繳費) of the user and of the members for whom the user
	 * acts.
	 */
	payments: {
		list: () => "/member/payments",
		create: () => "/member/payments/new",
		show: (id: Id) => `/member/payments/${id}`,
		edit: (id: Id) => `/member/payments/${id}/edit`,
		/** The address where a member says whether the public list of gifts (捐款徵信) may name them. */
		naming: () => "/member/payments/naming",
		cancellation: (id: Id) => `/member/payments/${id}/cancellation`,
		proof: (id: Id) => `/member/payments/${id}/proof`,
	},
};

export const payments = noun({
	pages: { below: ["/admin/payments"], load: async () => (await import("#admin/money/payments/pages.ts")).ROUTES },
	addresses: { admin, member },
	permissions: {
		"payments.record": { group: "dues", place: 20, words: "登錄收款", roles: ["secretary"] },
		"payments.verify": {
			group: "dues",
			place: 30,
			words: "核對收款",
			roles: ["cashier", "accountant"],
			isDeputised: true,
		},
		"payments.reverse": {
			group: "dues",
			place: 40,
			words: "沖銷收款",
			roles: ["accountant", "chair"],
			isDeputised: true,
		},
	},
	gates: {
		/** The users who may see payments (收款): those with any of these permissions. */
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
		/**
		 * The users who may decide on a waiting payment: those who verify, and 理事長 and 監事, who may act when no
		 * verifier can; the action checks which.
		 */
		payments_decide: ["payments.verify", "confirmations.decide"],
		/** The users who may reverse a payment, as its second person; 理事長 and 監事 may always do it. */
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
	jobs: {
		"payment.create": {
			label: "登錄收款",
			gate: "payments_record",
			href: admin.payments.create(),
			ofMember: (id) => `${admin.payments.create()}?member=${id}`,
			words: ["收款", "繳費", "收會費", "新增收款", "入帳", "匯款", "payment"],
			start: { place: 20, key: "P", icon: "coins" },
		},
		"payment.create_many": {
			label: "一次登錄多筆收款",
			gate: "payments_record",
			href: admin.payments.createMany(),
			words: ["多筆", "批次", "整批", "現場收費"],
		},
	},
	hanging: {
		payments: { words: "等候核對的收款", gate: "payments_verify", href: admin.payments.queue },
	},
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
		"payment.naming": "選擇捐款徵信是否刊登姓名",
		"payment.submit": "送出收款",
		"payment.verify": "核對收款",
		"payment.view": "查看匯款證明",
	},
	search: {
		payment: { name: "收款", place: 50, by: "抬頭、帳號末五碼、舊收據編號或金額", unit: "筆", gate: "payments" },
	},
	freeText: {
		payments: {
			words: "繳費的說明與原因",
			place: 250,
			columns: "payments remark reason old_receipt_no",
			shown: "payment",
			kept: "其他人的繳費紀錄，屬於帳務憑證",
		},
		payment_titles: {
			words: "繳費的收據抬頭",
			place: 260,
			columns: "payments payer_title",
			shown: "payment",
			kept: "收款憑證依法保存",
		},
		payment_events: {
			words: "繳費處理的原因",
			place: 270,
			columns: "payment_events reason",
			shown: "payment",
			kept: "帳務紀錄不可更改",
		},
	},
	shown: {
		payment: { words: "繳費", gate: "payments", href: (id) => admin.payments.show(Number(id)) },
	},
	refusals: {
		"payment.amount_refused": { words: "金額必須是大於 0 的整數。", field: "amount" },
		"payment.credit_used": { words: "溢繳款已經用掉，餘額不足。請先沖銷使用它的那筆收款。" },
		"payment.date_refused": { words: "繳費日期不能晚於今天，也不能早於三年前，請確認。", field: "paid_on" },
		"payment.duplicate": {
			words: "同一天、同金額、同末五碼的繳費已經送出過。若確實是另一筆，請勾選確認後再送出。",
			field: "confirm_duplicate",
		},
		"payment.is_settled": { words: "已核對或已結束的繳費不能修改；金額登錯時請沖銷後重新登錄。" },
		"payment.money_used": {
			words: "這筆錢的銀行明細可能已經對上另一筆，沒有再開一張收據。確定是另一筆錢，請勾選後再核對。",
			field: "again",
		},
		"payment.moved": { words: "這筆繳費剛剛已被其他人處理，請看最新的狀態。" },
		"payment.no_proof": { words: "請附上匯款證明，或填寫帳號末五碼。", field: "last5" },
		"payment.not_owed": { words: "所選的會費已繳清、免繳或取消，或金額超過應繳的餘額，請重新選擇。", field: "items" },
		"payment.not_yours": { words: "您不能為這位會員繳費或處理這筆繳費。" },
		"payment.nothing_chosen": { words: "請選擇要繳的會費。", field: "items" },
		"payment.own": { words: "不能核對自己、家人或自己登錄的繳費，請由其他人核對。" },
		"payment.second_person": { words: "沖銷要由核對者以外的人辦理。" },
		"payment.too_many_waiting": {
			words: "您送出的繳費還有好幾筆在等協會核對，這一筆沒有送出。要更正請修改已送出的那一筆，或等核對完成再送。",
		},
		"payment.unbalanced": { words: "分配的金額與收款金額不符，請重新分配。", field: "amount" },
		"payment.wrong_state": { words: "這筆繳費目前的狀態不能這樣做。" },
	},
});
