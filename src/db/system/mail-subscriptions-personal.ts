import { movesAll, personal } from "#db/personal-data.ts";
import { MAIL_KIND_LABELS } from "#domain/system/mail-subscriptions/rules.ts";
import { code, time } from "#kernel/copy-fields.ts";

export const mailSubscriptions = personal({
	copy: {
		unsubscriptions: {
			place: 250,
			title: "已取消訂閱的郵件",
			fields: [code("kind", "種類", MAIL_KIND_LABELS), time("at", "時間")],
			rows: `SELECT kind, at FROM mail_unsubscriptions
			WHERE user_id IN (SELECT user_id FROM own) OR member_id IN (SELECT id FROM own) ORDER BY id`,
		},
	},
	inCopy: {
		"mail_unsubscriptions.member_id": "unsubscriptions",
		"mail_unsubscriptions.user_id": "unsubscriptions",
	},
	kept: {
		mail_unsubscriptions: "that nobody writes to them; numbers alone",
	},
	merges: [movesAll(150, ["mail_unsubscriptions", "member_id"])],
});
