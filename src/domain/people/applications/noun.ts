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
	menu: [
		{
			group: "office",
			place: 20,
			label: "入會申請",
			href: admin.members.applications(),
			gate: "members_approve",
			words: ["入會", "核准", "審核", "理事會決議", "applications"],
		},
	],
});
