import { GIVERS, personal } from "#db/personal-data.ts";
import { incomeNumberOf } from "#db/record-numbers.ts";
import { INCOME_KIND_LABELS, INCOME_METHOD_LABELS, INCOME_STATE_LABELS } from "#domain/money/income/labels.ts";
import { code, text } from "#kernel/copy-fields.ts";

/** FROM and WHERE of what the member gave as a donor. */
const OWN_GIFTS = `FROM income_records r WHERE r.donor_id IN (SELECT id FROM donors WHERE member_id IN (SELECT id FROM own))`;
const GIFTS = `SELECT ${incomeNumberOf("r")} AS number, r.received_on, r.kind, r.payer_title, r.amount,
	r.items, r.method, r.purpose, r.state, r.note, r.reason`;

export const income = personal({
	copy: {
		gifts: {
			place: 150,
			title: "捐款與其他收入",
			fields: [
				text("number", "收入編號"),
				text("received_on", "收到日期"),
				code("kind", "種類", INCOME_KIND_LABELS),
				text("payer_title", "抬頭"),
				text("amount", "金額"),
				text("items", "實物"),
				code("method", "方式", INCOME_METHOD_LABELS),
				text("purpose", "指定用途"),
				code("state", "狀態", INCOME_STATE_LABELS),
				text("note", "備註"),
				text("reason", "沖銷原因"),
			],
			rows: `${GIFTS} ${OWN_GIFTS} ORDER BY r.received_on, r.id`,
			ofDonor: `${GIFTS} FROM income_records r WHERE r.donor_id = ? ORDER BY r.received_on, r.id`,
		},
	},
	leftOut: {
		"income_records.created_by": "staff stay unnamed",
		"income_records.posted_by": "staff stay unnamed",
		"income_records.posted_for": "staff stay unnamed",
		"income_records.recorded_by": "staff stay unnamed",
		"income_records.reversed_by": "staff stay unnamed",
		"income_records.reversed_for": "staff stay unnamed",
		"income_records.titled_by": "staff stay unnamed",
	},
	erased: {
		income_records: "the note and the reason of a reversal; amounts, days, purpose and titles stay: the books",
	},
	freeText: {
		income: { goes: `t.donor_id IN ${GIVERS}`, kept: "t.state <> 'draft'" },
		income_titles: { kept: "t.state <> 'draft'" },
	},
});
