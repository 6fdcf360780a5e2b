import { noun } from "#kernel/noun.ts";

const admin = {
	health: {
		show: () => "/admin/health",
	},
	deadLetters: {
		list: () => "/admin/dead-letters",
		replay: (id: string) => `/admin/dead-letters/${id}/replay`,
	},
};

export const health = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/dead-letters"],
		load: async () => (await import("#admin/system/dead-letters/routes.ts")).DEAD_LETTER_ROUTES,
	},
	addresses: { admin },
	permissions: {
		"operations.manage": { group: "system", place: 70, words: "背景工作失敗與系統狀態" },
	},
	gates: {
		operations: ["operations.manage"],
	},
	menu: [
		{
			group: "system",
			place: 80,
			label: "系統狀態",
			href: admin.health.show(),
			gate: "operations",
			words: ["健康", "備份", "排程", "金鑰", "容量", "檢查", "health"],
		},
		{
			group: "system",
			place: 90,
			label: "背景工作失敗",
			href: admin.deadLetters.list(),
			gate: "operations",
			words: ["重試", "錯誤", "佇列", "dead letters"],
		},
	],
	records: {
		backup: { words: "備份", place: 340 },
		dead_letter: { words: "失敗項目", place: 330 },
		key: { words: "金鑰", place: 350 },
	},
	actions: {
		"backup.make": "製作備份",
		"backup.restore": "由備份還原",
		"dead_letter.replay": "重新執行失敗的背景工作",
		"keys.rotate": "更換金鑰",
	},
	refusals: {
		"dead_letter.stale": { words: "這個項目已被其他人重新執行。" },
		"dead_letter.unknown": { words: "系統已經不使用這種工作，無法重新執行。" },
	},
});
