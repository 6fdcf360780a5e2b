import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { tasks } = paths.admin;
let secretary: Person;
let colleague: Person;
/** A task is never deleted: each test has three of its own. */
let runs = 0;
const id = (n: number): number => runs * 10 + n;

beforeEach(async () => {
	runs += 1;
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	colleague = await signIn({ name: "吳佩珊", roles: ["secretary"] });
	await env.DB.batch(
		[1, 2, 3].map((n) =>
			env.DB.prepare(
				`INSERT INTO tasks (id, title, body, rank, priority, due_on, created_at, updated_at)
				VALUES (?1, '事<' || ?2, '內容' || ?2, ?1, ?3, '2026-12-0' || ?2, 1, 1)`,
			).bind(id(n), String(n), n),
		),
	);
});

const flashOf = (answer: Response): string =>
	decodeURIComponent(decodeURIComponent(answer.headers.get("Set-Cookie") ?? ""));
const page = async (path: string, as = secretary) => (await ask(path, { as })).text();
const change = (form: Record<string, string>, as = secretary) =>
	ask(tasks.change(), { as, form: { here: "", assignee: "", due_on: "", priority: "", status: "", ...form } });
const stored = () =>
	rows(
		`SELECT id - ${id(0)} AS id, title, body, status, priority, assignee_id, due_on, version FROM tasks WHERE id > ${id(0)} ORDER BY id`,
	);
const audits = () =>
	rows<{ auditable_id: string; changes: string }>(
		"SELECT auditable_id, changes FROM audit_log WHERE action = 'task.edit' AND at > 1 ORDER BY id DESC LIMIT 3",
	);

describe("many tasks at once", () => {
	test("the list leads there with the ticked tasks, or with all that fit its conditions", async () => {
		const one = await ask(tasks.changeChoice(), { as: secretary, form: { ids: String(id(1)), here: "sort=-due" } });
		expect(one.headers.get("Location")).toBe(`${tasks.change()}?ids=${id(1)}&here=sort%3D-due`);
		const all = await ask(tasks.changeChoice(), { as: secretary, form: { all: `q=%23${id(2)}`, here: "priority=2" } });
		const html = await page(all.headers.get("Location") ?? "");
		expect(html).toContain(`name="refs" value="${id(2)}:1"`);
		expect(html).toContain("事&lt;2");
		expect(await page(`${tasks.change()}?ids=99999`)).toContain("沒有選到任務");
	});

	test("what is chosen is set on each, with its audit row and its mail; what is not stays", async () => {
		const answer = await change({
			refs: `${id(1)}:1 ${id(3)}:1`,
			assignee: String(colleague.userId),
			status: "doing",
			here: "sort=-due",
		});
		expect([answer.status, answer.headers.get("Location")]).toEqual([303, `${tasks.list()}?sort=-due`]);
		expect(flashOf(answer)).toContain("已變更 2 件任務");
		const set = { status: "doing", assignee_id: colleague.userId, version: 2 };
		expect(await stored()).toEqual([
			{ id: 1, title: "事<1", body: "內容1", priority: 1, due_on: "2026-12-01", ...set },
			{
				id: 2,
				title: "事<2",
				body: "內容2",
				priority: 2,
				due_on: "2026-12-02",
				status: "todo",
				assignee_id: null,
				version: 1,
			},
			{ id: 3, title: "事<3", body: "內容3", priority: 3, due_on: "2026-12-03", ...set },
		]);
		expect((await audits()).slice(0, 2).map(({ auditable_id }) => auditable_id)).toEqual([
			String(id(3)),
			String(id(1)),
		]);
		const mails = await rows(
			"SELECT user_id FROM mail_messages WHERE id LIKE 'task!_%' ESCAPE '!' AND user_id = ?",
			colleague.userId,
		);
		expect(mails.length).toBe(2);
		// Nobody is told of what they do themselves, and what a task has already is no change.
		expect((await change({ refs: `${id(1)}:2`, status: "doing" })).status).toBe(303);
		expect((await stored())[0]).toMatchObject({ version: 2 });
		expect((await change({ refs: `${id(1)}:2`, assignee: "none" })).status).toBe(303);
		expect((await stored())[0]).toMatchObject({ version: 3, assignee_id: null });
	});

	test("a task that somebody else changed stays as it is and is shown again, with what it has now", async () => {
		await change({ refs: `${id(2)}:1`, priority: "4" }, colleague);
		const answer = await change({ refs: `${id(1)}:1 ${id(2)}:1`, priority: "1", here: "sort=-due" });
		expect(flashOf(answer)).toContain("已變更 1 件；下面 1 件剛剛被別人改過");
		const to = answer.headers.get("Location") ?? "";
		expect(to).toBe(`${tasks.change()}?ids=${id(2)}&here=sort%3D-due`);
		expect(await page(to)).toContain(`name="refs" value="${id(2)}:2"`);
		expect((await stored()).map(({ priority }) => priority)).toEqual([1, 4, 3]);
	});

	test("two at the same moment: each task gets one of both, whole", async () => {
		const answers = await Promise.all([
			change({ refs: `${id(1)}:1 ${id(2)}:1 ${id(3)}:1`, priority: "1", due_on: "2027-01-01" }),
			change({ refs: `${id(3)}:1 ${id(2)}:1 ${id(1)}:1`, priority: "4", due_on: "2027-02-02" }, colleague),
		]);
		expect(answers.every(({ status }) => status === 303 || status === 409)).toBe(true);
		const pairs = new Set((await stored()).map(({ priority, due_on, version }) => `${priority} ${due_on} ${version}`));
		expect(["1 2027-01-01 2", "4 2027-02-02 2"]).toContain([...pairs].join());
	});

	test("bad input is told and changes nothing; who manages no tasks has neither boxes nor the page", async () => {
		const was = await stored();
		const nothing = await change({ refs: `${id(1)}:1` });
		expect([nothing.status, (await nothing.text()).includes("請至少選一項要變更的。")]).toEqual([422, true]);
		const wrong = await change({ refs: `${id(1)}:1`, due_on: "2026-02-30", priority: "2" });
		const html = await wrong.text();
		expect([wrong.status, html.includes("看不懂「2026-02-30」"), /<option value="2" selected/.test(html)]).toEqual([
			422,
			true,
			true,
		]);
		for (const refs of ["", "1", `${id(1)}:1 ${id(1)}:1`, "x:1"])
			expect([refs, (await change({ refs, priority: "2" })).status]).toEqual([refs, 422]);
		const gone = await signIn({ roles: ["member"] });
		expect((await change({ refs: `${id(1)}:1`, assignee: String(gone.userId) })).status).toBeGreaterThan(399);
		const cashier = await signIn({ roles: ["cashier"] });
		expect((await change({ refs: `${id(1)}:1`, priority: "2" }, cashier)).status).toBe(403);
		expect(await stored()).toEqual(was);
		await env.DB.prepare("UPDATE tasks SET assignee_id = ?, version = version + 1 WHERE id = ?")
			.bind(cashier.userId, id(1))
			.run();
		const list = await page(tasks.list(), cashier);
		expect([list.includes("事&lt;1"), list.includes("tasks-bulk")]).toEqual([true, false]);
	});
});
