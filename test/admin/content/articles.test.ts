import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { taipeiInput } from "#kernel/times.ts";
import { ask as askApi } from "../../support/content.ts";
import { ask, type Person, signIn } from "../../support/people.ts";
import { REAL } from "../../support/pictures.ts";

const { articles } = paths.admin;
const DAY = 86_400_000;
let editor: Person;

beforeEach(async () => {
	editor = await signIn({ name: "曾柏翰", roles: ["editor"] });
});

const slot = () => `new-${crypto.randomUUID()}`;
/** What the form of an article sends when only its title was typed. */
const form = (more: Record<string, string | string[]> = {}): Record<string, string | string[]> => ({
	version: "0",
	slot: slot(),
	title: "冬季照護",
	slug: "",
	type: "knowledge",
	excerpt: "",
	body: "先暖空氣。",
	tags: "",
	author_name: "",
	cover_alt: "",
	related: "",
	seo_title: "",
	seo_description: "",
	canonical_url: "",
	publish: "now",
	publish_at: "",
	unpublish_at: "",
	pinned_until: "",
	...more,
});
const post = (path: string, more: Record<string, string | string[]> = {}, as = editor) =>
	ask(path, { as, form: form(more) });

/** Makes an article by its form; returns its id. */
async function made(more: Record<string, string | string[]> = {}, path = articles.create()): Promise<number> {
	const answer = await post(path, more);
	expect([answer.status, await answer.text()]).toEqual([303, ""]);
	return Number(/\/admin\/articles\/(\d+)$/.exec(answer.headers.get("Location") ?? "")?.[1]);
}
const rowOf = (id: number) => env.DB.prepare("SELECT * FROM articles WHERE id = ?").bind(id).first();
const count = (statement: string) => env.DB.prepare(statement).first<number>("n");
/** The words beside fields, and those over the form. */
const wrongIn = (html: string): string[] =>
	[...html.matchAll(/<p class="error"[^>]*>.*?<span>(.*?)<\/span>/gs)].map(([, words = ""]) => words);
const typedIn = (html: string, name: string): string | undefined =>
	new RegExp(`<textarea[^>]*name="${name}"[^>]*>([^<]*)</textarea>`, "s").exec(html)?.[1] ??
	new RegExp(`<input[^>]*name="${name}"[^>]*value="([^"]*)"`).exec(html)?.[1];

test("a title and a text are enough for a draft, which nobody else sees", async () => {
	const title = `只有標題 ${crypto.randomUUID()}`;
	const id = await made({ title });
	expect(await rowOf(id)).toMatchObject({ title, state: "draft", version: 1, body_html: "<p>先暖空氣。</p>" });
	const page = await (await ask(articles.show(id), { as: editor })).text();
	expect([typedIn(page, "title"), typedIn(page, "body"), typedIn(page, "version")]).toEqual([title, "先暖空氣。", "1"]);
	expect((await askApi(paths.api.article(String((await rowOf(id))?.slug)))).status).toBe(404);
});

test("the whole form: published at once with terms, files, and what search engines are told", async () => {
	const attached = await env.DB.prepare("SELECT id FROM attachments LIMIT 1").first<string>("id");
	expect(attached).toBe(null);
	const body = new FormData();
	for (const [name, value] of Object.entries(
		form({
			title: "整張表單",
			slug: "whole-form",
			excerpt: "摘要",
			tags: "冬季、呼吸",
			author_name: "林醫師",
			cover_alt: "玄關",
			seo_title: "搜尋標題",
			is_pinned: "1",
		}),
	))
		body.set(name, String(value));
	body.set("cover_file", new File([REAL.png], "cover.png", { type: "image/png" }));
	body.append("pictures", new File([REAL.jpeg], "walk.jpg", { type: "image/jpeg" }));
	body.append("attach_files", new File(["名稱,數量\n口罩,3\n"], "清單.csv", { type: "text/csv" }));
	const answer = await postBody(articles.createPublished(), body);
	expect(answer.status).toBe(303);
	const { data } = await (await askApi(paths.api.article("whole-form"))).json<{ data: Record<string, unknown> }>();
	expect(data).toMatchObject({
		title: "整張表單",
		is_pinned: true,
		author: { name: "林醫師" },
		tags: [{ name: "冬季" }, { name: "呼吸" }],
		cover_image: { alt: "玄關" },
		attachments: [{ filename: "清單.csv" }],
		seo: { title: "搜尋標題", description: "摘要" },
	});
	expect(data.body_html).toMatch(
		/<img [^>]*src="http:\/\/localhost:8787\/api\/v1\/attachments\/[a-z2-7]{26}\/walk\.jpg"[^>]* width="\d+" height="\d+"/,
	);
});

