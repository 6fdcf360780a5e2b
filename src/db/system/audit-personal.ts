import { personal } from "#db/personal-data.ts";
import { text, time } from "#kernel/copy-fields.ts";

export const audit = personal({
	copy: {
		reads: {
			place: 290,
			title: "誰看過敏感資料",
			fields: [time("at", "時間"), text("who", "身分"), text("action", "動作")],
		},
		history: {
			place: 300,
			title: "與您有關的操作紀錄",
			fields: [
				time("at", "時間"),
				text("who", "執行者"),
				text("action", "動作"),
				text("changes", "變更內容"),
				text("ip_address", "IP 位址（您自己的操作）"),
			],
		},
	},
	inCopy: {
		"audit_log.user_id": "history",
	},
	leftOut: {
		"audit_log.on_behalf_of": "what a deputy did in a reviewer's place is the association's work",
	},
	kept: {
		audit_log:
			"append-only and sealed: numbers alone; personal values were sealed with the person's key, which is destroyed",
	},
	merges: [
		{
			table: "audit_log",
			column: "auditable_id",
			where: "auditable_type = 'member'",
			stays: "the log is append-only; the history reads both",
		},
	],
	freeText: {
		audit: { link: "t.auditable_type || ':' || t.auditable_id", kept: "true" },
	},
	noFreeText: {
		audit_log: { columns: "actor action auditable_type auditable_id ip_address", why: "codes and numbers" },
		audit_seals: { columns: "prev", why: "a hash" },
	},
});
