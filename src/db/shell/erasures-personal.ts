import { personal } from "#db/personal-data.ts";

export const erasures = personal({
	leftOut: {
		"erasures.by_user_id": "staff stay unnamed",
		"erasures.member_id": "nobody is left to ask for a copy",
		"erasures.user_id": "nobody is left to ask for a copy",
	},
	kept: {
		erasures: "the register of what was pseudonymised",
	},
	merges: [
		{ table: "erasure_places", column: "subject_id", stays: "of whoever was pseudonymised, who is merged no more" },
		{ table: "erasures", column: "member_id", stays: "a register of what was done to that very record" },
	],
	noFreeText: {
		erasure_places: { columns: "place key kind link", why: "codes and numbers" },
	},
});
