import { commit, type Db } from "#db/commit.ts";
import { tasksByIds } from "#db/office/tasks.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import type { Seen } from "#kernel/refs.ts";
import { editWrites } from "./actions.ts";
import { MOST_CHANGED, type TaskChange } from "./form.ts";

/**
 * Gives many tasks (MOST_CHANGED at most, else it throws) the same assignee, day, priority or state, in one batch, each with
 * its audit row. Returns the ids of those that it left as they are, because somebody changed them since they were seen.
 * Refuses `task.stale` when that happens at the same moment, and `task.assignee_unfit`; then nothing is changed.
 */
export async function changeTasks(
	db: Db,
	{ refs, change, by }: { refs: readonly Seen[]; change: TaskChange; by: By },
): Promise<number[]> {
	if (refs.length > MOST_CHANGED) throw new RangeError(`more than ${MOST_CHANGED} tasks`);
	const [tasks] = await readRows(db.$client, tasksByIds(refs.map(({ id }) => id)));
	const seen = new Map(refs.map(({ id, version }) => [id, version]));
	const same = tasks.filter(({ id, version }) => seen.get(id) === version);
	const writes = same.flatMap(({ assignee_id: assignee, ...was }) =>
		editWrites(db, { ...was, assignee_id: assignee }, { input: { ...was, assignee, ...change }, by }),
	);
	await commit(db, writes);
	const changed = new Set(same.map(({ id }) => id));
	return refs.flatMap(({ id }) => (changed.has(id) ? [] : [id]));
}
