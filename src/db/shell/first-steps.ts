import { type Select, select } from "#db/read.ts";

/** 1 where the step is done. */
export type FirstSteps = { named: 0 | 1; with_people: 0 | 1; with_members: 0 | 1; opened: 0 | 1 };

/** What an association that has just begun has done: given its name, let a second person in, put members in, opened its books. */
export const firstSteps = (): Select<FirstSteps> =>
	select(
		`SELECT EXISTS (SELECT 1 FROM settings WHERE key = 'association.name') AS named,
			(SELECT count(*) FROM (SELECT 1 FROM users LIMIT 2)) = 2 AS with_people,
			EXISTS (SELECT 1 FROM members) AS with_members, EXISTS (SELECT 1 FROM vouchers) AS opened`,
	);
