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
	jobs: {
		"voucher_template.create": {
			label: "新增常用分錄",
			gate: "ledger_post",
			href: admin.ledger.templateCreate(),
			words: ["範本", "樣板", "固定分錄"],
		},
	},
	records: {
		voucher_template: { words: "常用分錄" },
	},
	actions: {
		"voucher_template.create": "新增常用分錄",
		"voucher_template.delete": "刪除常用分錄",
		"voucher_template.edit": "修改常用分錄",
	},
	freeText: {
		voucher_templates: {
			words: "傳票範本",
			place: 400,
			columns: "voucher_templates name description lines",
			shown: "template",
		},
	},
	shown: {
		template: { words: "範本", gate: "ledger_post", href: (id) => admin.ledger.template(Number(id)) },
	},
	refusals: {
		"template.stale": { words: "這個常用分錄剛剛已被其他人更新，請重新整理。" },
		"template.taken": { words: "已有同名的常用分錄，請換一個名稱。", field: "name" },
	},
});
