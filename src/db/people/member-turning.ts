import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { USER_STATUSES, type UserStatus } from "#domain/system/index.ts";
import { MOST_COUNTED } from "./member-duplicates.ts";

/**
 * The two lists of dependents: those who come of age within a month, and those of age who have not said whether the
 * guardian goes on acting (docs/workflows.md#guardians).
 */
export const TURNINGS = ["soon", "adult"] as const;
export type Turning = (typeof TURNINGS)[number];

/** A dependent whose guardianship ends or has ended. Days are YYYY-MM-DD. */
export type TurningRow = {
	id: number;
	name: string;
	member_no: string | null;
	birth_date: string;
	/** The 18th birthday; for a birthday on the 29th of February it is the 1st of March. */
	of_age_on: string;
	phone: string | null;
	email: string | null;
	user_status: UserStatus | null;
	guardian_id: number;
	guardian_name: string;
	guardian_phone: string | null;
};

export const TURNINGS_PER_PAGE = 30;

/**
 * SQL for the day on which a member `m` comes of age. In the conditions of the two lists (WHEN), the range of birthdays
 * is for the index and a day wider than the exact condition on this day; `?1` is today in Taipei.
 */
const OF_AGE_ON = "date(m.birth_date, '+18 years')";
const WHEN: Record<Turning, string> = {
	soon: `m.birth_date >= date(?1, '-18 years', '-1 day') AND m.birth_date <= date(?1, '+1 month', '-18 years', '+1 day')
		AND ${OF_AGE_ON} > ?1 AND ${OF_AGE_ON} <= date(?1, '+1 month')`,
	adult: `m.birth_date <= date(?1, '-18 years', '+1 day') AND ${OF_AGE_ON} <= ?1
		AND EXISTS (SELECT 1 FROM guardianships s WHERE s.member_id = m.id AND s.until IS NULL AND s.role <> 'ordered')
		AND NOT EXISTS (SELECT 1 FROM consents c WHERE c.member_id = m.id AND c.kind = 'guardian_access'
			AND c.at >= unixepoch(m.birth_date, '+18 years', '-8 hours') * 1000)`,
};
const from = (turning: Turning): string =>
	`FROM members m INDEXED BY members_of_age WHERE m.guardian_member_id IS NOT NULL AND m.merged_into IS NULL
		AND ${WHEN[turning]} AND m.pseudonymised_at IS NULL
		AND m.status NOT IN ('declined', 'withdrawn', 'resigned', 'expelled', 'deceased')`;

const ORDER = orders(
	{
		name: "m.name",
		of_age: "m.birth_date",
		contact: "coalesce(m.phone, m.email)",
		guardian: "(SELECT x.name FROM members x WHERE x.id = m.guardian_member_id)",
		login: placeOf("(SELECT x.status FROM users x WHERE x.id = m.user_id)", USER_STATUSES),
	},
	"m.id",
);
export const TURNING_SORTS = ORDER.sorts;
type TurningPage = { today: string; page: number; sort?: (typeof TURNING_SORTS)[number] };

/** Selects one page of either list in an order, and counts both. */
export const turningMembers = (
	turning: Turning,
	{ today, page, sort = "of_age" }: TurningPage,
): [Select<TurningRow>, Select<Record<Turning, number>>] => [
	select(
		`SELECT m.id, m.name, m.member_no, m.birth_date, ${OF_AGE_ON} AS of_age_on, m.phone, m.email,
			u.status AS user_status, g.id AS guardian_id, g.name AS guardian_name, g.phone AS guardian_phone
		FROM (SELECT m.id ${from(turning)} ${ORDER.by(sort)}
			${limitTo(TURNINGS_PER_PAGE, (page - 1) * TURNINGS_PER_PAGE)}) found
		JOIN members m ON m.id = found.id JOIN members g ON g.id = m.guardian_member_id LEFT JOIN users u ON u.id = m.user_id
		${ORDER.by(sort)}`,
		today,
	),
	select(`SELECT (SELECT count(*) ${from("soon")}) AS soon, (SELECT count(*) ${from("adult")}) AS adult`, today),
];

/** The numbers of the dependents of both lists, MOST_COUNTED at most. */
export type Turnings = Record<Turning, number>;
export function turnings(today: string): Select<Turnings> {
	const upTo = (query: string): string => `(SELECT count(*) FROM (SELECT 1 ${query} ${limitTo(MOST_COUNTED)}))`;
	return select(`SELECT ${upTo(from("soon"))} AS soon, ${upTo(from("adult"))} AS adult`, today);
}