async function postBody(path: string, body: FormData): Promise<Response> {
	const { app } = await import("#app.ts");
	const { createExecutionContext, waitOnExecutionContext } = await import("cloudflare:test");
	const context = createExecutionContext();
	const headers = { Cookie: editor.cookie, "Sec-Fetch-Site": "same-origin" };
	const answer = await app.fetch(
		new Request(`http://localhost:8787${path}`, { method: "POST", headers, body }),
		env,
		context,
	);
	await waitOnExecutionContext(context);
	return answer;
}

const soon = () => taipeiInput(Date.now() + DAY);
const BAD: [string, Record<string, string>, string, string?][] = [
	["no title", { title: "  " }, "請填寫標題。"],
	["a title of 300 characters", { title: "長".repeat(300) }, "最多 200 個字。"],
	["a body of 2 MB", { body: "字".repeat(700_000) }, "內文太長，最多 500 KB（約 16 萬個中文字），請分成幾篇。"],
	["a slug of marks", { slug: "！？" }, "網址至少要有一個文字或數字。"],
	["an address that is none", { canonical_url: "example" }, "請輸入完整網址，例如 https://www.example.org/page。"],
	["a pinned draft", { is_pinned: "1" }, "發布之後才能置頂，請先取消置頂，或改為立即發布。"],
	[
		"a schedule in the past",
		{ publish: "later", publish_at: "2020-01-01T09:00" },
		"這個時間已經過了，請選擇未來的時間，或改為立即發布。",
		"publish",
	],
	["a schedule without a time", { publish: "later" }, "請選擇發布時間。", "publish"],
	[
		"30 February",
		{ publish: "later", publish_at: "2027-02-30T09:00" },
		"看不懂「2027-02-30」這個日期，或沒有這一天，請寫成 115/11/20 或 2026/11/20。",
		"publish",
	],
	[
		"taken down before it is published",
		{ publish: "later", publish_at: soon(), unpublish_at: taipeiInput(Date.now() + DAY / 2) },
		"下架時間必須晚於發布時間與現在。",
		"publish",
	],
	["taken down in the past", { unpublish_at: "2020-01-01T09:00" }, "下架時間必須晚於發布時間與現在。", "publish"],
	["21 tags", { tags: Array.from({ length: 21 }, (_, at) => `標籤${at}`).join("、") }, "最多 20 個標籤。"],
	["another type", { type: "blog" }, "請從選項中選擇。"],
];

test.each(BAD)("refused with all that was typed: %s", async (_, fields, words, step) => {
	const before = await count("SELECT count(*) AS n FROM articles");
	const answer = await post(step ? articles.createPublished() : articles.create(), { body: "保留這段文字", ...fields });
	const page = await answer.text();
	expect([answer.status, wrongIn(page)]).toEqual([422, [words]]);
	expect(typedIn(page, "body")).toBe(fields.body ?? "保留這段文字");
	expect(await count("SELECT count(*) AS n FROM articles")).toBe(before);
});

test("a slug that is taken is refused beside its field", async () => {
	await made({ slug: "taken-slug" });
	const answer = await post(articles.create(), { slug: "taken-slug" });
	expect([answer.status, wrongIn(await answer.text())]).toEqual([422, ["這個網址已經有文章使用，請換一個。"]]);
});

test("markup in any field is shown as text, in the editor and to readers", async () => {
	const evil = `<img src=x onerror=alert(1)>"'`;
	const title = `${evil} ${crypto.randomUUID()}`;
	const id = await made(
		{
			title,
			excerpt: evil,
			tags: "<b>粗</b>",
			author_name: evil,
			cover_alt: evil,
			body: `${evil}\n\n<script>alert(2)</script>\n\n[x](javascript:alert(3))`,
		},
		articles.createPublished(),
	);
	const page = await (await ask(articles.show(id), { as: editor })).text();
	expect(page.match(/<img src=x|<script>alert|<b>粗/g)).toBe(null);
	const { data } = await (await askApi(paths.api.article(String((await rowOf(id))?.slug)))).json<{
		data: { body_html: string; title: string };
	}>();
	expect(data.title).toBe(title);
	expect(data.body_html).toBe('<p><img src="x" loading="lazy">&quot;&#39;</p>\n<p><a>x</a></p>');
});

