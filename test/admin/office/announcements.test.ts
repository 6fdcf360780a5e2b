import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { announcement, draft, rowsOf } from "../../support/announcements.ts";
import { parse } from "../../support/markup.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { announcements } = paths.admin;
let secretary: Person;
let editor: Person;
let both: Person;

beforeAll(async () => {
	secretary = await signIn({ permissions: ["announcements.manage"] });
	editor = await signIn({ permissions: ["announcements.publish"] });
	both = await signIn({ permissions: ["announcements.manage", "announcements.publish"] });
});

const FORM = {
	title: "停診通知",
	body: "五月一日停診。",
	audience: "members",
	publish: "now",
	publish_at: "",
	unpublish_at: "",
	version: "0",
};
const one = async (id: number) =>
	(
		await rowsOf<Record<string, unknown>>(
			"SELECT title, audience, is_live, is_pinned, publish_from IS NOT NULL AS begun, publish_until, planned_from, version FROM announcements WHERE id = ?",
			id,
		)
	)[0];
const idIn = (answer: Response): number => Number(/\/(\d+)$/.exec(answer.headers.get("Location") ?? "")?.[1]);
const version = async (id: number) => String((await one(id))?.version);
/** Presses a form of a step, with the version that the announcement has now. */
const to = async (id: number, place: string, form: object = {}) =>
	ask(announcements.step(id, place), { as: both, form: { ...form, version: await version(id) } });
const auditOf = async (id: number) =>
	(
		await rowsOf<{ action: string }>(
			"SELECT action FROM audit_log WHERE auditable_type = 'announcement' AND auditable_id = ? ORDER BY id",
			String(id),
		)
	).map(({ action }) => action);

test("a draft becomes a public notice, is closed and opened again; each step is in the log", async () => {
	const made = await ask(announcements.create(), { as: both, form: { ...FORM, _key: "k1" } });
	expect(made.status).toBe(303);
	const id = idIn(made);
	expect(await one(id)).toMatchObject({ title: "停診通知", is_live: 0, begun: 0, version: 1 });
	// The same form again, by the other button: the one that was made, and nothing more.
	const again = await ask(announcements.create(), { as: both, form: { ...FORM, to: "audience", _key: "k1" } });
	expect(idIn(again)).toBe(id);
	expect(await one(id)).toMatchObject({ is_live: 0, version: 1 });
	// With other words: the one that was made, and it is said that these are not in it.
	const other = await ask(announcements.create(), { as: both, form: { ...FORM, title: "改期", _key: "k1" } });
	expect([idIn(other), decodeURIComponent(decodeURIComponent(other.headers.get("Set-Cookie") ?? ""))]).toEqual([
		id,
		expect.stringContaining("不同的地方請再修改一次"),
	]);
	expect(await one(id)).toMatchObject({ title: "停診通知", version: 1 });

	const step = (place: string, form: object = {}) =>
		version(id).then((seen) =>
			ask(announcements.step(id, place), {
				as: both,
				form: { ...FORM, audience: "public", is_pinned: "1", ...form, version: seen },
			}),
		);
	expect(
		(await ask(announcements.show(id), { as: both, form: { ...FORM, is_pinned: "1", version: "1" } })).status,
	).toBe(303);
	expect((await to(id, "audience", { audience: "public" })).status).toBe(303);
	expect((await to(id, "publication")).status).toBe(303);
	expect(await one(id)).toMatchObject({ audience: "public", is_live: 1, is_pinned: 1 });
	expect((await step("closing")).status).toBe(303);
	expect(await one(id)).toMatchObject({ is_live: 0, begun: 1 });
	expect((await step("closing")).status).toBe(422);
	expect((await step("reopening")).status).toBe(303);
	expect(await one(id)).toMatchObject({ is_live: 1, publish_until: null });
	expect((await step("removal")).status).toBe(422);
	expect(await auditOf(id)).toEqual([
		"announcement.create",
		"announcement.edit",
		"announcement.edit",
		"announcement.publish",
		"announcement.close",
		"announcement.reopen",
	]);
});

