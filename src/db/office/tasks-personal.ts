import { sql } from "drizzle-orm";
import { among, OWN_IDS, personal } from "#db/personal-data.ts";
import { TASK_STATUS_LABELS } from "#domain/office/tasks/labels.ts";
import { code, text, time } from "#kernel/copy-fields.ts";
import { ERASED } from "#kernel/erased.ts";
import { tasksAbout } from "./task-records.ts";
import { ITEM_LINES } from "./tasks.ts";

/** SQL for the ids of the tasks that are about the person. */
const ABOUT = `(${tasksAbout("SELECT id FROM own")})`;

export const tasks = personal({
	copy: {
		tasks: {
			place: 50,
			title: "和您有關的任務",
			fields: [
				text("title", "標題"),
				text("body", "內容"),
				text("items", "檢查清單"),
				code("status", "狀態", TASK_STATUS_LABELS),
				text("due_on", "期限"),
				text("notes", "備忘錄"),
				time("created_at", "建立時間"),
				time("closed_at", "結束時間"),
			],
			rows: `SELECT t.title, t.body, t.status, t.due_on, t.created_at, t.closed_at, ${ITEM_LINES} AS items,
				(SELECT group_concat(n.content, char(10) || char(10)) FROM notes n WHERE n.notable_type = 'task' AND n.notable_id = t.id) AS notes
			FROM tasks t WHERE t.id IN (${tasksAbout("SELECT id FROM own")}) ORDER BY t.id`,
		},
	},
	leftOut: {
		"tasks.assignee_id":
			"what staff have to do is the association's work; tasks about the member are found by their links",
		"tasks.created_by": "staff stay unnamed",
	},
	erased: {
		tasks: "title, text, checklist and notes of what was about the person",
	},
	erases: [
		{
			place: 40,
			run: ({ id, at }) => [
				sql`DELETE FROM notes WHERE notable_type = 'task' AND notable_id IN ${among(id, tasksAbout("SELECT id FROM own"))}`,
				sql`DELETE FROM task_items WHERE task_id IN ${among(id, tasksAbout("SELECT id FROM own"))}`,
				sql`UPDATE tasks SET title = ${ERASED}, body = '', version = version + 1, updated_at = ${at}
		WHERE id IN ${among(id, tasksAbout("SELECT id FROM own"))}`,
			],
		},
	],
	merges: [
		{
			table: "task_links",
			column: "record_id",
			where: "record_type = 'member'",
			// A task about both records is linked once with the record that stays.
			place: 30,
			moves: ({ kept, other }) => [
				sql`DELETE FROM task_links WHERE record_type = 'member' AND record_id = ${other} AND EXISTS (SELECT 1 FROM task_links k
				WHERE k.task_id = task_links.task_id AND k.record_type = 'member' AND k.record_id = ${kept})`,
				sql`UPDATE task_links SET record_id = ${kept} WHERE record_type = 'member' AND record_id = ${other}`,
			],
		},
	],
	freeText: {
		notes: {
			kind: "t.notable_type",
			link: "t.notable_id",
			goes: `(t.notable_type = 'member' AND t.notable_id IN ${OWN_IDS} OR t.notable_type = 'task' AND t.notable_id IN ${ABOUT})`,
		},
		tasks: { goes: `t.id IN ${ABOUT}` },
		task_items: { link: "t.task_id", goes: `t.task_id IN ${ABOUT}` },
	},
	noFreeText: {
		tasks: { columns: "due_told_for overdue_told_for", why: "days" },
	},
});
