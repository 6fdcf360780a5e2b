import { personal } from "#db/personal-data.ts";

export const drafts = personal({
	leftOut: {
		"drafts.user_id": "unsaved texts of the website are the association's work",
	},
	kept: {
		drafts: "unsaved texts of the website, by staff",
	},
	noFreeText: {
		drafts: { columns: "slot", why: "an id" },
	},
});