test("a time in the future schedules it, and the draft keeps it when that is taken back", async () => {
	const when = { publish: "later", publish_at: "2099-05-01T09:00", unpublish_at: "2099-06-01T09:00" };
	const id = await draft();
	await to(id, "publication", when);
	expect(await one(id)).toMatchObject({ is_live: 0, begun: 1 });
	expect(await auditOf(id)).toEqual(["announcement.create", "announcement.schedule"]);
	// Its text is saved meanwhile: the time stays.
	const text = { ...FORM, publish: "later", publish_at: "2099-05-01T09:00", unpublish_at: "2099-06-01T09:00" };
	await ask(announcements.show(id), { as: both, form: { ...text, version: await version(id) } });
	expect(await one(id)).toMatchObject({ title: "停診通知", begun: 1 });
	await to(id, "publication", { ...when, publish_at: "2099-05-02T09:00" });
	await to(id, "withdrawal");
	expect(await one(id)).toMatchObject({ begun: 0, planned_from: Date.parse("2099-05-02T01:00Z") });
	const past = await to(id, "publication", { ...when, publish_at: "2020-01-01T00:00" });
	expect(past.status).toBe(422);
	expect(await past.text()).toContain("這個時間已經過了");
	const page = await (await ask(announcements.step(id, "mailing"), { as: both })).text();
	const held = (name: string) => parse(page).find(({ attributes }) => attributes.name === name)?.attributes.value;
	expect([held("publish_at"), held("publish_at-clock")]).toEqual(["188/05/02", "09:00"]);
});

test("who may write for whom is asked of what it is and of what it would be", async () => {
	const inside = await announcement({ title: "給會員的" });
	const outside = await announcement({ title: "公開的", audience: "public" });
	expect((await ask(announcements.show(inside), { as: editor })).status).toBe(404);
	expect(await (await ask(announcements.list(), { as: editor })).text()).not.toContain("給會員的");
	for (const [who, id, audience, status, words] of [
		[editor, inside, "members", 409, ""],
		[editor, outside, "members", 422, "管理會員公告"],
		[secretary, outside, "public", 422, "發布公開公告"],
		[secretary, outside, "members", 422, "發布公開公告"],
		[secretary, inside, "public", 422, "發布公開公告"],
		[secretary, inside, "staff:chair", 303, ""],
	] as const) {
		const form = { ...FORM, audience, version: await version(id) };
		const answer = await ask(announcements.show(id), { as: who, form });
		// What may not be seen is missing, whatever is sent.
		expect([audience, answer.status]).toEqual([audience, who === editor && id === inside ? 404 : status]);
		if (words) expect(await answer.text()).toContain(words);
	}
	const unknown = await ask(announcements.create(), { as: both, form: { ...FORM, audience: "staff:nobody_such" } });
	expect([unknown.status, (await unknown.text()).includes("沒有這個對象")]).toEqual([422, true]);
});

test("two who save the same see both texts, and nothing typed is lost", async () => {
	const id = await announcement({ title: "原來" });
	await ask(announcements.show(id), { as: both, form: { ...FORM, title: "甲改的", version: "1" } });
	// The form of an open one does not ask when it begins.
	const { publish: _, publish_at: __, ...form } = FORM;
	const late = await ask(announcements.show(id), {
		as: secretary,
		form: { ...form, title: "乙改的<b>", version: "1" },
	});
	const page = await late.text();
	expect(late.status).toBe(409);
	expect(page).toContain("甲改的");
	expect(page).toContain("乙改的&lt;b>");
	expect(page).not.toContain("乙改的<b>");
	expect(page).not.toContain("公告時間");
	expect(await one(id)).toMatchObject({ title: "甲改的" });
});

test("a draft is deleted; what was mailed stays", async () => {
	const id = await draft({ title: "不要了" });
	expect(await (await ask(announcements.step(id, "removal"), { as: both })).text()).toContain("刪除後無法復原");
	expect((await ask(announcements.step(id, "removal"), { as: editor })).status).toBe(404);
	const gone = await ask(announcements.step(id, "removal"), { as: both, form: { version: "1" } });
	expect(gone.headers.get("Location")).toBe(announcements.list());
	expect(await one(id)).toBe(undefined);
	expect(await auditOf(id)).toEqual(["announcement.create", "announcement.delete"]);
});

test("a copy is a draft with the same words", async () => {
	const id = await announcement({ title: "年會" });
	const made = await ask(announcements.step(id, "copy"), { as: both, form: { ...FORM, title: "年會", version: "1" } });
	expect(await one(idIn(made))).toMatchObject({ title: "年會（複本）", is_live: 0, begun: 0 });
});

test("the list is filtered by audience, state, pin and words", async () => {
	await announcement({ title: "置頂的那則", is_pinned: true });
	await draft({ title: "獨特的草稿", audience: "staff:chair" });
	const list = async (query: string) => (await ask(`${announcements.list()}${query}`, { as: both })).text();
	expect(await list("?q=獨特")).toContain("獨特的草稿");
	expect(await list("?q=獨特")).not.toContain("置頂的那則");
	expect(await list("?state=draft")).toContain("獨特的草稿");
	expect(await list("?state=open")).not.toContain("獨特的草稿");
	expect(await list("?audience=staff:")).toContain("獨特的草稿");
	expect(await list("?audience=members")).not.toContain("獨特的草稿");
	expect(await list("?pinned=1")).toContain("置頂的那則");
	expect(await list("?pinned=1")).not.toContain("獨特的草稿");
	expect(await list("?q=沒有這種")).toContain("找不到符合的公告");
	expect((await ask(`${announcements.list()}?sort=nothing`, { as: both })).status).toBe(400);
});

