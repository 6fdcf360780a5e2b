import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { insert, insertArticle } from "../../support/content.ts";
import { tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { tasks } = paths.admin;
const JSON_ONLY = { Accept: "application/json" };
const TIMES = { created_at: 1, updated_at: 1 };
const HOUR = 3_600_000;
const dayFromNow = (days: number): string =>
	new Date(Date.now() + 8 * HOUR + days * 24 * HOUR).toISOString().slice(0, 10);

let secretary: Person;
let colleague: Person;
let cashier: Person;

beforeEach(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	colleague = await signIn({ name: "吳佩珊", roles: ["secretary"] });
	cashier = await signIn({ name: "許<文彥", roles: ["cashier"] });
});

const page = async (path: string, as: Person): Promise<string> => (await ask(path, { as })).text();
const form = (more: Record<string, string> = {}) => ({
	title: "訂場地",
	body: "第一行\n第二行",
	status: "todo",
	priority: "3",
	assignee: "",
	due_on: "",
	_key: crypto.randomUUID(),
	...more,
});
/** Makes a task and returns its id. */
async function make(more: Record<string, string> = {}, as = secretary): Promise<number> {
	const answer = await ask(tasks.create(), { as, form: form(more) });
	expect(answer.status).toBe(303);
	return Number(/(\d+)$/.exec(answer.headers.get("Location") ?? "")?.[1]);
}
type Stored = {
	title: string;
	status: string;
	assignee_id: number | null;
	version: number;
	closed_at: number | null;
	priority: number;
	due_on: string | null;
	rank: number;
};
const stored = async (id: number) => (await rows("SELECT * FROM tasks WHERE id = ?", id))[0] as unknown as Stored;
const column = async (status: string) =>
	(await rows("SELECT id FROM tasks WHERE status = ? ORDER BY rank, id", status)).map(({ id }) => Number(id));
const audits = (id: number) =>
	rows(
		"SELECT action, description, changes FROM audit_log WHERE auditable_type = 'task' AND auditable_id = ? ORDER BY id",
		String(id),
	);
const mails = (id: number) =>
	rows(
		"SELECT template, user_id, data FROM mail_messages WHERE id LIKE 'task!_%' ESCAPE '!' AND data ->> '$.taskId' = ? ORDER BY created_at, id",
		id,
	);
const put = (id: number, place: string, { as = secretary, version = 1, from = "board" } = {}) =>
	ask(tasks.place(id), { as, form: { place, version: String(version), from }, headers: JSON_ONLY });

describe("a new task", () => {
	test("is stored as it was typed, audited without its words, and told to whom it is given by another", async () => {
		const id = await make({
			title: " 訂  場地 ",
			assignee: String(cashier.userId),
			due_on: "2026-12-01",
			priority: "1",
		});
		expect(
			await rows("SELECT title, body, status, priority, assignee_id, due_on, created_by FROM tasks WHERE id = ?", id),
		).toEqual([
			{
				title: "訂 場地",
				body: "第一行\n第二行",
				status: "todo",
				priority: 1,
				assignee_id: cashier.userId,
				due_on: "2026-12-01",
				created_by: secretary.userId,
			},
		]);
		const [audit] = await audits(id);
		expect(audit).toMatchObject({ action: "task.create" });
		expect(JSON.stringify(audit)).not.toContain("場地");
		expect(await mails(id)).toEqual([
			{
				template: "task_assigned",
				user_id: cashier.userId,
				data: JSON.stringify({ taskId: id, dueOn: "2026-12-01", priority: 1 }),
			},
		]);
	});

	test("made twice by one form is one; nobody is told of what they give themselves", async () => {
		const sent = form({ assignee: String(secretary.userId) });
		const [one, two] = [
			await ask(tasks.create(), { as: secretary, form: sent }),
			await ask(tasks.create(), { as: secretary, form: sent }),
		];
		expect(one.headers.get("Location")).toBe(two.headers.get("Location"));
		const id = Number(/(\d+)$/.exec(one.headers.get("Location") ?? "")?.[1]);
		expect(await mails(id)).toEqual([]);
	});

	test.each([
		[{ title: " ​ " }, "請填寫標題。"],
		[{ title: "字".repeat(121) }, "最多 120 個字。"],
		[{ due_on: "2026-02-30" }, "看不懂「2026-02-30」，或沒有這一天"],
		[{ priority: "9" }, "請從選項中選擇。"],
		[{ status: "open" }, "請從選項中選擇。"],
		[{ assignee: "999999" }, "這位目前不能登入後台"],
	])("%j is refused with words, and what was typed stays", async (wrong, words) => {
		const before = await rows("SELECT count(*) AS n FROM tasks");
		const answer = await ask(tasks.create(), { as: secretary, form: form({ body: "要留下的字", ...wrong }) });
		expect(answer.status).toBe(422);
		const text = await answer.text();
		expect(text).toContain(words);
		expect(text).toContain("要留下的字");
		expect(await rows("SELECT count(*) AS n FROM tasks")).toEqual(before);
	});

	test("a member is given nothing, and an unknown field is refused", async () => {
		const member = await signIn({ name: "會員", roles: ["member"] });
		expect((await ask(tasks.create(), { as: secretary, form: form({ assignee: String(member.userId) }) })).status).toBe(
			422,
		);
		expect((await ask(tasks.create(), { as: secretary, form: form({ rank: "1" }) })).status).toBe(422);
	});

	test("about a record, from its page, for who sees that record", async () => {
		await insert("members", { id: 71, name: "陳<怡君", member_no: "M0071", ...TIMES });
		const text = await page(tasks.createAbout("member", 71), secretary);
		expect(text).toContain("陳&lt;怡君　M0071");
		const id = await make({ about: "member:71" });
		expect(await rows("SELECT record_type, record_id FROM task_links WHERE task_id = ?", id)).toEqual([
			{ record_type: "member", record_id: 71 },
		]);
		expect((await ask(tasks.createAbout("member", 999_999), { as: secretary })).status).toBe(404);
		expect((await ask(tasks.createAbout("voucher", 1), { as: secretary })).status).toBe(404);
		expect((await ask(`${tasks.create()}?about=robot:1`, { as: secretary })).status).toBe(400);
		const refused = await ask(tasks.create(), { as: secretary, form: form({ about: "member:999999" }) });
		expect(refused.status).toBe(422);
		expect(await refused.text()).toContain("找不到這筆紀錄");
	});
});

