import { noun } from "#kernel/noun.ts";

const admin = {
	health: {
		show: () => "/admin/health",
	},
};

export const health = noun({
	addresses: { admin },
	menu: [
		{
			group: "system",
			place: 80,
			label: "系統狀態",
			href: admin.health.show(),
			gate: "operations",
			words: ["健康", "備份", "排程", "金鑰", "容量", "檢查", "health"],
		},
	],
});
