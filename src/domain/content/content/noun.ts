import { noun } from "#kernel/noun.ts";

const admin = {
	/** Shared by everything that is written: the preview of what is being typed, and what a link may lead to. */
	writing: {
		preview: () => "/admin/writing/preview",
		links: () => "/admin/writing/links",
	},
};

export const content = noun({
	pages: {
		below: [
			"/admin/writing",
			"/admin/articles/:id/revisions",
			"/admin/articles/:id/preview-link",
			"/admin/articles/:id/removal",
			"/admin/pages/:id/revisions",
			"/admin/pages/:id/preview-link",
			"/admin/pages/:id/removal",
		],
		load: async () => (await import("#admin/content/writing/pages.ts")).ROUTES,
	},
	addresses: { admin },
	gates: {
		/** What stands on the website and what will: its figures and the search in it. */
		content: ["articles.manage", "pages.manage"],
		/** Whoever writes texts for the website: its preview, its files, what it may link to. */
		writing: ["articles.manage", "pages.manage", "announcements.publish", "announcements.manage"],
	},
	records: {
		site: { words: "官網內容" },
	},
	actions: {
		"content.import": "匯入官網內容",
	},
});