describe("whose tasks one sees", () => {
	test("with tasks.manage all of them; else those alone that are one's own to do", async () => {
		const [own, other] = [
			await make({ title: "自己的事", assignee: String(cashier.userId) }),
			await make({ title: "別人的秘密" }),
		];
		const list = await page(tasks.list(), cashier);
		expect(list).toContain("自己的事");
		expect(list).not.toContain("別人的秘密");
		expect(await page(`${tasks.list()}?status=all&q=秘密`, cashier)).not.toContain(`href="${tasks.show(other)}"`);
		expect(await page(tasks.board(), cashier)).not.toContain("別人的秘密");
		expect(await (await ask(`${tasks.export("csv")}?status=all`, { as: cashier })).text()).not.toContain("別人的秘密");
		expect((await ask(tasks.show(own), { as: cashier })).status).toBe(200);
		for (const path of [tasks.show(other), tasks.notes(other)])
			expect((await ask(path, { as: cashier })).status, path).toBe(404);
		expect((await put(other, "done|top", { as: cashier })).status).toBe(409);
		expect((await ask(tasks.notes(other), { as: cashier, form: { content: "偷看" } })).status).not.toBe(303);
		expect(await rows("SELECT id FROM notes WHERE notable_type = 'task' AND notable_id = ?", other)).toEqual([]);
		for (const path of [tasks.create(), tasks.edit(own)])
			expect((await ask(path, { as: cashier })).status, path).toBe(403);
		expect((await ask(tasks.edit(own), { as: cashier, form: form({ version: "1" }) })).status).toBe(403);
		expect((await ask(tasks.links(own), { as: cashier, form: { about: "member:1" } })).status).toBe(403);
		expect(await page(tasks.list(), secretary)).toContain("別人的秘密");
	});

	test("whoever it is given to may say how it stands and write a note; once it is another's, no more", async () => {
		const id = await make({ assignee: String(cashier.userId) });
		expect((await put(id, "doing|top", { as: cashier })).status).toBe(200);
		expect((await ask(tasks.notes(id), { as: cashier, form: { content: "已問過場地" } })).headers.get("Location")).toBe(
			`${tasks.show(id)}#notes`,
		);
		const [note] = await rows("SELECT id FROM notes WHERE notable_type = 'task' AND notable_id = ?", id);
		const notePath = paths.admin.notes.edit(Number(note?.id));
		expect((await ask(notePath, { as: cashier })).status).toBe(200);
		expect((await ask(notePath, { as: colleague })).status).toBe(404);
		const given = await ask(tasks.edit(id), {
			as: secretary,
			form: { ...form({ status: "doing", assignee: String(colleague.userId), version: "2" }), base: "" },
		});
		expect(given.status).toBe(303);
		expect((await ask(tasks.show(id), { as: cashier })).status).toBe(404);
		expect((await ask(notePath, { as: cashier })).status).toBe(404);
		expect((await put(id, "done|top", { as: cashier, version: 3 })).status).toBe(409);
	});

	test("a note of a task is not corrected by who only writes notes about members", async () => {
		const id = await make();
		await ask(tasks.notes(id), { as: secretary, form: { content: "給同事" } });
		const [note] = await rows("SELECT id FROM notes WHERE notable_type = 'task' AND notable_id = ?", id);
		const stranger = await signIn({ permissions: ["members.view", "notes.manage", "users.manage"] });
		expect((await ask(paths.admin.notes.edit(Number(note?.id)), { as: stranger })).status).toBe(404);
		expect((await ask(paths.admin.notes.hiding(Number(note?.id)), { as: stranger })).status).toBe(404);
	});
});

