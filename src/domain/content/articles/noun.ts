import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	articles: {
		list: () => "/admin/articles",
		bulk: (place: string) => `/admin/articles/bulk/${place}`,
		/** The address that takes back what was done to articles, one or many. */
		undo: () => "/admin/articles/undo",
		create: () => "/admin/articles/new",
		/** The address of the form that makes an article and publishes or schedules it at once. */
		createPublished: () => "/admin/articles/new/publication",
		/** The address of the form of a new article, filled from the autosaved draft `slot`. */
		resume: (slot: string) => `/admin/articles/new?draft=${encodeURIComponent(slot)}`,
		show: (id: Id) => `/admin/articles/${id}`,
		/**
		 * The address of a step of the workflow; `place` is the step's part of it: publication, schedule, unpublication
		 * ...
		 */
		step: (id: Id, place: string) => `/admin/articles/${id}/${place}`,
		copy: (id: Id) => `/admin/articles/${id}/copy`,
		draft: (slot: Id | string) => `/admin/articles/${slot}/draft`,
		draftRemoval: (slot: Id | string) => `/admin/articles/${slot}/draft/removal`,
		preview: (id: Id) => `/admin/articles/${id}/preview`,
		previewLink: (id: Id) => `/admin/articles/${id}/preview?link=1`,
		removal: (id: Id) => `/admin/articles/${id}/removal`,
		revisions: (id: Id) => `/admin/articles/${id}/revisions`,
		revision: (id: Id, number: number | ":number") => `/admin/articles/${id}/revisions/${number}`,
		restoration: (id: Id, number: number | ":number") => `/admin/articles/${id}/revisions/${number}/restoration`,
	},
};

export const articles = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/articles"],
		load: async () => (await import("#admin/content/articles/routes.ts")).ARTICLE_ROUTES,
	},
	addresses: { admin },
	permissions: {
		"articles.manage": { group: "website", place: 10, words: "管理文章", roles: ["editor"] },
	},
	gates: {
		articles: ["articles.manage"],
	},
	menu: [
		{
			group: "website",
			place: 10,
			label: "文章",
			href: admin.articles.list(),
			gate: "articles",
			words: ["新聞", "消息", "草稿", "發布", "排程", "articles"],
		},
	],
	jobs: {
		"article.create": {
			label: "新增文章",
			gate: "articles",
			href: admin.articles.create(),
			words: ["寫文章", "新聞", "消息", "發文", "article"],
			start: { place: 38, key: "W", icon: "edit" },
		},
	},
	records: {
		article: { words: "文章", place: 60 },
	},
	actions: {
		"article.add_tag": "為文章加上標籤",
		"article.archive": "封存文章",
		"article.change_terms": "文章的分類或標籤隨之變更",
		"article.delete": "永久刪除文章",
		"article.pin": "置頂文章",
		"article.publish": "發布文章",
		"article.remove_tag": "移除文章的標籤",
		"article.restore": "還原文章",
		"article.trash": "將文章移到垃圾桶",
		"article.unpin": "取消文章置頂",
	},
	search: {
		article: { name: "文章", place: 110, by: "標題、摘要、標籤與內文，一個字也能找", unit: "篇", gate: "articles" },
		"article-draft": {
			name: "未公開的文章",
			place: 120,
			by: "草稿、排程與封存的標題或網址",
			unit: "篇",
			gate: "articles",
		},
	},
	freeText: {
		articles: {
			words: "文章",
			place: 120,
			columns: "articles title slug excerpt seo_title seo_description body_markdown author_name cover_alt",
			shown: "article",
		},
	},
	shown: {
		article: { words: "文章", gate: "articles", href: (id) => admin.articles.show(Number(id)) },
	},
	refusals: {
		"article.slug_taken": { words: "這個網址已經有文章使用，請換一個。", field: "slug" },
		"article.stale": { words: "這篇文章在您編輯時已被其他人更新。" },
		"article.term_taken": { words: "文章已經有這個分類或標籤。" },
		"article.terms_are_inserted_or_deleted": { words: "文章的分類與標籤只能加入或移除。" },
	},
});
