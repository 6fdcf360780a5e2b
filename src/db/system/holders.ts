import { limitTo, type Select, select } from "#db/read.ts";
import type { Permission } from "#permissions.ts";

/*
 * Who holds what today, and whether any of them can: the view permission_holders (0051) says it, for who holds a permission and
 * for who stands in for them. `h` is such a holder: h.user_id, in the place of h.person, or of nobody where that is NULL.
 */

/** Whether somebody stands in for a user on a day, who is away then; both are SQL. */
const isAway = (user: string, day: string): string => `EXISTS (SELECT 1 FROM deputies s
	JOIN users v ON v.id = s.deputy_id AND v.status = 'active'
	WHERE s.user_id = ${user} AND s.ended_at IS NULL AND ${day} BETWEEN s.starts_on AND s.ends_on)`;
/** Whether the holder `h` is. */
const awayOn = (day: string): string => `h.person IS NULL AND ${isAway("h.user_id", day)}`;

/** The holders of a day, all SQL: from where, up to the condition, and whether one is away. */
type Holders = { holders?: string; away?: string };
const heldOn = (day: string): string => `permission_holders h WHERE ${day} BETWEEN h.starts_on AND h.ends_on AND`;

/** Who holds any of some permissions on a day, read once for a whole list: a table of its WITH, which `HELD_ONCE` reads. */
export const heldOnce = (day: string, permissions: readonly Permission[]): string =>
	`held (permission, user_id, person, is_away) AS MATERIALIZED (SELECT DISTINCT h.permission, h.user_id, h.person, ${awayOn(day)}
	FROM ${heldOn(day)} h.permission IN (${permissions.map((one) => `'${one}'`).join(", ")}))`;
export const HELD_ONCE = { holders: "held h WHERE", away: "h.is_away" } as const satisfies Holders;

type Held = Holders & { permission: string; day: string; hinders: string };

/**
 * Whether somebody holds a permission on a day, and nobody of those can do what it is asked for: something hinders the holder
 * `h`, or they are away. All SQL.
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

/** Somebody who holds a permission today, themselves or in whose place. */
export type ActorRow<P extends Permission = Permission> = {
	permission: P;
	user_id: number;
	name: string;
	on_behalf_of: number | null;
	on_behalf_name: string | null;
	/** Another stands in for them today. */
	is_away: 0 | 1;
};

/** Who holds any of some permissions today, in Taipei: who holds it themselves first. */
export const actorsOf = <P extends Permission>(permissions: readonly P[], today: string): Select<ActorRow<P>> =>
	select(
		`WITH ${heldOnce("?1", permissions)}
		SELECT h.permission, h.user_id, u.name, h.person AS on_behalf_of, b.name AS on_behalf_name, h.is_away
		FROM held h JOIN users u ON u.id = h.user_id LEFT JOIN users b ON b.id = h.person
		ORDER BY h.permission, h.person IS NOT NULL, u.name, u.id`,
		today,
	);

/** Who may do something that takes a permission today, themselves or in somebody's place, by name: `most` at most. */
export const whoHolds = (permission: Permission, today: string, most: number): Select<{ id: number; name: string }> =>
	select(
		`SELECT DISTINCT u.id, u.name FROM permission_holders h JOIN users u ON u.id = h.user_id
		WHERE h.permission = ?1 AND ?2 BETWEEN h.starts_on AND h.ends_on ORDER BY u.name, u.id ${limitTo(most)}`,
		permission,
		today,
	);
