import { waits } from "#db/waiting.ts";

const open = {
	count: (me: string) => `SELECT count(*) FROM tasks WHERE assignee_id = ${me} AND status IN ('todo', 'doing')`,
} as const;

export const tasks = waits({ menu: { tasks: open }, hanging: { tasks: { place: 60, ...open } } });
