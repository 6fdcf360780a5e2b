/** Any changes of a checklist by two people, against a list: nothing is lost, whoever was first; the task keeps its version. */
import { env } from "cloudflare:test";
import fc from "fast-check";
import { expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { addItem, placeItem, removeItem, renameItem, tickItem } from "#domain/office/tasks/item-actions.ts";
import { stepsOf } from "../../../support/chances.ts";
import { insert } from "../../../support/content.ts";
import { signIn } from "../../../support/people.ts";
import { codeOf } from "../../../support/refusal.ts";
import { rows } from "../../../support/users.ts";

const db = open(env.DB);
const by = { userId: null, actor: "operator", ip: null, at: 9 };
const all = { userId: 0, seesAll: true };

type Item = { id: number; text: string; is_done: 0 | 1 };
const nth = fc.nat(6);
const step = fc.oneof(
	fc.record({ act: fc.constant("add" as const), text: fc.constantFrom("甲", "乙", "丙"), nth, isBefore: fc.boolean() }),
	fc.record({ act: fc.constant("tick" as const), nth, isDone: fc.boolean() }),
	fc.record({ act: fc.constant("rename" as const), nth, text: fc.constantFrom("甲", "丁"), isLate: fc.boolean() }),
	fc.record({ act: fc.constant("place" as const), nth, to: fc.option(nth) }),
	fc.record({ act: fc.constant("remove" as const), nth }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

let made = 0;
async function newTask(more: Record<string, number> = {}): Promise<number> {
	made += 1;
	await insert("tasks", { id: made, title: `任務 ${made}`, rank: made, created_at: 1, updated_at: 1, ...more });
	return made;
}
const stored = (taskId: number) =>
	rows("SELECT id, text, is_done FROM task_items WHERE task_id = ? ORDER BY position, id", taskId);
const GONE = 999_999;

/** What a step came to: the code that the list says, and the one that was told. */
type Came = [says: string, told: unknown];
type Of<A extends Step["act"]> = Extract<Step, { act: A }>;
type Steps = {
	[A in Step["act"]]: (on: { taskId: number; list: Item[]; one: Item | undefined }, of: Of<A>) => Promise<Came>;
};

const told = (act: Promise<unknown>): Promise<unknown> => act.then(() => "done", codeOf);
const saysOf = (isThere: boolean): string => (isThere ? "done" : "task.item_stale");
const refOf = (taskId: number, one: Item | undefined) => ({ taskId, id: one?.id ?? GONE });

/** Each step, done to the checklist and to the list. */
const STEPS: Steps = {
	add: async ({ taskId, list, one }, { text, isBefore, nth }) => {
		const input = { text, done: false, before: isBefore ? refOf(taskId, one).id : undefined };
		const said = await told(addItem(db, taskId, { input, by, key: crypto.randomUUID() }));
		const [row] = await rows("SELECT max(id) AS id FROM task_items");
		list.splice(isBefore && one ? nth : list.length, 0, { id: Number(row?.id), text, is_done: 0 });
		return ["done", said];
	},
	tick: async ({ taskId, one }, { isDone }) => {
		const said = await told(tickItem(db, refOf(taskId, one), { isDone, reader: all, by }));
		if (one) one.is_done = isDone ? 1 : 0;
		return [saysOf(one !== undefined), said];
	},
	rename: async ({ taskId, one }, { text, isLate }) => {
		const was = isLate ? "別人看到的" : (one?.text ?? "沒有了");
		const said = await told(renameItem(db, refOf(taskId, one), { text, was, by }));
		if (one && !isLate) one.text = text;
		return [saysOf(text === was || (one !== undefined && !isLate)), said];
	},
	place: async ({ taskId, list, one }, { nth, to }) => {
		const target = to === null ? ("end" as const) : refOf(taskId, list[to]).id;
		const said = await told(placeItem(db, refOf(taskId, one), { place: target, by }));
		if (one && target !== GONE && target !== one.id) {
			list.splice(nth, 1);
			list.splice(target === "end" ? list.length : list.findIndex(({ id }) => id === target), 0, one);
		}
		return [saysOf(one !== undefined && target !== GONE), said];
	},
	remove: async ({ taskId, list, one }, { nth }) => {
		const said = await told(removeItem(db, refOf(taskId, one), { by }));
		if (one) list.splice(nth, 1);
		return [saysOf(one !== undefined), said];
	},
};
const take = <A extends Step["act"]>(taskId: number, list: Item[], of: Of<A>): Promise<Came> =>
	STEPS[of.act as A]({ taskId, list, one: list[of.nth] }, of);

test("any steps: the checklist is what the list is, and the task is as it was", async () => {
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 20 }), async (steps) => {
			const taskId = await newTask();
			const list: Item[] = [];
			for (const one of steps) {
				const [expected, said] = await take(taskId, list, one);
				expect(said, JSON.stringify(one)).toBe(expected);
				expect(await stored(taskId)).toEqual(list);
			}
			expect(await rows("SELECT version, updated_at FROM tasks WHERE id = ?", taskId)).toEqual([
				{ version: 1, updated_at: 1 },
			]);
		}),
		{ numRuns: stepsOf(6) },
	);
});

test("all ticks at once, by two people: each is kept, and each is in the log", async () => {
	const taskId = await newTask();
	for (let n = 0; n < 12; n++)
		await insert("task_items", { task_id: taskId, text: `項目 ${n}`, position: n, created_at: 1, updated_at: 1 });
	const ids = (await stored(taskId)).map(({ id }) => Number(id));
	await Promise.all(
		ids.map((id) => tickItem(db, { taskId, id }, { isDone: true, reader: all, by: { ...by, at: id } })),
	);
	expect((await stored(taskId)).map(({ is_done }) => is_done)).toEqual(ids.map(() => 1));
	const log = await rows(
		"SELECT changes ->> '$.item' AS item FROM audit_log WHERE action = 'task.tick' AND auditable_id = ?",
		String(taskId),
	);
	expect(log.map(({ item }) => Number(item)).sort((a, b) => a - b)).toEqual(ids);
});

test("the write itself ticks nothing in a task of somebody else, and nothing of another task", async () => {
	const [cashier, other] = [await signIn({ roles: ["cashier"] }), await signIn({ roles: ["cashier"] })];
	const taskId = await newTask({ assignee_id: cashier.userId });
	const strange = await newTask({ assignee_id: other.userId });
	await insert("task_items", { task_id: taskId, text: "訂場地", position: 1, created_at: 1, updated_at: 1 });
	const [item] = await stored(taskId);
	const id = Number(item?.id);
	const tick = (task: number, { userId }: { userId: number }) =>
		tickItem(db, { taskId: task, id }, { isDone: true, reader: { userId, seesAll: false }, by }).then(
			() => "done",
			codeOf,
		);
	expect(await tick(taskId, other)).toBe("task.item_stale");
	expect(await tick(strange, other)).toBe("task.item_stale");
	expect(await stored(taskId)).toEqual([item]);
	expect(await tick(taskId, cashier)).toBe("done");
});

test("a form that is sent twice makes one item; no form makes one of a task that is not there", async () => {
	const taskId = await newTask();
	const input = { text: "訂場地", done: false, before: undefined };
	const key = crypto.randomUUID();
	await Promise.all([addItem(db, taskId, { input, by, key }), addItem(db, taskId, { input, by, key })]);
	expect(await stored(taskId)).toHaveLength(1);
	const said = await addItem(db, GONE, { input, by, key: crypto.randomUUID() }).then(() => "done", codeOf);
	expect(said).toBe("task.stale");
});
