import { type Picture, press, ROC, WHO } from "./picture.ts";

/** The pictures of the members' leaflet: members and parents on their phones. */
export const MEMBER_PICTURES: readonly Picture[] = [
	{ name: "手冊/phone-activate", who: WHO.nobody, path: "/activate", phone: true },
	{ name: "手冊/phone-home", who: WHO.parent, path: "/member", phone: true },
	{ name: "手冊/phone-pay", who: WHO.parent, path: "/member/payments/new", phone: true },
	{
		name: "手冊/phone-child",
		who: WHO.parent,
		path: "/member",
		steps: (page) => page.locator("main a[href^='/member/family/']").first().click(),
		phone: true,
	},
	{ name: "手冊/phone-certificate", who: WHO.member, path: "/member/profile#certificate", phone: true },
	{
		name: "手冊/phone-receipt",
		who: WHO.member,
		path: "/member/payments",
		steps: press(`常年會費 ${ROC} 年`),
		phone: true,
	},
	{ name: "手冊/phone-announcements", who: WHO.member, path: "/member/announcements", phone: true },
	{ name: "手冊/phone-documents", who: WHO.member, path: "/member/documents", phone: true },
	{ name: "手冊/phone-privacy", who: WHO.member, path: "/member/privacy", phone: true },
];
