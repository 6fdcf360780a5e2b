import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { isInGroup, isInSegment } from "#db/people/index.ts";
import { limitTo, type Select, select, selectOne } from "#db/read.ts";
import { CONTACT } from "#domain/people/index.ts";

/** SQL for the day of today in Taipei. */
export const TODAY = "date('now', '+8 hours')";

/** SQL: whether `m` is no contact (聯絡人). */
export const IS_MEMBER = `m.type_code <> '${CONTACT}'`;
/** SQL: whether `m` is an active member or a contact (聯絡人), whom groups and segments reach too. */
export const MAY_BE_REACHED = `+m.status = iif(m.type_code = '${CONTACT}', 'withdrawn', 'active')`;

/**
 * Returns SQL: whether a member `m` is in an audience (SQL text): an active member, in the grace period or not; of a
 * group, one who is in it today, of a segment one who fits it today; of these two, contacts too.
 */
export const isReached = (audience: string): string =>
	`(${MAY_BE_REACHED} AND m.merged_into IS NULL AND m.pseudonymised_at IS NULL
		AND (${audience} IN ('public', 'members') AND ${IS_MEMBER} OR ${audience} = 'type:' || m.type_code
			OR EXISTS (SELECT 1 FROM group_memberships t WHERE t.member_id = m.id AND 'group:' || t.group_id = ${audience}
				AND ${isInGroup(TODAY)})
			OR (${audience} GLOB 'segment:*' AND EXISTS (SELECT 1 FROM member_segments s
				WHERE s.id = CAST(substr(${audience}, 9) AS INTEGER) AND ${isInSegment(TODAY)}))))`;

/** SQL of the guardians (監護人) `g`, with the guardianship `s`, of members; each acts for the member `s.member_id` now. */
export const ACTING_GUARDIANS = `acting_guardians s JOIN members g ON g.id = s.guardian_id AND s.acts
	AND g.status <> 'deceased' AND g.merged_into IS NULL AND g.pseudonymised_at IS NULL`;

/** The side on which a user reads announcements: as a member or the guardian of one, or as staff by their roles. */
export type Side = "member" | "staff";

/**
 * Returns SQL: whether a user (SQL text) may read the announcement `n` as a member or as staff (`side`); public
 * announcements are on the members' side.
 */
export const mayRead = (user: string, side: Side): string =>
	side === "staff"
		? `n.audience IN (SELECT 'staff:' || r.code FROM user_roles x JOIN roles r ON r.id = x.role_id WHERE x.user_id = ${user})`
		: `(n.audience = 'public' OR (n.audience NOT GLOB 'staff:*' AND (
			EXISTS (SELECT 1 FROM members m WHERE m.user_id = ${user} AND ${isReached("n.audience")})
			OR EXISTS (SELECT 1 FROM ${ACTING_GUARDIANS} JOIN members m ON m.id = s.member_id
				WHERE g.user_id = ${user} AND ${isReached("n.audience")}))))`;

/** Returns SQL for how many open announcements a user (SQL text) has not opened, 99 at most. */
export const unreadOf = (user: string, side: Side): string =>
	`(SELECT count(*) FROM (SELECT 1 FROM announcements n INDEXED BY announcements_open WHERE n.is_live = 1 AND ${mayRead(user, side)}
		AND NOT EXISTS (SELECT 1 FROM announcement_reads r WHERE r.announcement_id = n.id AND r.user_id = ${user}) LIMIT 99))`;

/**
 * An open announcement in the list of a reader. Times are UTC milliseconds; `read_at` is when this reader opened it.
 */
export type ReaderRow = {
	id: number;
	title: string;
	is_pinned: 0 | 1;
	publish_from: number;
	read_at: number | null;
};

const LISTED = `FROM announcements n INDEXED BY announcements_open
	LEFT JOIN announcement_reads r ON r.announcement_id = n.id AND r.user_id = ?1 WHERE n.is_live = 1 AND`;

/** Selects the open announcements that a user may read, pinned and newest first, each with the number of all. */
export const announcementsFor = (
	userId: number,
	side: Side,
	{ take, skip = 0 }: { take: number; skip?: number },
): Select<ReaderRow & { total: number; unread: number }> =>
	select(
		`SELECT n.id, n.title, n.is_pinned, n.publish_from, r.at AS read_at, count(*) OVER () AS total,
			sum(r.at IS NULL) OVER () AS unread
		${LISTED} ${mayRead("?1", side)} ORDER BY n.is_pinned DESC, n.publish_from DESC, n.id DESC ${limitTo(take, skip)}`,
		userId,
	);

