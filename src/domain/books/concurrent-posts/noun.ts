import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	/** 會計、出納兼辦: resolutions, and the list of each month (YYYY-MM). */
	concurrentPosts: {
		list: () => "/admin/concurrent-posts",
		confirmation: (id: Id) => `/admin/concurrent-posts/${id}/confirmation`,
		ending: (id: Id) => `/admin/concurrent-posts/${id}/ending`,
		month: (month: string) => `/admin/concurrent-posts/months/${month}`,
	},
};

export const concurrentPosts = noun({
	pages: {
		below: ["/admin/concurrent-posts"],
		load: async () => (await import("#admin/books/concurrent-posts/routes.ts")).CONCURRENT_POST_ROUTES,
	},
	addresses: { admin },
	gates: {
		/** 會計、出納兼辦: who sees documents sees by which resolution; the chair ends one too. */
		concurrent_posts: [
			"settings.manage",
			"finance.view",
			"finance.review.cashier",
			"finance.review.accountant",
			"finance.review.chair",
			"finance.pay",
		],
		concurrent_posts_end: ["settings.manage", "finance.review.chair"],
	},
	actions: {
		"concurrent_post.confirm": "確認會計、出納兼辦的決議",
		"concurrent_post.end": "結束會計、出納兼辦",
		"concurrent_post.write": "登記會計、出納兼辦的決議",
	},
});
