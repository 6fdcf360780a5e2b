import * as z from "zod";
import { allows } from "#auth/permissions.ts";
import { type Ask, IdParams } from "#auth/route.ts";
import { taskItems } from "#db/office/task-items.ts";
import { findRecords, taskLinksSelect } from "#db/office/task-records.ts";
import { taskEvents, taskSelect } from "#db/office/tasks.ts";
import { notesOf } from "#db/people/index.ts";
import { readRows } from "#db/read.ts";
import { RecordSearch } from "#domain/office/tasks/form.ts";
import { RECORD_TYPES } from "#domain/office/tasks/labels.ts";
import { paths } from "#http/paths.ts";
import { asked } from "#kernel/query.ts";
import { pageWithForms, type Refused } from "#kits/form/form.ts";
import { RecordId } from "#kits/list/conditions.ts";
import { readerOf, recordViewerOf } from "./asks.ts";
import { boardAgain } from "./board-routes.ts";
import { taskPage } from "./show-page.ts";

const ShowQuery = z.strictObject({
	find: asked(z.enum(RECORD_TYPES)),
	q: RecordSearch,
	/** The item of the checklist that is being changed, or "new" while items are added. */
	item: asked(z.literal("new").or(RecordId)),
});

/** The forms of a task's page: those of its buttons, a move on the board, a new item of its checklist, a changed one. */
type Forms = "sent" | "moved" | "added" | "renamed";

/**
 * Returns the page of a task, read in one round trip; "missing" when the user may not see the task. When a move on the
 * board was refused (`moved`), it returns the board instead.
 */
async function showPage(
	ask: Ask<{ id: number }, z.infer<typeof ShowQuery>>,
	{ sent, moved, added, renamed }: Refused<Forms>,
) {
	if (moved && moved.values.from !== "task") return boardAgain(ask, moved);
	const { env, params, who, at, query } = ask;
	const viewer = recordViewerOf(who);
	const { find, q } = query;
	const [[task], items, links, notes, events, found] = await readRows(
		env.DB,
		taskSelect(params.id, readerOf(who)),
		taskItems(params.id),
		taskLinksSelect(params.id, viewer),
		notesOf("task", params.id, { hidden: allows("users", who) }),
		taskEvents(params.id),
		findRecords(find ?? "member", find ? q : "", viewer),
	);
	if (!task) return "missing" as const;
	const finding = find ? { type: find, q, found } : undefined;
	const { types } = viewer;
	return taskPage({
		...{ task, items, links, notes, events, types, finding, who, at },
		open: query.item,
		keys: { note: crypto.randomUUID(), item: crypto.randomUUID() },
		refused: sent ?? moved ?? added ?? renamed,
		...{ added, renamed },
	});
}

/** The page of a task, on which its forms stand. */
export const task = pageWithForms({
	path: paths.admin.tasks.show(":id"),
	gate: "tasks",
	params: IdParams,
	query: ShowQuery,
	page: showPage,
});
