import { personal } from "#db/personal-data.ts";

export const confirmations = personal({
	leftOut: {
		"confirmations.decided_by": "staff stay unnamed",
		"confirmations.guardian_id": "who the guardian is stands in the copy; how staff agreed is the association's work",
		"confirmations.member_id": "who reads the record stands in the copy; how staff agreed is the association's work",
		"confirmations.on_behalf_of": "staff stay unnamed",
		"confirmations.other_user_id": "deputies are in the copy",
		"confirmations.requested_by": "staff stay unnamed",
		"confirmations.user_id": "roles and logins are in the copy; how staff agreed is the association's work",
	},
	kept: {
		confirmations:
			"numbers alone: who asked and who confirmed; what waits about them ends, a login that was asked for is forgotten",
	},
	merges: [
		{
			table: "confirmations",
			column: "member_id",
			stays: "what waits ends by a trigger of 0050; what was decided is kept",
		},
		{
			table: "confirmations",
			column: "guardian_id",
			stays: "what waits ends by a trigger of 0050; what was decided is kept",
		},
	],
	noFreeText: {
		confirmations: {
			columns: "permission asked",
			why: "codes and numbers; a login that waits, forgotten with the answer",
		},
	},
});
