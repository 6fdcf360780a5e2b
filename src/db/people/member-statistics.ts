import { type Select, select } from "#db/read.ts";
import { ASSESSED_STATUSES } from "#domain/people/fees.ts";
import { AGE_GROUPS, type Crossing, type Trait } from "#domain/people/members/statistics.ts";
import { bornUntil } from "./member-figures.ts";

/** Whom the statistics count: members in good standing, also those who wait for a payment or are suspended, or everybody. */
export const WHOM = ["active", "in", "all"] as const;
export type Whom = (typeof WHOM)[number];

const STATUSES: Record<Whom, string> = {
	active: "m.status = 'active'",
	in: `m.status IN (${ASSESSED_STATUSES.map((one) => `'${one}'`).join(", ")})`,
	all: "m.status NOT IN ('applied', 'declined', 'withdrawn')",
};

/** SQL for the value of a trait of a member `m`; ?1 and the following are the birthdays until which each age group is born. */
const VALUE: Record<Trait, string> = {
	city: "m.city",
	gender: "m.gender",
	identity: "m.identity_type",
	type: "m.type_code",
	age: `CASE ${AGE_GROUPS.map((from, at) => `WHEN m.birth_date <= ?${at + 1} THEN '${from}'`)
		.reverse()
		.join(" ")} END`,
};

/** Selects how many people have each pair of values on a day in Taipei; the people of a trait alone where both are the same. */
export const memberCrossings = (
	{ rows, columns, whom }: { rows: Trait; columns: Trait; whom: Whom },
	today: string,
): Select<Crossing> =>
	select(
		`SELECT ${VALUE[rows]} AS "row", ${VALUE[columns]} AS "column", count(*) AS many FROM members m
		WHERE m.merged_into IS NULL AND m.pseudonymised_at IS NULL AND ${STATUSES[whom]} GROUP BY 1, 2`,
		...([rows, columns].includes("age") ? AGE_GROUPS.map((age) => bornUntil(age, today)) : []),
	);
