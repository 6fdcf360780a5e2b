import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	income: {
		list: () => "/admin/income",
		create: () => "/admin/income/new",
		export: (format: string) => `/admin/income/export/${format}`,
		/** The address of the file of a year's donations in the tax office's layout. */
		taxExport: (format: string) => `/admin/income/tax/export/${format}`,
		tax: () => "/admin/income/tax",
		show: (id: Id) => `/admin/income/${id}`,
		edit: (id: Id) => `/admin/income/${id}/edit`,
		removal: (id: Id) => `/admin/income/${id}/removal`,
		recording: (id: Id) => `/admin/income/${id}/recording`,
		posting: (id: Id) => `/admin/income/${id}/posting`,
		reversal: (id: Id) => `/admin/income/${id}/reversal`,
		/** The address of the form that issues the receipt of a donation that has none (補開). */
		receipt: (id: Id) => `/admin/income/${id}/receipt`,
		/** The address of the certificate of a gift in kind (實物捐贈證明), or of the receipt form 領據. */
		certificate: (id: Id) => `/admin/income/${id}/certificate`,
	},
};

export const income = noun({
	pages: { below: ["/admin/income"], load: async () => (await import("#admin/money/income/routes.ts")).INCOME_ROUTES },
	addresses: { admin },
	permissions: {
		"income.manage": { group: "dues", place: 80, words: "管理其他收入與捐款", roles: ["cashier"] },
	},
	gates: {
		/** The users who may see income (收入) and donors (捐款人); `income_manage` are those who may record income. */
		income: ["income.manage", "ledger.post", "ledger.view", "reports.view", "confirmations.decide"],
		income_manage: ["income.manage"],
	},
	menu: [
		{
			group: "dues",
			place: 90,
			label: "收入",
			href: admin.income.list(),
			gate: "income",
			words: ["捐款", "補助", "利息", "其他收入", "實物捐贈", "income"],
		},
	],
	jobs: {
		"income.create": {
			label: "登錄收入",
			gate: "income_manage",
			href: admin.income.create(),
			words: ["捐款", "收捐款", "補助", "利息", "新增收入", "income"],
			start: { place: 50, key: "R", icon: "bank" },
		},
	},
	records: {
		income: { words: "收入", place: 140 },
	},
	actions: {
		"income.create": "新增收入",
		"income.edit": "修改收入草稿",
		"income.export": "匯出收入",
		"income.post": "收入入帳",
		"income.receipt": "補開捐款收據",
		"income.record": "登錄收入",
		"income.remove": "刪除收入草稿",
		"income.reverse": "沖銷收入",
		"income.tax_export": "下載捐贈申報檔（含身分證字號）",
	},
	search: {
		income: { name: "收入", place: 70, by: "編號、抬頭、用途、實物或金額", unit: "筆", gate: "income" },
	},
	freeText: {
		income: {
			words: "收入的備註",
			place: 320,
			columns: "income_records note reason",
			shown: "income",
			kept: "已登錄的收入屬於帳務憑證",
		},
		income_titles: {
			words: "收入的抬頭與用途",
			place: 330,
			columns: "income_records payer_title items purpose",
			shown: "income",
			kept: "收入憑證依法保存",
		},
	},
	shown: {
		income: { words: "收入", gate: "income", href: (id) => admin.income.show(Number(id)) },
	},
	refusals: {
		"income.account_refused": { words: "請選擇使用中的收入科目。", field: "account" },
		"income.date_refused": { words: "收到的日期不能晚於今天，也不能早於三年前，請確認。", field: "received_on" },
		"income.is_final": { words: "登錄後的收入不能再修改，請以沖銷更正。" },
		"income.money_used": {
			words: "同帳戶、同金額、日期相近的銀行明細已經對上另一筆，沒有再登錄。確定是另一筆錢，請勾選後再送出。",
			field: "again",
		},
		"income.moved": { words: "這筆收入剛剛已被其他人處理，請看最新的狀態。" },
		"income.own": { words: "不能辦理自己或家人的捐款，請由其他人辦理。" },
		"income.second_person": { words: "入帳與沖銷要由登錄者以外的人辦理。" },
		"income.title_second_person": {
			words: "抬頭和捐款人的名字不同，要由填寫抬頭的人以外、有同樣權限的同仁辦理：先存成草稿，再請他登錄或開立。",
		},
		"income.wrong_state": { words: "這筆收入目前的狀態不能這樣做。" },
	},
});
