import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	/**
	 * The addresses of the pages of dual-office resolutions (會計、出納兼辦), and of the list of each month (YYYY-MM).
	 */
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
		/**
		 * The users who may view dual-office resolutions (會計、出納兼辦): staff who see expense requests, so that they
		 * know by which resolution one person acts as both. `concurrent_posts_end` is for those who may end one: also
		 * the chair.
		 */
		concurrent_posts: [
			"settings.manage",
			"finance.view",
			"finance.review.cashier",
			"finance.review.accountant",
			"finance.review.secretary",
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
	refusals: {
		"concurrent_post.is_final": { words: "決議的內容不能修改；請結束這一筆，再登記新的決議。" },
		"concurrent_post.not_in_force": { words: "會計、出納兼辦的決議現在不適用，請由其他人處理。" },
		"concurrent_post.not_resolved": { words: "決議日期還沒到，會議作成決議後再登記。", field: "resolved_on" },
		"concurrent_post.not_yours": { words: "登記兼辦的決議需要「系統設定」的權限。" },
		"concurrent_post.overlaps": { words: "這段期間已經有一筆兼辦的決議，請先結束那一筆。", field: "starts_on" },
		"concurrent_post.second_person": { words: "要由理事長本人確認，而且不能是兼辦的人，也不能是登記的人。" },
		"concurrent_post.stale": { words: "這一筆剛剛已經確認或結束，請看最新的狀態。" },
		"concurrent_post.unfit": { words: "兼辦的人必須是使用中的帳號，而且自己有出納與會計的審核權限。", field: "user" },
	},
});