describe("what a task is about", () => {
	test("is named to who sees that record, and to nobody else", async () => {
		await insert("members", { id: 81, name: "陳怡君", member_no: "M0081", ...TIMES });
		await insertArticle({ slug: "hidden-81", title: "未公開的文章" });
		const [article] = await rows("SELECT id FROM articles WHERE slug = 'hidden-81'");
		await insert("documents", {
			id: 81,
			slug: "board-81",
			title: "理監事會議紀錄",
			visibility: "restricted",
			permission: "ledger.view",
			...TIMES,
		});
		const id = await make({ assignee: String(cashier.userId) });
		for (const about of ["member:81", "document:81"]) {
			expect((await ask(tasks.links(id), { as: secretary, form: { about } })).status, about).toBe(303);
		}
		await insert("task_links", { task_id: id, record_type: "article", record_id: Number(article?.id), at: 5 });
		const mine = await page(tasks.show(id), secretary);
		expect(mine).toContain("陳怡君　M0081");
		expect(mine).toContain("理監事會議紀錄");
		expect(mine).not.toContain("未公開的文章");
		const theirs = await page(tasks.show(id), cashier);
		for (const words of ["陳怡君", "M0081", "未公開的文章", "理監事會議紀錄", paths.admin.members.show(81)])
			expect(theirs).not.toContain(words);
		expect(theirs.match(/您看不到的紀錄/g)).toHaveLength(3);
	});

	test("one links only what one sees: a draft of another, a restricted document, a kind without its gate", async () => {
		const id = await make();
		const manager = await signIn({ permissions: ["tasks.manage", "finance.submit", "documents.publish"] });
		await insert("documents", {
			id: 82,
			slug: "board-82",
			title: "限定文件",
			visibility: "restricted",
			permission: "ledger.view",
			...TIMES,
		});
		await insert("documents", { id: 83, slug: "open-83", title: "公開文件", visibility: "public", ...TIMES });
		await insert("members", { id: 82, name: "陳怡君", ...TIMES });
		await insert("finance_documents", {
			id: 82,
			kind: "vendor",
			title: "別人的草稿",
			applicant_id: secretary.userId,
			payee_name: "店家",
			pay_by: "cash",
			gross: 100,
			state_since: 1,
			...TIMES,
		});
		for (const about of ["document:82", "member:82", "finance:82", "voucher:1"]) {
			const answer = await ask(tasks.links(id), { as: manager, form: { about } });
			expect([answer.status, (await answer.text()).includes("找不到這筆紀錄")], about).toEqual([422, true]);
		}
		expect((await ask(tasks.links(id), { as: manager, form: { about: "document:83" } })).status).toBe(303);
		for (const [find, q, words] of [
			["document", "限定", "限定文件"],
			["finance", "草稿", "別人的草稿"],
			["member", "陳怡君", ">陳怡君"],
		] as const)
			expect(await page(`${tasks.show(id)}?find=${find}&q=${q}`, manager), find).not.toContain(words);
	});

	test("is searched by words, numbers with and without hyphens, and an amount; one that is linked says so", async () => {
		const id = await make();
		const all = await signIn({
			permissions: [
				"tasks.manage",
				"members.view",
				"finance.view",
				"payments.record",
				"articles.manage",
				"pages.manage",
			],
		});
		await insert("members", { id: 91, name: "臺南陳小姐", member_no: "M0091", ...TIMES });
		await insert("finance_documents", {
			id: 91,
			state: "pending_cashier",
			kind: "vendor",
			roc_year: 115,
			seq: 91,
			title: "印製會刊",
			applicant_id: secretary.userId,
			payee_name: "青禾印刷",
			pay_by: "cash",
			gross: 12_345,
			state_since: 1,
			...TIMES,
		}).catch(() => undefined);
		const found = (find: string, q: string) => page(`${tasks.show(id)}?find=${find}&q=${encodeURIComponent(q)}`, all);
		expect(await found("member", "台南 小姐")).toContain("臺南陳小姐　M0091");
		expect(await found("member", "m0091")).toContain("臺南陳小姐　M0091");
		expect(await found("member", "沒有這個人")).toContain("找不到「沒有這個人」的會員");
		expect(await found("member", "")).toContain("請輸入要找的字");
		await ask(tasks.links(id), { as: all, form: { about: "member:91" } });
		expect(await found("member", "臺南")).toContain("已連結");
		const twice = await ask(tasks.links(id), { as: all, form: { about: "member:91" } });
		expect([twice.status, (await twice.text()).includes("已經連結了")]).toEqual([422, true]);
		expect((await ask(tasks.linkRemoval(id), { as: all, form: { about: "member:91" } })).status).toBe(303);
		expect(await rows("SELECT * FROM task_links WHERE task_id = ?", id)).toEqual([]);
		expect((await ask(tasks.linkRemoval(id), { as: all, form: { about: "member:91" } })).status).toBe(422);
		expect((await audits(id)).map(({ action }) => action)).toEqual(["task.create", "task.link", "task.unlink"]);
	});
});

