import { personal } from "#db/personal-data.ts";

export const vouchers = personal({
	leftOut: {
		"voucher_lines.member_id": "the books' side of a payment, which the copy has",
		"vouchers.created_by": "staff stay unnamed",
		"vouchers.edited_by": "staff stay unnamed",
		"vouchers.posted_by": "staff stay unnamed",
	},
	kept: {
		voucher_lines: "the books: amounts, and a number of a member",
		vouchers: "the books",
	},
	merges: [
		{
			table: "voucher_lines",
			column: "member_id",
			stays: "posted vouchers never change; whoever reads follows merged_into",
		},
	],
	freeText: {
		vouchers: { kept: "t.state <> 'draft'" },
		voucher_lines: {
			link: "t.voucher_id",
			kept: "(SELECT v.state FROM vouchers v WHERE v.id = t.voucher_id) <> 'draft'",
		},
	},
	noFreeText: {
		vouchers: { columns: "source resolution_no", why: "a code; a meeting of the 理事會" },
	},
});
