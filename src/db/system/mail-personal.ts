import { sql } from "drizzle-orm";
import { among, GIVEN_BY_NO_MEMBER, personal } from "#db/personal-data.ts";
import { code, text, time } from "#kernel/copy-fields.ts";
import { TOLD } from "./notifications-personal.ts";

const MAILS = {
	queued: "等候寄出",
	sending: "寄送中",
	sent: "已寄出",
	failed: "寄送失敗",
	bounced: "被退回",
	none: "沒有寄信",
};
/** The query of notifications, with or without a mail. Old mails name only an address and a name. */
const SENT = `SELECT n.kind AS template, n.data, coalesce(m.to_address, '') AS to_address, coalesce(m.state, 'none') AS state,
		n.created_at FROM notifications n LEFT JOIN mail_messages m ON m.id = n.id`;

export const mail = personal({
	copy: {
		mails: {
			place: 240,
			title: "寄給您的信",
			fields: [
				text("subject", "主旨"),
				text("to_address", "寄到"),
				code("state", "結果", MAILS),
				time("created_at", "時間"),
			],
			rows: `${SENT}
			WHERE n.user_id IN (SELECT user_id FROM own) OR n.member_id IN (SELECT id FROM own)
				OR n.donor_id IN (SELECT id FROM donors WHERE member_id IN (SELECT id FROM own))
				OR m.user_id IS NULL AND EXISTS (SELECT 1 FROM members o
					WHERE o.id IN (SELECT id FROM own) AND o.email = m.to_address AND o.name = m.to_name)
			ORDER BY n.created_at`,
			ofDonor: `${SENT} WHERE n.donor_id = ?1 OR m.user_id IS NULL AND EXISTS (SELECT 1 FROM donors d
			WHERE d.id = ?1 AND d.email = m.to_address AND d.name = m.to_name) ORDER BY n.created_at`,
		},
	},
	inCopy: {
		"mail_messages.user_id": "mails",
	},
	erased: {
		mail_messages: "address, name, contents, also of what bounces later; that one went, and when, stays",
	},
	erases: [
		{
			place: 20,
			run: ({ id, at }) => [
				sql`UPDATE mail_messages SET to_address = '', to_name = '', data = '{}', last_error = NULL, version = version + 1,
			state = iif(settled_at IS NULL, 'failed', state), settled_at = coalesce(settled_at, ${at})
		WHERE id IN ${among(id, TOLD)}`,
			],
		},
	],
	freeText: {
		mails: {
			goes: `(t.id IN (${TOLD}) OR ${GIVEN_BY_NO_MEMBER} AND t.user_id IS NULL AND EXISTS (
			SELECT 1 FROM donors n JOIN givers USING (id) WHERE n.email = t.to_address AND n.name = t.to_name))`,
			kept: "true",
		},
	},
	noFreeText: {
		mail_messages: { columns: "id template provider provider_id", why: "codes and ids" },
	},
});
