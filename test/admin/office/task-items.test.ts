/** The checklist of a task, as its page and its forms have it. */
import { beforeEach, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { insert } from "../../support/content.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { tasks } = paths.admin;
const JSON_ONLY = { Accept: "application/json" };
const TIMES = { created_at: 1, updated_at: 1 };

let secretary: Person;
let cashier: Person;
let id = 0;

beforeEach(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	cashier = await signIn({ name: "許文彥", roles: ["cashier"] });
	id += 1;
	await insert("tasks", { id, title: "辦年會", rank: id, assignee_id: cashier.userId, ...TIMES });
});

const page = async (path: string, as: Person): Promise<string> => (await ask(path, { as })).text();
const stored = () => rows("SELECT id, text, is_done FROM task_items WHERE task_id = ? ORDER BY position, id", id);
const texts = async () => (await stored()).map(({ text }) => text);
const send = async (path: string, form: Record<string, string>, as = secretary) => {
	const answer = await ask(path, { as, form });
	return { status: answer.status, to: answer.headers.get("Location"), html: await answer.text(), answer };
};
const add = (text: string, more: Record<string, string> = {}) =>
	send(tasks.items(id), { text, _key: crypto.randomUUID(), ...more });
async function fill(...all: string[]): Promise<number[]> {
	for (const text of all) await add(text);
	return (await stored()).map((item) => Number(item.id));
}

test("is added line by line, trimmed; an empty or too long one stands with its words, and what was typed stays", async () => {
	expect(await add("  訂  場地 ")).toMatchObject({ status: 303, to: `${tasks.show(id)}?item=new` });
	await add("買<便當>");
	expect(await texts()).toEqual(["訂 場地", "買<便當>"]);
	const shown = await page(`${tasks.show(id)}?item=new`, secretary);
	expect(shown).toContain("買&lt;便當");
	expect(shown).toMatch(/<input[^>]* autofocus/);
	for (const [text, words] of [
		["\u200b", "請填寫要做的事。"],
		["字".repeat(201), "最多 200 個字。"],
	] as const) {
		const refused = await add(text);
		expect([refused.status, refused.html.includes(words)]).toEqual([422, true]);
	}
	expect(await texts()).toHaveLength(2);
});

test("its assignee ticks, and does no more; who does not see the task does nothing", async () => {
	const [item = 0] = await fill("訂場地");
	const [stranger, applicant] = [
		await signIn({ name: "別人", roles: ["cashier"] }),
		await signIn({ roles: ["applicant"] }),
	];
	const tick = { item: String(item), done: "1" };
	for (const as of [stranger, applicant]) expect((await send(tasks.itemTick(id), tick, as)).status).toBe(404);
	expect(await stored()).toMatchObject([{ is_done: 0 }]);
	expect(await send(tasks.itemTick(id), tick, cashier)).toMatchObject({
		status: 303,
		to: `${tasks.show(id)}#item-${item}`,
	});
	expect(await stored()).toMatchObject([{ is_done: 1 }]);
	const shown = await page(`${tasks.show(id)}?item=${item}`, cashier);
	for (const path of [tasks.items(id), tasks.itemEdit(id), tasks.itemPlace(id), tasks.itemRemoval(id)])
		expect(shown, path).not.toContain(`action="${path}"`);
	for (const [path, form] of [
		[tasks.items(id), { text: "加一項" }],
		[tasks.itemEdit(id), { item: String(item), text: "改", was: "訂場地" }],
		[tasks.itemPlace(id), { item: String(item), place: "end" }],
		[tasks.itemRemoval(id), { item: String(item) }],
	] as const)
		expect((await send(path, form, cashier)).status, path).toBe(403);
	expect(await texts()).toEqual(["訂場地"]);
});

test("a script is told how many are done; ticked twice is ticked; one that was removed says so", async () => {
	const [one, two] = (await fill("訂場地", "買便當")).map(String);
	const tick = async (item = "", done = "1") => {
		const answer = await ask(tasks.itemTick(id), { as: cashier, form: { item, done }, headers: JSON_ONLY });
		return [answer.status, await answer.json()];
	};
	expect(await tick(one)).toEqual([200, { data: { done: 1, all: 2 } }]);
	expect(await tick(one)).toEqual([200, { data: { done: 1, all: 2 } }]);
	expect(await tick(one, "0")).toEqual([200, { data: { done: 0, all: 2 } }]);
	await send(tasks.itemRemoval(id), { item: two ?? "" });
	expect(await tick(two)).toMatchObject([409, { message: expect.stringContaining("已被其他人修改或刪除") }]);
});

