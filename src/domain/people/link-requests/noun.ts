import { type Id, noun } from "#kernel/noun.ts";

const admin = {
	members: {
		links: {
			list: () => "/admin/members/links",
			show: (id: Id) => `/admin/members/links/${id}`,
			decision: (id: Id) => `/admin/members/links/${id}/decision`,
		},
	},
};

export const linkRequests = noun({
	pages: {
		below: ["/admin/members/links"],
		load: async () => (await import("#admin/people/members/links-routes.ts")).LINK_REQUEST_ROUTES,
	},
	addresses: { admin },
	menu: [
		{
			group: "office",
			place: 30,
			label: "帳號對應待確認",
			href: admin.members.links.list(),
			gate: "members_manage",
			waits: "links",
			words: ["帳號連結", "登入", "核對", "links"],
		},
	],
	records: {
		link_request: { words: "帳號對應", place: 270 },
	},
	actions: {
		"link_request.certificate": "帳號對應附上身障證明",
		"link_request.create": "由帳號對應建立新會員",
		"link_request.edit": "修改帳號對應",
		"link_request.link": "核對帳號對應",
		"link_request.refuse": "退回帳號對應",
		"link_request.send": "送出帳號對應",
		"link_request.withdraw": "撤回帳號對應",
	},
	freeText: {
		link_requests: {
			words: "帳號對應的答覆",
			place: 60,
			columns: "link_requests reason",
			shown: "none",
			kept: "已經寄給申請人",
		},
	},
	refusals: {
		"link_request.open": { words: "您已經送出申請，請等候工作人員處理。" },
		"link_request.stale": { words: "這份申請已被其他人處理。" },
	},
});