describe("changing a task", () => {
	const edit = (id: number, more: Record<string, string>, as = secretary) =>
		ask(tasks.edit(id), { as, form: { ...form(), version: "1", base: "", ...more } });

	test("stores, raises the version, tells whom it is given to, and the log has fields and states but no words", async () => {
		const id = await make();
		const { rank } = await stored(id);
		await edit(id, {
			title: "訂大場地",
			status: "done",
			assignee: String(cashier.userId),
			priority: "2",
			due_on: "2026-12-24",
		});
		expect(await stored(id)).toMatchObject({
			title: "訂大場地",
			status: "done",
			assignee_id: cashier.userId,
			version: 2,
		});
		expect((await stored(id)).closed_at).toBeGreaterThan(0);
		const [, audit] = await audits(id);
		expect(audit).toMatchObject({ action: "task.edit", description: `task ${id}` });
		expect(JSON.parse(String(audit?.changes))).toEqual({
			fields: ["title", "status", "priority", "due_on", "assignee"],
			status: { from: "todo", to: "done" },
			stood: { rank, closed_at: null },
			priority: { from: 3, to: 2 },
			due_on: { from: null, to: "2026-12-24" },
			assignee: { from: null, to: cashier.userId },
		});
		expect((await mails(id)).map(({ user_id }) => user_id)).toEqual([cashier.userId]);
		const text = await page(tasks.show(id), secretary);
		for (const words of ["狀態：待辦 → 完成", "優先順序：一般 → 高", "負責人：未指派 → 許&lt;文彥", "改了標題"])
			expect(text).toContain(words);
	});

	test("the same again changes nothing and writes nothing", async () => {
		const id = await make();
		await edit(id, {});
		expect((await stored(id)).version).toBe(1);
		expect(await audits(id)).toHaveLength(1);
	});

	test("of two tabs the later one sees both texts; what was typed stays, and is stored when it is sent again", async () => {
		const id = await make();
		const text = await page(tasks.edit(id), secretary);
		const base = JSON.stringify({
			title: "訂場地",
			body: "第一行\n第二行",
			status: "todo",
			priority: "3",
			assignee: "",
			due_on: "",
		});
		expect(text).toContain(base.replaceAll('"', "&quot;").slice(0, 40));
		await edit(id, { title: "訂大場地" }, colleague);
		const refused = await edit(id, { title: "訂小場地", body: "新的內容", base });
		const again = await refused.text();
		expect(refused.status).toBe(409);
		expect(again).toContain("您編輯時，有人先儲存了");
		expect(again).toContain("訂小場地");
		expect(again).toContain("新的內容");
		expect(await stored(id)).toMatchObject({ title: "訂大場地", version: 2 });
		expect((await edit(id, { title: "訂小場地", body: "新的內容", base, version: "2" })).status).toBe(303);
		expect(await stored(id)).toMatchObject({ title: "訂小場地", version: 3 });
	});

	test("what only the other changed is taken over without asking", async () => {
		const id = await make();
		const base = JSON.stringify({
			title: "訂場地",
			body: "第一行\n第二行",
			status: "todo",
			priority: "3",
			assignee: "",
			due_on: "",
		});
		await edit(id, { priority: "1" }, colleague);
		const again = await (await edit(id, { body: "我的內容", base })).text();
		expect(again).toMatch(/<option value="1" selected[^>]*>急件/);
		expect(again).toContain("我的內容");
	});
});

