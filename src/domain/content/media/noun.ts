import { noun } from "#kernel/noun.ts";

const admin = {
	media: {
		list: () => "/admin/media",
		show: (id: string) => `/admin/media/${id}`,
		replacement: (id: string) => `/admin/media/${id}/replacement`,
		removal: (id: string) => `/admin/media/${id}/removal`,
		/** The addresses that tie a release 同意書 to a picture and untie it. */
		release: (id: string) => `/admin/media/${id}/releases`,
		releaseRemoval: (id: string) => `/admin/media/${id}/releases/removal`,
		/** The address of the content of a file for staff, even while nothing public shows the file. */
		file: (id: string, filename: string) => `/admin/media/${id}/files/${encodeURIComponent(filename)}`,
		/** The pictures whose smaller copies could not be made. */
		failures: () => "/admin/media/failures",
		filePlace: () => "/admin/media/:id/files/:filename",
	},
};

export const media = noun({
	isNobodys: true,
	pages: { below: ["/admin/media"], load: async () => (await import("#admin/content/media/routes.ts")).MEDIA_ROUTES },
	addresses: { admin },
	permissions: {
		"media.manage": { group: "website", place: 50, words: "管理媒體庫", roles: ["editor"] },
	},
	gates: {
		media: ["media.manage"],
		/** The users who see which pictures could not be made smaller, and let them be tried again. */
		media_failures: ["media.manage", "operations.manage"],
		/** The users who may view and upload files: the managers of the library and all who write texts. */
		media_files: ["media.manage", "articles.manage", "pages.manage", "announcements.publish", "announcements.manage"],
	},
	menu: [
		{
			group: "website",
			place: 50,
			label: "媒體庫",
			href: admin.media.list(),
			gate: "media",
			words: ["圖片", "照片", "附件", "替代文字", "media"],
		},
	],
	records: {
		media: { words: "媒體", place: 290 },
	},
	actions: {
		"media.edit": "修改圖片說明",
		"media.remove": "刪除媒體檔案",
		"media.replace": "替換媒體檔案",
		"media.retry": "重做圖片的較小版本",
		"media.upload": "上傳媒體檔案",
	},
	freeText: {
		media: { words: "圖片的替代文字", place: 200, columns: "media alt", shown: "media" },
		attachments: { words: "媒體庫的檔名", place: 210, columns: "attachments filename", shown: "media" },
	},
	shown: {
		media: { words: "檔案", gate: "media", href: admin.media.show },
	},
	refusals: {
		"attachment.is_final": { words: "附件上傳後不能修改，請上傳新的檔案。" },
		"media.for_few": {
			words: "這個檔案也用在給會員或工作人員的公告，請由有「管理會員公告」權限的人替換。",
			field: "file",
		},
		"media.in_use": { words: "還有內容使用這個檔案，請先換掉再刪除。" },
		"media.same": { words: "新檔案和原來的完全相同。", field: "file" },
		"picture.needed": { words: "圖片還在媒體庫，不能只刪除它的較小版本的紀錄。" },
		"picture.stale": { words: "這些圖片已經重做，或已由其他人按過再試一次。" },
		"media.stale": { words: "這個檔案的說明剛剛已被其他人更新。" },
	},
});
