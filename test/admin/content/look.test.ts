import { env } from "cloudflare:test";
import { beforeEach, describe, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { ask, type Person, signIn } from "../../support/people.ts";

const { articles, pages } = paths.admin;
let editor: Person;
beforeEach(async () => {
	editor = await signIn({ roles: ["editor"] });
});

type Form = Record<string, string | string[]>;
const BOTH = {
	...{ version: "0", title: "冬季照護", slug: "", excerpt: "", body: "先暖空氣。", seo_title: "", seo_description: "" },
	...{ canonical_url: "", publish: "now", publish_at: "", unpublish_at: "" },
};
const ARTICLE = { type: "knowledge", tags: "", author_name: "", cover_alt: "", related: "", pinned_until: "" };
const KINDS = [
	{ table: "articles", places: articles, own: ARTICLE },
	{ table: "pages", places: pages, own: { parent_id: "" } },
] as const;
type Kind = (typeof KINDS)[number];

const slot = () => `new-${crypto.randomUUID()}`;
const post = (path: string, form: Form) => ask(path, { as: editor, form });
const idIn = (answer: Response): number => Number(/\/(\d+)$/.exec(answer.headers.get("Location") ?? "")?.[1]);
const rowOf = (table: string, id: number) =>
	env.DB.prepare(`SELECT state, version, title, published_at, unpublish_at FROM ${table} WHERE id = ?`)
		.bind(id)
		.first();
const digestIn = (page: string): string => /name="checked" value="([^"]+)"/.exec(page)?.[1] ?? "";
const remarks = (page: string): string[] =>
	[...page.matchAll(/<li class="warn">.*?<b>(.*?)<\/b>/gs)].map(([, words = ""]) => words);

describe.each(KINDS)("before a text is public: $table", ({ table, places, own }: Kind) => {
	const form = (more: Form = {}): Form => ({ ...BOTH, ...own, slot: slot(), slug: crypto.randomUUID(), ...more });
	async function draft(more: Form = {}): Promise<{ id: number; sent: Form }> {
		const sent = form(more);
		const id = idIn(await post(places.create(), sent));
		return { id, sent: { ...sent, slot: String(id), version: "1" } };
	}

	test("a press shows what there is to look at, with all that was typed, and the next publishes exactly that", async () => {
		const { id, sent } = await draft();
		const place = places.step(id, "publication");
		const typed = { ...sent, title: "改過的<b>標題", body: "# 大標\r\n\r\n[沒有](/articles/nowhere)" };
		const page = await (await post(place, { ...typed, checked: "" })).text();
		expect(remarks(page)).toEqual([
			"沒有摘要",
			"第 1 級標題（#）已經是文章的標題，內文請從第 2 級（##）開始",
			"找不到這個網址的文章，請確認網址，或移除連結",
		]);
		expect(page).toContain("改過的&lt;b>標題</textarea>");
		expect(page).toContain("data-changed");
		expect(await rowOf(table, id)).toMatchObject({ state: "draft", version: 1, title: "冬季照護" });
		// Another text than the one that was looked at is looked at anew.
		const other = await post(place, { ...typed, body: "# 另一個大標", checked: digestIn(page) });
		expect(remarks(await other.text()).length).toBe(2);
		// Line ends are the browser's own.
		const lines = { ...typed, body: typed.body.replaceAll("\r\n", "\n"), checked: digestIn(page) };
		expect((await post(place, lines)).status).toBe(303);
		expect(await rowOf(table, id)).toMatchObject({ state: "published", title: "改過的<b>標題" });
	});

	test("with nothing to look at it is published at once, and a press that does not ask is never held", async () => {
		const { id, sent } = await draft({ excerpt: "一句話。" });
		expect((await post(places.step(id, "publication"), { ...sent, checked: "" })).status).toBe(303);
		const bare = await draft();
		expect((await post(places.step(bare.id, "publication"), bare.sent)).status).toBe(303);
		const fresh = await post(places.createPublished(), form({ excerpt: "一句話。", checked: "" }));
		expect(await rowOf(table, idIn(fresh))).toMatchObject({ state: "published" });
	});

	test("a public text is looked at before it changes, a new one before it exists; saving a draft asks nothing", async () => {
		const { id, sent } = await draft({ excerpt: "一句話。" });
		await post(places.step(id, "publication"), sent);
		const changed = { ...sent, version: "2", excerpt: "", checked: "" };
		const page = await (await post(places.show(id), changed)).text();
		expect([remarks(page), page.includes("仍要更新官網")]).toEqual([["沒有摘要"], true]);
		expect((await post(places.show(id), { ...changed, checked: digestIn(page) })).status).toBe(303);
		const unborn = await post(places.createPublished(), form({ checked: "" }));
		expect([unborn.status, remarks(await unborn.text())]).toEqual([200, ["沒有摘要"]]);
	});
});

test("a story without a release is told so, for the editor's script too", async () => {
	const { id, sent } = {
		id: "article",
		sent: { ...BOTH, ...ARTICLE, type: "story", releases: "", excerpt: "一句話。" },
	};
	const answer = await ask(paths.admin.writing.preview(), {
		as: editor,
		form: { ...sent, kind: id, slot: "1", look: "publish" },
		headers: { Accept: "application/json" },
	});
	const { data } = await answer.json<{ data: { count: number; html: string; digest: string } }>();
	expect([data.count, remarks(data.html)]).toEqual([1, ["病友故事沒有選同意書，也沒有勾選「沒有可辨識的人」"]]);
	expect(data.html).toContain(`value="${data.digest}"`);
});

test("Enter in a field saves, also where something kept may be thrown away", async () => {
	const answer = await ask(articles.create(), { as: editor });
	const page = await answer.text();
	const [first = ""] = /<button(?=[^>]*type="submit")(?=[^>]*form="article")[^>]*>/.exec(page) ?? [];
	expect([first.includes("formaction"), first.includes('aria-hidden="true"')]).toEqual([false, true]);
});
