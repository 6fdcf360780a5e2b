import { type Select, select, selectOne } from "#db/read.ts";
import { othersWith } from "#db/waiting.ts";
import { type MenuCount, WAITS } from "#db/waits.ts";
import { inOrder } from "#kernel/noun.ts";
import type { Merged } from "#nouns.ts";
import { DEPUTISED } from "#permissions.ts";

const CODES = JSON.stringify(DEPUTISED);

/**
 * Returns the WITH tables of what a user may do: `holds` in person (`person` is NULL), or on the day ?2 only in place
 * of another user; `own` is the part in person. `me` is SQL of the user's id.
 */
const holdsBy = (
	me: string,
): string => `mine AS MATERIALIZED (SELECT DISTINCT h.permission, h.person FROM permission_holders h
		WHERE h.user_id = ${me} AND ?2 BETWEEN h.starts_on AND h.ends_on),
	own AS (SELECT permission FROM mine WHERE person IS NULL),
	holds AS MATERIALIZED (SELECT permission, person FROM mine WHERE person IS NULL
		OR (permission IN (SELECT value FROM json_each('${CODES}')) AND permission NOT IN (SELECT permission FROM own)))`;
/** Returns the WITH tables that nouns need for what waits, each after a comma. */
const tables = (me: string, holds: string): string =>
	WAITS.flatMap((one) => (one.tables ? [`, ${one.tables({ me, holds, today: "?2" })}`] : [])).join("");
/** Returns SQL of a number, which is 0 for a user who does not hold its permission in the table `holders`. */
const counted = (count: string, permission: string | undefined, holders: string): string =>
	permission === undefined
		? `(${count})`
		: `iif(EXISTS (SELECT 1 FROM ${holders} WHERE permission = '${permission}'), (${count}), 0)`;

/** The numbers of what waits for the user, as the menu shows them. */
export type MenuCounts = Record<MenuCount, number>;

const ME = "(SELECT user_id FROM me)";
const MENU = WAITS.flatMap(({ menu = {} }) => Object.entries(menu)).map(
	([name, { count, permission }]) => `${counted(count(ME), permission, "holds")} AS ${name}`,
);

/**
 * Selects the numbers of what waits for the user of a session, the same as on the dashboard; `today` is the day in
 * Taipei.
 */
export const menuCounts = (sid: string, today: string): Select<MenuCounts> =>
	selectOne(
		`WITH me AS (SELECT user_id FROM sessions WHERE id = ?1), ${holdsBy(ME)}${tables(ME, "holds")}
		SELECT ${MENU.join(",\n\t\t\t")}`,
		sid,
		today,
	);

/** Selects the number of things that a user has sent and that wait for others. */
export const sentBy = (userId: number): Select<{ many: number }> =>
	selectOne(`SELECT ${WAITS.flatMap(({ sent }) => (sent ? [`(${sent("?1")})`] : [])).join(" + ")} AS many`, userId);

/**
 * Something that has to be handed over or ended before a user is disabled or loses a role: its kind and number, and how
 * many other active users could do it; null when only this user can.
 */
export type Hanging = { kind: keyof Merged<"hanging">; count: number; others: number | null };

const HANGING = inOrder(
	WAITS.flatMap(({ hanging = {} }) => Object.entries(hanging)).map(([kind, waiting]) => ({ kind, ...waiting })),
).map(({ kind, count, permission }) => {
	const others = permission === undefined ? "" : `, 'others', ${othersWith(`'${permission}'`)}`;
	return `json_object('kind', '${kind}', 'count', ${counted(count("?1"), permission, "own")}${others})`;
});
const HANGING_ROWS = WAITS.flatMap(({ hangingRows = [] }) => hangingRows);

/**
 * Selects what a user has to hand over or end before being disabled or losing a role; kinds with nothing are left out.
 * `today` is the day in Taipei.
 */
export const whatHangsOn = (userId: number, today: string): Select<Hanging> =>
	select(
		`WITH ${holdsBy("?1")}${tables("?1", "(SELECT permission, NULL AS person FROM own)")}
		SELECT kind, n AS count, others FROM (
			${HANGING_ROWS.join("\n\t\t\tUNION ALL ")}
			UNION ALL SELECT value ->> '$.kind', value ->> '$.count', value ->> '$.others' FROM json_each(json_array(
				${HANGING.join(",\n\t\t\t\t")}))
		) WHERE n > 0`,
		userId,
		today,
	);
