import * as z from "zod";
import { commit, type Db, type Write } from "#db/commit.ts";
import { standWhere } from "#db/office/task-writes.ts";
import { type TaskReader, type TaskRow, tasksByIds } from "#db/office/tasks.ts";
import { type OwnStep, ownSteps } from "#db/own-steps.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { PRIORITIES } from "#kernel/priority.ts";
import { editWrites } from "./actions.ts";
import { TASK_STATUSES } from "./labels.ts";

const from = <T>(value: z.ZodType<T>) => z.object({ from: value }).optional();
/** What the log says that a task was before it was changed; of a text it says only that it was changed. */
const Former = z.object({
	fields: z.array(z.string()).default([]),
	status: from(z.enum(TASK_STATUSES)),
	stood: z.object({ rank: z.number(), closed_at: z.number().nullable() }).optional(),
	priority: from(z.literal([...PRIORITIES])),
	due_on: from(z.string().nullable()),
	assignee: from(z.number().nullable()),
});

/** Returns the writes that give a task back what one step changed; undefined when the log does not say all of it. */
function backWrites(db: Db, now: TaskRow, { step, by }: { step: OwnStep; by: By }): Write[] | undefined {
	const { fields, status, stood, priority, due_on, assignee } = Former.parse(JSON.parse(step.changes));
	if (fields.includes("title") || fields.includes("body") || (status && !stood)) return undefined;
	const input = {
		...now,
		status: status?.from ?? now.status,
		priority: priority?.from ?? now.priority,
		due_on: due_on ? due_on.from : now.due_on,
		assignee: assignee ? assignee.from : now.assignee_id,
	};
	return [...editWrites(db, now, { input, by }), ...(stood ? [standWhere(now.id, stood)] : [])];
}

/**
 * Takes back how the user changed or moved tasks at one moment, in one batch, each with its audit row: state, place on the
 * board, assignee, day and priority. Those that were changed since stay. Whoever sees only their own tasks takes back only
 * moves. Refuses `task.stale` and `task.assignee_unfit`; then nothing is taken back.
 */
export async function takeBackTasks(
	db: Db,
	{ moment, reader, by }: { moment: number; reader: TaskReader; by: By },
): Promise<{ back: number; left: number }> {
	const actions = ["task.move", ...(reader.seesAll ? ["task.edit"] : [])];
	const [steps] = await readRows(db.$client, ownSteps("task", { actions, moment, userId: by.userId }));
	const untouched = new Map(steps.filter(({ is_touched }) => is_touched === 0).map((step) => [step.id, step]));
	const [tasks] = await readRows(db.$client, tasksByIds([...untouched.keys()]));
	const writes = tasks.flatMap((now) => {
		const step = untouched.get(now.id);
		return (step && backWrites(db, now, { step, by })) ?? [];
	});
	await commit(db, writes);
	const back = tasks.length;
	return { back, left: steps.length - back };
}
