/** Any moves of the island: what the board shows is what is stored, also where a column has more cards than are shown. */
import { env } from "cloudflare:test";
import fc from "fast-check";
import { expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { placeTask } from "#domain/office/tasks/actions.ts";
import { TaskMove } from "#domain/office/tasks/form.ts";
import { TASK_STATUSES } from "#domain/office/tasks/labels.ts";
import type { BoardColumn, TaskCard } from "#ui/islands/task-card.ts";
import { moved, placeOf, reachable, type Spot, spotAfter } from "#ui/islands/task-moves.ts";
import { stepsOf } from "../../../support/chances.ts";
import { insert } from "../../../support/content.ts";
import { rows } from "../../../support/users.ts";

const db = open(env.DB);
const by = { userId: null, actor: "operator", ip: null, at: 9 };
const reader = { userId: 0, seesAll: true };
const SHOWN = 4;
const HIDDEN = [5, 6];

const cardOf = (id: number): TaskCard => ({
	...{ id, version: 0, title: `任務 ${id}`, priority: 3, assignee: null, who: null, gone: null, due: null },
	...{ counts: `#${id}`, left: 0 },
});
const columnOf = (status: string, ids: number[], hidden: number): BoardColumn => ({
	...{ status, label: status, isEnd: false, cards: ids.map(cardOf), total: ids.length + hidden },
	more: hidden > 0 ? { href: "/", words: "" } : null,
});

const WAYS = ["up", "down", "left", "right", ...TASK_STATUSES] as const;
const step = fc.record({
	nth: fc.nat(SHOWN - 1),
	to: fc.oneof(
		fc.constantFrom(...WAYS),
		fc.record({ status: fc.constantFrom(...TASK_STATUSES), before: fc.option(fc.integer({ min: 1, max: SHOWN })) }),
	),
});

/** Four cards that are shown in 待辦, and two below them that are not. */
async function begin(): Promise<BoardColumn[]> {
	for (const id of [1, 2, 3, 4, ...HIDDEN]) {
		const [there] = await rows("SELECT id FROM tasks WHERE id = ?", id);
		if (!there) await insert("tasks", { id, title: `任務 ${id}`, rank: id, created_at: 1, updated_at: 1 });
		await rows(
			"UPDATE tasks SET status = 'todo', closed_at = NULL, rank = ?1, version = version + 1 WHERE id = ?1",
			id,
		);
	}
	return TASK_STATUSES.map((status) =>
		status === "todo" ? columnOf(status, [1, 2, 3, 4], 2) : columnOf(status, [], 0),
	);
}

/** A drop before a card of another column is none that a pointer makes. */
const isDrop = (columns: BoardColumn[], spot: Spot): boolean =>
	spot.before === null ||
	columns.some(({ status, cards }) => status === spot.status && cards.some(({ id }) => id === spot.before));

/** Sends a move as the island does. */
async function store(id: number, spot: Spot): Promise<void> {
	const [row] = await rows("SELECT version FROM tasks WHERE id = ?", id);
	const { place, version } = TaskMove.parse({ place: placeOf(spot), version: String(row?.version) });
	await placeTask(db, { id, version }, { place, reader, by });
}

async function agrees(columns: BoardColumn[]): Promise<void> {
	for (const { status, cards, total } of columns) {
		const stored = await rows("SELECT id FROM tasks WHERE status = ? ORDER BY rank, id", status);
		const ids = stored.map((one) => Number(one.id));
		expect(total, status).toBe(ids.length);
		expect(cards.map((card) => card.id)).toEqual(ids.filter((one) => !HIDDEN.includes(one)));
		expect(ids.slice(cards.length)).toEqual(status === "todo" ? HIDDEN : []);
	}
}

test("any moves: no card is lost, the totals are right, and the columns are stored in their order", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 12 }), async (steps) => {
			let columns = await begin();
			for (const { nth, to } of steps) {
				const id = nth + 1;
				const wish = typeof to === "string" ? spotAfter(columns, id, to) : to;
				const spot = wish && isDrop(columns, wish) ? reachable(columns, id, wish) : null;
				if (!spot) continue;
				columns = moved(columns, id, spot);
				await store(id, spot);
				await agrees(columns);
			}
		}),
		{ numRuns: stepsOf(5) },
	);
});