test("two people save: the second sees both texts, and what they wrote is saved with their choice", async () => {
	const id = await made({ title: "兩人同時", body: "第一段。\n\n第二段。" });
	const other = await signIn({ name: "林秘書", roles: ["editor"] });
	const theirs = await post(
		articles.show(id),
		{ version: "1", slot: String(id), title: "對方的標題", body: "對方改的第一段。\n\n第二段。" },
		other,
	);
	expect(theirs.status).toBe(303);
	const mine = await post(articles.show(id), {
		version: "1",
		slot: String(id),
		title: "我的標題",
		body: "我改的第一段。\n\n第二段。",
	});
	const page = await mine.text();
	expect(mine.status).toBe(409);
	expect(page).toContain("對方的標題");
	expect([typedIn(page, "title"), typedIn(page, "body"), typedIn(page, "version")]).toEqual([
		"我的標題",
		"我改的第一段。\n\n第二段。",
		"2",
	]);
	const again = await post(articles.show(id), {
		version: "2",
		slot: String(id),
		title: "我的標題",
		body: "我改的第一段。\n\n第二段。",
		"_take.title": "theirs",
		"_theirs.title": "對方的標題",
	});
	expect(again.status).toBe(303);
	expect(await rowOf(id)).toMatchObject({
		title: "對方的標題",
		body_markdown: "我改的第一段。\n\n第二段。",
		version: 3,
	});
});

test("two people save: boxes and the original's address are told too, and one's own tick may give way", async () => {
	const words = { title: "搜尋與置頂", body: "一樣的內文" };
	const id = await made(words);
	await env.DB.prepare("UPDATE articles SET state = 'published', published_at = 1 WHERE id = ?").bind(id).run();
	const other = await signIn({ name: "林秘書", roles: ["editor"] });
	const first = { ...words, version: "1", slot: String(id), noindex: "1", canonical_url: "https://example.org/first" };
	expect((await post(articles.show(id), first, other)).status).toBe(303);
	// Whoever only pinned it takes along what the other changed.
	const pinned = { ...words, version: "1", slot: String(id), is_pinned: "1", pinned_until: "" };
	const mine = await post(articles.show(id), pinned);
	const page = await mine.text();
	expect(mine.status).toBe(409);
	expect(page.includes("搜尋引擎：對方的修改") && page.includes("原始出處網址：對方的修改")).toBe(true);
	expect(page).toMatch(/<input[^>]*name="noindex"[^>]*checked/);
	expect(page).toContain('value="https://example.org/first"');
	// 置頂 is not kept in revisions: it is asked for, and the other's way is taken without a script.
	const again = { ...pinned, version: "2", noindex: "1", canonical_url: "https://example.org/first" };
	const choice = { "_take.is_pinned": "theirs", "_theirs.is_pinned": "" };
	expect((await post(articles.show(id), { ...again, ...choice })).status).toBe(303);
	expect(await rowOf(id)).toMatchObject({
		noindex: 1,
		canonical_url: "https://example.org/first",
		is_pinned: 0,
		version: 3,
	});
});

const draft = (path: string, fields: object, seen: number, as = editor) =>
	ask(path, {
		as,
		form: { fields: JSON.stringify(fields), seen: String(seen) },
		headers: { Accept: "application/json" },
	});

test("what is being typed is kept beside the article until it is saved", async () => {
	const id = await made({ title: "自動儲存", body: "舊" }, articles.createPublished());
	const typed = form({ title: "自動儲存", body: "打到一半", version: "1", slot: String(id) });
	const kept = await draft(articles.draft(id), typed, 0);
	expect([kept.status, await kept.json()]).toEqual([
		200,
		{ data: { version: 1, saved_at: expect.any(Number), label: expect.stringMatching(/^\d\d:\d\d$/) } },
	]);
	expect(await rowOf(id)).toMatchObject({ body_markdown: "舊", version: 1 });
	expect(typedIn(await (await ask(articles.show(id), { as: editor })).text(), "body")).toBe("打到一半");

	const other = await signIn({ name: "林秘書", roles: ["editor"] });
	const theirs = await (await ask(articles.show(id), { as: other })).text();
	expect(typedIn(theirs, "body")).toBe("舊");
	expect(theirs).toContain("曾柏翰剛剛也在編輯這篇文章。");

	expect((await draft(articles.draft(id), { ...typed, body: "另一個分頁" }, 0)).status).toBe(409);
	expect((await post(articles.show(id), { ...typed })).status).toBe(303);
	expect(await rowOf(id)).toMatchObject({ body_markdown: "打到一半", version: 2 });
	expect(await env.DB.prepare("SELECT count(*) AS n FROM drafts WHERE slot = ?").bind(String(id)).first("n")).toBe(0);
});

