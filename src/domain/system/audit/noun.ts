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
			start: { place: 84, key: "L", icon: "history" },
		},
	],
	records: {
		audit_log: { words: "稽核紀錄" },
	},
	actions: {
		"audit.export": "匯出稽核紀錄",
	},
	freeText: {
		audit: {
			words: "稽核紀錄",
			place: 560,
			columns: "audit_log description changes",
			shown: "audit",
			kept: "稽核紀錄已防竄改存證，不可更改",
		},
	},
	shown: {
		audit: {
			words: "紀錄",
			gate: "audit",
			href: (link) => {
				const [type = "", id = ""] = link.split(":");
				return `${admin.audit.list()}?${new URLSearchParams({ type, id })}`;
			},
		},
	},
	refusals: {
		"audit.append_only": { words: "稽核紀錄不能修改或刪除。" },
		"audit.not_next": { words: "稽核封存不連續，請通知系統維運人員。" },
	},
});
