/** Kept views of lists: whose tabs they are, what they keep, who changes them, in any order; and chosen columns. */
import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { page, shown } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { random as seeded } from "../../support/random.ts";
import { rows } from "../../support/users.ts";

const { listViews, members, articles } = paths.admin;
const LIST = members.list();
let secretary: Person;
let colleague: Person;
let editor: Person;
let admin: Person;

beforeEach(async () => {
	await env.DB.batch(["list_views", "form_submissions"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
	[secretary, colleague, editor, admin] = await Promise.all([
		signIn({ roles: ["secretary"] }),
		signIn({ roles: ["secretary"] }),
		signIn({ roles: ["editor"] }),
		signIn({ roles: ["admin"] }),
	]);
});

type Kept = { name?: string; query?: string; list?: string; shared?: boolean; as?: Person; key?: string };
/** Keeps a view by the form; returns how it was answered and where it leads. */
async function keep({
	name = "未繳",
	query = "identity=parent",
	list = LIST,
	shared = false,
	as = secretary,
	key,
}: Kept = {}) {
	const form = { list, query, name, ...(shared ? { shared: "1" } : {}), _key: key ?? crypto.randomUUID() };
	const answer = await ask(listViews.create(), { as, form });
	return { to: answer.headers.get("Location"), ...(await shown(answer)) };
}
const stored = () =>
	rows<{ id: number; name: string; query: string; is_shared: number; user_id: number; version: number }>(
		"SELECT id, name, query, is_shared, user_id, version FROM list_views ORDER BY id",
	);
const tabsOf = async (path: string, as: Person) =>
	(await page(path, as)).elements
		.filter(({ name, inside }) => name === "a" && inside.includes("nav") && inside.includes("main"))
		.map(({ text }) => text.trim());

test("a view is a tab over its list: one's own for oneself, a shared one for all who open the list", async () => {
	expect(await tabsOf(LIST, secretary)).toEqual([]);
	const { to } = await keep();
	const [view] = await stored();
	expect(to).toBe(`${LIST}?identity=parent&view=${view?.id}`);
	await keep({ name: "雙北", query: "city=%E6%96%B0%E5%8C%97%E5%B8%82&sort=name", shared: true, as: colleague });
	expect(await tabsOf(LIST, secretary)).toEqual(["全部", "雙北", "未繳"]);
	expect(await tabsOf(LIST, colleague)).toEqual(["全部", "雙北"]);
	const open = await page(String(to), secretary);
	expect(open.html.match(/<a[^>]*aria-current="page"[^>]*>未繳/)).not.toBeNull();
	expect(await tabsOf(String(to), secretary)).toContain("修改檢視");
	// The same view of a list that another list has not.
	expect(await tabsOf(articles.list(), editor)).not.toContain("雙北");
});

test("a list with tabs of its own keeps them before its views", async () => {
	await keep({ list: articles.list(), query: "type=news", name: "最新消息", as: editor });
	const tabs = await tabsOf(articles.list(), editor);
	expect([tabs[0], tabs.at(-1)]).toEqual(["全部0", "最新消息"]);
});

test("typed words are not offered to be kept; conditions, order and columns are", async () => {
	const { html } = await page(`${LIST}?q=%E7%8E%8B&identity=parent&sort=name&cols=state.city&page=1`, secretary);
	const [, query = ""] = /views\/new\?[^"]*query=([^"&]*)/.exec(html) ?? [];
	expect(decodeURIComponent(query)).toBe("identity=parent&sort=name&cols=state.city");
	expect(await tabsOf(`${LIST}?q=%E7%8E%8B`, secretary)).toEqual([]);
});

test("the same form twice keeps one; the same name twice, and a thirteenth, are refused beside their field", async () => {
	const key = crypto.randomUUID();
	await keep({ key });
	await keep({ key });
	expect(await stored()).toHaveLength(1);
	const again = await keep();
	expect([again.status, again.html.includes("您在這個列表已有同名的檢視")]).toEqual([422, true]);
	expect((await keep({ name: "" })).html).toContain("請填寫名稱。");
	for (let n = 2; n <= 12; n += 1) expect((await keep({ name: `檢視 ${n}` })).to).not.toBeNull();
	expect((await keep({ name: "第十三個" })).html).toContain("每個列表最多存十二個檢視");
	expect(await stored()).toHaveLength(12);
});

describe("who may", () => {
	test("only of a list that the menu leads the user to", async () => {
		expect((await keep({ as: editor })).status).toBe(404);
		expect((await keep({ list: "/admin/members/1" })).status).toBe(404);
		expect((await keep({ list: "https://elsewhere.example" })).status).toBe(404);
		expect((await page(`${listViews.create()}?list=${LIST}&query=`, editor)).status).toBe(404);
		expect(await stored()).toEqual([]);
	});

	test("change what is theirs; who may change settings, also what is shared", async () => {
		await keep({ shared: true });
		await keep({ name: "自己的" });
		const [shared, own] = await stored();
		const edit = async (id: number | undefined, as: Person) =>
			(
				await ask(listViews.edit(Number(id)), {
					as,
					form: { name: "改了", query: "", version: "1", shared: "1" },
				})
			).status;
		expect([await edit(shared?.id, colleague), await edit(own?.id, colleague), await edit(own?.id, admin)]).toEqual([
			404, 404, 404,
		]);
		expect(await edit(shared?.id, admin)).toBe(303);
		expect(await edit(shared?.id, secretary)).toBe(409);
		expect((await stored()).map(({ name, version }) => [name, version])).toEqual([
			["改了", 2],
			["自己的", 1],
		]);
		expect(
			await rows("SELECT action FROM audit_log WHERE auditable_type = 'list_view' ORDER BY id DESC LIMIT 1"),
		).toEqual([{ action: "list_view.edit" }]);
	});

	test("remove it, and it is gone from the tabs of all", async () => {
		await keep({ shared: true });
		const [view] = await stored();
		const asked = await page(listViews.removal(Number(view?.id)), secretary);
		expect(asked.html).toContain("同仁也不再看得到");
		const removed = (as: Person) => ask(listViews.removal(Number(view?.id)), { as, form: { version: "1" } });
		expect((await removed(colleague)).status).toBe(404);
		expect((await removed(secretary)).headers.get("Location")).toBe(LIST);
		expect(await tabsOf(LIST, colleague)).toEqual([]);
	});
});

test("whatever is done in whatever order, everybody sees the shared views and their own, and no other", async () => {
	const { next, pick } = seeded(22);
	const people = [secretary, colleague];
	for (let step = 0; step < 40; step += 1) {
		const as = pick(people);
		const all = await stored();
		const one = all.length > 0 ? pick(all) : undefined;
		const what = next();
		if (what < 0.5 || !one) await keep({ name: `第 ${step} 個`, shared: next() < 0.4, as });
		else if (what < 0.8)
			await ask(listViews.edit(one.id), {
				as,
				form: {
					name: `改 ${step}`,
					query: "sort=name",
					version: String(next() < 0.8 ? one.version : one.version + 1),
					...(next() < 0.5 ? { shared: "1" } : {}),
				},
			});
		else await ask(listViews.removal(one.id), { as, form: { version: String(one.version) } });
		const now = await stored();
		for (const person of people) {
			const seen = now.filter((view) => view.is_shared === 1 || view.user_id === person.userId).map(({ name }) => name);
			const tabs = await tabsOf(LIST, person);
			expect(tabs.slice(1).toSorted()).toEqual(seen.toSorted());
		}
	}
});

test("raw SQL: no view changes its list or its owner, and none is without a name", async () => {
	await keep();
	for (const set of ["list = '/admin/tasks'", "user_id = user_id + 1", "id = id + 1"])
		await expect(env.DB.exec(`UPDATE list_views SET ${set}`)).rejects.toThrow("list_view.fixed");
	for (const set of ["name = ''", "name = ' a'", "is_shared = 2"])
		await expect(env.DB.exec(`UPDATE list_views SET ${set}`)).rejects.toThrow("CHECK");
});

describe("columns", () => {
	const heads = async (query: string) =>
		(await page(LIST + query, secretary)).elements
			.filter(({ name, attributes }) => name === "th" && attributes.scope === "col")
			.map(({ text }) => text.trim());
	test("those that are chosen, in their order; the fixed ones stay", async () => {
		expect(await heads("?cols=city.state")).toEqual(["會員編號", "姓名", "縣市", "狀態"]);
		expect(await heads("?cols=none")).toEqual(["會員編號", "姓名"]);
		expect(await heads("?cols=state.state.gone.own-999")).toEqual(["會員編號", "姓名", "狀態"]);
		expect(await heads("")).toEqual(["會員編號", "姓名", "身分", "會員類別", "有效期限", "狀態", "備忘錄"]);
	});
	test("each is offered, with what it is now", async () => {
		const { html } = await page(`${LIST}?cols=city`, secretary);
		expect(html).toMatch(/id="col-city" class="on" href="\/admin\/members\?cols=none"/);
		expect(html).toMatch(/id="col-state" href="\/admin\/members\?cols=city\.state"/);
		expect(html).toContain("恢復預設欄位");
	});
	test("each that is shown can be moved forward, but the first", async () => {
		const { html } = await page(`${LIST}?cols=city.state.phone`, secretary);
		expect(html).not.toContain('id="before-city"');
		expect(html).toMatch(/id="before-state" href="\/admin\/members\?cols=state\.city\.phone"/);
		expect(html).toMatch(/id="before-phone" href="\/admin\/members\?cols=city\.phone\.state"/);
		expect(html).not.toContain('id="before-email"');
	});
	test("an address that no column can have is refused", async () => {
		expect((await page(`${LIST}?cols=${encodeURIComponent("a..b")}`, secretary)).status).toBe(400);
		expect((await page(`${LIST}?view=x`, secretary)).status).toBe(400);
	});
});
