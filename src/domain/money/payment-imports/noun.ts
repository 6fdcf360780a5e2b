import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	payments: {
		imports: {
			list: () => "/admin/payments/imports",
			show: (id: Id) => `/admin/payments/imports/${id}`,
			columns: (id: Id) => `/admin/payments/imports/${id}/columns`,
			removal: (id: Id) => `/admin/payments/imports/${id}/removal`,
			apply: (id: Id) => `/admin/payments/imports/${id}/application`,
			undo: (id: Id) => `/admin/payments/imports/${id}/undoing`,
		},
	},
};

export const paymentImports = noun({
	pages: {
		below: ["/admin/payments/imports"],
		load: async () => (await import("#admin/money/payments/imports-routes.ts")).PAYMENT_IMPORT_ROUTES,
	},
	addresses: { admin },
	menu: [
		{
			group: "dues",
			place: 60,
			label: "匯入收款",
			href: admin.payments.imports.list(),
			gate: "payments_verify",
			words: ["過去收款", "收款清冊", "核對日期", "原收據號碼", "import"],
		},
	],
	jobs: {
		"payment.import": {
			label: "匯入收款",
			gate: "payments_verify",
			href: admin.payments.imports.list(),
			words: ["過去的收款", "Excel", "試算表", "import"],
			start: { place: 60, key: "I", icon: "upload" },
		},
	},
	records: {
		payment_import: { words: "收款匯入" },
	},
	actions: {
		"payment_import.discard": "捨棄收款清冊",
		"payment_import.import": "寫入收款清冊",
		"payment_import.undo": "復原收款匯入",
		"payment_import.upload": "上傳收款清冊",
		"payment_import.view": "查看收款匯入的結果",
	},
	freeText: {
		payment_imports: {
			words: "繳費匯入的檔名",
			place: 520,
			columns: "payment_imports filename",
			shown: "none",
			kept: "匯入紀錄；檔案本身已刪除",
		},
	},
});
