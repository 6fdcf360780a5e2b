/**
 * 復原: what is taken back is again as it was, whatever the step did, and what somebody else changed meanwhile stays as that
 * person left it. Every step that offers it has a case here.
 */
import { env } from "cloudflare:test";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { bankAccount, bankLine } from "../support/bank.ts";
import { newSeed } from "../support/chances.ts";
import { insert, insertArticle, term } from "../support/content.ts";
import { member } from "../support/members.ts";
import { ACCOUNT, payee, payeeRef } from "../support/payees.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { random } from "../support/random.ts";
import { routes } from "../support/routes.ts";
import {
	articlesChanging,
	categoryMoving,
	documentsStepping,
	menuItemMoving,
	pageMoving,
	type Round,
	type Row,
	type Sent,
	stepping,
} from "../support/undone-texts.ts";
import { rows } from "../support/users.ts";

const { tasks, groups, members, bank, payees, articles } = paths.admin;
const seed = newSeed();
const { next, pick } = random(seed);
const ROUNDS = 4;

let own: Person;
let other: Person;
beforeAll(async () => {
	const roles = ["admin", "secretary", "cashier", "accountant", "editor"];
	[own, other] = await Promise.all([signIn({ roles }), signIn({ roles })]);
	for (const nth of [1, 2]) await insert("tags", term(900 + nth, `tag-${nth}`, `標籤${nth}`));
});

const send = ({ to, form }: Sent, as = own) => ask(to, { as, form });

