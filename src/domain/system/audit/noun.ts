import { noun } from "#kernel/noun.ts";

const admin = {
	audit: {
		list: () => "/admin/audit",
		export: () => "/admin/audit/export",
	},
};

export const audit = noun({
	addresses: { admin },
	permissions: {
		"audit.view": { group: "system", place: 50, words: "查看稽核紀錄", roles: ["auditor"] },
	},
	gates: {
		audit: ["audit.view"],
	},
	menu: [
		{
			group: "system",
			place: 60,
			label: "稽核紀錄",
			href: admin.audit.list(),
			gate: "audit",
			words: ["歷程", "操作紀錄", "誰改過", "audit", "log"],
		},
	],
	records: {
		audit_log: { words: "稽核紀錄" },
	},
	actions: {
		"audit.export": "匯出稽核紀錄",
	},
});