test("an article that was never saved is found again, and can be thrown away", async () => {
	const name = slot();
	await draft(articles.draft(name), form({ title: "還沒存", body: "半篇", slot: name }), 0);
	const list = await (await ask(articles.create(), { as: editor })).text();
	expect(list).toContain("您有一篇還沒有儲存的文章「還沒存」");
	const resumed = await (await ask(articles.resume(name), { as: editor })).text();
	expect([typedIn(resumed, "body"), typedIn(resumed, "slot")]).toEqual(["半篇", name]);
	expect((await post(articles.draftRemoval(name), { slot: name })).status).toBe(303);
	expect(await (await ask(articles.create(), { as: editor })).text()).not.toContain("還沒存");
});

test("several articles that were never saved stand under one line", async () => {
	const names = [slot(), slot()];
	for (const [at, name] of names.entries())
		await draft(articles.draft(name), form({ title: `第${at}半`, body: "半篇", slot: name }), 0);
	const list = await (await ask(articles.create(), { as: editor })).text();
	expect(list).toContain("您有 2 篇還沒有儲存的文章");
	for (const [at, name] of names.entries()) {
		expect(list).toContain(`「第${at}半」（剛剛） <a href="${articles.resume(name)}">繼續寫</a>`);
		await post(articles.draftRemoval(name), { slot: name });
	}
});

test("what is kept for one person is nobody else's", async () => {
	const name = slot();
	await draft(articles.draft(name), form({ body: "我的秘密", slot: name }), 0);
	const other = await signIn({ roles: ["editor"] });
	expect(await (await ask(articles.resume(name), { as: other })).text()).not.toContain("我的秘密");
});

test("a copy is a draft of its own", async () => {
	const id = await made({ title: "原文", slug: "original", tags: "甲" }, articles.createPublished());
	const answer = await post(articles.copy(id), {
		title: "原文",
		slug: "original",
		tags: "甲",
		version: "1",
		slot: String(id),
	});
	const copy = Number(/(\d+)$/.exec(answer.headers.get("Location") ?? "")?.[1]);
	expect(await rowOf(copy)).toMatchObject({ title: "原文（複本）", slug: "原文-複本", state: "draft" });
	expect(await rowOf(id)).toMatchObject({ state: "published", version: 1 });
});

test("steps take the text along; a form sent twice makes one article", async () => {
	const name = slot();
	const key = crypto.randomUUID();
	const first = await post(articles.create(), { title: "送兩次", slot: name, _key: key });
	const second = await post(articles.create(), { title: "送兩次", slot: name, _key: key });
	expect(second.headers.get("Location")).toBe(first.headers.get("Location"));
	const id = Number(/(\d+)$/.exec(first.headers.get("Location") ?? "")?.[1]);
	const other = await post(articles.create(), { title: "第二次改過", slot: name, _key: key });
	expect(other.headers.get("Location")).toBe(first.headers.get("Location"));
	expect(decodeURIComponent(decodeURIComponent(other.headers.get("Set-Cookie") ?? ""))).toContain(
		"這次不同的地方還沒有儲存",
	);
	expect(await (await ask(articles.show(id), { as: editor })).text()).toContain("第二次改過");
	const step = (
		place: "publication" | "archiving" | "republication" | "trashing" | "restoration",
		version: number,
		title: string,
	) => post(articles.step(id, place), { title, version: String(version), slot: String(id) });
	for (const [at, [place, state]] of (
		[
			["publication", "published"],
			["archiving", "archived"],
			["republication", "published"],
			["trashing", "trashed"],
			["restoration", "draft"],
		] as const
	).entries()) {
		expect((await step(place, at + 1, place)).status).toBe(303);
		expect(await rowOf(id)).toMatchObject({ title: place, state, version: at + 2 });
	}
	const wrong = await step("archiving", 6, "不行");
	expect([wrong.status, (await rowOf(id))?.state]).toEqual([422, "draft"]);
});
