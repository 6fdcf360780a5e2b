import { type Select, select } from "#db/read.ts";

/** The first steps of an association that has just begun using the system; 1 when the step is done. */
export type FirstSteps = { named: 0 | 1; with_people: 0 | 1; with_members: 0 | 1; opened: 0 | 1 };

/**
 * Selects which first steps are done: the association's name is set, there is a second user, there are members, the
 * books are opened.
 */
export const firstSteps = (): Select<FirstSteps> =>
	select(
		`SELECT EXISTS (SELECT 1 FROM settings WHERE key = 'association.name') AS named,
			(SELECT count(*) FROM (SELECT 1 FROM users LIMIT 2)) = 2 AS with_people,
			EXISTS (SELECT 1 FROM members) AS with_members, EXISTS (SELECT 1 FROM vouchers) AS opened`,
	);
