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
	records: {
		project: { words: "專案", place: 260 },
	},
	actions: {
		"project.create": "新增專案",
		"project.edit": "修改專案",
	},
});
