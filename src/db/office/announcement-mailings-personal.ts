import { movesAll, personal } from "#db/personal-data.ts";

export const announcementMailings = personal({
	leftOut: {
		"announcement_mailings.asked_by": "staff stay unnamed",
		"announcement_receivers.member_id": "what they were told is in the copy",
		"announcement_receivers.user_id": "what they were told is in the copy",
	},
	kept: {
		announcement_mailings: "mails to an audience that staff asked for",
		announcement_receivers: "that a mail about an announcement went, or why not; no address",
	},
	merges: [movesAll(140, ["announcement_receivers", "member_id"])],
	noFreeText: {
		announcement_mailings: { columns: "audience", why: "a code" },
		announcement_receivers: { columns: "mail_id", why: "an id" },
	},
});
