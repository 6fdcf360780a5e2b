import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	announcements: {
		list: () => "/admin/announcements",
		create: () => "/admin/announcements/new",
		/** The addresses of a new announcement for an audience, and of one for members who are chosen in their list. */
		createFor: (audience: string) => `/admin/announcements/new?audience=${audience}`,
		forChosen: () => "/admin/announcements/chosen",
		show: (id: Id) => `/admin/announcements/${id}`,
		/**
		 * The address of a step of an announcement, or of a page about it; `place` is its part of the address:
		 * publication, closing, audience, mailing ...
		 */
		step: (id: Id, place: string) => `/admin/announcements/${id}/${place}`,
		/** The addresses of the announcements that a staff user may read, of one of them (`read`), and of its files. */
		reading: () => "/admin/announcements/reading",
		read: (id: Id) => `/admin/announcements/${id}/reading`,
		file: (id: Id, file: string, filename: string) =>
			`/admin/announcements/${id}/files/${file}/${encodeURIComponent(filename)}`,
		filePlace: () => "/admin/announcements/:id/files/:file/:filename",
	},
};

const member = {
	/** The addresses of the announcements (公告) for the user, or for a member for whom the user acts. */
	announcements: {
		list: () => "/member/announcements",
		show: (id: Id) => `/member/announcements/${id}`,
		file: (id: Id, file: string, filename: string) =>
			`/member/announcements/${id}/files/${file}/${encodeURIComponent(filename)}`,
		filePlace: () => "/member/announcements/:id/files/:file/:filename",
		/** The address of the form that sets whether announcements also come by mail. */
		mail: () => "/member/announcements/mail",
	},
};

export const announcements = noun({
	isNobodys: true,
	pages: {
		below: ["/admin/announcements"],
		load: async () => (await import("#admin/office/announcements/routes.ts")).ANNOUNCEMENT_ROUTES,
	},
	apart: {
		below: [admin.announcements.forChosen(), admin.announcements.step(":id", "audience")],
		load: async () => (await import("#admin/office/announcements/people-routes.ts")).PEOPLE_ROUTES,
	},
	addresses: { admin, member },
	permissions: {
		"announcements.manage": { group: "office", place: 10, words: "管理會員公告", roles: ["secretary"] },
		"announcements.publish": { group: "website", place: 70, words: "發布公開公告", roles: ["editor"] },
	},
	gates: {
		/**
		 * The users who may manage public announcements (公告), or also those for members and staff; the action checks
		 * which.
		 */
		announcements: ["announcements.publish", "announcements.manage"],
		/**
		 * The users who may manage the announcements for members and staff too, and the files that only such
		 * announcements use.
		 */
		announcements_manage: ["announcements.manage"],
		/** The users who may make chosen members the audience of an announcement: a group, which is made of them. */
		announcements_for_chosen: [["announcements.manage", "members.manage"]],
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
	jobs: {
		"announcement.create": {
			label: "寫公告",
			gate: "announcements",
			href: admin.announcements.create(),
			words: ["新增公告", "發公告", "通知會員", "announcement"],
			start: { place: 40, key: "A", icon: "mail" },
		},
	},
	records: {
		announcement: { words: "公告" },
	},
	actions: {
		"announcement.close": "結束公告",
		"announcement.create": "新增公告",
		"announcement.delete": "刪除公告草稿",
		"announcement.edit": "修改公告",
		"announcement.mail": "安排寄送公告",
		"announcement.mail_myself": "寄一封公告給自己",
		"announcement.mailed": "公告寄送完畢",
		"announcement.open": "公告開始（排程）",
		"announcement.publish": "發布公告",
		"announcement.reopen": "重新公告",
		"announcement.schedule": "排程公告",
		"announcement.stop_mail": "停止寄送公告",
		"announcement.withdraw": "取消公告的排程",
	},
	search: {
		announcement: { name: "公告", place: 90, by: "標題或網址", unit: "則", gate: "announcements" },
	},
	freeText: {
		announcements: {
			words: "公告",
			place: 110,
			columns: "announcements title slug body_markdown line_text",
			shown: "announcement",
		},
	},
	shown: {
		announcement: { words: "公告", gate: "announcements", href: (id) => admin.announcements.show(Number(id)) },
	},
	refusals: {
		"announcement.log_is_final": { words: "公告的閱讀與寄送紀錄不能修改。" },
		"announcement.mail_moved": { words: "寄送的狀態剛剛變了，請重新整理後再看一次。" },
		"announcement.mail_under_way": { words: "這則公告已經有一次寄送在安排中。" },
		"announcement.needs_manage": {
			words: "您只能處理公開的公告；給會員與工作人員的公告，請由有「管理會員公告」權限的人處理。",
			field: "audience",
		},
		"announcement.needs_publish": {
			words: "公開的公告會出現在官網，請由有「發布公開公告」權限的人處理。",
			field: "audience",
		},
		"announcement.no_audience": { words: "沒有這個對象，請重新選擇。", field: "audience" },
		"announcement.nobody": { words: "沒有人可以寄送，請先確認對象的電子郵件。" },
		"announcement.no_text": { words: "內文還是空的，請先到「撰寫」寫好內容。" },
		"announcement.own_no_address": { words: "您的帳號沒有電子郵件，請先到「我的帳號」加上。" },
		"announcement.own_too_many": { words: "一小時內已經寄了很多封給自己，請稍後再試。" },
		"announcement.own_unsubscribed": {
			words: "您取消訂閱了這類公告信，所以寄不到您的信箱。請先到會員專區的「公告」重新訂閱。",
		},
		"announcement.not_draft": { words: "只能刪除草稿。已經發布的公告請先結束，紀錄會保留。" },
		"announcement.slug_taken": { words: "這個網址已經有公告使用，請換一個。", field: "slug" },
		"announcement.stale": { words: "這則公告在您編輯時已被其他人更新。" },
		"announcement.was_mailed": { words: "這則公告已經寄過信，要留著寄送紀錄，不能刪除。" },
		"announcement.wrong_state": { words: "公告目前的狀態不能這樣做，請重新整理後再看一次。" },
	},
});
