import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	ledger: {
		budgets: () => "/admin/ledger/budgets",
		budgetsExport: (format: string) => `/admin/ledger/budgets/export/${format}`,
		budgetCreate: () => "/admin/ledger/budgets/new",
		budgetsCopy: () => "/admin/ledger/budgets/copy",
		budget: (id: Id) => `/admin/ledger/budgets/${id}`,
		budgetRemoval: (id: Id) => `/admin/ledger/budgets/${id}/removal`,
	},
};

export const budgets = noun({
	pages: {
		below: ["/admin/ledger/budgets"],
		load: async () => (await import("#admin/books/ledger/budgets-routes.ts")).BUDGET_ROUTES,
	},
	addresses: { admin },
	menu: [
		{
			group: "finance",
			place: 130,
			label: "預算",
			href: admin.ledger.budgets(),
			gate: "ledger",
			words: ["預算項目", "執行率", "超支", "budgets"],
		},
	],
	jobs: {
		"budget.create": {
			label: "新增預算項目",
			gate: "ledger_post",
			href: admin.ledger.budgetCreate(),
			words: ["預算", "編預算"],
		},
	},
	records: {
		budget_item: { words: "預算項目", place: 250 },
	},
	actions: {
		"budget.copy": "從去年複製預算",
		"budget.create": "新增預算項目",
		"budget.edit": "修改預算項目",
		"budget.remove": "刪除預算項目",
	},
	freeText: {
		budgets: { words: "預算", place: 430, columns: "budget_items name note", shown: "budget" },
	},
	shown: {
		budget: { words: "預算", gate: "ledger_post", href: (id) => admin.ledger.budget(Number(id)) },
	},
	refusals: {
		"budget.account_refused": { words: "預算只能編在收入或支出科目，請重新選擇。", field: "account" },
		"budget.stale": { words: "這個預算項目剛剛已被其他人更新，請重新整理。" },
		"budget.taken": { words: "這個年度的同一科目已有同名的預算項目，請換一個名稱。", field: "name" },
		"budget.used": { words: "已有單據或傳票使用這個預算項目，不能刪除或改列其他科目。" },
	},
});
