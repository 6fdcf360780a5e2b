import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	payees: {
		list: () => "/admin/payees",
		export: (format: string) => `/admin/payees/export/${format}`,
		/** The address that answers a script with the payees that a typed name finds. */
		found: () => "/admin/payees/found",
		create: () => "/admin/payees/new",
		/** The address of the form that makes payees of a pasted list. */
		createMany: () => "/admin/payees/new/many",
		show: (id: Id) => `/admin/payees/${id}`,
		edit: (id: Id) => `/admin/payees/${id}/edit`,
		accounts: (id: Id) => `/admin/payees/${id}/accounts`,
		/** The address that switches an account off or on again. */
		account: (id: Id, accountId: number | ":accountId") => `/admin/payees/${id}/accounts/${accountId}`,
		/** The addresses of the copy of a payee's personal data, and of the payee's erasure; only of who is no member. */
		copy: (id: Id) => `/admin/payees/${id}/copy`,
		erasure: (id: Id) => `/admin/payees/${id}/erasure`,
		exemptions: (id: Id) => `/admin/payees/${id}/exemptions`,
		/** The address that ends an exemption by its last day. */
		exemptionEnd: (id: Id, exemptionId: number | ":exemptionId") => `/admin/payees/${id}/exemptions/${exemptionId}`,
	},
};

export const payees = noun({
	pages: { below: ["/admin/payees"], load: async () => (await import("#admin/books/payees/routes.ts")).ROUTES },
	addresses: { admin },
	permissions: {
		"payees.manage": {
			group: "finance",
			place: 65,
			words: "受款人：新增與修改",
			roles: ["cashier", "accountant"],
		},
	},
	gates: {
		/** The users who may see payees (受款人): those who manage them, and those who see all expense requests. */
		payees: [
			"payees.manage",
			"finance.view",
			"finance.review.cashier",
			"finance.review.accountant",
			"finance.review.secretary",
			"finance.review.chair",
			"finance.pay",
			"confirmations.decide",
		],
		payees_manage: ["payees.manage"],
		/** The users to whom the form of an expense request suggests payees; the query filters which. */
		payees_found: ["finance.submit"],
	},
	menu: [
		{
			group: "finance",
			place: 12,
			label: "受款人",
			href: admin.payees.list(),
			gate: "payees",
			words: ["廠商", "講師", "領款人", "匯款帳號", "銀行代碼", "扣繳", "免扣補充保費", "payees"],
		},
	],
	jobs: {
		"payee.create": {
			label: "新增受款人",
			gate: "payees_manage",
			href: admin.payees.create(),
			words: ["廠商", "匯款帳號", "講師"],
		},
		"payee.create_many": {
			label: "一次新增多位受款人",
			gate: "payees_manage",
			href: admin.payees.createMany(),
			words: ["多位", "批次", "整批"],
		},
	},
	records: {
		payee: { words: "受款人", place: 205 },
	},
	actions: {
		"payee.account_add": "新增受款人的帳號",
		"payee.account_off": "停用受款人的帳號",
		"payee.account_on": "重新啟用受款人的帳號",
		"payee.copy": "製作受款人的個人資料複本",
		"payee.create": "新增受款人",
		"payee.edit": "修改受款人",
		"payee.erase_again": "還原後重新去識別化受款人",
		"payee.exemption_add": "登錄受款人免扣補充保費的證明",
		"payee.exemption_end": "結束受款人免扣補充保費的證明",
		"payee.export": "匯出受款人",
		"payee.pseudonymise": "去識別化受款人",
	},
	search: {
		payee: {
			name: "受款人",
			place: 65,
			by: "名稱或統一編號",
			unit: "位",
			gate: "payees",
			finds: { table: "payees", label: "name", sub: "tax_id", href: admin.payees.show },
		},
	},
	freeText: {
		payees: {
			words: "受款人資料",
			place: 332,
			columns: "payees name email phone address note",
			shown: "payee",
			kept: "付過款的姓名與地址依法保存",
		},
		payee_accounts: {
			words: "受款人的帳戶",
			place: 333,
			columns: "payee_accounts branch holder",
			shown: "payee",
		},
		payee_exemptions: {
			words: "受款人免扣補充保費的證明",
			place: 334,
			columns: "payee_exemptions paper",
			shown: "payee",
			kept: "扣費的依據依法保存",
		},
	},
	shown: {
		payee: { words: "受款人", gate: "payees", href: (id) => admin.payees.show(Number(id)) },
	},
	refusals: {
		"payee.account_taken": { words: "這位受款人已經有這個帳號；停用的可以重新啟用。", field: "account" },
		"payee.is_final": { words: "受款人的帳號與證明不能改寫，請停用或結束舊的，再新增一筆。" },
		"payee.is_member": { words: "這位受款人是會員，請到會員的頁面辦理。" },
		"payee.is_staff": { words: "這位受款人是使用中的同仁帳號，請先停用帳號，或在受款人資料解除連結。" },
		"payee.member_taken": { words: "這位會員已登記為另一位受款人，請先查詢。", field: "member_no" },
		"payee.national_id_taken": { words: "這個證號已登記在另一位受款人名下，請先查詢。", field: "national_id" },
		"payee.no_member": { words: "找不到這個會員編號。", field: "member_no" },
		"payee.no_user": { words: "這位同仁不能選，請重新選擇。", field: "user" },
		"payee.open_finance": { words: "還有付給這位受款人的支出申請沒有辦完，請先付款入帳、作廢或撤回。" },
		"payee.own": { words: "您或家人的收款資料，請由其他人登錄或修改。" },
		"payee.stale": { words: "這位受款人的資料剛剛已被其他人更新，請重新整理。" },
		"payee.taken": { words: "這位受款人已經登記過（證號、統一編號、同仁或會員相同），請先查詢。" },
		"payee.tax_id_taken": { words: "這個統一編號已登記在另一位受款人名下，請先查詢。", field: "tax_id" },
		"payee.until_refused": { words: "最後一天不能早於出示證明的日期。", field: "until" },
		"payee.user_taken": { words: "這位同仁已登記為另一位受款人，請先查詢。", field: "user" },
	},
});
