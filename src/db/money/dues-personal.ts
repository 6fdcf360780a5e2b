import { sql } from "drizzle-orm";
import { moveDues } from "#db/people/index.ts";
import { blank, OWN_IDS, ownIds, personal } from "#db/personal-data.ts";
import { DUES_KIND_LABELS, DUES_STATUS_LABELS } from "#domain/money/dues/labels.ts";
import { code, text, time } from "#kernel/copy-fields.ts";

const DUES_SOURCES = { assessment: "協會核算", import: "名冊記載已繳" };

export const dues = personal({
	copy: {
		dues: {
			place: 90,
			title: "應繳會費",
			fields: [
				code("kind", "會費", DUES_KIND_LABELS),
				text("dues_year", "年度（西元）"),
				text("base_amount", "原金額"),
				text("discount_percent", "減免（%）"),
				text("amount", "應繳"),
				text("paid_amount", "已繳"),
				code("status", "狀態", DUES_STATUS_LABELS),
				code("source", "來源", DUES_SOURCES),
				text("reason", "原因"),
				time("created_at", "產生時間"),
			],
			rows: `SELECT kind, dues_year, base_amount, discount_percent, amount, paid_amount, status, source, reason, created_at
			FROM dues_items WHERE member_id IN (SELECT id FROM own) ORDER BY dues_year, id`,
		},
	},
	inCopy: {
		"dues_items.member_id": "dues",
	},
	leftOut: {
		"dues_events.user_id": "staff stay unnamed",
		"dues_items.created_by": "staff stay unnamed",
	},
	erased: {
		dues_events: "the reasons; what was assessed, waived and cancelled stays: the books",
		dues_items: "the reasons; years and amounts stay: the books",
	},
	erases: [
		{
			place: 120,
			run: ({ id, at }) => [
				sql`UPDATE dues_events SET ${blank("reason")} WHERE dues_item_id IN (
			SELECT id FROM dues_items WHERE member_id IN ${ownIds(id)})`,
				sql`UPDATE dues_items SET ${blank("reason")}, version = version + 1, updated_at = ${at}
			WHERE reason IS NOT NULL AND member_id IN ${ownIds(id)}`,
			],
		},
	],
	noFreeText: {
		membership_fees: {
			columns: "resolution approval_no article",
			why: "numbers of resolutions, approvals and articles",
		},
	},
	merges: [{ table: "dues_items", column: "member_id", place: 80, moves: moveDues }],
	freeText: {
		dues: { goes: `t.member_id IN ${OWN_IDS}`, kept: "true" },
		dues_events: {
			link: "t.dues_item_id",
			goes: `t.dues_item_id IN (SELECT d.id FROM dues_items d WHERE d.member_id IN ${OWN_IDS})`,
			kept: "true",
		},
	},
});
