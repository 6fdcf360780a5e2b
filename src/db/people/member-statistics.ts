import { type Select, select } from "#db/read.ts";
import { ASSESSED_STATUSES } from "#domain/people/fees.ts";
import { AGE_GROUPS, type Crossing, type Trait } from "#domain/people/members/statistics.ts";
import { bornUntil } from "./member-figures.ts";
import { IS_ORGANISATION } from "./membership-types.ts";

/** Whom the statistics count: members in good standing, also those who wait for a payment or are suspended, or everybody. */
export const WHOM = ["active", "in", "all"] as const;
export type Whom = (typeof WHOM)[number];

const STATUSES: Record<Whom, string> = {
	active: "m.status = 'active'",
	in: `m.status IN (${ASSESSED_STATUSES.map((one) => `'${one}'`).join(", ")})`,
	all: "m.status NOT IN ('applied', 'declined', 'withdrawn')",
};

/** Returns SQL for what only people have; an organisation (團體會員) is counted apart. */
const apart = (value: string): string => `iif(${IS_ORGANISATION}, 'organisation', ${value})`;

/** SQL for the value of a trait of a member `m`; ?1 and the following are the birthdays until which each age group is born. */
const VALUE: Record<Trait, string> = {
	city: "m.city",
	gender: apart("m.gender"),
	identity: apart("m.identity_type"),
	type: "m.type_code",
	age: apart(
		`CASE ${AGE_GROUPS.map((from, at) => `WHEN m.birth_date <= ?${at + 1} THEN '${from}'`)
			.reverse()
			.join(" ")} END`,
	),
};

/** A trait of the record, or an own field by its id. */
export type Counted = Trait | { field: number };
type CrossingAsk = { rows: Counted; columns: Counted; whom: Whom; seesAll: boolean };

/**
 * Selects how many people have each pair of values on a day in Taipei; the people of a trait alone where both are the
 * same. The values of an own field are its tokens; of a field that is closed to the reader nothing is known.
 */
export function memberCrossings({ rows, columns, whom, seesAll }: CrossingAsk, today: string): Select<Crossing> {
	const params: (string | number)[] = [rows, columns].includes("age")
		? AGE_GROUPS.map((age) => bornUntil(age, today))
		: [];
	const joins = new Map<number, string>();
	const tokenOf = (one: Counted): string => {
		if (typeof one === "string") return VALUE[one];
		const name = joins.get(one.field) ?? `t${params.push(one.field)}`;
		joins.set(one.field, name);
		return `${name}.token`;
	};
	const [row, column] = [tokenOf(rows), tokenOf(columns)];
	const tokens = [...joins.values()].map(
		(name) => `LEFT JOIN member_field_tokens ${name} ON ${name}.member_id = m.id AND ${name}.field_id =
			(SELECT f.id FROM member_fields f WHERE f.id = ?${name.slice(1)} AND f.is_active = 1${seesAll ? "" : " AND f.seen_by = 'view'"})`,
	);
	return select(
		`SELECT ${row} AS "row", ${column} AS "column", count(*) AS many FROM members m ${tokens.join(" ")}
		WHERE m.merged_into IS NULL AND m.pseudonymised_at IS NULL AND ${STATUSES[whom]} GROUP BY 1, 2`,
		...params,
	);
}
