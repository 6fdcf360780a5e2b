import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	finance: {
		list: () => "/admin/finance",
		/** The list of documents that wait for the user (等我處理), and the form that approves several in one press. */
		waiting: () => "/admin/finance/waiting",
		approvals: () => "/admin/finance/waiting/approvals",
		/** The address of 提款核章單, the slip by which a withdrawal from a bank account is stamped. */
		withdrawalSlip: () => "/admin/finance/withdrawals",
		/** The address of the list of unsettled advances (未核銷的預支) by person and age. */
		advances: () => "/admin/finance/advances",
		export: (format: string) => `/admin/finance/export/${format}`,
		create: () => "/admin/finance/new",
		/** The addresses of the forms of registers (清冊), by which one request pays many people. */
		createRegister: () => "/admin/finance/registers/new",
		editRegister: (id: Id) => `/admin/finance/${id}/register/edit`,
		/**
		 * The addresses of the papers of a register, which the query `id` names: 印領清冊, the payees' slips (勞務報酬單),
		 * and the bank's file of a transfer to all (整批轉帳檔).
		 */
		registerPaper: () => "/admin/finance/registers/paper",
		slips: () => "/admin/finance/registers/slips",
		transferFile: (format: string) => `/admin/finance/registers/transfer-file/${format}`,
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
		/**
		 * The addresses of the forms for a returned transfer or a correction of a payment (退匯／付款更正): one user
		 * requests it, a second person confirms it.
		 */
		paymentReturn: (id: Id) => `/admin/finance/${id}/payment/return`,
		paymentReturnEnd: (id: Id) => `/admin/finance/${id}/payment/return/confirmation`,
		posting: (id: Id) => `/admin/finance/${id}/posting`,
		postingEnd: (id: Id) => `/admin/finance/${id}/posting/reversal`,
		comments: (id: Id) => `/admin/finance/${id}/comments`,
		copy: (id: Id) => `/admin/finance/${id}/copy`,
		/** The address of the voucher slip for printing (支出憑證黏存單). */
		print: (id: Id) => `/admin/finance/${id}/print`,
	},
};

