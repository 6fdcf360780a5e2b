import * as z from "zod";
import { TASK_SORTS, type TaskFilter, taskWords } from "#db/office/task-lists.ts";
import { TASK_STATUSES, type TaskPriority } from "#domain/office/tasks/labels.ts";
import { dayIn } from "#domain/office/tasks/rules.ts";
import { asked, PageNumber } from "#kernel/query.ts";

const MAX_TYPED = 100;
const Id = z.coerce.number().int().positive().max(1e15);
const PRIORITIES: Record<string, TaskPriority> = { "1": 1, "2": 2, "3": 3, "4": 4 };

/** The conditions of the list, as its address names them. */
const FILTER = {
	q: z
		.string()
		.default("")
		.transform((text) => text.toWellFormed().trim().slice(0, MAX_TYPED).toWellFormed()),
	assignee: asked(z.enum(["me", "none"]).or(Id)),
	priority: asked(z.enum(["1", "2", "3", "4"]).transform((code) => PRIORITIES[code])),
	due: asked(z.enum(["overdue", "today", "week", "none"])),
};

/** What the address of the list may ask for; of an export there are no pages, of the board neither states nor an order. */
export const TaskExportQuery = z.strictObject({
	...FILTER,
	status: asked(z.enum(["open", "all", ...TASK_STATUSES])),
	sort: asked(z.enum(TASK_SORTS)),
});
export const TaskQuery = TaskExportQuery.extend({ page: PageNumber });
export const BoardQuery = z.strictObject(FILTER);
export type TaskExportQuery = z.infer<typeof TaskExportQuery>;

/** Whether more is asked for than what is open. */
export const isNarrowed = (query: Record<string, string>): boolean =>
	Object.entries(query).some(([name, value]) => value !== "" && (name in FILTER || name === "status"));

const WEEK = 6;
/** The conditions as the database is asked; unless something else is asked for, what is open. */
export function filterOf(
	{ q, assignee, priority, due, status = "open" }: Omit<TaskExportQuery, "sort">,
	{ userId, at }: { userId: number; at: number },
): TaskFilter {
	return {
		words: taskWords(q),
		status: status === "all" ? undefined : status,
		assignee: assignee === "me" ? userId : assignee,
		priority,
		due,
		today: dayIn(at, 0),
		week: dayIn(at, WEEK),
	};
}
