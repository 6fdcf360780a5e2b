/**
 * Whatever the statement: what a task and its links refuse is refused by the database itself
 * (docs/operations.md#roles).
 */
import { beforeAll, expect, test } from "vitest";
import { insert } from "../../support/content.ts";
import { type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

let staff: Person;
let member: Person;
const TIMES = { created_at: 1, updated_at: 1 };
const task = (id: number, more: Record<string, string | number | null> = {}) =>
	insert("tasks", { id, title: `任務 ${id}`, rank: id, ...TIMES, ...more });
const refused = (code: string | RegExp, statement: string, ...params: (string | number | null)[]) =>
	expect(rows(statement, ...params), statement).rejects.toThrow(code);

beforeAll(async () => {
	staff = await signIn({ name: "林書瑜", roles: ["secretary"] });
	member = await signIn({ name: "會員", roles: ["member"] });
	await insert("members", { id: 1, name: "陳怡君", ...TIMES });
	await insert("members", { id: 2, name: "陳品睿", ...TIMES });
	await task(1);
	await task(2);
	await insert("task_links", { task_id: 1, record_type: "member", record_id: 1, at: 1 });
	await insert("task_links", { task_id: 1, record_type: "member", record_id: 2, at: 2 });
});

const NEW = "INTO tasks (id, title, rank, created_at, updated_at) VALUES (1, '頂替', 1, 1, 1)";

test("no task takes another's place, is taken away, or says who made it otherwise", async () => {
	const before = await rows("SELECT * FROM tasks ORDER BY id");
	for (const how of ["INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE", "INSERT"])
		await refused("task.is_kept", `${how} ${NEW}`);
	for (const how of ["UPDATE", "UPDATE OR REPLACE", "UPDATE OR IGNORE"]) {
		for (const name of ["id", "rowid", "_rowid_", "oid"])
			await refused(
				/task\.stale|SQLITE_CONSTRAINT/,
				`${how} tasks SET ${name} = 2, version = version + 1 WHERE id = 1`,
			);
		await refused("task.stale", `${how} tasks SET created_by = ?, version = version + 1`, staff.userId);
		await refused("task.stale", `${how} tasks SET created_at = 5, version = version + 1`);
	}
	await refused("task.is_kept", "DELETE FROM tasks");
	expect(await rows("SELECT * FROM tasks ORDER BY id")).toEqual(before);
});

test.each(["title = '改'", "body = '改'", "status = 'doing'", "priority = 1", "due_on = '2026-12-01'"])(
	"%s takes the next version, no other",
	async (change) => {
		await refused("task.stale", `UPDATE tasks SET ${change} WHERE id = 1`);
		await refused("task.stale", `UPDATE tasks SET ${change}, version = version + 2 WHERE id = 1`);
		await refused("task.stale", `UPDATE tasks SET ${change}, version = version - 1 WHERE id = 1`);
	},
);

test("whoever is to do it is staff who may sign in: no member, nobody who is disabled, nobody else", async () => {
	const disabled = await signIn({ name: "離職", roles: ["secretary"] });
	await rows("UPDATE users SET status = 'disabled', version = version + 1 WHERE id = ?", disabled.userId);
	const none = await signIn({ name: "沒有角色" });
	for (const { userId } of [member, disabled, none]) {
		await refused(
			"task.assignee_unfit",
			"UPDATE tasks SET assignee_id = ?, version = version + 1 WHERE id = 1",
			userId,
		);
		await expect(task(50, { assignee_id: userId })).rejects.toThrow("task.assignee_unfit");
	}
	await expect(task(50, { assignee_id: 999_999 })).rejects.toThrow("task.assignee_unfit");
	await rows("UPDATE tasks SET assignee_id = ?, version = version + 1 WHERE id = 2", staff.userId);
	// Who left keeps what was theirs: it is shown, and handed over.
	await rows("UPDATE users SET status = 'disabled', version = version + 1 WHERE id = ?", staff.userId);
	await rows("UPDATE tasks SET priority = 1, version = version + 1 WHERE id = 2");
	expect(await rows("SELECT assignee_id, priority FROM tasks WHERE id = 2")).toEqual([
		{ assignee_id: staff.userId, priority: 1 },
	]);
	await rows("UPDATE users SET status = 'active', version = version + 1 WHERE id = ?", staff.userId);
});

test.each([
	["status", "'open'"],
	["priority", "5"],
	["priority", "0"],
	["title", "''"],
	["due_on", "'2026-02-30'"],
	["due_on", "'soon'"],
	["closed_at", "5"],
	["status", "'done'"],
])("%s = %s is no task", (column, value) =>
	refused(/CHECK constraint failed/, `UPDATE tasks SET ${column} = ${value}, version = version + 1 WHERE id = 1`),
);

test("a link is of a record that there is, once, and stays what it is", async () => {
	const link = (type: string, id: number, how = "INSERT") =>
		`${how} INTO task_links (task_id, record_type, record_id, at) VALUES (1, '${type}', ${id}, 9)`;
	for (const type of [
		"certificate",
		"payment",
		"receipt",
		"finance",
		"income",
		"voucher",
		"article",
		"page",
		"document",
		"announcement",
		"member",
	])
		await refused("task.no_record", link(type, 999_999));
	await refused(/CHECK constraint failed|task\.no_record/, link("user", staff.userId));
	for (const how of ["INSERT", "INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
		await refused("task.link_taken", link("member", 1, how));
	for (const how of ["UPDATE", "UPDATE OR REPLACE"]) {
		await refused("task.link_taken", `${how} task_links SET record_id = 2 WHERE record_id = 1`);
		await refused("task.link_taken", `${how} task_links SET task_id = 2 WHERE record_id = 1`);
		await refused("task.link_taken", `${how} task_links SET record_type = 'page' WHERE record_id = 1`);
	}
	await rows("UPDATE members SET merged_into = 1, version = version + 1 WHERE id = 2");
	await refused("task.no_record", "INSERT INTO task_links VALUES (2, 'member', 2, 9)");
});

test("twenty links and no more", async () => {
	for (let id = 100; id < 120; id++) {
		await insert("members", { id, name: `會員 ${id}`, ...TIMES });
		await insert("task_links", { task_id: 2, record_type: "member", record_id: id, at: id });
	}
	await refused("task.links_full", "INSERT INTO task_links VALUES (2, 'member', 1, 9)");
});

test("an item of a checklist stays in its task, and has a text of 1 to 200 characters; fifty and no more", async () => {
	const item = "INTO task_items (id, task_id, text, position, created_at, updated_at)";
	await rows(`INSERT ${item} VALUES (1, 1, '訂場地', 1, 1, 1)`);
	for (const how of ["INSERT", "INSERT OR REPLACE", "REPLACE", "INSERT OR IGNORE"])
		await refused("task.item_stale", `${how} ${item} VALUES (1, 2, '頂替', 1, 1, 1)`);
	for (const how of ["UPDATE", "UPDATE OR REPLACE", "UPDATE OR IGNORE"])
		for (const change of ["task_id = 2", "id = 7", "created_at = 7"])
			await refused("task.item_stale", `${how} task_items SET ${change}`);
	for (const change of ["text = ''", `text = '${"字".repeat(201)}'`, "is_done = 2"])
		await refused(/CHECK constraint failed/, `UPDATE task_items SET ${change}`);
	await refused(/FOREIGN KEY/, `INSERT ${item} VALUES (2, 999999, '沒有這件任務', 1, 1, 1)`);
	for (let id = 2; id <= 50; id++) await rows(`INSERT ${item} VALUES (?, 1, '一項', 1, 1, 1)`, id);
	await refused("task.items_full", `INSERT ${item} VALUES (51, 1, '一項', 1, 1, 1)`);
	expect(await rows("SELECT count(*) AS n FROM task_items WHERE text <> ''")).toEqual([{ n: 50 }]);
});
