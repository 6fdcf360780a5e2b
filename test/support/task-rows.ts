import assert from "node:assert/strict";
import { paths } from "#http/paths.ts";
import { seedDemoTasks } from "../../scripts/demo/tasks.ts";
import type { Store } from "./admin-server.ts";

const { tasks } = paths.admin;

/** The demo's tasks. Returns the addresses of the routes that have a place for one. */
export async function fillTasks({ db, env }: Store, at: number): Promise<Record<string, string[]>> {
	await seedDemoTasks(db, at);
	const idOf = async (statement: string): Promise<number> =>
		(await env.DB.prepare(statement).first<number>("id")) ?? assert.fail(statement);
	const open = await idOf("SELECT id FROM tasks WHERE due_on < date('now', '+8 hours') AND status = 'todo'");
	const item = await idOf("SELECT id FROM task_items WHERE NOT is_done LIMIT 1");
	const listed = await idOf("SELECT task_id AS id FROM task_items WHERE NOT is_done LIMIT 1");
	const done = await idOf("SELECT id FROM tasks WHERE status = 'done' LIMIT 1");
	return {
		[tasks.list()]: [tasks.list(), `${tasks.list()}?status=all&sort=-updated`, `${tasks.list()}?q=沒有這種任務`],
		[tasks.board()]: [tasks.board(), `${tasks.board()}?open=${open}`],
		[tasks.create()]: [tasks.create(), tasks.createAbout("member", 1)],
		[tasks.show(":id")]: [
			tasks.show(open),
			`${tasks.show(open)}?find=member&q=林`,
			tasks.show(done),
			`${tasks.show(listed)}?item=${item}`,
		],
		[tasks.edit(":id")]: [tasks.edit(open)],
		[tasks.notes(":id")]: [tasks.notes(open)],
	};
}
