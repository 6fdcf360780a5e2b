import { type Select, select } from "#db/read.ts";
import type { IdentityType } from "#domain/people/members/codes.ts";
import type { StatusNow } from "#domain/people/members/rules.ts";
import { AGE_GROUPS } from "#domain/people/members/statistics.ts";
import { CONTACT } from "#domain/people/membership-types/rules.ts";
import { statusNow } from "./member-standing.ts";

/**
 * The number of members that have all these values in common; `ages` counts them in each of AGE_GROUPS, members without
 * a birthday are in none.
 */
export type MemberFigure = {
	/** The status that counts on the day. */
	status: StatusNow;
	type_code: string;
	type_name: string;
	is_organisation: 0 | 1;
	identity_type: IdentityType;
	city: string | null;
	many: number;
	/** JSON: a list as long as AGE_GROUPS. */
	ages: string;
};

/** Returns the latest birthday (YYYY-MM-DD) of people who have reached an age on a day. */
export const bornUntil = (age: number, today: string): string => `${Number(today.slice(0, 4)) - age}${today.slice(4)}`;

/**
 * Selects the members grouped by status, type, identity and city on a day in Taipei: one row per group, read once in
 * the order of an index.
 */
export function memberFigures(today: string): Select<MemberFigure> {
	const ages = AGE_GROUPS.map((_, at) => {
		const younger = at + 1 < AGE_GROUPS.length ? ` AND birth_date > ?${at + 2}` : "";
		return `count(*) FILTER (WHERE birth_date <= ?${at + 1}${younger}) AS a${at}`;
	});
	return select(
		`SELECT ${statusNow(today, "y")} AS status, type_code, t.name AS type_name, t.applies = 'organisation' AS is_organisation, identity_type, city, sum(many) AS many,
			json_array(${AGE_GROUPS.map((_, at) => `sum(a${at})`).join(", ")}) AS ages
		FROM (SELECT status, valid_year, type_code, identity_type, city, count(*) AS many, ${ages.join(", ")}
			FROM members INDEXED BY members_figures WHERE merged_into IS NULL AND +type_code <> '${CONTACT}'
			GROUP BY status, valid_year, type_code, identity_type, city) y
			JOIN membership_types t ON t.code = y.type_code
		GROUP BY 1, 2, identity_type, city ORDER BY t.position, t.id`,
		...AGE_GROUPS.map((age) => bornUntil(age, today)),
	);
}

/**
 * How many members joined and left in a month (YYYY-MM), null where nobody did in any, and how many there are now: those
 * who were accepted and have not left, whether or not they have paid.
 */
export type MemberMove = { month: string | null; joined: number | null; gone: number | null; now: number };

/** Selects joins and leaves by month, from a day on (YYYY-MM-DD); months without any are left out. */
export const memberMoves = (from: string): Select<MemberMove> =>
	select(
		`SELECT m.month, m.joined, m.gone, n.now FROM (SELECT count(*) AS now FROM members INDEXED BY members_figures
			WHERE status IN ('awaiting_payment', 'active', 'suspended') AND merged_into IS NULL AND +type_code <> '${CONTACT}') n
		LEFT JOIN (SELECT month, sum(joined) AS joined, sum(gone) AS gone FROM (
			SELECT substr(joined_on, 1, 7) AS month, 1 AS joined, 0 AS gone FROM members INDEXED BY members_by_day
				WHERE merged_into IS NULL AND joined_on >= ?1
			UNION ALL
			SELECT substr(left_on, 1, 7), 0, 1 FROM members INDEXED BY members_left
				WHERE left_on IS NOT NULL AND merged_into IS NULL AND left_on >= ?1
		) GROUP BY month) m ON true ORDER BY m.month`,
		from,
	);
