import { noun } from "#kernel/noun.ts";

const admin = {
	dues: {
		notices: () => "/admin/dues/notices",
		noticesMail: () => "/admin/dues/notices/mail",
		noticesPrint: () => "/admin/dues/notices/print",
		/** The addresses to which the list sends its chosen rows; `place` is mail, print or text. */
		noticesBulk: (place: string) => `/admin/dues/notices/bulk/${place}`,
		/** The address that prints notices (通知單) with activation codes; only a POST makes the codes. */
		noticesCodes: () => "/admin/dues/notices/codes",
		noticesText: () => "/admin/dues/notices/text",
		noticesLog: () => "/admin/dues/notices/log",
	},
};

export const duesNotices = noun({
	pages: {
		below: ["/admin/dues/notices"],
		load: async () => (await import("#admin/money/dues/notices-routes.ts")).NOTICE_ROUTES,
	},
	addresses: { admin },
	menu: [
		{
			group: "dues",
			place: 30,
			label: "會費通知",
			href: admin.dues.notices(),
			gate: "dues",
			words: ["提醒", "催繳", "繳費通知單", "啟用碼", "LINE", "notices"],
		},
	],
	jobs: {
		"dues_notice.print": {
			label: "列印會費通知單",
			gate: "dues",
			href: admin.dues.noticesPrint(),
			ofMember: (id) => `${admin.dues.noticesPrint()}?ids=${id}`,
			words: ["通知單", "催繳", "繳費單", "印通知單"],
		},
	},
	actions: {
		"dues.notify_line": "記下用 LINE 通知會費",
		"dues.notify_mail": "寄會費提醒",
		"dues.print_notices": "列印繳費通知單",
		"dues.remind": "到期自動提醒",
	},
});
