import { sql } from "drizzle-orm";
import { movesAll, ownIds, personal } from "#db/personal-data.ts";
import { receiptNumberOf } from "#db/record-numbers.ts";
import { code, text } from "#kernel/copy-fields.ts";

const STATES = { issued: "已開立", voided: "已作廢" };
const RECEIPTS = `SELECT ${receiptNumberOf("receipts")} AS number, payer_title, amount, items, paid_on, issued_on, status, reason
	FROM receipts`;

export const receipts = personal({
	copy: {
		receipts: {
			place: 120,
			title: "收據",
			fields: [
				text("number", "收據號碼"),
				text("payer_title", "抬頭"),
				text("amount", "金額"),
				text("items", "項目"),
				text("paid_on", "繳費日期"),
				text("issued_on", "開立日期"),
				code("status", "狀態", STATES),
				text("reason", "作廢原因"),
			],
			rows: `${RECEIPTS} WHERE member_id IN (SELECT id FROM own) OR income_id IN (SELECT r.id FROM income_records r WHERE r.donor_id IN (SELECT id FROM donors WHERE member_id IN (SELECT id FROM own))) ORDER BY id`,
			ofDonor: `${RECEIPTS} WHERE income_id IN (SELECT id FROM income_records WHERE donor_id = ?) ORDER BY id`,
		},
	},
	inCopy: {
		"receipts.member_id": "receipts",
	},
	leftOut: {
		"receipt_asks.asked_by": "staff stay unnamed",
		"receipts.issued_by": "staff stay unnamed",
		"receipts.original_by": "staff stay unnamed",
		"receipts.voided_by": "staff stay unnamed",
	},
	erased: {
		receipt_asks: "titles that wait for their receipts",
		receipts:
			"the masked national id; numbers, amounts and titles stay: what was issued is kept as it was, as the tax laws ask",
	},
	erases: [
		{
			place: 140,
			run: ({ id }) => [
				sql`UPDATE receipts SET payer_id_mask = NULL WHERE payer_id_mask IS NOT NULL AND member_id IN ${ownIds(id)}`,
			],
		},
	],
	merges: [movesAll(110, ["receipts", "member_id"])],
	freeText: {
		receipts: { kept: "true" },
		receipt_asks: { link: "t.receipt_id", key: "t.receipt_id" },
	},
	noFreeText: {
		receipt_marks: { columns: "series mark", why: "codes" },
		receipts: {
			columns: "number method paid_on payer_id_mask mark series payer_title_folded note",
			why: "numbers and codes; masked; made of payer_title; words of the settings",
		},
	},
});
