import { noun } from "#kernel/noun.ts";

const admin = {
	members: {
		applications: () => "/admin/members/applications",
	},
};

const member = {
	/**
	 * The addresses of the forms for the application that a user sent and the board has not decided on. The user's home
	 * page shows it.
	 */
	application: {
		edit: () => "/member/application/edit",
		withdrawal: () => "/member/application/withdrawal",
		certificate: () => "/member/application/certificate",
	},
};

export const applications = noun({
	addresses: { admin, member },
	refusals: {
		"application.not_waiting": { words: "這份申請已經有結果，不能再變更。" },
		"application.of_staff": {
			words: "您是協會的工作人員，孩子的申請請由其他同仁登記。請移除孩子後再送出。",
			field: "consent_children",
		},
		"application.no_guardian": {
			words:
				"這份申請附有孩子，但這位會員自己有監護人，或是團體會員，不能當孩子的監護人。請先解除這位會員的監護關係，或不予通過、退回這份申請。",
		},
	},
	menu: [
		{
			group: "office",
			place: 20,
			label: "入會申請",
			href: admin.members.applications(),
			gate: "members_approve",
			waits: "applications",
			words: ["入會", "核准", "審核", "理事會決議", "applications"],
		},
	],
});
