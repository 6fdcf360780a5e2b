import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { taskItems } from "#db/office/task-items.ts";
import { boardColumn, countTasks, listedTasks, ownTasks, taskPage, taskWords } from "#db/office/task-lists.ts";
import { anyToRemind } from "#db/office/task-notifications.ts";
import { recordSelect, taskLinksSelect } from "#db/office/task-records.ts";
import { assignableUsers, staffWithTasks, taskEvents, taskSelect } from "#db/office/tasks.ts";
import type { Select } from "#db/read.ts";
import { RECORD_TYPES } from "#domain/office/tasks/labels.ts";

async function planOf({ sql, params }: Select<unknown>): Promise<string[]> {
	const { results } = await env.DB.prepare(`EXPLAIN QUERY PLAN ${sql}`)
		.bind(...params)
		.all<{ detail: string }>();
	return results.map(({ detail }) => detail);
}
/** Walked without harm: what was found before, the roles and their permissions. */
const SMALL = /^SCAN (page|x|p|role_permissions|CONSTANT ROW|\(subquery)/;
const all = { userId: 1, seesAll: true };
const own = { userId: 1, seesAll: false };
const days = { today: "2026-11-22", week: "2026-11-28" };
const open = { ...days, status: "open" } as const;
const viewer = { userId: 1, types: RECORD_TYPES, allFinance: false, allDocuments: false, allAnnouncements: false };

test.each([
	["what is open", taskPage({ reader: all, filter: open })[0]],
	["what is open, counted", taskPage({ reader: all, filter: open })[1]],
	["one's own", taskPage({ reader: own, filter: open })[0]],
	["one's own, counted", taskPage({ reader: own, filter: { ...days } })[1]],
	["somebody's", taskPage({ reader: all, filter: { ...open, assignee: 3 } })[0]],
	["what is over", taskPage({ reader: all, filter: { ...open, due: "overdue" } })[0]],
	["a state", taskPage({ reader: all, filter: { ...days, status: "done" } })[0]],
	["everything by its change", taskPage({ reader: all, filter: { ...days }, sort: "-updated" })[0]],
	["an own search", taskPage({ reader: own, filter: { ...open, words: taskWords("飲水機 #3") } })[0]],
	["the export", listedTasks({ reader: own, filter: open }, 10_001)],
	["a column of the board", boardColumn({ reader: all, filter: open }, "todo", 100)[0]],
	["a column, counted", boardColumn({ reader: all, filter: open }, "done", 20)[1]],
	["the tabs", countTasks(all, days.today)],
	["one's own tabs", countTasks(own, days.today)],
	["the dashboard", ownTasks(1, 4)],
	["one task", taskSelect(1, own)],
	["its history", taskEvents(1)],
	["its checklist", taskItems(1)],
	["what it is about", taskLinksSelect(1, viewer)],
	["a record", recordSelect({ type: "finance", id: 1 }, viewer)],
	["whether to remind", anyToRemind({ ...days, tomorrow: "2026-11-23", since: 1, at: 2 })],
	["who may do it", assignableUsers()],
	["by whom it may be narrowed", staffWithTasks()],
] as const)("%s walks no table that grows", async (_, statement) => {
	const scans = (await planOf(statement)).filter((detail) => /^SCAN/.test(detail));
	expect(scans.filter((detail) => !SMALL.test(detail) && !/USING (COVERING )?INDEX/.test(detail))).toEqual([]);
});

test("what is open, a column of the board and everything by its change come in their own order, without sorting", async () => {
	for (const statement of [
		taskPage({ reader: all, filter: open })[0],
		taskPage({ reader: all, filter: { ...days }, sort: "-updated" })[0],
		boardColumn({ reader: all, filter: open }, "todo", 100)[0],
	]) {
		const plan = await planOf(statement);
		// Of the fifty that were found, once more.
		expect(plan.filter((detail) => detail.includes("TEMP B-TREE")).length).toBeLessThanOrEqual(1);
	}
});

test("reminders are sought by their day", async () => {
	const plan = await planOf(anyToRemind({ ...days, tomorrow: "2026-11-23", since: 1, at: 2 }));
	expect(plan.filter((detail) => detail.startsWith("SEARCH tasks"))).toEqual([
		expect.stringContaining("USING INDEX tasks_due (<expr>=? AND due_on<?)"),
	]);
});
