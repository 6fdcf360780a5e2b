import { personal } from "#db/personal-data.ts";

export const examinations = personal({
	leftOut: {
		"examinations.drawn_by": "staff stay unnamed",
		"examinations.closed_by": "staff stay unnamed",
		"examination_items.marked_by": "staff stay unnamed",
		"examination_items.answered_by": "staff stay unnamed",
	},
	kept: {
		examinations: "what the supervisors examined and found",
		examination_items: "who marked and who answered: part of that",
	},
	freeText: {
		examinations: { kept: "true" },
		examination_items: { link: "t.examination_id", kept: "true" },
	},
	noFreeText: {
		examinations: { columns: "criteria", why: "codes, an amount, numbers" },
		examination_items: { columns: "why", why: "codes" },
	},
});
