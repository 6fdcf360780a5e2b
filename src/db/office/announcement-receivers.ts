import { type SQL, sql } from "drizzle-orm";
import { asSegment, isInGroup, isInSegment, SHARES_ADDRESS } from "#db/people/index.ts";
import type { Select } from "#db/read.ts";
import { selectOf } from "#db/select-of.ts";
import type { ViewConditions } from "#domain/people/index.ts";
import { ACTING_GUARDIANS, IS_MEMBER, MAY_BE_REACHED, TODAY } from "./announcement-readers.ts";

/**
 * A part of an audience, given as stored or as SQL: the persons with ids after `after`, up to `upto` (ids of members,
 * or of users for staff).
 */
type Part = { audience: string | SQL; after: number; upto: number };

/** Returns the kind of mail from which a person of an audience can unsubscribe. */
export const kindOf = (audience: string) =>
	audience.startsWith("staff:") ? "staff_announcements" : "member_announcements";

const reached = (audience: string | SQL): SQL =>
	sql`${sql.raw(MAY_BE_REACHED)} AND m.merged_into IS NULL AND m.pseudonymised_at IS NULL
		AND (${audience} IN ('public', 'members') AND ${sql.raw(IS_MEMBER)} OR 'type:' || m.type_code = ${audience}
			OR EXISTS (SELECT 1 FROM group_memberships t WHERE t.member_id = m.id AND 'group:' || t.group_id = ${audience}
				AND ${sql.raw(isInGroup(TODAY))})
			OR (${audience} GLOB 'segment:*' AND EXISTS (SELECT 1 FROM member_segments s
				WHERE s.id = CAST(substr(${audience}, 9) AS INTEGER) AND ${sql.raw(isInSegment(TODAY))})))`;

/** SQL for the address of a member's record `m` to which mail may go. */
const OWN_ADDRESS = sql.raw(`iif(${SHARES_ADDRESS}, NULL, m.email)`);

/**
 * Returns the common table expression of the persons of a part as (user_id, member_id, address): the users who read
 * mail, of the members and of guardians who act for them; for a member without such a user the record's address, else
 * the guardian's, so that a mailbox which several records share gets one mail; for staff the users of the role. Nobody
 * is in it twice.
 */
const personsOf = ({ audience, after, upto }: Part): SQL =>
	sql`aimed AS MATERIALIZED (SELECT m.id, m.user_id, ${OWN_ADDRESS} AS email, g.id AS guardian_id, g.email AS guardian_email
			FROM members m LEFT JOIN members g ON g.id = (SELECT s.guardian_id FROM ${sql.raw(ACTING_GUARDIANS)}
				WHERE s.member_id = m.id AND m.email IS NULL
				ORDER BY g.email IS NULL, s.has_custody DESC, s.guardian_id = m.guardian_member_id DESC LIMIT 1)
			WHERE m.id > ${after} AND m.id <= ${upto} AND ${reached(audience)}),
		readers AS MATERIALIZED (SELECT a.id, u.id AS user_id, u.email FROM aimed a
				JOIN users u ON u.id = a.user_id AND u.status = 'active' AND u.email IS NOT NULL
			UNION SELECT a.id, u.id, u.email FROM aimed a CROSS JOIN ${sql.raw(ACTING_GUARDIANS)} AND s.member_id = a.id
				JOIN users u ON u.id = g.user_id AND u.status = 'active' AND u.email IS NOT NULL),
		boxes AS MATERIALIZED (SELECT iif(a.email IS NULL AND a.guardian_email IS NOT NULL, a.guardian_id, a.id) AS id,
				coalesce(a.email, a.guardian_email) AS email,
				(SELECT u.id FROM users u WHERE u.email = coalesce(a.email, a.guardian_email) AND u.status = 'active') AS user_id
			FROM aimed a WHERE NOT EXISTS (SELECT 1 FROM readers r WHERE r.id = a.id)),
		persons AS (SELECT user_id, NULL AS member_id, email AS address FROM readers
			UNION SELECT b.user_id, NULL, b.email FROM boxes b WHERE b.user_id IS NOT NULL
			UNION SELECT NULL, coalesce((SELECT min(x.id) FROM members x WHERE x.email = b.email AND x.merged_into IS NULL
				AND x.pseudonymised_at IS NULL AND x.status <> 'deceased'), b.id), b.email
				FROM boxes b WHERE b.user_id IS NULL AND b.email IS NOT NULL
			UNION SELECT NULL, b.id, NULL FROM boxes b WHERE b.email IS NULL
			UNION SELECT u.id, NULL, u.email FROM roles r JOIN user_roles x ON x.role_id = r.id
				JOIN users u ON u.id = x.user_id
				WHERE 'staff:' || r.code = ${audience} AND u.status = 'active' AND u.id > ${after} AND u.id <= ${upto})`;

