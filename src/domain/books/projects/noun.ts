import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	ledger: {
		projects: () => "/admin/ledger/projects",
		projectCreate: () => "/admin/ledger/projects/new",
		project: (id: Id) => `/admin/ledger/projects/${id}`,
	},
};

export const projects = noun({
	pages: {
		below: ["/admin/ledger/projects"],
		load: async () => (await import("#admin/books/ledger/projects-routes.ts")).PROJECT_ROUTES,
	},
	addresses: { admin },
	menu: [
		{
			group: "finance",
			place: 140,
			label: "專案",
			href: admin.ledger.projects(),
			gate: "ledger",
			words: ["計畫", "補助", "projects"],
		},
	],
	jobs: {
		"project.create": {
			label: "新增專案",
			gate: "ledger_post",
			href: admin.ledger.projectCreate(),
			words: ["計畫", "補助案"],
		},
	},
	records: {
		project: { words: "專案", place: 260 },
	},
	actions: {
		"project.create": "新增專案",
		"project.edit": "修改專案",
	},
	freeText: {
		projects: { words: "專案", place: 440, columns: "projects name note", shown: "project" },
	},
	shown: {
		project: { words: "專案", gate: "ledger_post", href: (id) => admin.ledger.project(Number(id)) },
	},
	refusals: {
		"project.stale": { words: "這個專案剛剛已被其他人更新，請重新整理。" },
		"project.taken": { words: "已有同名的專案，請換一個名稱。", field: "name" },
	},
});
