import { personal } from "#db/personal-data.ts";

export const periods = personal({
	leftOut: {
		"period_balances.user_id": "staff stay unnamed",
		"period_events.on_behalf_of": "staff stay unnamed",
		"period_events.user_id": "staff stay unnamed",
		"periods.closed_by": "staff stay unnamed",
	},
	kept: {
		period_balances: "what the bank said, entered by staff",
		period_events: "months and years that staff closed",
		periods: "months that staff closed",
	},
	noFreeText: {
		surplus_plans: { columns: "approval_no", why: "the number of the authority's letter" },
	},
	freeText: {
		periods: { link: "t.month", key: "t.month || ':' || t.account_id" },
		period_events: { kept: "true" },
	},
});