const day = (): string => pick(["", "2026-12-01", "2027-01-05"]);
const id = (path: string): number => Number(/(\d+)(?:#.*)?$/.exec(path)?.[1]);
async function made(sent: Sent): Promise<number> {
	const answer = await send(sent);
	expect([sent.to, answer.status]).toEqual([sent.to, 303]);
	return id(answer.headers.get("Location") ?? "");
}

const STATUSES = ["todo", "doing", "done", "dropped"];
const fields = () => ({
	status: pick(STATUSES),
	priority: pick(["1", "2", "3", "4"]),
	assignee: pick(["", String(own.userId), String(other.userId)]),
	due_on: day(),
});
const makeTask = () =>
	made({ to: tasks.create(), form: { title: "訂場地", body: "", ...fields(), _key: crypto.randomUUID() } });
const taskState = (ids: readonly number[]) => async (): Promise<Row[]> =>
	rows(
		`SELECT t.id, title, body, status, priority, assignee_id, due_on, rank, closed_at,
			(SELECT group_concat(record_type || record_id) FROM task_links l WHERE l.task_id = t.id) AS links
		FROM tasks t WHERE t.id IN (SELECT value FROM json_each(?)) ORDER BY t.id`,
		JSON.stringify(ids),
	);
/** Somebody else changes a task, after it was changed once. */
const editing = (task: number, version: number): Sent => ({
	to: tasks.edit(task),
	form: { title: "別人改的", body: "", ...fields(), version: String(version), base: "" },
});
/** Other values than those that a task has: something changes for sure. */
async function arrangement(task: number) {
	const [{ priority = 3 } = {}] = await rows<{ priority: number }>("SELECT priority FROM tasks WHERE id = ?", task);
	const { status: _, ...rest } = fields();
	return { ...rest, priority: String((priority % 4) + 1) };
}

async function arranging(to: (id: number) => string): Promise<Round> {
	const task = await makeTask();
	const press = { to: to(task), form: { ...(await arrangement(task)), version: "1" } };
	return { press, state: taskState([task]), meddle: editing(task, 2) };
}

async function placing(): Promise<Round> {
	const task = await makeTask();
	const [{ status = "" } = {}] = await rows<{ status: string }>("SELECT status FROM tasks WHERE id = ?", task);
	const place = `${pick(STATUSES.filter((one) => one !== status))}|${pick(["top", "end"])}`;
	const form = { place, version: "1", from: pick(["board", "task"]) };
	return { press: { to: tasks.place(task), form }, state: taskState([task]), meddle: editing(task, 2) };
}

async function changingMany(): Promise<Round> {
	const all = [await makeTask(), await makeTask(), await makeTask()];
	const [, one = 0] = all;
	const { status } = fields();
	// The task that somebody else changes afterwards is changed for sure, and has its second version then.
	const { assignee, ...rest } = await arrangement(one);
	const form = {
		refs: all.map((task) => `${task}:1`).join(" "),
		...rest,
		assignee: assignee || "none",
		status,
		here: "",
	};
	return { press: { to: tasks.change(), form }, state: taskState(all), meddle: editing(one, 2) };
}

async function linking(isLinked: boolean): Promise<Round> {
	const task = await makeTask();
	const about = `member:${(await member()).id}`;
	const [link, unlink] = [tasks.links(task), tasks.linkRemoval(task)].map((to): Sent => ({ to, form: { about } }));
	if (!link || !unlink) throw new Error("no address");
	if (isLinked) await send(link);
	const [press, meddle] = isLinked ? [unlink, link] : [link, unlink];
	return { press, state: taskState([task]), meddle };
}

async function removingItem(): Promise<Round> {
	const task = await makeTask();
	for (const text of ["甲", "乙", "丙"])
		await send({ to: tasks.items(task), form: { text, _key: crypto.randomUUID() } });
	const state = () => rows("SELECT text, is_done FROM task_items WHERE task_id = ? ORDER BY position", task);
	const items = await rows<{ id: number }>("SELECT id FROM task_items WHERE task_id = ? ORDER BY position", task);
	const at = Math.floor(next() * 3);
	const [item, beside] = [items[at]?.id, items[(at + 1) % 3]?.id];
	const meddle = { to: tasks.itemTick(task), form: { item: String(beside), done: "1" } };
	return { press: { to: tasks.itemRemoval(task), form: { item: String(item) } }, state, meddle };
}

const groupState = async (): Promise<Row[]> =>
	rows("SELECT group_id, member_id, from_on, until_on FROM group_memberships ORDER BY group_id, member_id, from_on");
const makeGroup = () =>
	made({
		to: groups.create(),
		form: { name: crypto.randomUUID().slice(0, 12), description: "", _key: crypto.randomUUID() },
	});
const DAYS = { from_on: "2026-01-05", until_on: "" };

async function joining(isByName: boolean): Promise<Round> {
	const group = await makeGroup();
	const called = ["甲", "乙", "丙"].map((name) => `${name}${crypto.randomUUID().slice(0, 8)}`);
	const some = await Promise.all(called.map((name) => member({ name })));
	const form = isByName
		? { ...DAYS, people: called.join("\n") }
		: { ...DAYS, group: String(group), members: some.map((one) => one.id).join("."), here: "" };
	const to = isByName ? groups.joining(group) : groups.joiningChosen();
	// The id is known once the step was taken.
	const meddle = { to: "", form: { from_on: "2026-02-01", until_on: "", version: "1" } };
	return { press: { to, form }, state: groupState, meddle };
}
const lastMembership = async (): Promise<string> =>
	groups.membership((await rows<{ id: number }>("SELECT max(id) AS id FROM group_memberships"))[0]?.id ?? 0);

async function movingDays(): Promise<Round> {
	const group = await makeGroup();
	const one = await member();
	await send({
		to: groups.joiningChosen(),
		form: { ...DAYS, group: String(group), members: String(one.id), here: "" },
	});
	const to = await lastMembership();
	const form = (until_on: string, version: string) => ({ from_on: "2026-01-06", until_on, version });
	return {
		press: { to, form: form(pick(["", "2027-01-01"]), "1") },
		state: groupState,
		meddle: { to, form: form("2028-01-01", "2") },
	};
}

async function tellingApart(): Promise<Round> {
	const [one, two] = [await member(), await member()];
	const pair = { a: String(one.id), b: String(two.id), page: "1" };
	const state = () => rows("SELECT a_id, b_id FROM member_distinct ORDER BY a_id, b_id");
	return { press: { to: members.distinct(), form: pair }, state, meddle: { to: members.alike(), form: pair } };
}

async function leavingLine(): Promise<Round> {
	const line = await bankLine({ accountId: await bankAccount("bank", crypto.randomUUID().slice(0, 8)), memo: "利息" });
	const state = () => rows("SELECT id, status, reason FROM bank_lines WHERE id = ?", line);
	return {
		press: { to: bank.ignore(line), form: { version: "1", reason: "存款利息" } },
		state,
		meddle: { to: bank.ignoreEnd(line), form: { version: "2" } },
	};
}

async function switching(): Promise<Round> {
	const one = await payee({}, ACCOUNT);
	const [account] = await rows<{ id: number }>("SELECT id FROM payee_accounts WHERE payee_id = ?", one);
	const to = payees.account(one, account?.id ?? 0);
	let { version } = await payeeRef(one);
	const isOff = next() < 0.5;
	if (isOff) await send({ to, form: { to: "off", version: String(version++) } });
	const state = () => rows("SELECT id, payee_id, is_active FROM payee_accounts WHERE payee_id = ?", one);
	return {
		press: { to, form: { to: isOff ? "on" : "off", version: String(version) } },
		state,
		meddle: { to, form: { to: isOff ? "off" : "on", version: String(version + 1) } },
	};
}

const CASES: Record<string, () => Promise<Round>> = {
	"/admin/tasks/:id/arrangement": () => arranging(tasks.arrange),
	"/admin/tasks/board/:id/arrangement": () => arranging(tasks.arrangeCard),
	"/admin/tasks/:id/place": placing,
	"/admin/tasks/change": changingMany,
	"/admin/tasks/:id/links": () => linking(false),
	"/admin/tasks/:id/links/removal": () => linking(true),
	"/admin/tasks/:id/items/removal": removingItem,
	"/admin/groups/:id/joining": () => joining(true),
	"/admin/groups/joining": () => joining(false),
	"/admin/groups/memberships/:id": movingDays,
	"/admin/members/duplicates/distinct": tellingApart,
	"/admin/bank/lines/:id/ignoring": leavingLine,
	"/admin/payees/:id/accounts/:accountId": switching,
	"/admin/articles/bulk/pin": () => articlesChanging("pin", pick),
	"/admin/articles/bulk/pin-removal": () => articlesChanging("pin-removal", pick),
	"/admin/articles/bulk/tag": () => articlesChanging("tag", pick),
	"/admin/articles/bulk/tag-removal": () => articlesChanging("tag-removal", pick),
	"/admin/articles/bulk/archiving": () => articlesChanging("archiving", pick),
	"/admin/articles/bulk/trashing": () => articlesChanging("trashing", pick),
	"/admin/articles/:id/unpublication": () => stepping("article", "unpublication", pick),
	"/admin/articles/:id/archiving": () => stepping("article", "archiving", pick),
	"/admin/articles/:id/trashing": () => stepping("article", "trashing", pick),
	"/admin/pages/:id/unpublication": () => stepping("page", "unpublication", pick),
	"/admin/pages/:id/archiving": () => stepping("page", "archiving", pick),
	"/admin/pages/:id/trashing": () => stepping("page", "trashing", pick),
	"/admin/pages/:id/position": () => pageMoving(pick),
	"/admin/categories/order": () => categoryMoving(pick),
	"/admin/menus/order": () => menuItemMoving(pick),
	"/admin/documents/:id/unpublication": () => stepping("document", "unpublication", pick),
	"/admin/documents/:id/archiving": () => stepping("document", "archiving", pick),
	"/admin/documents/:id/trashing": () => stepping("document", "trashing", pick),
	"/admin/documents/bulk/archiving": () => documentsStepping("archiving", pick),
	"/admin/documents/bulk/trashing": () => documentsStepping("trashing", pick),
};

/** Returns the form of 復原 as the page after a step shows it. */
async function undoOf(answer: Response): Promise<Sent> {
	const [, flash = ""] = /flash=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "") ?? [];
	const headers = { Cookie: `${own.cookie}; flash=${flash}` };
	const shown = await (await ask(answer.headers.get("Location")?.replace(/#.*/, "") ?? "", { headers })).text();
	const [form = ""] = /<form class="undo"[\s\S]*?<\/form>/.exec(shown) ?? [];
	const text = (value: string): string => value.replaceAll("&amp;", "&");
	return {
		to: text(/action="([^"]*)"/.exec(form)?.[1] ?? ""),
		form: Object.fromEntries(
			[...form.matchAll(/name="(\w+)" value(?:="([^"]*)")?/g)].map(([, name = "", value = ""]) => [name, text(value)]),
		),
	};
}

const audits = async (): Promise<number> =>
	(await rows<{ n: number }>("SELECT count(*) AS n FROM audit_log"))[0]?.n ?? 0;

test("every step that offers it has a case", () => {
	const reversible = routes.filter(({ method, isReversible }) => isReversible && method === "POST");
	expect(Object.keys(CASES).sort()).toEqual(reversible.map(({ path }) => path).sort());
});

describe.each(Object.entries(CASES))("%s", (path, begin) => {
	beforeEach(async () => {
		await env.DB.prepare("DELETE FROM form_submissions").run();
	});

	test("is taken back to what it was, once, with a row in the log", async () => {
		for (let round = 0; round < ROUNDS; round += 1) {
			const { press, state } = await begin();
			const before = await state();
			const taken = await send(press);
			expect([path, seed, taken.status]).toEqual([path, seed, 303]);
			const after = await state();
			expect([path, seed, after]).not.toEqual([path, seed, before]);
			const undo = await undoOf(taken);
			const logged = await audits();
			expect((await send(undo)).status).toBe(303);
			expect([path, seed, await state()]).toEqual([path, seed, before]);
			expect(await audits()).toBeGreaterThan(logged);
			const again = await send(undo);
			expect([303, 404, 409, 422]).toContain(again.status);
			expect([path, seed, await state()]).toEqual([path, seed, before]);
		}
	});

	test("leaves as it is what somebody else changed meanwhile", async () => {
		for (let round = 0; round < ROUNDS; round += 1) {
			const { press, state, meddle } = await begin();
			const undo = await undoOf(await send(press));
			const after = await state();
			const meddled = await send({ ...meddle, to: meddle.to || (await lastMembership()) }, other);
			expect([path, seed, meddled.status < 400]).toEqual([path, seed, true]);
			const now = await state();
			const changed = now.filter((row) => !after.some((one) => JSON.stringify(one) === JSON.stringify(row)));
			await send(undo);
			const end = await state();
			for (const row of changed) expect([path, seed, end]).toEqual([path, seed, expect.arrayContaining([row])]);
			if (changed.length === 0) expect([path, seed, end]).toEqual([path, seed, now]);
		}
	});
});

const flashOf = (answer: Response): string =>
	decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));

test("what cannot be shown as it was stays away, and is told apart", async () => {
	const [news, story] = [
		await insertArticle({ slug: crypto.randomUUID() }),
		await insertArticle({ slug: crypto.randomUUID(), type: "story" }),
	];
	const form = { ids: [String(news), String(story)], here: "", tag: "" };
	const undo = await undoOf(await send({ to: articles.bulk("archiving"), form }));
	await rows("DELETE FROM story_marks WHERE article_id = ? RETURNING article_id", story);
	expect(flashOf(await send(undo))).toContain(
		"已復原 1 篇；1 篇現在不能回到原樣：時間已過、同意書失效，或上一層不在，沒有復原。",
	);
	const state = "SELECT state FROM articles WHERE id IN (?, ?) ORDER BY id";
	expect(await rows(state, news, story)).toEqual([{ state: "published" }, { state: "archived" }]);
});

test("nobody takes back what another did, nor after half a day, and no address elsewhere follows", async () => {
	const { press, state } = await changingMany();
	const undo = await undoOf(await send(press));
	const after = await state();
	await send(undo, other);
	expect(await state()).toEqual(after);
	const elsewhere = await send({ ...undo, form: { ...undo.form, back: "https://elsewhere.example" } });
	expect(elsewhere.status).toBe(422);
	const old = String(Number(undo.form.moment) - 13 * 3_600_000);
	const late = await send({ ...undo, form: { ...undo.form, moment: old } });
	expect(flashOf(late)).toContain("沒有可以復原的");
	expect(await state()).toEqual(after);
	await send(undo);
	expect(await state()).not.toEqual(after);
});