/** SQL: whether the newest mail to the address of the person `p` bounced, of those whose end is known. */
const BOUNCED = sql.raw(`coalesce((SELECT e.state FROM mail_messages e INDEXED BY mail_messages_settled_to
	WHERE e.to_address = p.address AND e.state IN ('sent', 'bounced') ORDER BY e.settled_at DESC LIMIT 1) = 'bounced', 0)`);

/**
 * Returns SQL for the result of the person `p`: `no_address`, also when its last mail bounced; `unsubscribed`, when the user, the member, a member
 * record of the user, or a user whose member record has the member's e-mail unsubscribed; else `mailed`.
 */
const outcomeOf = (audience: string | SQL): SQL => {
	const kind = sql`iif(${audience} GLOB 'staff:*', 'staff_announcements', 'member_announcements')`;
	return sql`CASE WHEN p.address IS NULL THEN 'no_address'
		WHEN EXISTS (SELECT 1 FROM mail_unsubscriptions s WHERE s.user_id = p.user_id AND s.kind = ${kind})
			OR EXISTS (SELECT 1 FROM mail_unsubscriptions s WHERE s.member_id = p.member_id AND s.kind = ${kind})
			OR EXISTS (SELECT 1 FROM members o JOIN mail_unsubscriptions s ON s.member_id = o.id WHERE o.user_id = p.user_id AND s.kind = ${kind})
			OR EXISTS (SELECT 1 FROM members x JOIN members o ON o.email = x.email JOIN mail_unsubscriptions s ON s.user_id = o.user_id
				WHERE x.id = p.member_id AND s.kind = ${kind})
		THEN 'unsubscribed' WHEN ${BOUNCED} THEN 'no_address' ELSE 'mailed' END`;
};

/**
 * Whom a mailing includes: everybody; only persons who got no earlier mail of the announcement; only those who have a
 * login and did not open it. (Of people without a login nobody knows whether they read their mail.)
 */
export type MailingScope = "all" | "missing" | "unread";

/** Returns SQL: whether a mailing of that scope includes the person `p`. */
const inScope = ({ announcementId, scope }: { announcementId: number; scope: MailingScope }): SQL =>
	scope === "all"
		? sql`true`
		: scope === "unread"
			? sql`(p.user_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM announcement_reads w
				WHERE w.announcement_id = ${announcementId} AND w.user_id = p.user_id))`
			: sql`NOT EXISTS (SELECT 1 FROM announcement_receivers o JOIN announcement_mailings e ON e.id = o.mailing_id
			WHERE e.announcement_id = ${announcementId} AND o.outcome = 'mailed' AND (o.user_id = p.user_id OR o.member_id = p.member_id))`;

/** How many persons a mailing to an audience would have, by the result for each; `no_address` counts those whose mail bounced too. */
export type ReceiverCounts = { mailed: number; no_address: number; unsubscribed: number };

const EVERYBODY = { after: 0, upto: Number.MAX_SAFE_INTEGER };
const COUNTS = sql`coalesce(sum(o = 'mailed'), 0) AS mailed, coalesce(sum(o = 'no_address'), 0) AS no_address,
	coalesce(sum(o = 'unsubscribed'), 0) AS unsubscribed`;

/**
 * Counts, by result, the persons of the present audience of an announcement whom a mailing of the scope `scope` would
 * include.
 */
export function countReceivers(announcementId: number, scope: MailingScope): Select<ReceiverCounts> {
	const audience = audienceOfStored(announcementId);
	return selectOf(sql`WITH ${personsOf({ audience, ...EVERYBODY })},
			ends AS MATERIALIZED (SELECT ${outcomeOf(audience)} AS o FROM persons p WHERE ${inScope({ announcementId, scope })})
		SELECT ${COUNTS} FROM ends`);
}

