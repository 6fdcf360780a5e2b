import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	ledger: {
		templates: () => "/admin/ledger/templates",
		templateCreate: () => "/admin/ledger/templates/new",
		template: (id: Id) => `/admin/ledger/templates/${id}`,
		templateRemoval: (id: Id) => `/admin/ledger/templates/${id}/removal`,
	},
};

export const voucherTemplates = noun({
	addresses: { admin },
	records: {
		voucher_template: { words: "常用分錄" },
	},
	actions: {
		"voucher_template.create": "新增常用分錄",
		"voucher_template.delete": "刪除常用分錄",
		"voucher_template.edit": "修改常用分錄",
	},
});
