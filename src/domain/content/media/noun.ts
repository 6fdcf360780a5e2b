import { noun } from "#kernel/noun.ts";

const admin = {
	media: {
		list: () => "/admin/media",
		show: (id: string) => `/admin/media/${id}`,
		replacement: (id: string) => `/admin/media/${id}/replacement`,
		removal: (id: string) => `/admin/media/${id}/removal`,
		/** The bytes for staff, also while nothing public shows the file. */
		file: (id: string, filename: string) => `/admin/media/${id}/files/${encodeURIComponent(filename)}`,
		filePlace: () => "/admin/media/:id/files/:filename",
	},
};

export const media = noun({
	pages: { below: ["/admin/media"], load: async () => (await import("#admin/content/media/routes.ts")).MEDIA_ROUTES },
	addresses: { admin },
	permissions: {
		"media.manage": { group: "website", place: 50, words: "管理媒體庫", roles: ["editor"] },
	},
	gates: {
		media: ["media.manage"],
		/** Whoever puts files in or looks at them: the library's keepers, and all who write. */
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
		"media.edit": "修改替代文字",
		"media.remove": "刪除媒體檔案",
		"media.replace": "替換媒體檔案",
		"media.upload": "上傳媒體檔案",
	},
});
