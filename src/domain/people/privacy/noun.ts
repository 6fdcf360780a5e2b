import { type Id, noun } from "#kernel/noun.ts";

/** `path` for a member for whom one acts, by their id. */
const actingFor = (path: string, dependent?: number): string => (dependent ? `${path}?for=${dependent}` : path);

const admin = {
	members: {
		privacy: {
			list: () => "/admin/members/privacy",
			show: (id: Id) => `/admin/members/privacy/${id}`,
			answer: (id: Id) => `/admin/members/privacy/${id}/answer`,
			extension: (id: Id) => `/admin/members/privacy/${id}/extension`,
			create: (id: Id) => `/admin/members/${id}/privacy-request`,
			copy: (id: Id) => `/admin/members/${id}/copy`,
			pseudonymisation: (id: Id) => `/admin/members/${id}/pseudonymisation`,
			consent: (id: Id) => `/admin/members/${id}/consent`,
			/** 個資存取紀錄. */
			access: () => "/admin/members/access",
		},
	},
};

const member = {
	/** 個人資料與隱私, one's own, or that of a member for whom one acts. */
	privacy: {
		show: (dependent?: number) => actingFor("/member/privacy", dependent),
		copy: (dependent?: number) => actingFor("/member/privacy/copy", dependent),
		/** A text that somebody agreed to, or may agree to. */
		text: (kind: string, version: string) => `/member/privacy/texts/${kind}/${version}`,
		consent: (kind: string, dependent?: number) => actingFor(`/member/privacy/consents/${kind}`, dependent),
		consentEnd: (kind: string, dependent?: number) =>
			actingFor(`/member/privacy/consents/${kind}/withdrawal`, dependent),
		create: (dependent?: number) => actingFor("/member/privacy/requests/new", dependent),
		request: (id: Id) => `/member/privacy/requests/${id}`,
		withdrawal: (id: Id) => `/member/privacy/requests/${id}/withdrawal`,
	},
};

export const privacy = noun({
	pages: {
		below: [
			"/admin/members/privacy",
			"/admin/members/access",
			"/admin/members/:id/privacy-request",
			"/admin/members/:id/copy",
			"/admin/members/:id/pseudonymisation",
			"/admin/members/:id/consent",
		],
		load: async () => (await import("#admin/people/members/privacy-pages.ts")).ROUTES,
	},
	addresses: { admin, member },
	gates: {
		/** Who looked at what is sensitive: the log's readers, and who may look themselves. */
		access_log: ["audit.view", ["members.view", "members.view_sensitive"]],
	},
	menu: [
		{
			group: "office",
			place: 60,
			label: "個人資料申請",
			href: admin.members.privacy.list(),
			gate: "members_manage",
			words: ["個資", "隱私", "複本", "更正", "刪除", "去識別化", "同意書", "privacy"],
		},
		{
			group: "system",
			place: 70,
			label: "個資存取紀錄",
			href: admin.members.privacy.access(),
			gate: "access_log",
			words: ["個資", "誰看過", "敏感資料", "access"],
		},
	],
	records: {
		privacy_request: { words: "個人資料申請" },
	},
	actions: {
		"privacy.agree": "同意個人資料事項",
		"privacy.answer": "答覆個人資料申請",
		"privacy.ask": "提出個人資料申請",
		"privacy.end_consent": "收回同意",
		"privacy.erase_again": "還原後重新去識別化",
		"privacy.extend": "延長個人資料申請的期限",
		"privacy.paper_consent": "登錄紙本同意書",
		"privacy.record": "登錄紙本的個人資料申請",
		"privacy.refuse": "拒絕個人資料申請",
		"privacy.remind": "提醒個人資料申請的期限",
		"privacy.withdraw": "撤回個人資料申請",
	},
});
