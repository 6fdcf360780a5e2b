/** Reminders of tasks: from the morning on, once before the day and once after, however often the cron runs. */
import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { keepTasks } from "#jobs/office/tasks.ts";
import { insert } from "../../support/content.ts";
import { type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const DAY = 86_400_000;
/** Nine in the morning of 2026-03-05 in Taipei. */
const NINE = Date.UTC(2026, 2, 5, 1);
let person: Person;
let next = 1;

beforeEach(async () => {
	await rows("DELETE FROM mail_messages");
	await rows("DELETE FROM notifications");
	await rows("UPDATE tasks SET status = 'dropped', closed_at = 1, version = version + 1 WHERE status <> 'dropped'");
	person = await signIn({ name: "林書瑜", roles: ["cashier"] });
});

async function task(due: string | null, more: Record<string, string | number | null> = {}): Promise<number> {
	const id = next++;
	const times = { created_at: NINE - 9 * DAY, updated_at: NINE - 9 * DAY };
	await insert("tasks", {
		id,
		title: `任務 ${id}`,
		rank: id,
		due_on: due,
		assignee_id: person.userId,
		...times,
		...more,
	});
	return id;
}
const mails = async () =>
	(await rows("SELECT id, user_id, data FROM mail_messages ORDER BY id")).map(({ id, user_id, data }) => ({
		id,
		user_id,
		when: JSON.parse(String(data)).when,
	}));
const run = (at = NINE) => keepTasks(env, at);

test("tomorrow's, today's and what is over; nothing of what is done, has no day, or ends later", async () => {
	const [tomorrow, today, over] = [await task("2026-03-06"), await task("2026-03-05"), await task("2026-03-01")];
	await task("2026-03-07");
	await task(null);
	await task("2026-03-06", { status: "done", closed_at: 1 });
	await task("2026-03-06", { assignee_id: null });
	await run();
	expect(await mails()).toEqual([
		{ id: `task_due_${tomorrow}_2026-03-06`, user_id: person.userId, when: "tomorrow" },
		{ id: `task_due_${today}_2026-03-05`, user_id: person.userId, when: "today" },
		{ id: `task_overdue_${over}_2026-03-01`, user_id: person.userId, when: "over" },
	]);
	expect(await rows("SELECT version, updated_at FROM tasks WHERE id = ?", over)).toEqual([
		{ version: 1, updated_at: NINE - 9 * DAY },
	]);
});

test("never twice: again, by two at once, a day later, and where the day is changed and changed back", async () => {
	const id = await task("2026-03-06");
	await Promise.all([run(), run(), run(NINE + 60_000)]);
	await run(NINE + 3_600_000);
	await run(NINE + DAY);
	expect(await mails()).toHaveLength(1);
	await rows("UPDATE tasks SET due_on = '2026-03-20', version = version + 1 WHERE id = ?", id);
	await run(NINE + DAY);
	await rows("UPDATE tasks SET due_on = '2026-03-06', version = version + 1 WHERE id = ?", id);
	await run(NINE + DAY);
	expect(await mails()).toHaveLength(1);
	await Promise.all([run(NINE + 2 * DAY), run(NINE + 2 * DAY)]);
	await run(NINE + 9 * DAY);
	expect((await mails()).map(({ when }) => when)).toEqual(["tomorrow", "over"]);
	await rows("UPDATE tasks SET due_on = '2026-03-19', version = version + 1 WHERE id = ?", id);
	await run(NINE + 13 * DAY);
	expect((await mails()).map(({ id: key }) => key)).toContain(`task_due_${id}_2026-03-19`);
});

test("not at night, not of what was made today, not to whoever is disabled, has no address or is staff no more", async () => {
	await task("2026-03-06");
	await run(Date.UTC(2026, 2, 4, 23, 59));
	expect(await mails()).toEqual([]);
	await rows("UPDATE tasks SET status = 'dropped', closed_at = 1, version = version + 1 WHERE status <> 'dropped'");
	await task("2026-03-06", { created_at: NINE - 60_000 });
	const gone = await signIn({ name: "離職", roles: ["cashier"] });
	const silent = await signIn({ name: "沒有信箱", roles: ["cashier"] });
	const former = await signIn({ name: "卸任", roles: ["cashier"] });
	for (const { userId } of [gone, silent, former]) await task("2026-03-06", { assignee_id: userId });
	await rows("UPDATE users SET status = 'disabled', version = version + 1 WHERE id = ?", gone.userId);
	await rows("UPDATE users SET email = NULL, phone = '0912345678', version = version + 1 WHERE id = ?", silent.userId);
	await rows("DELETE FROM user_roles WHERE user_id = ?", former.userId);
	await run();
	expect(await mails()).toEqual([]);
	// What was made today is told of on its day.
	await run(NINE + DAY);
	expect((await mails()).map(({ when }) => when)).toEqual(["today"]);
});
