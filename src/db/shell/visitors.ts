import { CLOSED_YEARS } from "#db/books/index.ts";
import { unreadOf } from "#db/office/index.ts";
import { APPLICATION } from "#db/people/index.ts";
import { readRows, select } from "#db/read.ts";
import { type ListViewRow, shownWorks, viewsOver } from "#db/system/index.ts";
import { DEPUTISED } from "#permissions.ts";
import { type MenuCounts, menuCounts } from "./waits.ts";

/** A live session with its user; the JSON columns are lists. Times are UTC milliseconds. */
export type VisitorRow = {
	sid: string;
	user_id: number;
	name: string;
	session_version: number;
	last_seen_at: number;
	authenticated_at: number;
	expires_at: number;
	has_second_factor: number;
	member_id: number | null;
	unread: number; // unread announcements for the user as a member
	roles: string; // names of the roles
	permissions: string;
	deputising: string; // {userId, name, permissions}
	works: string; // WorkRow, what the head of every page of the staff shows
};
/** What pages need for any visitor: the settings that they show, and the years that are closed in the books (JSON lists). */
export type FrameRow = { settings: string; closed_years: string };

/** The keys of the settings that the frame (the layout around every page) shows. */
const SHOWN = [
	"association.name",
	"association.short_name",
	"association.logo_file_id",
	"security.require_second_factor",
	"association.secretary_title",
	"association.supervisor_title",
	"association.signers",
	"association.calendar",
];

const LIVE = `SELECT s.id AS sid, u.id AS user_id, u.name, u.session_version, s.last_seen_at, s.authenticated_at, s.expires_at,
	u.totp_enabled_at IS NOT NULL AS has_second_factor,
	(SELECT m.id FROM members m WHERE m.user_id = u.id AND NOT ${APPLICATION}) AS member_id,
	iif(EXISTS (SELECT 1 FROM members m WHERE m.user_id = u.id), ${unreadOf("u.id", "member")}, 0) AS unread,
	(SELECT json_group_array(r.name ORDER BY r.id) FROM user_roles x JOIN roles r ON r.id = x.role_id
		WHERE x.user_id = u.id) AS roles,
	(SELECT json_group_array(DISTINCT p.permission) FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id
		WHERE x.user_id = u.id) AS permissions,
	(SELECT json_group_array(json_object('userId', a.id, 'name', a.name, 'permissions', json((
			SELECT json_group_array(DISTINCT p.permission) FROM user_roles x JOIN role_permissions p ON p.role_id = x.role_id
			WHERE x.user_id = a.id AND p.permission IN (SELECT value FROM json_each(?4))))))
		FROM deputies d JOIN users a ON a.id = d.user_id AND a.status = 'active'
		WHERE d.deputy_id = u.id AND d.ended_at IS NULL AND ?3 BETWEEN d.starts_on AND d.ends_on) AS deputising,
	${shownWorks({ user: "u.id", at: "?2" })} AS works
	FROM sessions s JOIN users u ON u.id = s.user_id
	WHERE s.id = ?1 AND s.ended_at IS NULL AND s.session_version = u.session_version AND u.status = 'active'
		AND s.expires_at > ?2 AND s.last_seen_at + s.idle_ms > ?2`;

export const VISITOR = `SELECT (SELECT json_group_object(key, value) FROM settings
		WHERE key IN (SELECT value FROM json_each(?5))) AS settings, ${CLOSED_YEARS} AS closed_years, v.*
	FROM (SELECT 1) LEFT JOIN (${LIVE}) v ON true`;

/** Returns the parameters of VISITOR: a session's id ('' for none), now in UTC milliseconds, today in Taipei. */
export const visitorParams = (sid: string, at: number, today: string): (string | number)[] => [
	sid,
	at,
	today,
	JSON.stringify(DEPUTISED),
	JSON.stringify(SHOWN),
];

/** The user of a live session, with the numbers of what waits for them; `sid` is null when nobody is signed in. */
export type Visited = FrameRow & ((VisitorRow & { waits: MenuCounts; views: ListViewRow[] }) | { sid: null });

/**
 * Returns the user of a session and what the frame (the layout around every page) shows, in one round trip: the only
 * round trip of every request besides that of its page.
 */
export async function readVisitor(
	d1: D1Database,
	{ sid, at, today, list }: { sid: string; at: number; today: string; list?: string | undefined },
): Promise<Visited> {
	const visitor = select<FrameRow & (VisitorRow | { sid: null })>(VISITOR, ...visitorParams(sid, at, today));
	const [[row], [waits], views = []] = await readRows(
		d1,
		visitor,
		menuCounts(sid, today),
		...(list === undefined ? [] : [viewsOver(list, sid)]),
	);
	if (!row || !waits) throw new Error("the visitor's query answers one row always");
	return row.sid === null ? row : { ...row, waits, views };
}