describe("the board", () => {
	test("has four columns in the order that people gave; a place is on top, at the end, or before another", async () => {
		await rows("UPDATE tasks SET status = 'dropped', closed_at = 1, version = version + 1 WHERE status <> 'dropped'");
		const [a, b, c] = [await make(), await make(), await make()];
		expect(await column("todo")).toEqual([c, b, a]);
		expect(await (await put(a, `todo|${b}`)).json()).toEqual({ data: { version: 2 } });
		expect(await column("todo")).toEqual([c, a, b]);
		await put(c, "todo|end");
		expect(await column("todo")).toEqual([a, b, c]);
		await put(b, "doing|top");
		await put(c, `doing|${b}`, { version: 2 });
		expect([await column("todo"), await column("doing")]).toEqual([[a], [c, b]]);
		await put(c, "done|top", { version: 3 });
		expect(await stored(c)).toMatchObject({ status: "done", version: 4 });
		expect((await stored(c)).closed_at).toBeGreaterThan(0);
		await put(c, "todo|end", { version: 4 });
		expect(await stored(c)).toMatchObject({ status: "todo", closed_at: null });
		expect((await audits(c)).map(({ action }) => action)).toEqual([
			"task.create",
			"task.order",
			"task.move",
			"task.move",
			"task.move",
		]);
	});

	test("a hundred moves to the same place keep the order", async () => {
		await rows("UPDATE tasks SET status = 'dropped', closed_at = 1, version = version + 1 WHERE status <> 'dropped'");
		const [a, b, c] = [await make(), await make(), await make()];
		// [c, b, a]: two of them take turns right before a.
		for (let n = 0; n < 100; n++) {
			const id = n % 2 === 0 ? c : b;
			const { version } = await stored(id);
			expect((await put(id, `todo|${a}`, { version })).status).toBe(200);
			expect(await column("todo")).toEqual(n % 2 === 0 ? [b, c, a] : [c, b, a]);
		}
	});

	test("who sees their own tasks alone does not learn in which column another stands", async () => {
		const other = await make();
		const own = await make({ assignee: String(cashier.userId) });
		for (const column of ["todo", "doing"])
			expect([column, (await put(own, `${column}|${other}`, { as: cashier })).status]).toEqual([column, 409]);
		expect((await put(own, "doing|top", { as: cashier })).status).toBe(200);
	});

	test("of two tabs the later one is told; nothing moves. So is who aims at a card that went elsewhere, or at itself", async () => {
		const [a, b] = [await make(), await make()];
		await put(a, "doing|top");
		const late = await put(a, "done|top");
		expect(late.status).toBe(409);
		expect(await late.json()).toMatchObject({ message: expect.stringContaining("已被其他人更新") });
		expect(await stored(a)).toMatchObject({ status: "doing", version: 2 });
		expect((await put(b, `todo|${a}`)).status).toBe(409);
		expect((await put(b, `todo|${b}`)).status).toBe(409);
		expect((await put(b, "todo|999999")).status).toBe(409);
		expect((await put(b, "gone|top")).status).toBe(422);
		expect((await put(999_999, "todo|top")).status).toBe(409);
		expect(await stored(b)).toMatchObject({ status: "todo", version: 1 });
	});

	test("a button of the task's own page that comes too late shows that page as it stands", async () => {
		const id = await make({ title: "一件事" });
		await put(id, "doing|top");
		const late = await ask(tasks.place(id), { as: secretary, form: { place: "done|top", version: "1", from: "task" } });
		expect(late.status).toBe(409);
		const text = await late.text();
		expect(text).toContain("已被其他人更新");
		expect(text).toContain("備忘錄");
		const form = { place: "done|top", version: "2", from: "task" };
		expect((await ask(tasks.place(id), { as: secretary, form })).headers.get("Location")).toBe(tasks.show(id));
	});

	test("two who drag at the same moment: one is told", async () => {
		const id = await make();
		const both = await Promise.all([put(id, "doing|top"), put(id, "done|top", { as: colleague })]);
		expect(both.map(({ status }) => status).sort()).toEqual([200, 409]);
		expect((await stored(id)).version).toBe(2);
	});

	test("without scripts each card has its ways, and a refusal shows the board as it stands", async () => {
		const id = await make({ title: "<b>粗體" });
		const text = await page(tasks.board(), secretary);
		expect(text).toContain("&lt;b>粗體");
		expect(text).toContain(`action="${tasks.place(id)}"`);
		const moved = await ask(tasks.place(id), {
			as: secretary,
			form: { place: "doing|top", version: "1", from: "board" },
		});
		expect(moved.headers.get("Location")).toBe(`${tasks.board()}#task-${id}`);
		const late = await ask(tasks.place(id), {
			as: secretary,
			form: { place: "done|top", version: "1", from: "board" },
		});
		expect(late.status).toBe(409);
		expect(await late.text()).toContain("下面是目前的看板，請再移動一次");
	});
});

