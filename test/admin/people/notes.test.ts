import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { insert } from "../../support/content.ts";
import { cells, newestAudit, page, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";

const { members, notes } = paths.admin;
const LIST = members.notes.list(1);
const JSON_ONLY = { Accept: "application/json" };
/** 2026-03-05 01:30 UTC is 09:30 in Taipei. */
const AT = Date.UTC(2026, 2, 5, 1, 30);
const HOUR = 3_600_000;

let secretary: Person;
let colleague: Person;

beforeEach(async () => {
	secretary = await signIn({ name: "林書瑜", roles: ["secretary"] });
	colleague = await signIn({ name: "吳<佩珊", roles: ["secretary"] });
	await env.DB.batch(
		["notes", "member_numbers", "members", "form_submissions"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
	);
	await insert("members", { id: 1, name: "陳<怡君", member_no: "M0001", created_at: 1, updated_at: 1 });
	await insert("members", { id: 2, name: "陳品睿", member_no: "M0002", created_at: 1, updated_at: 1 });
});

const write = (id: number, content: string, { by = secretary, at = AT, ...more }: Record<string, unknown> = {}) =>
	insert("notes", {
		id,
		notable_type: "member",
		notable_id: 1,
		user_id: (by as Person | null)?.userId ?? null,
		content,
		created_at: Number(at),
		updated_at: Number(at),
		...(more as Record<string, string | number>),
	});
const json = async (path: string, as: Person, form?: Record<string, string>) => {
	const answer = await ask(path, { as, headers: JSON_ONLY, ...(form ? { form } : {}) });
	return { status: answer.status, type: answer.headers.get("Content-Type"), body: await answer.json() };
};
const texts = () => rows("SELECT content FROM notes ORDER BY id").then((all) => all.map(({ content }) => content));

describe("for scripts", () => {
	test("GET: newest first, with author and both times; those of nobody else, no hidden one", async () => {
		await write(1, "紙本會刊\n改寄新北市");
		await write(2, "<b>換發新證", { by: colleague, at: AT + HOUR });
		await write(3, "名冊備註", { by: null, at: AT - HOUR });
		await write(4, "寫錯人了", { hidden_at: AT, hidden_reason: "寫錯" });
		await write(5, "別人的", { notable_id: 2 });
		expect(await json(LIST, secretary)).toEqual({
			status: 200,
			type: "application/json",
			body: {
				data: [
					{
						id: 2,
						content: "<b>換發新證",
						author: { id: colleague.userId, name: "吳<佩珊" },
						created_at: "2026-03-05T10:30:00+08:00",
						created_at_label: "2026年03月05日 10:30",
					},
					{
						id: 1,
						content: "紙本會刊\n改寄新北市",
						author: { id: secretary.userId, name: "林書瑜" },
						created_at: "2026-03-05T09:30:00+08:00",
						created_at_label: "2026年03月05日 09:30",
					},
					{
						id: 3,
						content: "名冊備註",
						author: { id: null, name: "匯入" },
						created_at: "2026-03-05T08:30:00+08:00",
						created_at_label: "2026年03月05日 08:30",
					},
				],
				meta: { count: 3 },
			},
		});
	});

	test("GET of who has none", async () =>
		expect((await json(LIST, secretary)).body).toEqual({ data: [], meta: { count: 0 } }));

	test("POST: 201 with the note and the new count; an audit row", async () => {
		await write(1, "先前的");
		const { status, body } = await json(LIST, secretary, { content: "  已寄出會員證補發。 " });
		const [made] = await rows<{ id: number; created_at: number }>("SELECT id, created_at FROM notes WHERE id > 1");
		expect([status, body]).toEqual([
			201,
			{
				data: {
					id: made?.id,
					content: "已寄出會員證補發。",
					author: { id: secretary.userId, name: "林書瑜" },
					created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+08:00$/),
					created_at_label: expect.stringMatching(/^\d{4}年\d\d月\d\d日 \d\d:\d\d$/),
				},
				meta: { count: 2 },
			},
		]);
		expect(await newestAudit(1)).toEqual([`note.create note ${made?.id} member:1`]);
	});

	test("the same key twice: the same note, one row", async () => {
		const form = { content: "一次就好", _key: "k1" };
		const [first, again] = [await json(LIST, secretary, form), await json(LIST, secretary, form)];
		expect(again).toEqual(first);
		expect(await texts()).toEqual(["一次就好"]);
	});

	test.each([
		["empty", { content: "" }, "請輸入備忘錄內容"],
		["only spaces", { content: " 　\n\t " }, "請輸入備忘錄內容"],
		["no field", {}, "請輸入備忘錄內容"],
		["2,001 characters", { content: "字".repeat(2_001) }, "備忘錄最多 2,000 字"],
	])("422 %s", async (_, form, words) => {
		expect(await json(LIST, secretary, form)).toEqual({
			status: 422,
			type: "application/json",
			body: { message: words, errors: { content: [words] } },
		});
		expect(await texts()).toEqual([]);
	});

	test("a member that is not there, or went into another", async () => {
		await env.DB.prepare("UPDATE members SET merged_into = 2 WHERE id = 1").run();
		for (const path of [LIST, members.notes.list(99), members.notes.list(0)])
			for (const form of [undefined, { content: "寫給誰" }])
				expect([path, (await json(path, secretary, form)).status]).toEqual([path, 404]);
		expect(await texts()).toEqual([]);
	});

	test("nobody without the permission, signed out, or from another site", async () => {
		await write(1, "只給承辦人看");
		const viewer = await signIn({ permissions: ["members.view"] });
		const writer = await signIn({ permissions: ["notes.manage"] });
		for (const as of [viewer, writer])
			for (const form of [undefined, { content: "不該寫進去" }]) {
				const answer = await json(LIST, as, form);
				expect(answer.status).toBe(403);
				expect(JSON.stringify(answer.body)).not.toContain("只給承辦人看");
			}
		const out = await ask(LIST, { headers: JSON_ONLY });
		expect(out.status).toBe(401);
		const foreign = await ask(LIST, {
			as: secretary,
			form: { content: "跨站" },
			headers: { "Sec-Fetch-Site": "cross-site" },
		});
		expect(foreign.status).toBe(403);
		expect(await texts()).toEqual(["只給承辦人看"]);
	});
});

describe("without a script", () => {
	test("the page: escaped, newest first, the law's word beside the form, 更正 for one's own new one", async () => {
		await write(1, "舊的");
		await write(2, "<b>剛寫的", { at: Date.now() });
		await write(3, "同事剛寫的", { by: colleague, at: Date.now() + 1 });
		const { html } = await page(LIST, secretary);
		expect(html).not.toContain("<b>剛寫的");
		expect([...html.matchAll(/note-text">([^<]*(?:&lt;b>)?[^<]*)</g)].map(([, text]) => text)).toEqual([
			"同事剛寫的",
			"&lt;b>剛寫的",
			"舊的",
		]);
		expect(html).toContain("會員有權查詢與自己有關的備忘錄，請只寫事實。");
		expect([...html.matchAll(/\/admin\/notes\/(\d+)"/g)].map(([, id]) => id)).toEqual(["2"]);
		expect(html).not.toContain("/hiding");
	});

	test("none yet; no match; a match by author", async () => {
		expect((await page(LIST, secretary)).html).toContain("尚無備註");
		await write(1, "會費");
		await write(2, "地址", { by: colleague });
		expect((await page(`${LIST}?q=${encodeURIComponent("沒有")}`, secretary)).html).toContain("找不到符合的備忘錄");
		const { html } = await page(`${LIST}?q=${encodeURIComponent("佩珊")}`, secretary);
		expect([...html.matchAll(/note-text">([^<]*)</g)].map(([, text]) => text)).toEqual(["地址"]);
	});

	test("the form: 303 back to the notes; refused it keeps what was typed", async () => {
		const done = await ask(LIST, { as: secretary, form: { content: "電話已換" } });
		expect([done.status, done.headers.get("Location")]).toEqual([303, LIST]);
		const long = "長".repeat(2_001);
		const refused = await shown(await ask(LIST, { as: secretary, form: { content: long } }));
		expect(refused.status).toBe(422);
		expect(refused.html).toContain("備忘錄最多 2,000 字");
		expect(refused.elements.find(({ name }) => name === "textarea")?.text).toBe(long);
		expect(await texts()).toEqual(["電話已換"]);
	});

	test("two round trips, with one note and with three", async () => {
		await write(1, "一");
		const one = await tripsOf(LIST, secretary);
		await write(2, "二", { by: colleague });
		await write(3, "三", { by: null });
		expect([one, await tripsOf(LIST, secretary)]).toEqual([2, 2]);
	});
});

describe("更正", () => {
	const EDIT = notes.edit(1);
	beforeEach(() => write(1, "打錯字", { at: Date.now() }));

	test("by its author: the page has the words, the change is kept", async () => {
		const form = await page(EDIT, secretary);
		expect(form.elements.find(({ name }) => name === "textarea")?.text).toBe("打錯字");
		const done = await ask(EDIT, { as: secretary, form: { content: "改好了", version: "1" } });
		expect([done.status, done.headers.get("Location")]).toEqual([303, LIST]);
		expect(await texts()).toEqual(["改好了"]);
		expect((await page(LIST, secretary)).html).toContain("已更正");
	});

	test("not by a colleague, not after a day, not by who may not see the member", async () => {
		expect((await page(EDIT, colleague)).status).toBe(404);
		const post = async (as: Person) => (await ask(EDIT, { as, form: { content: "別人改", version: "1" } })).status;
		expect(await post(colleague)).toBe(422);
		expect(await post(await signIn({ permissions: ["notes.manage"] }))).toBe(404);
		await env.DB.prepare("UPDATE notes SET created_at = created_at - ?1")
			.bind(25 * HOUR)
			.run();
		expect((await page(EDIT, secretary)).status).toBe(404);
		expect(await post(secretary)).toBe(422);
		expect(await texts()).toEqual(["打錯字"]);
	});

	test("twice at once: the second is shown both texts", async () => {
		await ask(EDIT, { as: secretary, form: { content: "第一個視窗", version: "1" } });
		const late = await shown(await ask(EDIT, { as: secretary, form: { content: "第二個視窗", version: "1" } }));
		expect(late.status).toBe(409);
		expect(late.html).toContain("第一個視窗");
		expect(late.html).toContain("第二個視窗");
		expect(await texts()).toEqual(["第一個視窗"]);
	});
});

describe("隱藏", () => {
	const HIDE = notes.hiding(1);
	let admin: Person;
	beforeEach(async () => {
		admin = await signIn({ name: "管理員", roles: ["admin"] });
		await write(1, "不該寫的話");
	});

	test("by an administrator, with a reason that only they see, too", async () => {
		expect((await page(LIST, admin)).html).toContain(HIDE);
		expect((await page(HIDE, admin)).html).toContain("不該寫的話");
		const empty = await shown(await ask(HIDE, { as: admin, form: { reason: " ", version: "1" } }));
		expect([empty.status, empty.html.includes("請寫下隱藏的理由。")]).toEqual([422, true]);
		const done = await ask(HIDE, { as: admin, form: { reason: "寫錯會員", version: "1" } });
		expect([done.status, done.headers.get("Location")]).toEqual([303, LIST]);
		expect((await page(LIST, admin)).html).toContain("已隱藏：寫錯會員");
		expect((await page(LIST, secretary)).html).not.toContain("不該寫的話");
		expect((await json(LIST, admin)).body).toEqual({ data: [], meta: { count: 0 } });
		expect(await newestAudit(1)).toEqual(["note.hide note 1 member:1"]);
		expect((await page(HIDE, admin)).status).toBe(404);
		const again = await ask(HIDE, { as: admin, form: { reason: "再一次", version: "2" } });
		expect(again.status).toBe(409);
	});

	test("not by its author, nor by who manages users and may not see members", async () => {
		const users = await signIn({ permissions: ["users.manage"] });
		for (const [as, status] of [
			[secretary, 403],
			[users, 404],
		] as const) {
			expect((await page(HIDE, as)).status).toBe(status);
			expect((await ask(HIDE, { as, form: { reason: "不要", version: "1" } })).status).toBe(status);
		}
		expect(await rows("SELECT hidden_at FROM notes")).toEqual([{ hidden_at: null }]);
	});
});

test("the list links to the notes where no script runs", async () => {
	await write(1, "一");
	const list = await page(members.list(), secretary);
	expect(cells(list).map((row) => row[6])).toEqual([
		"陳&lt;怡君的備忘錄，1則新增備忘錄：陳&lt;怡君",
		"陳品睿的備忘錄，0則新增備忘錄：陳品睿",
	]);
	expect(list.html).toContain(`href="${LIST}"`);
	expect(list.html).toContain(`href="${LIST}#new"`);
});

describe("one note about many", () => {
	const MANY = notes.chosen();
	const send = (form: Record<string, string>, as = secretary) => ask(MANY, { as, form: { here: "", ...form } });
	const noted = () => rows("SELECT notable_id, content, user_id FROM notes ORDER BY id");
	const PAIR = (by: Person) => [
		{ notable_id: 1, content: "寄出\n邀請函", user_id: by.userId },
		{ notable_id: 2, content: "寄出\n邀請函", user_id: by.userId },
	];

	test("the page says about whom; the form writes one each, with audit rows without its text", async () => {
		const answer = await ask(members.bulk("note"), { as: secretary, form: { ids: "1" } });
		expect(answer.headers.get("Location")).toBe(`${MANY}?ids=1`);
		const { html } = await page(`${MANY}?ids=2.1`, secretary);
		expect(html).toContain("選了 2 位");
		expect(html).toContain("陳&lt;怡君");
		expect(html).toContain('name="members" value="2.1"');
		const sent = await send({ members: "1.2", content: "寄出\r\n邀請函 ", here: "q=abc" });
		expect([sent.status, sent.headers.get("Location")]).toEqual([303, `${members.list()}?q=abc`]);
		expect(await noted()).toEqual(PAIR(secretary));
		const audits = await rows<{ description: string; changes: string }>(
			"SELECT a.description, a.changes FROM audit_log a JOIN notes n ON a.auditable_type = 'note' AND a.auditable_id = n.id AND a.description = 'member:' || n.notable_id ORDER BY n.id",
		);
		expect(audits.map(({ description }) => description)).toEqual(["member:1", "member:2"]);
		expect(audits.every(({ changes }) => !changes.includes("邀請"))).toBe(true);
	});
	test("a form that is sent twice, or twice at once, writes once", async () => {
		const { html } = await page(`${MANY}?ids=1.2`, secretary);
		const [, key = ""] = /name="_key" value="([^"]*)"/.exec(html) ?? [];
		expect(key).not.toBe("");
		const form = { members: "1.2", content: "寄出\n邀請函", _key: key };
		const answers = await Promise.all([send(form), send(form)]);
		expect([...answers, await send(form)].map(({ status }) => status)).toEqual([303, 303, 303]);
		expect(await noted()).toEqual(PAIR(secretary));
	});
	test("all or none: a record that went meanwhile, no text, no people, nobody without the gate", async () => {
		await env.DB.prepare("UPDATE members SET merged_into = 1 WHERE id = 2").run();
		const gone = await send({ members: "1.2", content: "寄出" });
		expect([gone.status, (await gone.text()).includes("這筆資料已經不在")]).toEqual([422, true]);
		const empty = await send({ members: "1", content: " " });
		expect([empty.status, (await empty.text()).includes('name="members" value="1"')]).toEqual([422, true]);
		expect((await send({ members: "", content: "寄出" })).status).toBe(422);
		const over = Array.from({ length: 501 }, (_, at) => at + 1).join(".");
		expect((await send({ members: over, content: "寄出" })).status).toBe(422);
		const reader = await signIn({ permissions: ["members.view"] });
		expect((await send({ members: "1", content: "寄出" }, reader)).status).toBe(403);
		expect(await noted()).toEqual([]);
	});
});
