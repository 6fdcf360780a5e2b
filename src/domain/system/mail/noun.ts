import { noun } from "#kernel/noun.ts";

const admin = {
	mail: {
		list: () => "/admin/mail",
		show: (id: string) => `/admin/mail/${id}`,
		body: (id: string) => `/admin/mail/${id}/body`,
		resend: (id: string) => `/admin/mail/${id}/resending`,
	},
};

export const mail = noun({
	isNobodys: true,
	pages: { below: ["/admin/mail"], load: async () => (await import("#admin/system/mail/routes.ts")).MAIL_ROUTES },
	addresses: { admin },
	permissions: {
		"mail.view": { group: "system", place: 60, words: "查看寄信紀錄" },
	},
	gates: {
		mail: ["mail.view"],
		/** The users who may send a mail again: those who may view the mail log and manage operations. */
		mail_resend: [["mail.view", "operations.manage"]],
	},
	menu: [
		{
			group: "system",
			place: 50,
			label: "郵件",
			href: admin.mail.list(),
			gate: "mail",
			words: ["信件", "寄信", "退信", "電子郵件", "mail"],
		},
	],
	records: {
		mail: { words: "郵件", place: 300 },
	},
	actions: {
		"mail.resend": "重新寄送郵件",
		"mail.subscribe": "重新訂閱公告郵件",
		"mail.test": "寄送測試信",
		"mail.unsubscribe": "取消訂閱公告郵件",
	},
	freeText: {
		mails: {
			words: "寄給別人的信",
			place: 90,
			columns: "mail_messages to_address to_name data last_error",
			shown: "mail",
			kept: "已寄出；結案 180 天後自動清空",
		},
	},
	shown: {
		mail: { words: "信", gate: "mail", href: admin.mail.show },
	},
	refusals: {
		"mail.stale": { words: "這封信正在寄出，或狀態已經改變，請重新整理後再試一次。" },
	},
});
