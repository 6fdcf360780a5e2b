/** Any moves of the board, against four lists: the order is kept, the versions rise, and nothing else changes. */
import { env } from "cloudflare:test";
import fc from "fast-check";
import { expect, test } from "vitest";
import { commit, open } from "#db/commit.ts";
import { moveTask } from "#db/office/task-writes.ts";
import { placeTask } from "#domain/office/tasks/actions.ts";
import type { Place } from "#domain/office/tasks/form.ts";
import { TASK_STATUSES, type TaskStatus } from "#domain/office/tasks/labels.ts";
import { stepsOf } from "../../../support/chances.ts";
import { insert } from "../../../support/content.ts";
import { codeOf } from "../../../support/refusal.ts";
import { rows } from "../../../support/users.ts";

const db = open(env.DB);
const by = { userId: null, actor: "operator", ip: null, at: 9 };
const reader = { userId: 0, seesAll: true };
const IDS = [1, 2, 3, 4, 5];

const move = fc.record({
	id: fc.constantFrom(...IDS),
	status: fc.constantFrom(...TASK_STATUSES),
	at: fc.oneof(fc.constantFrom("top" as const, "end" as const), fc.constantFrom(...IDS)),
	isLate: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
});

async function begin(): Promise<Map<TaskStatus, number[]>> {
	for (const id of IDS) {
		const [there] = await rows("SELECT id FROM tasks WHERE id = ?", id);
		if (!there) await insert("tasks", { id, title: `任務 ${id}`, rank: id, created_at: 1, updated_at: 1 });
		await rows(
			"UPDATE tasks SET status = 'todo', closed_at = NULL, rank = ?1, version = version + 1 WHERE id = ?1",
			id,
		);
	}
	return new Map([
		["todo", [...IDS]],
		["doing", []],
		["done", []],
		["dropped", []],
	]);
}

/** What a move does to the lists; false where it is refused. */
function play(lists: Map<TaskStatus, number[]>, id: number, { status, at }: Place): boolean {
	const list = lists.get(status) ?? [];
	if (typeof at === "number" && (at === id || !list.includes(at))) return false;
	for (const [name, ids] of lists)
		lists.set(
			name,
			ids.filter((one) => one !== id),
		);
	const rest = lists.get(status) ?? [];
	const place = at === "top" ? 0 : at === "end" ? rest.length : rest.indexOf(at);
	lists.set(status, rest.toSpliced(place, 0, id));
	return true;
}

test("any moves: the columns are what the lists are; a late one is refused and moves nothing", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(move, { minLength: 1, maxLength: 14 }), async (moves) => {
			const lists = await begin();
			for (const { id, status, at, isLate } of moves) {
				const [before] = await rows("SELECT version FROM tasks WHERE id = ?", id);
				const version = Number(before?.version) - (isLate ? 1 : 0);
				const place = { status, at };
				const isPlayed = !isLate && play(lists, id, place);
				const said = await placeTask(db, { id, version }, { place, reader, by }).then(() => "done", codeOf);
				expect(said).toBe(isPlayed ? "done" : "task.stale");
				const stored = await rows("SELECT id, status, closed_at, version FROM tasks ORDER BY status, rank, id");
				for (const [name, ids] of lists)
					expect(stored.filter((one) => one.status === name).map((one) => one.id)).toEqual(ids);
				const closed = stored.filter(({ closed_at }) => closed_at !== null).map(({ status: name }) => name);
				expect(closed).toEqual(
					stored.flatMap(({ status: name }) => (name === "done" || name === "dropped" ? [name] : [])),
				);
				expect(stored.find((one) => one.id === id)?.version).toBe(Number(before?.version) + (isPlayed ? 1 : 0));
			}
		}),
		{ numRuns: stepsOf(5) },
	);
});

test("the write itself moves no task of somebody else, whoever calls it", async () => {
	await begin();
	const [{ version } = { version: 0 }] = await rows("SELECT version FROM tasks WHERE id = 1");
	const writes = moveTask(
		{ id: 1, version: Number(version) },
		{ status: "done", at: "top" },
		{ userId: 7, seesAll: false, at: 9 },
	);
	expect(await commit(db, writes).then(() => "done", codeOf)).toBe("task.stale");
});
