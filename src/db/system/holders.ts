import { limitTo, type Select, select } from "#db/read.ts";
import type { Permission } from "#permissions.ts";

/*
 * Which users have a permission on a day, and whether any of them can act. The view permission_holders (migration 0051) lists the
 * users who have a permission and their deputies. `h` is a row of it: h.user_id acts in place of the user h.person, or in person
 * when h.person is NULL.
 */

/** Returns SQL: whether a user has a deputy on a day and so counts as away; both arguments are SQL. */
const isAway = (user: string, day: string): string => `EXISTS (SELECT 1 FROM deputies s
	JOIN users v ON v.id = s.deputy_id AND v.status = 'active'
	WHERE s.user_id = ${user} AND s.ended_at IS NULL AND ${day} BETWEEN s.starts_on AND s.ends_on)`;
/** Returns SQL: whether the holder `h` holds the permission in person and is away. */
const awayOn = (day: string): string => `h.person IS NULL AND ${isAway("h.user_id", day)}`;

/**
 * Two parts of the SQL that asks for the holders `h` of permissions: `holders` is the FROM clause up to its condition,
 * `away` the condition that a holder is away.
 */
type Holders = { holders?: string; away?: string };
const heldOn = (day: string): string => `permission_holders h WHERE ${day} BETWEEN h.starts_on AND h.ends_on AND`;

/**
 * Returns a WITH table of the users who have any of some permissions on a day. A list reads it once; `HELD_ONCE` refers
 * to it.
 */
export const heldOnce = (day: string, permissions: readonly Permission[]): string =>
	`held (permission, user_id, person, is_away) AS MATERIALIZED (SELECT DISTINCT h.permission, h.user_id, h.person, ${awayOn(day)}
	FROM ${heldOn(day)} h.permission IN (${permissions.map((one) => `'${one}'`).join(", ")}))`;
export const HELD_ONCE = { holders: "held h WHERE", away: "h.is_away" } as const satisfies Holders;

type Held = Holders & { permission: string; day: string; hinders: string };

/**
 * Returns SQL: whether somebody has a permission on a day but nobody who has it can act, because the SQL condition
 * `hinders` holds for the holder `h`, or because they are away. All arguments are SQL.
 */
export const isStranded = ({
	permission,
	day,
	hinders,
	holders = heldOn(day),
	away = awayOn(day),
}: Held): string => `(SELECT count(*) > 0 AND sum(is_able) = 0
	FROM (SELECT NOT coalesce((${hinders}), 0)
			AND NOT (${away}) AS is_able
		FROM ${holders} h.permission = ${permission}))`;

/**
 * A user who has a permission: by their own roles, or today as the deputy of another (`instead_of` is that user's
 * name).
 */
export type HolderRow = { permission: string; name: string; instead_of: string | null };

/** Selects all active users who have a permission, and their deputies on a day in Taipei, by name. */
export const permissionHolders = (today: string): Select<HolderRow> =>
	select(
		`SELECT DISTINCT h.permission, u.name, p.name AS instead_of FROM permission_holders h
			JOIN users u ON u.id = h.user_id LEFT JOIN users p ON p.id = h.person
		WHERE ?1 BETWEEN h.starts_on AND h.ends_on AND h.permission <> 'member.own'
		ORDER BY 1, 3, 2`,
		today,
	);

/** A user who has a permission today, in person or as a deputy (`on_behalf_of`). */
export type ActorRow<P extends Permission = Permission> = {
	permission: P;
	user_id: number;
	name: string;
	on_behalf_of: number | null;
	on_behalf_name: string | null;
	/** 1 when the user has a deputy today. */
	is_away: 0 | 1;
};

/**
 * Selects the users who have any of some permissions today (a day in Taipei); those who have it in person come first.
 */
export const actorsOf = <P extends Permission>(permissions: readonly P[], today: string): Select<ActorRow<P>> =>
	select(
		`WITH ${heldOnce("?1", permissions)}
		SELECT h.permission, h.user_id, u.name, h.person AS on_behalf_of, b.name AS on_behalf_name, h.is_away
		FROM held h JOIN users u ON u.id = h.user_id LEFT JOIN users b ON b.id = h.person
		ORDER BY h.permission, h.person IS NOT NULL, u.name, u.id`,
		today,
	);

/** Selects the users who may do today what needs a permission, in person or as a deputy, by name; `most` at most. */
export const whoHolds = (permission: Permission, today: string, most: number): Select<{ id: number; name: string }> =>
	select(
		`SELECT DISTINCT u.id, u.name FROM permission_holders h JOIN users u ON u.id = h.user_id
		WHERE h.permission = ?1 AND ?2 BETWEEN h.starts_on AND h.ends_on ORDER BY u.name, u.id ${limitTo(most)}`,
		permission,
		today,
	);