describe("the list", () => {
	test("shows what is open by its due day; conditions narrow it; what is over says so", async () => {
		await rows("UPDATE tasks SET status = 'dropped', closed_at = 1, version = version + 1 WHERE status <> 'dropped'");
		const over = await make({ title: "逾期的事", due_on: dayFromNow(-3), assignee: String(colleague.userId) });
		await make({ title: "沒有期限的事", priority: "1" });
		await make({ title: "明天的事", due_on: dayFromNow(1), assignee: String(secretary.userId) });
		await make({ title: "做完的事", status: "done" });
		const names = async (query = "") =>
			[
				...(await page(`${tasks.list()}${query}`, secretary)).matchAll(
					/<th role="rowheader"[^>]*>[\s\S]*?<span><a [^>]*>([^<]*)/g,
				),
			].map(([, name]) => name);
		expect(await names()).toEqual(["逾期的事", "明天的事", "沒有期限的事"]);
		expect(await names("?sort=priority")).toEqual(["沒有期限的事", "逾期的事", "明天的事"]);
		expect(await names("?sort=-due")).toEqual(["明天的事", "逾期的事", "沒有期限的事"]);
		expect(await names("?assignee=me")).toEqual(["明天的事"]);
		expect(await names("?assignee=none")).toEqual(["沒有期限的事"]);
		expect(await names(`?assignee=${colleague.userId}`)).toEqual(["逾期的事"]);
		expect(await names("?due=overdue")).toEqual(["逾期的事"]);
		expect(await names("?due=week")).toEqual(["明天的事"]);
		expect(await names("?due=none")).toEqual(["沒有期限的事"]);
		expect(await names("?priority=1")).toEqual(["沒有期限的事"]);
		expect(await names("?status=done")).toEqual(["做完的事"]);
		expect(await names("?status=all&q=做完")).toEqual(["做完的事"]);
		expect(await names(`?q=%23${over}`)).toEqual(["逾期的事"]);
		expect(await names("?q=第二行 逾期")).toEqual(["逾期的事"]);
		expect(await page(tasks.list(), secretary)).toContain("逾期 3 天");
		expect(await page(`${tasks.list()}?q=沒有這種`, secretary)).toContain("找不到符合的任務");
		expect((await ask(`${tasks.list()}?status=begun`, { as: secretary })).status).toBe(400);
	});

	test("says of an assignee who is disabled, or staff no more, that they cannot", async () => {
		const id = await make({ title: "沒人做的事", assignee: String(colleague.userId) });
		await rows("UPDATE users SET status = 'disabled', version = version + 1 WHERE id = ?", colleague.userId);
		expect(await page(tasks.list(), secretary)).toContain("帳號已停用");
		expect(await page(tasks.show(id), secretary)).toContain("請把任務交給另一個人");
		// The form keeps who there is until another is chosen.
		expect(await page(tasks.edit(id), secretary)).toContain("吳佩珊（目前不能登入後台）");
		const kept = await ask(tasks.edit(id), {
			as: secretary,
			form: { ...form({ title: "改名", assignee: String(colleague.userId), version: "1" }), base: "" },
		});
		expect(kept.status).toBe(303);
		await rows("UPDATE users SET status = 'active', version = version + 1 WHERE id = ?", colleague.userId);
		await rows("DELETE FROM user_roles WHERE user_id = ?", colleague.userId);
		expect(await page(tasks.show(id), secretary)).toContain("不再是工作人員");
	});

	test("leaves as a file, formulas disarmed, with a row in the log", async () => {
		await make({ title: "=1+1", assignee: String(cashier.userId) });
		const answer = await ask(`${tasks.export("csv")}?q=1%2B1`, { as: secretary });
		expect(answer.headers.get("Content-Type")).toContain("text/csv");
		expect(await answer.text()).toContain("'=1+1");
		const [row] = await rows("SELECT changes FROM audit_log WHERE action = 'task.export' ORDER BY id DESC LIMIT 1");
		expect(JSON.parse(String(row?.changes))).toEqual({
			format: "csv",
			rows: 1,
			filter: { search: "yes" },
		});
		expect((await ask(`${tasks.export("xlsx")}?q=沒有這種`, { as: secretary })).status).toBe(303);
	});

	test("one or three tasks take the same round trips: one besides the session", async () => {
		const id = await make();
		for (const path of [tasks.list(), tasks.board(), tasks.show(id), tasks.edit(id)]) {
			const before = await tripsOf(path, secretary);
			await make();
			await make();
			expect(await tripsOf(path, secretary), path).toEqual(before);
		}
	});
});

test("the dashboard has one's own open tasks, the oldest first; the menu leads there", async () => {
	await make({ title: "出納的逾期", due_on: dayFromNow(-1), assignee: String(cashier.userId) });
	await make({ title: "出納的以後", assignee: String(cashier.userId) });
	await make({ title: "別人的", assignee: String(colleague.userId) });
	const text = await page(paths.admin.home(), cashier);
	expect(text).toContain("wait=tasks");
	expect(text).toContain("逾期 1 天");
	expect(text.indexOf("出納的逾期")).toBeLessThan(text.indexOf("出納的以後"));
	expect(text).not.toContain("別人的");
	expect(text).toContain(`href="${tasks.list()}"`);
});

test("the word issue stands nowhere", async () => {
	const id = await make();
	for (const path of [tasks.list(), tasks.board(), tasks.show(id), tasks.create(), tasks.edit(id)])
		expect((await page(path, secretary)).toLowerCase(), path).not.toContain("issue");
});

test("who merges two members keeps the tasks about both, each once", async () => {
	await insert("members", { id: 61, name: "甲", ...TIMES });
	await insert("members", { id: 62, name: "甲", ...TIMES });
	const [both, one] = [await make({ about: "member:61" }), await make({ about: "member:62" })];
	await insert("task_links", { task_id: both, record_type: "member", record_id: 62, at: 2 });
	const { movePointers } = await import("#db/people/member-merge.ts");
	const { commit, open } = await import("#db/commit.ts");
	const by = { userId: secretary.userId, actor: "user", ip: null, at: 3 };
	await commit(open(env.DB), movePointers({ kept: 61, other: 62 }, by));
	expect(
		await rows(
			"SELECT task_id, record_id FROM task_links WHERE record_type = 'member' AND task_id IN (?, ?) ORDER BY task_id",
			both,
			one,
		),
	).toEqual([
		{ task_id: both, record_id: 61 },
		{ task_id: one, record_id: 61 },
	]);
});