test("before a mail goes, its numbers are shown; then it is arranged once, and can be stopped", async () => {
	const id = await announcement({ title: "寄信的" });
	await env.DB.prepare(
		"INSERT INTO members (name, seal_id, email, status, member_no, created_at, updated_at) VALUES ('甲', 's1', 'a@example.org', 'active', 'A1', 1, 1), ('乙', 's2', NULL, 'active', 'A2', 1, 1)",
	).run();
	const page = await (await ask(announcements.step(id, "mailing"), { as: secretary })).text();
	expect(page.replace(/<[^>]+>/g, "")).toContain("全部 1 位");
	expect(page).toContain("開始寄送");
	const people = await (await ask(announcements.step(id, "audience"), { as: secretary })).text();
	expect(people.replace(/<[^>]+>/g, "")).toMatch(/收得到信\s*1 位[\s\S]*沒有電子郵件，也沒有帳號\s*1 位/);
	const send = (key: string) =>
		ask(announcements.step(id, "mailing"), { as: secretary, form: { version: "1", scope: "all", _key: key } });
	expect((await send("m1")).status).toBe(303);
	// Pressed twice it is one mailing; another page's press finds it under way.
	expect((await send("m1")).status).toBe(303);
	expect((await send("m2")).status).toBe(422);
	expect(await (await ask(announcements.step(id, "mailing"), { as: secretary })).text()).toContain("等候寄送");
	const stop = await ask(announcements.step(id, "mailing-stop"), { as: secretary, form: {} });
	expect(stop.status).toBe(303);
	expect(await auditOf(id)).toEqual([
		"announcement.create",
		"announcement.publish",
		"announcement.mail",
		"announcement.stop_mail",
	]);
	expect((await ask(announcements.step(id, "mailing"), { as: editor })).status).toBe(404);
	expect((await ask(announcements.step(id, "receivers"), { as: secretary })).status).toBe(200);
});

test("staff read what is for their role on the dashboard, and nobody else's", async () => {
	const cashier = await signIn({ roles: ["cashier"] });
	const id = await announcement({ title: "給出納的話", audience: "staff:cashier" });
	expect(await (await ask(paths.admin.home(), { as: cashier })).text()).toContain("給出納的話");
	expect(await (await ask(paths.admin.home(), { as: editor })).text()).not.toContain("給出納的話");
	expect((await ask(announcements.read(id), { as: editor })).status).toBe(404);
	expect((await ask(announcements.read(id), { as: cashier })).status).toBe(200);
	await ask(announcements.read(id), { as: cashier });
	expect(await rowsOf("SELECT user_id FROM announcement_reads WHERE announcement_id = ?", id)).toEqual([
		{ user_id: cashier.userId },
	]);
	const page = (await (await ask(announcements.step(id, "mailing"), { as: both })).text()).replace(/<[^>]+>/g, "");
	expect(page).toMatch(/1／\d+ 個帳號已讀/);
	expect(await (await ask(announcements.reading(), { as: cashier })).text()).not.toContain("未讀");
});

test("a group in use can be chosen; a retired one stays where it was chosen, and is named", async () => {
	await env.DB.prepare(
		"INSERT INTO member_groups (id, name, created_at, updated_at) VALUES (3, '北區<團體>', 1, 1)",
	).run();
	const other = await draft();
	const fresh = await (await ask(announcements.step(other, "audience"), { as: secretary })).text();
	expect(fresh).toContain('<option value="group:3"');
	expect(fresh).toContain("群組：北區&lt;團體>");
	const id = await draft({ title: "給北區的話", audience: "group:3" });
	const list = async (query: string) => (await ask(`${announcements.list()}${query}`, { as: secretary })).text();
	expect(await list("?audience=group:3")).toContain("給北區的話");
	expect(await list("?audience=group:")).toContain("給北區的話");
	await env.DB.prepare("UPDATE member_groups SET is_active = 0, version = version + 1 WHERE id = 3").run();
	expect(await (await ask(announcements.step(other, "audience"), { as: secretary })).text()).not.toContain("group:3");
	const stored = await (await ask(announcements.step(id, "audience"), { as: secretary })).text();
	expect(stored).toContain('<option value="group:3" selected');
	const search = await (await ask(`/admin/search?q=${encodeURIComponent("給北區的話")}`, { as: secretary })).text();
	expect(search).toContain("群組：北區");
	const refused = await ask(announcements.create(), { as: secretary, form: { ...FORM, audience: "group:3" } });
	expect(refused.status).toBeGreaterThan(399);
	expect(await refused.text()).toContain("沒有這個對象");
});
