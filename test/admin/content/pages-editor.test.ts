import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { insert, page as row, sql } from "../../support/content.ts";
import { fieldValue, newestAudit, page, type Shown, shown, tripsOf } from "../../support/pages.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { pages } = paths.admin;
let editor: Person;

beforeEach(async () => {
	await sql("UPDATE pages SET parent_id = NULL", "DELETE FROM pages", "DELETE FROM drafts", "DELETE FROM slug_history");
	editor = await signIn({ name: "林予安", permissions: ["pages.manage"] });
	for (const one of [
		row(1, "about", { title: "關於我們", body_markdown: "第一行\n第二行", updated_at: Date.now() }),
		row(2, "about/team", { parent_id: 1, title: "團隊" }),
		row(3, "join", { position: 2, title: "加入我們", state: "draft" }),
	])
		await insert("pages", one);
});

/** The words of a page's controls by their names. */
const typedIn = ({ elements }: Shown, name: string): string | undefined => {
	const one = elements.find((one) => /^(input|textarea)$/.test(one.name) && one.attributes.name === name);
	return one?.name === "textarea" ? one.text : one?.attributes.value;
};
const FORM = {
	slot: "1",
	version: "1",
	title: "關於我們",
	slug: "about",
	parent_id: "",
	body: "第一行\n第二行",
	excerpt: "",
};
const MORE = { seo_title: "", seo_description: "", canonical_url: "", published_at: "", unpublish_at: "" };
const form = (fields: Record<string, string> = {}) => ({ ...FORM, ...MORE, ...fields });
const post = async (path: string, fields: Record<string, string> = {}) => ask(path, { as: editor, form: form(fields) });
const to = (answer: Response) => [answer.status, answer.headers.get("Location")];
const titled = (id: number) =>
	env.DB.prepare("SELECT title, slug, path, state, version FROM pages WHERE id = ?").bind(id).first();

test("the editor shows the whole page, where it may stand and what stands below it", async () => {
	const seen = await page(pages.show(1), editor);
	expect(["title", "slug", "body"].map((name) => typedIn(seen, name))).toEqual(["關於我們", "about", "第一行\n第二行"]);
	const options = seen.elements.filter(({ name, inside }) => name === "option" && inside.at(-1) === "select");
	expect(options.map(({ text, attributes }) => [text, "disabled" in attributes])).toEqual([
		["（最上層）", false],
		["關於我們", true],
		["團隊", true],
		["加入我們", false],
	]);
	expect(seen.html).toContain("disabled>　團隊</option>");
	expect(seen.html).toContain('href="/admin/pages/2">團隊</a>');
	expect(seen.html).toContain("底下還有 1 個單頁，請先移走");
	expect(seen.html).toContain("底下的「團隊」仍在官網上");
	expect((await ask(pages.show(99), { as: editor })).status).toBe(404);
});

test("a new page below another: its place is chosen, it is made once, and its form is forgotten", async () => {
	const seen = await page(pages.createBelow(1), editor);
	expect(seen.html).toMatch(/<option value="1" selected>/);
	const [key, slot] = [fieldValue(seen, "_key") ?? "", fieldValue(seen, "slot") ?? ""];
	const sent = { title: "服務", slug: "", parent_id: "1", slot, version: "0", _key: key };
	await ask(pages.draft(slot), { as: editor, form: { fields: JSON.stringify({ title: "服" }), seen: "0" } });
	expect(await env.DB.prepare("SELECT count(*) AS n FROM drafts").first("n")).toBe(1);
	const made = to(await post(pages.create(), sent));
	expect(made).toEqual([303, expect.stringMatching(/^\/admin\/pages\/\d+$/)]);
	expect(to(await post(pages.create(), sent))).toEqual(made);
	const id = Number(String(made[1]).split("/").at(-1));
	expect(await titled(id)).toEqual({ title: "服務", slug: "服務", path: "about/服務", state: "draft", version: 1 });
	expect(await env.DB.prepare("SELECT count(*) AS n FROM drafts").first("n")).toBe(0);
});