describe("in the list", () => {
	const send = async (path: string, more: Record<string, string>, as = secretary) => {
		const answer = await ask(path, { as, form: more });
		return { status: answer.status, to: answer.headers.get("Location"), html: await answer.text() };
	};
	const arrangement = (more: Record<string, string> = {}) => ({
		assignee: "",
		due_on: "2026-12-24",
		priority: "1",
		version: "1",
		...more,
	});

	test("a title and Enter make a task, once, and the list stays; a refused one is the form of a new task", async () => {
		await make({ title: "已有的" });
		const shown = await page(tasks.list(), secretary);
		const [quick = ""] = /<form class="quick-add"[\s\S]*?<\/form>/.exec(shown) ?? [];
		const fields = Object.fromEntries(
			[...quick.matchAll(/type="hidden" name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [
				name,
				value,
			]),
		);
		const sent = { ...fields, title: "買郵票", assignee: String(colleague.userId), due_on: "" };
		for (let press = 0; press < 2; press += 1)
			expect(await send(tasks.create(), sent)).toMatchObject({ status: 303, to: tasks.list() });
		expect(await rows("SELECT title, assignee_id, priority, status FROM tasks WHERE title = '買郵票'")).toEqual([
			{ title: "買郵票", assignee_id: colleague.userId, priority: 3, status: "todo" },
		]);
		const refused = await send(tasks.create(), {
			...fields,
			_key: crypto.randomUUID(),
			title: "",
			assignee: "",
			due_on: "x",
		});
		expect(refused.status).toBe(422);
		expect(refused.html).toContain("請填寫標題。");
		expect(await page(tasks.list(), cashier)).not.toContain("quick-add");
	});

	test("a row changes who, until when and how urgent, and nothing else; the list is as it was", async () => {
		const id = await make();
		const list = `${tasks.list()}?sort=-updated&open=${id}`;
		const shown = await page(list, secretary);
		expect(shown).toContain(`action="${tasks.arrange(id)}?sort=-updated&amp;open=${id}"`);
		expect(
			(await send(`${tasks.arrange(id)}?sort=-updated&open=${id}`, arrangement({ assignee: String(colleague.userId) })))
				.to,
		).toBe(`${tasks.list()}?sort=-updated#task-${id}`);
		expect(await stored(id)).toMatchObject({
			...{ title: "訂場地", body: "第一行\n第二行", status: "todo" },
			...{ assignee_id: colleague.userId, due_on: "2026-12-24", priority: 1, version: 2 },
		});
		expect((await audits(id)).at(-1)?.action).toBe("task.edit");
	});

	test("a change is taken back by one press, as long as nobody changed the task since", async () => {
		const id = await make({ assignee: String(colleague.userId), due_on: "2026-12-01", priority: "2" });
		const answer = await ask(`${tasks.arrange(id)}?sort=due&open=${id}`, { as: secretary, form: arrangement() });
		const [, flash = ""] = /flash=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "") ?? [];
		const cookie = `${secretary.cookie}; flash=${flash}`;
		const shown = await (await ask(tasks.list(), { as: secretary, headers: { Cookie: cookie } })).text();
		const [undo = ""] = /<form class="undo"[\s\S]*?<\/form>/.exec(shown) ?? [];
		const [, action = ""] = /action="([^"]*)"/.exec(undo) ?? [];
		const back = Object.fromEntries(
			[...undo.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]),
		);
		expect(action).toBe(`${tasks.arrange(id)}?sort=due`);
		expect((await send(action, back)).status).toBe(303);
		const was = { assignee_id: colleague.userId, due_on: "2026-12-01", priority: 2 };
		expect(await stored(id)).toMatchObject({ ...was, version: 3 });
		expect((await send(action, back)).status).toBe(409);
		expect(await stored(id)).toMatchObject({ ...was, version: 3 });
	});

	test("what changes nothing says so, and offers nothing to take back", async () => {
		const id = await make({ due_on: "2026-12-01", priority: "2" });
		const same = { assignee: "", due_on: "2026-12-01", priority: "2" };
		const answer = await ask(tasks.arrange(id), { as: secretary, form: arrangement(same) });
		const told = decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));
		expect([answer.status, told.includes("沒有改變"), told.includes("undo")]).toEqual([303, true, false]);
		expect((await stored(id)).version).toBe(1);
	});

	test("two tabs: the second is told, and writes nothing; a wrong date stands beside its field with the rest kept", async () => {
		const id = await make();
		const at = `${tasks.arrange(id)}?open=${id}`;
		expect((await send(at, arrangement())).status).toBe(303);
		const late = await send(at, arrangement({ priority: "4", due_on: "" }));
		expect([late.status, (await stored(id)).priority]).toEqual([409, 1]);
		const wrong = await send(at, arrangement({ version: "2", due_on: "昨天", priority: "2" }));
		expect([wrong.status, wrong.html.includes("看不懂「昨天」"), (await stored(id)).version]).toEqual([422, true, 2]);
		expect(wrong.html).toMatch(/<option value="2" selected>/);
	});

	test("who may not manage tasks is offered no change and makes none", async () => {
		const id = await make({ assignee: String(cashier.userId) });
		expect(await page(`${tasks.list()}?open=${id}`, cashier)).not.toContain("arrangement");
		expect((await send(tasks.arrange(id), arrangement(), cashier)).status).toBe(403);
		expect((await send(tasks.arrange(999_999), arrangement())).status).toBe(409);
		expect((await stored(id)).version).toBe(1);
	});
});

