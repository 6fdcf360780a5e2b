import { personal } from "#db/personal-data.ts";

export const deposits = personal({
	leftOut: {
		"cash_deposits.created_by": "staff stay unnamed",
		"cash_deposits.reversed_by": "staff stay unnamed",
	},
	kept: {
		cash_deposits: "which cash went to the bank: the books",
	},
	freeText: {
		deposits: { kept: "true" },
	},
});