test("is renamed by who saw the present text; the second of two is told, and keeps what was typed", async () => {
	const [item = 0] = await fill("訂場地");
	const edit = (text: string) => send(tasks.itemEdit(id), { item: String(item), text, was: "訂場地" });
	expect((await edit("訂大場地")).status).toBe(303);
	const late = await edit("訂小場地");
	expect([late.status, late.html.includes("已被其他人修改"), late.html.includes('value="訂小場地"')]).toEqual([
		409,
		true,
		true,
	]);
	expect(await texts()).toEqual(["訂大場地"]);
});

test("is moved by the buttons of its line, and comes back where it stood when its removal is undone, once", async () => {
	const ids = await fill("甲", "乙", "丙");
	const open = `${tasks.show(id)}?item=${ids[1]}`;
	const buttons = [...(await page(open, secretary)).matchAll(/name="place" value="(\d+|end)"/g)].map(([, at]) => at);
	expect(buttons).toEqual([String(ids[0]), "end"]);
	const move = (place: string) => send(tasks.itemPlace(id), { item: String(ids[1]), place });
	expect((await move(String(ids[0]))).to).toBe(`${open}#item-${ids[1]}`);
	expect(await texts()).toEqual(["乙", "甲", "丙"]);
	await move("end");
	expect(await texts()).toEqual(["甲", "丙", "乙"]);
	await send(tasks.itemTick(id), { item: String(ids[0]), done: "1" });
	const { answer } = await send(tasks.itemRemoval(id), { item: String(ids[0]) });
	const [, flash = ""] = /flash=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "") ?? [];
	const { undo } = JSON.parse(decodeURIComponent(decodeURIComponent(flash)));
	expect(await texts()).toEqual(["丙", "乙"]);
	for (let press = 0; press < 2; press += 1) expect((await send(undo.action, undo.fields)).status).toBe(303);
	expect(await stored()).toMatchObject([
		{ text: "甲", is_done: 1 },
		{ text: "丙", is_done: 0 },
		{ text: "乙", is_done: 0 },
	]);
});

test("its count stands in the list and on the board, its lines in the file, its changes in the log without their words", async () => {
	const [item] = await fill("訂場地", "買便當");
	await send(tasks.itemTick(id), { item: String(item), done: "1" });
	for (const path of [tasks.list(), tasks.board()]) expect(await page(path, cashier), path).toContain("檢查清單 1/2");
	expect(await page(tasks.show(id), cashier)).toContain("勾選檢查項目");
	const file = await (await ask(tasks.export("csv"), { as: cashier })).text();
	expect(file).toContain("☑ 訂場地\n☐ 買便當");
	const log = await rows(
		"SELECT action, changes FROM audit_log WHERE auditable_type = 'task' AND auditable_id = ?",
		String(id),
	);
	expect(log.map(({ action }) => action)).toEqual(["task.item", "task.item", "task.tick"]);
	expect(JSON.stringify(log)).not.toMatch(/場地|便當/);
});

test("a task ends with items that are not ticked, and says so", async () => {
	await fill("訂場地", "買便當");
	const place = { place: "done|top", version: "1", from: "task" };
	const { status, answer } = await send(tasks.place(id), place, cashier);
	expect([status, decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""))]).toEqual([
		303,
		expect.stringContaining("還有 2 個檢查項目沒有勾選"),
	]);
	expect(await page(tasks.show(id), cashier)).toContain("任務已經結束，還有 2 個項目沒有勾選。");
});

test("fifty items, and no more", async () => {
	for (let n = 0; n < 50; n++) await insert("task_items", { task_id: id, text: `項目 ${n}`, position: n, ...TIMES });
	const refused = await add("第五十一項");
	expect([refused.status, refused.html.includes("一件任務最多 50 個檢查項目。")]).toEqual([422, true]);
	expect(await texts()).toHaveLength(50);
});
