import { waits } from "#db/waiting.ts";

export const tasks = waits({
	hanging: {
		tasks: {
			place: 60,
			count: (me) => `SELECT count(*) FROM tasks WHERE assignee_id = ${me} AND status IN ('todo', 'doing')`,
		},
	},
});
