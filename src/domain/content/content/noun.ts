import { noun } from "#kernel/noun.ts";

const admin = {
	/**
	 * The addresses that all editors share: the preview of what is being typed, and the search for targets of links.
	 */
	writing: {
		preview: () => "/admin/writing/preview",
		links: () => "/admin/writing/links",
	},
};

export const content = noun({
	isNobodys: true,
	pages: {
		below: [
			"/admin/writing",
			"/admin/articles/:id/revisions",
			"/admin/articles/:id/preview",
			"/admin/articles/:id/removal",
			"/admin/pages/:id/revisions",
			"/admin/pages/:id/preview",
			"/admin/pages/:id/removal",
		],
		load: async () => (await import("#admin/content/writing/pages.ts")).ROUTES,
	},
	addresses: { admin },
	gates: {
		/** The users who may see the overview of the website's contents: its figures and its search. */
		content: ["articles.manage", "pages.manage"],
		/**
		 * The users who may write texts for the website: for the preview, the files, and the search for targets of
		 * links.
		 */
		writing: ["articles.manage", "pages.manage", "announcements.publish", "announcements.manage"],
	},
	hanging: {
		forms: { words: "網站內容的未儲存草稿", next: "別人看不到，需要時請本人先儲存" },
	},
	records: {
		site: { words: "官網內容" },
	},
	actions: {
		"content.import": "匯入官網內容",
	},
	freeText: {
		revisions: {
			words: "文章與網頁的舊版本",
			place: 140,
			columns: "revisions snapshot reason",
			kept: "只有工作人員看得到；刪除整篇時一起刪除",
		},
		drafts: { words: "還沒儲存的草稿", place: 150, columns: "drafts fields", shown: "none" },
		old_addresses: {
			words: "舊網址",
			place: 160,
			columns: "slug_history slug",
			kept: "舊網址仍會轉到新網址；刪除那一篇時一起刪除",
		},
		changes: {
			words: "內容異動清單裡的網址",
			place: 170,
			columns: "content_changes slug previous_slug",
			shown: "none",
			kept: "官網據此更新，不可更改",
		},
		attachment_uses: { words: "附件的說明", place: 220, columns: "attachment_uses description" },
	},
	refusals: {
		"content.future_publishing": {
			words: "已發布內容的發布時間不能晚於現在；要晚一點才出現，請改用排程。",
			field: "published_at",
		},
		"content.no_time": { words: "請選擇發布時間。", field: "publish_at" },
		"content.past_schedule": { words: "這個時間已經過了，請選擇未來的時間，或改為立即發布。", field: "publish_at" },
		"content.pin_needs_publishing": { words: "發布之後才能置頂，請先取消置頂，或改為立即發布。", field: "is_pinned" },
		"content.pin_over": { words: "置頂期限已經過了，請選擇今天或以後的日期。", field: "pinned_until" },
		"content.preview_too_long": {
			words: "內文超過 200 KB，無法邊寫邊預覽。仍可儲存，儲存後請用「預覽連結」查看。",
			field: "body",
		},
		"content.slug_empty": { words: "網址至少要有一個文字或數字。", field: "slug" },
		"content.too_long": { words: "內文太長，最多 500 KB（約 16 萬個中文字），請分成幾篇。", field: "body" },
		"content.unpublish_too_early": { words: "下架時間必須晚於發布時間與現在。", field: "unpublish_at" },
		"content.wrong_state": { words: "目前的狀態不能這樣做，請重新整理頁面後再試一次。" },
		"draft.stale": { words: "另一個分頁有較新的自動儲存，這一頁沒有覆蓋它。" },
		"preview.dead": { words: "這個預覽連結已過期或不正確，請向編輯索取新的連結。" },
		"revision.is_final": { words: "版本紀錄不能修改。" },
	},
});