/** An open announcement with its text. `attachments` is JSON: {id, filename, size, description}. */
export type ReadRow = ReaderRow & {
	slug: string;
	publish_until: number | null;
	body_html: string;
	attachments: string;
};

const ATTACHMENTS = `(SELECT json_group_array(json_object('id', f.id, 'filename', f.filename, 'content_type', f.content_type,
		'size', f.size, 'description', u.description) ORDER BY u.position, f.id)
	FROM attachment_uses u JOIN attachments f ON f.id = u.attachment_id
	WHERE u.resource = 'announcement' AND u.resource_id = n.id AND u.role = 'file')`;

/** Selects an open announcement for a user who may read it; no row for any other user. */
export const announcementFor = (userId: number, side: Side, id: number): Select<ReadRow> =>
	selectOne(
		`SELECT n.id, n.slug, n.title, n.is_pinned, n.publish_from, n.publish_until, n.body_html, r.at AS read_at,
			${ATTACHMENTS} AS attachments
		FROM announcements n LEFT JOIN announcement_reads r ON r.announcement_id = n.id AND r.user_id = ?1
		WHERE n.id = ?2 AND n.is_live = 1 AND ${mayRead("?1", side)}`,
		userId,
		id,
	);

/** Selects an announcement in any state and for any audience, for its writers. */
export const announcementText = (
	id: number,
): Select<Omit<ReadRow, "read_at" | "publish_from"> & { publish_from: number | null; audience: string }> =>
	selectOne(
		`SELECT n.id, n.slug, n.title, n.is_pinned, n.publish_from, n.publish_until, n.audience, n.body_html, ${ATTACHMENTS} AS attachments
		FROM announcements n WHERE n.id = ?1`,
		id,
	);

/** A file of an announcement. */
export type AnnouncementFile = {
	filename: string;
	content_type: string;
	size: number;
	object_key: string;
};

/** Selects a file of an open announcement for a user who may read it; no row for any other user. */
export const announcementFile = (
	userId: number,
	side: Side,
	of: { id: number; file: string },
): Select<AnnouncementFile> =>
	selectOne(
		`SELECT f.filename, f.content_type, f.size, f.object_key FROM announcements n
			JOIN attachment_uses u ON u.resource = 'announcement' AND u.resource_id = n.id AND u.attachment_id = ?3
			JOIN attachments f ON f.id = u.attachment_id
		WHERE n.id = ?2 AND n.is_live = 1 AND ${mayRead("?1", side)}`,
		userId,
		of.id,
		of.file,
	);

/** Stores that a user opened an announcement, the first time only. */
export const insertRead = (id: number, userId: number, at: number): Write =>
	sql`INSERT INTO announcement_reads (announcement_id, user_id, at) SELECT ${id}, ${userId}, ${at}
		WHERE NOT EXISTS (SELECT 1 FROM announcement_reads WHERE announcement_id = ${id} AND user_id = ${userId})`;

/** How many users an announcement reaches, and how many of them opened it. */
export type ReadShare = { reached: number; read: number };

const LOGINS = (
	audience: string,
): string => `SELECT u.id FROM members m JOIN users u ON u.id = m.user_id AND u.status = 'active' WHERE ${isReached(audience)}
	UNION SELECT u.id FROM members m JOIN ${ACTING_GUARDIANS} AND s.member_id = m.id
		JOIN users u ON u.id = g.user_id AND u.status = 'active' WHERE ${isReached(audience)}
	UNION SELECT u.id FROM roles r JOIN user_roles x ON x.role_id = r.id JOIN users u ON u.id = x.user_id AND u.status = 'active'
		WHERE ${audience} = 'staff:' || r.code`;

/** Selects how many users an announcement reaches, and how many of them opened it. */
export const readShare = (id: number): Select<ReadShare> =>
	select(
		`WITH n AS MATERIALIZED (SELECT audience FROM announcements WHERE id = ?1),
			logins AS MATERIALIZED (${LOGINS("(SELECT audience FROM n)")})
		SELECT count(*) AS reached, count(r.at) AS read FROM logins l
			LEFT JOIN announcement_reads r ON r.announcement_id = ?1 AND r.user_id = l.id`,
		id,
	);
