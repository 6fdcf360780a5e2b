import { sql } from "drizzle-orm";
import { personal } from "#db/personal-data.ts";
import { code, text, time } from "#kernel/copy-fields.ts";

const NOTICES = { before_end: "到期前提醒", end: "到期提醒", grace_end: "寬限期滿提醒", manual: "繳費通知" };
const NOTICE_CHANNELS = { mail: "電子郵件", print: "紙本", line: "LINE" };

export const duesNotices = personal({
	copy: {
		dues_notices: {
			place: 130,
			title: "繳費通知",
			fields: [
				code("kind", "通知", NOTICES),
				code("channel", "方式", NOTICE_CHANNELS),
				text("period_end", "會籍到期日"),
				text("amount", "金額"),
				time("at", "時間"),
			],
			rows: "SELECT kind, channel, period_end, amount, at FROM dues_notices WHERE member_id IN (SELECT id FROM own) ORDER BY id",
		},
	},
	inCopy: {
		"dues_notices.member_id": "dues_notices",
	},
	leftOut: {
		"dues_notices.user_id": "staff stay unnamed",
	},
	kept: {
		dues_notices: "that a notice went, when and by which way; no address",
	},
	merges: [
		{
			table: "dues_notices",
			column: "member_id",
			// A notice that both records got stays with the other record, so that it is listed once.
			place: 170,
			moves: ({ kept, other }) => [
				sql`UPDATE dues_notices SET member_id = ${kept} WHERE member_id = ${other} AND NOT EXISTS (SELECT 1 FROM dues_notices n
				WHERE n.member_id = ${kept} AND n.kind = dues_notices.kind AND n.kind <> 'manual' AND n.period_end = dues_notices.period_end)`,
			],
		},
	],
	noFreeText: {
		dues_notices: { columns: "mail_id", why: "an id" },
	},
});
