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
	records: {
		budget_item: { words: "預算項目", place: 250 },
	},
	actions: {
		"budget.copy": "從去年複製預算",
		"budget.create": "新增預算項目",
		"budget.edit": "修改預算項目",
		"budget.remove": "刪除預算項目",
	},
});