const inState = (state: string) => () => `${admin.finance.list()}?state=${state}`;

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
		"finance.review.cashier": { group: "finance", place: 30, words: "出納審核", roles: ["cashier"], isDeputised: true },
		"finance.review.accountant": {
			group: "finance",
			place: 40,
			words: "會計審核",
			roles: ["accountant"],
			isDeputised: true,
		},
		"finance.review.secretary": { group: "finance", place: 45, words: "秘書長審核", roles: [], isDeputised: true },
		"finance.review.chair": { group: "finance", place: 50, words: "理事長核准", roles: ["chair"], isDeputised: true },
		"finance.pay": { group: "finance", place: 60, words: "付款", roles: ["cashier"], isDeputised: true },
	},
	gates: {
		/**
		 * The users who may see expense requests (支出申請): applicants their own, reviewers all; the query filters
		 * which.
		 */
		finance: [
			"finance.view",
			"finance.review.cashier",
			"finance.review.accountant",
			"finance.review.secretary",
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
			"finance.review.secretary",
			"finance.review.chair",
			"finance.pay",
			"confirmations.decide",
		],
		/**
		 * The users who may take a review step: the reviewers, whoever pays (who returns a register), and 理事長 and 監事
		 * when no reviewer can; the action checks which.
		 */
		finance_review: [
			"finance.review.cashier",
			"finance.review.accountant",
			"finance.review.secretary",
			"finance.review.chair",
			"finance.pay",
			"confirmations.decide",
		],
		finance_payment: ["finance.pay", "confirmations.decide"],
		finance_post: ["ledger.post", "confirmations.decide"],
		/** The users who may void (作廢) a document: the accountant and the chair. */
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
	jobs: {
		"finance.create": {
			label: "新增支出申請",
			gate: "finance_submit",
			href: admin.finance.create(),
			words: ["請款", "報帳", "核銷", "預支", "代墊", "零用金", "expense"],
			start: { place: 45, key: "F", icon: "receipt" },
		},
		"finance.create_register": {
			label: "新增印領清冊",
			gate: "finance_submit",
			href: admin.finance.createRegister(),
			words: ["清冊", "領據", "出席費", "鐘點費", "慰問金"],
			start: { place: 47, key: "G", icon: "list" },
		},
	},
	hanging: {
		approve_cashier: { words: "待出納審核的支出申請", gate: "finance_all", href: inState("pending_cashier") },
		approve_accountant: { words: "待會計審核的支出申請", gate: "finance_all", href: inState("pending_accountant") },
		approve_secretary: { words: "待秘書長審核的支出申請", gate: "finance_all", href: inState("pending_secretary") },
		approve_chair: { words: "待理事長核准的支出申請", gate: "finance_all", href: inState("pending_chair") },
		pay: { words: "已核准待付款的支出申請", gate: "finance_all", href: inState("approved") },
		unpay: { words: "待確認的退匯", gate: "finance_all", href: inState("paid") },
		post: { words: "待入帳的支出申請", gate: "finance_all", href: inState("paid") },
		mend: { words: "退回給本人補正的支出申請", next: "只有本人能補正或送出；別人可以複製為新單" },
		drafts: { words: "尚未送出的支出申請", next: "只有本人能補正或送出；別人可以複製為新單" },
	},
	records: {
		finance_document: { words: "支出申請", place: 200 },
	},
	actions: {
		"finance.approve_accountant": "會計審核支出申請",
		"finance.approve_cashier": "出納審核支出申請",
		"finance.approve_chair": "理事長核准支出申請",
		"finance.approve_finance": "財務審核支出申請（會計、出納由同一人兼辦）",
		"finance.approve_secretary": "秘書長審核支出申請",
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
		"finance.register_print": "列印清冊的印領清冊或勞務報酬單",
		"finance.transfer_file": "匯出清冊的整批轉帳檔",
		"finance.view": "查看支出申請的附件",
		"finance.void": "作廢支出申請",
		"finance.withdraw": "撤回支出申請",
	},
	search: {
		finance: {
			name: "支出申請",
			place: 60,
			by: "單號、主旨、受款人、統一編號、申請人或金額",
			unit: "件",
			gate: "finance",
		},
	},
	freeText: {
		finance: {
			words: "支出申請",
			place: 340,
			columns:
				"finance_documents title purpose payee_name payee_bank payee_account no_attachment_reason paid_reference",
			shown: "finance",
			kept: "已送審的支出憑證依法保存",
		},
		finance_lines: {
			words: "支出申請的明細",
			place: 350,
			columns: "finance_lines summary",
			shown: "finance",
			kept: "已送審的支出憑證依法保存",
		},
		finance_shares: {
			words: "支出申請的清冊",
			place: 355,
			columns: "finance_shares payee_name reason branch account",
			shown: "finance",
			kept: "已送審的支出憑證依法保存",
		},
		finance_events: {
			words: "支出申請的審核意見",
			place: 360,
			columns: "finance_events comment resolution_no",
			shown: "finance",
			kept: "審核紀錄不可更改",
		},
		finance_revisions: {
			words: "支出申請送審時的內容",
			place: 370,
			columns: "finance_revisions content",
			shown: "finance",
			kept: "審核紀錄不可更改",
		},
	},
	shown: {
		finance: { words: "支出申請", gate: "finance_all", href: (id) => admin.finance.show(Number(id)) },
	},
	refusals: {
		"finance.alone": { words: "這張申請要打開來單獨核准：金額達到設定的上限，或沒有憑證。" },
		"finance.amount_refused": {
			words: "每一行的金額必須是大於 0 的整數；代扣款要比總額少，且只有廠商請款、代墊報支與核銷可以代扣。",
			field: "lines",
		},
		"finance.approved_before": { words: "您已經核過這一版的另一個步驟，請由職務代理人或其他人辦理。" },
		"finance.budget_refused": { words: "預算項目不屬於這個會計科目，請重新選擇。", field: "budget_item" },
		"finance.cash_account": {
			words: "現金與存款是付款的帳戶，不能當成這筆支出的科目；請選支出或其他科目（零用金撥補可以選 1120）。",
			field: "account",
		},
		"finance.chain_changed": { words: "支出簽核的設定剛剛變更，請看最新的流程再核准。" },
		"finance.cash_apart": {
			words: "這張清冊有人領現金、有人轉帳：轉帳的部分請選存款帳戶，現金的部分請選現金或零用金。",
			field: "paid_cash_from",
		},
		"finance.changed": { words: "申請內容與送出時不同，不能核准，請退回申請人重新送出。" },
		"finance.date_refused": { words: "付款日期不能晚於今天，也不能早於送出申請的日期，請確認。", field: "paid_on" },
		"finance.is_final": { words: "送出後的支出申請不能再修改，請先退回補正。" },
		"finance.moved": { words: "這張單據剛剛已被其他人處理，請看最新的狀態。" },
		"finance.no_account": { words: "每一行都要有使用中的會計科目；付款要選現金或存款科目。", field: "account" },
		"finance.no_advance": { words: "找不到這筆已付款的預支，或金額已經不同，請重新選擇。", field: "advance" },
		"finance.no_attachment": { words: "請附上憑證，或說明沒有憑證的原因。", field: "file" },
		"finance.no_resolution": {
			words: "這個金額要有理事會的決議才能核准，請填屆次或決議字號，以及決議日期（不晚於今天）。",
			field: "resolution_no",
		},
		"finance.not_your_step": { words: "這個步驟不是您的職責，請由負責的人或其職務代理人辦理。" },
		"finance.not_yours": { words: "這張單據不是您申請的，不能這樣做。" },
		"finance.over_budget": { words: "會超出預算，請改列其他項目，或勾選「我知道超出預算」。", field: "over_budget" },
		"finance.own_document": {
			words:
				"申請人與受款人不能審核、付款或入帳自己的單據，請由其他人辦理；受款人是家人、同名，或用您的帳號收款也一樣。",
		},
		"finance.payee_refused": {
			words: "這位受款人或這筆收款不能選，請重新選擇，或請會務人員代為申請。",
			field: "payee",
		},
		"finance.refunded_before": { words: "這筆款項已經退過，或退款超過原來的金額。" },
		"finance.not_withheld": { words: "清冊的每個人都要有所得類別與代扣金額，請會計審核時補上。", field: "category" },
		"finance.payee_unknown": {
			words: "有所得的受款人要先登記身分證字號或統一編號，否則無法申報扣繳。",
			field: "category",
		},
		"finance.register_refused": { words: "清冊的受款人、事由與金額不完整，請重新填寫。", field: "shares" },
		"finance.ruled_since": {
			words:
				"付款日的代扣規定和會計決定時不同（扣繳率、免扣的證明，或受款人是不是居住者），這張清冊不能照這樣付；請退回補正，重新送審時由會計再決定代扣。",
			field: "paid_on",
		},
		"finance.second_person": { words: "退匯／付款更正要由提出者以外的人確認。" },
		"finance.settled_before": { words: "這筆預支已經核銷，或正在核銷中。", field: "advance" },
		"finance.share_stale": { words: "清冊裡有人已停用，或帳號已更換，請重新編輯清冊再送出。", field: "shares" },
		"finance.share_without_account": {
			words: "清冊裡有人選轉帳卻沒有帳號：請出納或會計在受款人資料登記帳號後再存一次，或把那一列改成現金。",
			field: "shares",
		},
		"finance.too_many_files": { words: "附件最多 20 個，請合併成一個檔案再上傳。", field: "file" },
		"finance.unseen": { words: "還有憑證沒有打開看過，看過每一個憑證才能和別件一起核准。" },
		"finance.wrong_state": { words: "這張單據目前的狀態不能這樣做。" },
	},
});
