import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	announcements: {
		list: () => "/admin/announcements",
		create: () => "/admin/announcements/new",
		/** A new one that is published, or scheduled, at once. */
		createPublished: () => "/admin/announcements/new/publication",
		show: (id: Id) => `/admin/announcements/${id}`,
		/** A step, or a page of one, by the name of its place: publication, closing, mailing ... */
		step: (id: Id, place: string) => `/admin/announcements/${id}/${place}`,
		/** Those that are for oneself, as staff read them; one of them, and its files. */
		reading: () => "/admin/announcements/reading",
		read: (id: Id) => `/admin/announcements/${id}/reading`,
		file: (id: Id, file: string, filename: string) =>
			`/admin/announcements/${id}/files/${file}/${encodeURIComponent(filename)}`,
		filePlace: () => "/admin/announcements/:id/files/:file/:filename",
	},
};

const member = {
	/** 公告: those that are for oneself, or for whom one acts. */
	announcements: {
		list: () => "/member/announcements",
		show: (id: Id) => `/member/announcements/${id}`,
		file: (id: Id, file: string, filename: string) =>
			`/member/announcements/${id}/files/${file}/${encodeURIComponent(filename)}`,
		filePlace: () => "/member/announcements/:id/files/:file/:filename",
		/** Whether they come by mail too. */
		mail: () => "/member/announcements/mail",
	},
};

export const announcements = noun({
	pages: {
		below: ["/admin/announcements"],
		load: async () => (await import("#admin/office/announcements/routes.ts")).ANNOUNCEMENT_ROUTES,
	},
	addresses: { admin, member },
	permissions: {
		"announcements.manage": { group: "office", place: 10, words: "管理會員公告", roles: ["secretary"] },
		"announcements.publish": { group: "website", place: 70, words: "發布公開公告", roles: ["editor"] },
	},
	gates: {
		/** 公告: public ones, or those for members and staff; the action asks which. */
		announcements: ["announcements.publish", "announcements.manage"],
	},
	menu: [
		{
			group: "office",
			place: 90,
			label: "公告",
			href: admin.announcements.list(),
			gate: "announcements",
			words: ["通知", "會員公告", "寄信給會員", "置頂", "announcements"],
		},
	],
	records: {
		announcement: { words: "公告" },
	},
	actions: {
		"announcement.close": "結束公告",
		"announcement.create": "新增公告",
		"announcement.delete": "刪除公告草稿",
		"announcement.edit": "修改公告",
		"announcement.mail": "安排寄送公告",
		"announcement.mailed": "公告寄送完畢",
		"announcement.open": "公告開始（排程）",
		"announcement.publish": "發布公告",
		"announcement.reopen": "重新公告",
		"announcement.schedule": "排程公告",
		"announcement.stop_mail": "停止寄送公告",
		"announcement.withdraw": "取消公告的排程",
	},
});