describe("in a card of the board", () => {
	const arrangement = (more: Record<string, string> = {}) => ({
		assignee: "",
		due_on: "2026-12-24",
		priority: "3",
		version: "1",
		...more,
	});
	const board = `${tasks.board()}?priority=3`;

	test("who and until when are changed there, the board stays as it was, and one press takes it back", async () => {
		const id = await make({ assignee: String(colleague.userId), due_on: "2026-12-01" });
		const shown = await page(`${board}&open=${id}`, secretary);
		expect(shown).toContain(`action="${tasks.arrangeCard(id)}?priority=3"`);
		expect(shown).toContain(`<option value="${colleague.userId}" selected>吳佩珊</option>`);
		const answer = await ask(`${tasks.arrangeCard(id)}?priority=3`, { as: secretary, form: arrangement() });
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${board}#task-${id}`]);
		expect(await stored(id)).toMatchObject({ assignee_id: null, due_on: "2026-12-24", version: 2 });
		const [, flash = ""] = /flash=([^;]+)/.exec(answer.headers.get("Set-Cookie") ?? "") ?? [];
		const { undo } = JSON.parse(decodeURIComponent(decodeURIComponent(flash)));
		expect((await ask(undo.action, { as: secretary, form: undo.fields })).headers.get("Location")).toBe(
			`${board}#task-${id}`,
		);
		expect(await stored(id)).toMatchObject({ assignee_id: colleague.userId, due_on: "2026-12-01", version: 3 });
	});

	test("a script gets the card as it is stored, and the board", async () => {
		const id = await make();
		const form = arrangement({ assignee: String(colleague.userId) });
		const answer = await ask(tasks.arrangeCard(id), { as: secretary, form, headers: JSON_ONLY });
		const card = { id, version: 2, who: "吳佩珊", due: { day: "2026-12-24", words: "12月24日（四）" } };
		expect(await answer.json()).toMatchObject({ data: card });
		const whole = await ask(tasks.board(), { as: secretary, headers: JSON_ONLY });
		const { data } = await whole.json<{ data: { status: string; cards: { id: number }[] }[] }>();
		expect(data.map(({ status }) => status)).toEqual(["todo", "doing", "done", "dropped"]);
		expect(data[0]?.cards.find((one) => one.id === id)).toMatchObject(card);
		const late = await ask(tasks.arrangeCard(id), { as: secretary, form, headers: JSON_ONLY });
		expect([late.status, await late.json()]).toMatchObject([409, { message: "這件任務剛才已被其他人更新。" }]);
	});

	test("a wrong date stands in the card with what was typed; the second of two tabs is told", async () => {
		const id = await make();
		const at = `${tasks.arrangeCard(id)}?priority=3&open=${id}`;
		const wrong = await ask(at, {
			as: secretary,
			form: arrangement({ due_on: "昨天", assignee: String(colleague.userId) }),
		});
		const shown = await wrong.text();
		expect([wrong.status, shown.includes("看不懂「昨天」")]).toEqual([422, true]);
		expect(shown).toContain(`<option value="${colleague.userId}" selected>`);
		await ask(at, { as: secretary, form: arrangement() });
		const late = await ask(at, { as: secretary, form: arrangement({ due_on: "2026-12-31" }) });
		expect([late.status, (await late.text()).includes("已被其他人更新"), (await stored(id)).due_on]).toEqual([
			409,
			true,
			"2026-12-24",
		]);
	});

	test("who may not manage tasks is offered no change, reads no names of colleagues, and makes none", async () => {
		const id = await make({ assignee: String(cashier.userId) });
		const shown = await page(`${tasks.board()}?open=${id}`, cashier);
		expect(shown).toContain(`id="task-${id}"`);
		expect(shown).not.toMatch(/board-fields|id="arrange-|吳佩珊/);
		expect((await ask(tasks.arrangeCard(id), { as: cashier, form: arrangement() })).status).toBe(403);
		expect((await ask(tasks.arrangeCard(999_999), { as: secretary, form: arrangement() })).status).toBe(409);
		expect((await stored(id)).version).toBe(1);
	});
});