/**
 * The people of an audience as its chooser sees them: of those without a mail, `bounced` have an address to which the last
 * mail bounced, and `reads_only` have none but a login; `banned` are persons who must not be told anything of a member.
 */
export type AudienceCounts = ReceiverCounts & { bounced: number; reads_only: number; banned: number };

/** SQL for the stored audience of an announcement. */
export const audienceOfStored = (announcementId: number): SQL =>
	sql`(SELECT audience FROM announcements WHERE id = ${announcementId})`;

/** Counts the people of any audience: of a code, of a stored one, or of the conditions of a view of the members' list. */
export const countAudience = (of: string | SQL | ViewConditions): Select<AudienceCounts> => {
	const isView = typeof of === "object" && "conditions" in of;
	const audience = isView ? "segment:0" : of;
	const view = isView ? sql`${asSegment(of.conditions, of.own)}, ` : sql``;
	return selectOf(sql`WITH ${view}${personsOf({ audience, ...EVERYBODY })},
			ends AS MATERIALIZED (SELECT ${outcomeOf(audience)} AS o, p.address IS NOT NULL AS has_address, p.user_id IS NOT NULL
				OR EXISTS (SELECT 1 FROM members m JOIN users u ON u.id = m.user_id AND u.status = 'active' WHERE m.id = p.member_id)
				OR EXISTS (SELECT 1 FROM ${sql.raw(ACTING_GUARDIANS)} AND s.member_id = p.member_id
					JOIN users u ON u.id = g.user_id AND u.status = 'active') AS signs_in
			FROM persons p)
		SELECT ${COUNTS}, coalesce(sum(o = 'no_address' AND has_address), 0) AS bounced, coalesce(sum(NOT has_address AND signs_in), 0) AS reads_only,
			(SELECT count(DISTINCT b.person_id) FROM aimed a JOIN member_bans b ON b.member_id = a.id AND b.until IS NULL
				WHERE NOT EXISTS (SELECT 1 FROM aimed o WHERE o.id = b.person_id)) AS banned
		FROM ends`);
};

/**
 * Records the persons of a part as recipients, each once in the mailing. (D1 binds numbers as REAL: joined to text, 1
 * would be 1.0.)
 */
export const insertReceivers = (
	part: Part,
	of: { mailingId: number; announcementId: number; scope: MailingScope; at: number },
): SQL =>
	sql`INSERT INTO announcement_receivers (mailing_id, user_id, member_id, outcome, mail_id, at, bounced)
		SELECT ${of.mailingId}, q.user_id, q.member_id, q.o,
			iif(q.o = 'mailed', printf('ann%d', ${of.mailingId}) || coalesce('_u' || q.user_id, '_m' || q.member_id), NULL), ${of.at},
			q.o = 'no_address' AND q.has_address
		FROM (WITH ${personsOf(part)} SELECT p.user_id, p.member_id, p.address IS NOT NULL AS has_address, ${outcomeOf(part.audience)} AS o FROM persons p
			WHERE ${inScope(of)}) q
		WHERE NOT EXISTS (SELECT 1 FROM announcement_receivers e WHERE e.mailing_id = ${of.mailingId}
			AND (e.user_id = q.user_id OR e.member_id = q.member_id))`;

/** SQL: whether a user got so many mails of announcements by asking for them, since a time (UTC milliseconds). */
export const ownMailsSince = (userId: number, since: number, many: number): SQL =>
	sql`(SELECT count(*) FROM notifications WHERE user_id = ${userId} AND kind = 'announcement' AND created_at > ${since}
		AND id GLOB 'own_*') >= ${many}`;

/**
 * Selects the last id of the next part: of at most `size` persons of the audience with ids after `after`; NULL when
 * nobody is left.
 */
export const nextPart = (
	audience: string,
	{ after, size }: { after: number; size: number },
): Select<{ upto: number | null }> =>
	selectOf(
		audience.startsWith("staff:")
			? sql`SELECT max(id) AS upto FROM (SELECT u.id FROM roles r JOIN user_roles x ON x.role_id = r.id
				JOIN users u ON u.id = x.user_id WHERE 'staff:' || r.code = ${audience} AND u.status = 'active' AND u.id > ${after}
				ORDER BY u.id LIMIT ${size})`
			: sql`SELECT max(id) AS upto FROM (SELECT m.id FROM members m WHERE m.id > ${after} AND ${reached(audience)}
				ORDER BY m.id LIMIT ${size})`,
	);
