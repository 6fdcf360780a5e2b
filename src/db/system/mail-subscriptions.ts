import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { Subscriber } from "#domain/system/mail-subscriptions/rules.ts";

/**
 * Selects since when (UTC milliseconds) a person has unsubscribed from mails of a kind; no row when they are
 * subscribed.
 */
export const unsubscribedSince = ({ kind, user, member }: Subscriber): Select<{ at: number }> =>
	user === null
		? select(
				`SELECT s.at FROM members m JOIN mail_unsubscriptions s ON s.member_id = coalesce(m.merged_into, m.id)
					WHERE m.id = ?1 AND s.kind = ?2 ORDER BY s.id LIMIT 1`,
				member,
				kind,
			)
		: select(
				`SELECT min(at) AS at FROM (
					SELECT s.at FROM mail_unsubscriptions s WHERE s.user_id = ?1 AND s.kind = ?2
					UNION ALL SELECT s.at FROM members m JOIN mail_unsubscriptions s ON s.member_id = m.id WHERE m.user_id = ?1 AND s.kind = ?2)
				HAVING count(*) > 0`,
				user,
				kind,
			);

/** Selects the address to which a user's mails go: the user's own, or else that of the user's member record. */
export const mailboxOf = (userId: number): Select<{ email: string | null }> =>
	select(
		`SELECT coalesce(u.email, m.email) AS email FROM users u
		LEFT JOIN members m ON m.user_id = u.id AND m.merged_into IS NULL WHERE u.id = ?1`,
		userId,
	);

/** Unsubscribes a person from a kind of mail, once; nothing when the person does not exist. */
export const insertUnsubscription = ({ kind, user, member }: Subscriber, at: number): Write =>
	user === null
		? sql`INSERT INTO mail_unsubscriptions (kind, member_id, at) SELECT ${kind}, coalesce(m.merged_into, m.id), ${at} FROM members m
			WHERE m.id = ${member} AND NOT EXISTS (SELECT 1 FROM mail_unsubscriptions s
				WHERE s.member_id = coalesce(m.merged_into, m.id) AND s.kind = ${kind})`
		: sql`INSERT INTO mail_unsubscriptions (kind, user_id, at) SELECT ${kind}, u.id, ${at} FROM users u
			WHERE u.id = ${user} AND NOT EXISTS (SELECT 1 FROM mail_unsubscriptions s WHERE s.user_id = u.id AND s.kind = ${kind})`;

/**
 * Subscribes a person again; for a user also what their member record was unsubscribed from before they had an account.
 */
export const deleteUnsubscription = ({ kind, user, member }: Subscriber): Write =>
	user === null
		? sql`DELETE FROM mail_unsubscriptions WHERE kind = ${kind}
			AND member_id IN (SELECT coalesce(m.merged_into, m.id) FROM members m WHERE m.id = ${member})`
		: sql`DELETE FROM mail_unsubscriptions WHERE kind = ${kind}
			AND (user_id = ${user} OR member_id IN (SELECT m.id FROM members m WHERE m.user_id = ${user}))`;

/** Writes an audit row if the statement before it in the batch changed a subscription. */
export const auditSubscription = (
	{ kind, user, member }: Subscriber,
	{ action, by }: { action: string; by: { at: number; userId: number | null; actor: string; ip: string | null } },
): Write =>
	sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, ${action}, ${user === null ? "member" : "user"}, ${String(user ?? member)}, '', ${by.ip},
			json_object('kind', ${kind}) WHERE changes() > 0`;