test("published at once, or later, or with no time for it", async () => {
	const at = (slug: string, more: Record<string, string>) =>
		post(pages.createPublished(), {
			title: slug,
			slug,
			slot: `new-${crypto.randomUUID()}`,
			version: "0",
			_key: slug,
			...more,
		});
	expect((await at("now", { publish: "now" })).status).toBe(303);
	expect((await at("later", { publish: "later", publish_at: "2099-01-01T09:00" })).status).toBe(303);
	const refused = await at("never", { publish: "later", publish_at: "" });
	expect(refused.status).toBe(422);
	const past = await shown(await at("past", { publish: "later", publish_at: "2020-01-01T09:00" }));
	expect(past.html).toContain("這個時間已經過了");
	const { results } = await env.DB.prepare("SELECT slug, state FROM pages WHERE id > 3 ORDER BY id").all();
	expect(results).toEqual([
		{ slug: "now", state: "published" },
		{ slug: "later", state: "scheduled" },
	]);
});

test("saved with the step that was pressed; the website follows", async () => {
	expect(to(await post(pages.show(1), { title: "關於協會", slug: "us" }))).toEqual([303, pages.show(1)]);
	expect(await titled(2)).toMatchObject({ path: "us/team", version: 1 });
	const api = async (path: string) => (await ask(paths.api.page(path))).status;
	expect([await api("about"), await api("about/team"), await api("us/team")]).toEqual([301, 301, 200]);
	expect(to(await post(pages.step(1, "archiving"), { title: "關於本會", slug: "us", version: "2" }))).toEqual([
		303,
		pages.show(1),
	]);
	expect(await titled(1)).toEqual({ title: "關於本會", slug: "us", path: "us", state: "archived", version: 3 });
	expect([await api("us"), await api("us/team")]).toEqual([410, 200]);
	expect(await newestAudit(2)).toEqual(["page.edit page 1 us", "page.archive page 1 us"]);
});

