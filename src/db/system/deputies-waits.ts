import { waits } from "#db/waiting.ts";

const running = (column: string, me: string): string =>
	`SELECT count(*) FROM deputies WHERE ${column} = ${me} AND ended_at IS NULL AND ends_on >= ?2`;

export const deputies = waits({
	hanging: {
		deputies: { place: 10, count: (me) => running("user_id", me) },
		stands_in: { place: 20, count: (me) => running("deputy_id", me) },
	},
});
