import { type Id, noun } from "#kernel/noun.ts";

/** Returns the address `path` for the user, or for the member (by the member's id) for whom the user acts. */
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
			/** The address to which staff send that a member took back a consent to special data of own fields. */
			ownConsentEnd: (id: Id) => `/admin/members/${id}/consent/own-fields`,
			/** The addresses of the texts that people are told and agree to (告知事項), and of who agreed to which. */
			texts: () => "/admin/members/privacy/texts",
			text: (kind: string) => `/admin/members/privacy/texts/${kind}`,
			textVersion: (kind: string, version: string) => `/admin/members/privacy/texts/${kind}/${version}`,
			agreements: () => "/admin/members/privacy/agreements",
			agreementsFile: (format: string) => `/admin/members/privacy/agreements/export/${format}`,
			/** The address of the log of reads of personal data (個資存取紀錄). */
			access: () => "/admin/members/access",
		},
	},
};

const member = {
	/**
	 * The addresses of personal data and privacy (個人資料與隱私) of the user or, by id, of a member for whom the user
	 * acts.
	 */
	privacy: {
		show: (dependent?: number) => actingFor("/member/privacy", dependent),
		copy: (dependent?: number) => actingFor("/member/privacy/copy", dependent),
		/** The address of a text that the user agreed to, or may agree to. */
		text: (kind: string, version: string) => `/member/privacy/texts/${kind}/${version}`,
		consent: (kind: string, dependent?: number) => actingFor(`/member/privacy/consents/${kind}`, dependent),
		consentEnd: (kind: string, dependent?: number) =>
			actingFor(`/member/privacy/consents/${kind}/withdrawal`, dependent),
		/** The address that asks before the consent to a purpose of special data (by the consent's id) is taken back. */
		purposeEnd: (id: Id, dependent?: number) => actingFor(`/member/privacy/purposes/${id}/withdrawal`, dependent),
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
		/**
		 * The users who may see the log of reads of sensitive data: the readers of the audit log, and those who may
		 * read such data themselves.
		 */
		access_log: ["audit.view", ["members.view", "members.view_sensitive"]],
	},
	menu: [
		{
			group: "office",
			place: 60,
			label: "個人資料申請",
			href: admin.members.privacy.list(),
			gate: "members_manage",
			waits: "privacy",
			words: ["個資", "隱私", "複本", "更正", "刪除", "去識別化", "同意書", "告知事項", "privacy"],
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
		consent_text: { words: "告知事項" },
	},
	actions: {
		"privacy.agree": "同意個人資料事項",
		"privacy.answer": "答覆個人資料申請",
		"privacy.ask": "提出個人資料申請",
		"privacy.end_consent": "收回同意",
		"privacy.erase_again": "還原後重新去識別化",
		"privacy.extend": "延長個人資料申請的期限",
		"privacy.paper_consent": "登錄紙本同意書",
		"privacy.publish_text": "發布告知事項的新版本",
		"privacy.export": "匯出同意情形",
		"privacy.record": "登錄紙本的個人資料申請",
		"privacy.refuse": "拒絕個人資料申請",
		"privacy.remind": "提醒個人資料申請的期限",
		"privacy.withdraw": "撤回個人資料申請",
	},
	freeText: {
		consent_texts: {
			words: "告知事項",
			place: 72,
			columns: "consent_texts body",
			shown: "none",
			kept: "發布過的文字不可更改",
		},
		privacy: {
			words: "個人資料申請與答覆",
			place: 70,
			columns: "privacy_requests content answer extension_reason",
			shown: "privacy",
			kept: "其他人的申請，依法留存",
		},
	},
	shown: {
		privacy: { words: "申請", gate: "members_manage", href: (id) => admin.members.privacy.show(Number(id)) },
	},
	refusals: {
		"privacy.dependents": { words: "這位會員還有受監護的會員，請先替他們變更監護人。" },
		"privacy.draft_import": { words: "有匯入（名冊或繳費紀錄）還沒有套用，裡面可能有這位會員的資料，請先套用或捨棄。" },
		"privacy.extended": { words: "這份申請已經延長過一次，不能再延長。" },
		"privacy.no_request": { words: "去識別化要先有一份處理中的刪除申請，請先登錄申請。" },
		"privacy.no_text": { words: "沒有這個版本的文字，請選擇紙本上印的版本。", field: "text" },
		"privacy.not_ended": { words: "只有未通過、撤回、退會、除名或已故的會員可以去識別化。" },
		"privacy.not_yours": { words: "這不是您能處理的資料。" },
		"privacy.open": { words: "已經有一份同樣的申請在處理中，不需要再送一次。" },
		"privacy.open_finance": { words: "還有付給這位會員、或他捐款的單據沒有辦完，請先付款入帳、作廢或沖銷。" },
		"privacy.open_payment": { words: "這位會員還有等候核對的繳費，請先核對或退回。" },
		"privacy.other_requests": { words: "這位會員還有處理中的查詢或更正申請，請先答覆。" },
		"privacy.own": { words: "不能處理自己或家人的申請，請由其他工作人員處理。" },
		"privacy.same_person": { words: "去識別化無法復原，登錄這份申請的人不能自己執行，請由另一位工作人員執行。" },
		"privacy.sealed": { words: "健康資料與證件還沒有對這個帳號開放，請看頁面上的說明，或洽協會。" },
		"privacy.staff_login": { words: "這位會員的登入帳號還有工作人員的角色，請先由系統管理員移除角色或解除連結。" },
		"privacy.stale": { words: "這份資料剛剛已有變動，請重新整理頁面，確認後再試一次。" },
		"privacy.taken_back": { words: "會員在這張同意書之後已收回同意，請重新簽署後再登錄。" },
		"privacy.text_changed": { words: "同意事項剛剛更新，請再讀一次後送出。" },
		"privacy.text_final": { words: "發布過的文字不能更改，新的版本最早從今天開始用。", field: "starts_on" },
		"privacy.too_many": { words: "今天已經提出太多次申請，請明天再試。" },
		"privacy.too_often": { words: "今天已經下載太多次，請明天再試。" },
	},
});