describe("nothing typed is lost", () => {
	test("what was left while typing comes back, another's does not", async () => {
		const fields = JSON.stringify({ ...form(), title: "寫到一半" });
		await ask(pages.draft(1), { as: editor, form: { fields, seen: "0" } });
		expect(typedIn(await page(pages.show(1), editor), "title")).toBe("寫到一半");
		const other = await signIn({ name: "周家豪", permissions: ["pages.manage"] });
		const seen = await page(pages.show(1), other);
		expect(typedIn(seen, "title")).toBe("關於我們");
		expect(seen.html).toContain("林予安剛剛也在編輯這個單頁");
		await ask(pages.draftRemoval(1), { as: editor, form: {} });
		expect(typedIn(await page(pages.show(1), editor), "title")).toBe("關於我們");
	});

	test("two people: the second sees both texts and saves again with what they chose", async () => {
		await post(pages.show(1), { title: "甲的標題", body: "第一行甲\n第二行" });
		const answer = await post(pages.show(1), { title: "乙的標題", parent_id: "3", body: "第一行乙\n第二行" });
		const seen = await shown(answer);
		expect([seen.status, fieldValue(seen, "version"), typedIn(seen, "title")]).toEqual([409, "2", "乙的標題"]);
		const legends = seen.elements.filter(({ name, inside }) => name === "legend" && inside.at(-1) === "fieldset");
		expect(legends.map(({ text }) => text).filter((text) => /標題|上層|內文/.test(text))).toEqual([
			"標題",
			"內文",
			"上層",
		]);
		expect(seen.html).toContain("甲");
		const choice = {
			"_take.title": "theirs",
			"_theirs.title": "甲的標題",
			"_take.parent_id": "theirs",
			"_theirs.parent_id": "",
		};
		const again = await post(pages.show(1), {
			...choice,
			title: "乙的標題",
			parent_id: "3",
			body: "兩人的",
			version: "2",
		});
		expect(again.status).toBe(303);
		expect(await titled(1)).toEqual({
			title: "甲的標題",
			slug: "about",
			path: "about",
			state: "published",
			version: 3,
		});
	});

	test("somebody moves the page while another writes in it: only the place is asked about", async () => {
		const moved = await ask(pages.move(1), { as: editor, form: { version: "1", parent_id: "3", position: "0" } });
		expect(moved.status).toBe(303);
		const seen = await shown(
			await post(pages.show(1), { title: "新標題", body: "第一行\n第二行，改了", published_at: "2026-01-01T08:00" }),
		);
		const legends = seen.elements.filter(({ attributes }) => "data-conflict" in attributes);
		expect([seen.status, legends.map(({ text }) => text.slice(0, 2)), typedIn(seen, "title")]).toEqual([
			409,
			["上層"],
			"新標題",
		]);
		const choice = { "_take.parent_id": "theirs", "_theirs.parent_id": "3" };
		expect((await post(pages.show(1), { ...choice, title: "新標題", version: "2" })).status).toBe(303);
		expect(await titled(1)).toEqual({
			title: "新標題",
			slug: "about",
			path: "join/about",
			state: "published",
			version: 3,
		});
	});

	test.each([
		["an empty title", { title: "  " }, "title", "請填寫標題。"],
		["300 letters", { title: "長".repeat(300) }, "title", "最多 200 個字。"],
		["2 MB", { body: "長".repeat(700_000) }, "body", "內文太長"],
		["a slug that another has", { slug: "join" }, "slug", "這個網址已經有單頁使用"],
		["below itself", { parent_id: "1" }, "parent_id", "單頁不能放在自己的下層。"],
		["below its child", { parent_id: "2" }, "parent_id", "單頁不能放在自己的下層。"],
		["below one that is gone", { parent_id: "99" }, "parent_id", "上層單頁已經不在"],
		["taken down before now", { unpublish_at: "2020-01-01T00:00" }, "unpublish_at", "下架時間必須晚於"],
	])("%s: said beside the field, the rest stands as typed", async (_, fields, name, words) => {
		const seen = await shown(await post(pages.show(1), { excerpt: "打到一半的摘要", ...fields }));
		expect([seen.status, typedIn(seen, "excerpt")]).toEqual([422, "打到一半的摘要"]);
		const error = seen.elements.find(({ attributes }) => attributes.id === `f-${name}-error`);
		expect(error?.text).toContain(words);
		expect(await titled(1)).toMatchObject({ title: "關於我們", version: 1 });
	});

	test("a script in the title and the text is text", async () => {
		const script = "<script>alert(1)</script>";
		expect((await post(pages.show(1), { title: script, body: script })).status).toBe(303);
		const seen = await page(pages.show(1), editor);
		expect(seen.html.includes(script)).toBe(false);
		expect(typedIn(seen, "title")).toBe("&lt;script>alert(1)&lt;/script>");
	});
});

describe("the trash", () => {
	test("with pages below it, no; then there and back, from the list too", async () => {
		const refused = await shown(await post(pages.step(1, "trashing")));
		expect(refused.html).toContain("這個單頁底下還有其他單頁");
		expect((await post(pages.step(2, "trashing"), { slot: "2", slug: "team", parent_id: "1" })).status).toBe(303);
		expect((await post(pages.step(1, "trashing"))).status).toBe(303);
		const early = await shown(await ask(pages.step(2, "restoration"), { as: editor, form: { version: "2" } }));
		expect([early.status, early.html.includes("上層單頁已經不在，或在垃圾桶裡")]).toEqual([422, true]);
		expect(to(await ask(pages.step(1, "restoration"), { as: editor, form: { version: "2" } }))).toEqual([
			303,
			pages.show(1),
		]);
		expect(
			to(await post(pages.step(2, "restoration"), { slot: "2", version: "2", slug: "team", parent_id: "1" })),
		).toEqual([303, pages.show(2)]);
		const { results } = await env.DB.prepare("SELECT id, state FROM pages ORDER BY id").all();
		expect(results).toEqual([1, 2, 3].map((id) => ({ id, state: "draft" })));
	});
});

test("two round trips: the session and the page, a new page too", async () => {
	expect([await tripsOf(pages.show(1), editor), await tripsOf(pages.create(), editor)]).toEqual([2, 2]);
});
