import { personal } from "#db/personal-data.ts";

export const statements = personal({
	leftOut: {
		"statement_approvals.recorded_by": "staff stay unnamed",
		"statement_notices.published_by": "staff stay unnamed",
	},
	kept: {
		statement_approvals: "who of the staff recorded what the boards passed",
		statement_notices: "who of the staff published",
	},
	noFreeText: {
		statement_approvals: {
			columns: "figures board_on board_no audit_on meeting_on meeting_no filed_on filed_no",
			why: "a hash, days, and numbers of meetings and letters",
		},
	},
});
