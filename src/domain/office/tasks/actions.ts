import { recordAudit } from "#db/audit.ts";
import { commit, commitRows, type Db, type Write } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { anyToRemind, remindAssignees, tellAssignee } from "#db/office/task-notifications.ts";
import { type RecordViewer, recordSelect } from "#db/office/task-records.ts";
import * as stored from "#db/office/task-writes.ts";
import { type TaskReader, type TaskRef, type TaskRow, taskSelect } from "#db/office/tasks.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import type { Place, TaskArrangement, TaskInput } from "./form.ts";
import type { RecordRef } from "./labels.ts";
import { reminderDay } from "./rules.ts";

/*
 * The texts of a task may be about people, so the audit log stores which fields changed, states and numbers, never its title or
 * text. After an action that assigns a task, the caller queues the message `mail.due`.
 */

/** Returns the audit row about a task. */
const audit = (db: Db, id: number | ReturnType<typeof madeBy>, entry: By & { action: string; changes?: object }) =>
	recordAudit(db, {
		...entry,
		auditableType: "task",
		auditableId: id,
		description: typeof id === "number" ? `task ${id}` : "",
		changes: { ...entry.changes },
	});

/**
 * Inserts a task, once per form `key`, and returns its id. The task is linked to the record `about`, if there is one.
 * Refuses `task.assignee_unfit` (the assignee cannot sign in as staff), and `task.no_record` for a record that the user
 * may not see.
 */
export async function createTask(
	db: Db,
	{
		input,
		about,
		viewer,
		by,
		key,
	}: { input: TaskInput; about?: RecordRef | undefined; viewer: RecordViewer; by: By; key: string },
): Promise<number> {
	if (about) await refuseUnseen(db, about, viewer);
	const id = madeBy(key);
	const { status, assignee } = input;
	return commitOnce(db, { key, at: by.at }, [
		stored.insertTask(input, by),
		...(about ? [stored.insertLink(id, about, by.at)] : []),
		...(assignee === null ? [] : [tellAssignee(id, by)]),
		...audit(db, id, {
			...by,
			action: "task.create",
			changes: { status, ...(assignee ? { assignee: { to: assignee } } : {}) },
		}),
	]);
}

const COLUMNS = ["title", "body", "status", "priority", "due_on"] as const;

/**
 * Saves a task's form. Refuses `task.stale` (changed meanwhile) and `task.assignee_unfit` (the assignee cannot sign in
 * as staff).
 */
export async function editTask(db: Db, ref: TaskRef, { input, by }: { input: TaskInput; by: By }): Promise<void> {
	const was = await seen(db, ref, ALL);
	if (was.version !== ref.version) throw new Refusal("task.stale");
	await commit(db, editWrites(db, was, { input, by }));
}

/** Returns the writes that give a task its new values, with its audit row; none when they are those that it has. */
export function editWrites(db: Db, was: TaskRow, { input, by }: { input: TaskInput; by: By }): Write[] {
	const fields = COLUMNS.filter((name) => input[name] !== was[name]);
	const isGiven = input.assignee !== was.assignee_id;
	if (fields.length === 0 && !isGiven) return [];
	const changes = {
		fields: [...fields, ...(isGiven ? ["assignee"] : [])],
		...(fields.includes("status") ? { status: { from: was.status, to: input.status }, stood: stoodAt(was) } : {}),
		...(fields.includes("priority") ? { priority: { from: was.priority, to: input.priority } } : {}),
		...(fields.includes("due_on") ? { due_on: { from: was.due_on, to: input.due_on } } : {}),
		...(isGiven ? { assignee: { from: was.assignee_id, to: input.assignee } } : {}),
	};
	return [
		...stored.updateTask(was, input, by.at),
		...(isGiven && input.assignee !== null ? [tellAssignee(was.id, by)] : []),
		...audit(db, was.id, { ...by, action: "task.edit", changes }),
	];
}

/** Returns where a task stood before its state changed, so that it can be put back there. */
const stoodAt = ({ rank, closed_at }: TaskRow) => ({ rank, closed_at });

/** Changes who does a task, until when, and how urgent it is; returns the task as it was. Refuses as `editTask` does. */
export async function arrangeTask(
	db: Db,
	ref: TaskRef,
	{ arrangement, by }: { arrangement: TaskArrangement; by: By },
): Promise<TaskRow> {
	const was = await seen(db, ref, ALL);
	const { title, body, status } = was;
	await editTask(db, ref, { input: { title, body, status, ...arrangement }, by });
	return was;
}

const ALL = { userId: 0, seesAll: true };

/**
 * Moves a task to another place on the board; returns the task as it was before. Refuses `task.stale` when it changed
 * meanwhile, or when `reader` may not see it.
 */
export async function placeTask(
	db: Db,
	ref: TaskRef,
	{ place, reader, by }: { place: Place; reader: TaskReader; by: By },
): Promise<TaskRow> {
	const was = await seen(db, ref, reader);
	const isMoved = was.status !== place.status;
	await commit(db, [
		...stored.moveTask(ref, place, { ...reader, at: by.at }),
		...audit(db, ref.id, {
			...by,
			action: isMoved ? "task.move" : "task.order",
			changes: isMoved ? { status: { from: was.status, to: place.status }, stood: stoodAt(was) } : {},
		}),
	]);
	return was;
}

/**
 * Links a record to a task. Refuses `task.no_record` (the user may not see the record), `task.link_taken` (linked
 * already) and `task.links_full` (the task has 20 links).
 */
export async function linkTask(
	db: Db,
	id: number,
	{ about, viewer, by }: { about: RecordRef; viewer: RecordViewer; by: By },
): Promise<void> {
	await refuseUnseen(db, about, viewer);
	await commit(db, [
		stored.insertLink(id, about, by.at),
		...audit(db, id, { ...by, action: "task.link", changes: { record: about } }),
	]);
}

/** Removes the link between a record and a task. Refuses `task.link_gone` when there is no such link. */
export async function unlinkTask(db: Db, id: number, { about, by }: { about: RecordRef; by: By }): Promise<void> {
	await commit(db, [
		...stored.deleteLink(id, about),
		...audit(db, id, { ...by, action: "task.unlink", changes: { record: about } }),
	]);
}

/**
 * Reminds assignees of tasks that are due tomorrow or overdue, from the morning on, once each. Returns how many
 * reminders were sent.
 */
export async function remindOfTasks(db: Db, at: number): Promise<number> {
	const day = reminderDay(at);
	if (!day) return 0;
	const [[waits]] = await readRows(db.$client, anyToRemind(day));
	if (waits?.any !== 1) return 0;
	const rows = await commitRows(db, remindAssignees(day));
	return rows.flat().length;
}

async function seen(db: Db, { id }: TaskRef, reader: TaskReader): Promise<TaskRow> {
	const [[task]] = await readRows(db.$client, taskSelect(id, reader));
	if (!task) throw new Refusal("task.stale");
	return task;
}

async function refuseUnseen(db: Db, about: RecordRef, viewer: RecordViewer): Promise<void> {
	const [[record]] = await readRows(db.$client, recordSelect(about, viewer));
	if (!record) throw new Refusal("task.no_record");
}
