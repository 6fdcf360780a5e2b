import { sql } from "drizzle-orm";
import { among, GIVERS, movesAll, personal } from "#db/personal-data.ts";

/**
 * The query of the ids of notifications and mails to the person. Old mails name only an address, which families share:
 * of those to no user, the mails under a name of this person, and all when nobody else has the address.
 */
export const TOLD = `SELECT n.id FROM notifications n WHERE n.member_id IN (SELECT id FROM own)
		OR n.user_id IN (SELECT user_id FROM members JOIN own USING (id))
		OR n.donor_id IN (SELECT id FROM donors WHERE member_id IN (SELECT id FROM own))
	UNION SELECT x.id FROM mail_messages x WHERE x.user_id IN (SELECT user_id FROM members JOIN own USING (id))
	OR x.user_id IS NULL AND x.to_address <> '' AND x.to_address IN (
			SELECT email FROM members JOIN own USING (id)
			UNION SELECT u.email FROM users u JOIN members m ON m.user_id = u.id JOIN own ON own.id = m.id
			UNION SELECT email FROM donors WHERE member_id IN (SELECT id FROM own))
		AND (x.to_name IN (SELECT name FROM members JOIN own USING (id)) OR NOT EXISTS (SELECT 1 FROM members o
			WHERE o.email = x.to_address AND o.merged_into IS NULL AND o.id NOT IN (SELECT id FROM own)))`;

export const notifications = personal({
	inCopy: {
		"notifications.member_id": "mails",
		"notifications.user_id": "mails",
	},
	erased: {
		notifications: "what they were told; that they were, and when, stays",
	},
	erases: [{ place: 10, run: ({ id }) => [sql`UPDATE notifications SET data = '{}' WHERE id IN ${among(id, TOLD)}`] }],
	merges: [movesAll(160, ["notifications", "member_id"])],
	freeText: {
		notifications: {
			goes: `(t.id IN (${TOLD}) OR t.donor_id IN ${GIVERS})`,
			kept: "true",
			where: "NOT EXISTS (SELECT 1 FROM mail_messages x WHERE x.id = t.id)",
		},
	},
	noFreeText: {
		notifications: { columns: "id kind", why: "codes and ids" },
	},
});
