import { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import { plainText } from "#domain/content/content/text.ts";
import { paths } from "#http/paths.ts";
import { shareOf } from "../support/chances.ts";
import { insert, insertArticle } from "../support/content.ts";
import { slowness } from "../support/pace.ts";
import { ask, type Person, signIn } from "../support/people.ts";
import { rows } from "../support/users.ts";

const { articles, pages } = paths.admin;
type Fields = Record<string, string | string[]>;

const slot = () => `new-${crypto.randomUUID()}`;
const TEXT: Fields = {
	version: "0",
	title: "冬季照護",
	slug: "",
	excerpt: "",
	body: "先暖空氣。",
	seo_title: "",
	seo_description: "",
	canonical_url: "",
	publish: "now",
	publish_at: "",
	unpublish_at: "",
};
const article = (more: Fields = {}): Fields => ({
	...TEXT,
	slot: slot(),
	type: "knowledge",
	tags: "",
	author_name: "",
	cover_alt: "",
	related: "",
	pinned_until: "",
	...more,
});
const page = (more: Fields = {}): Fields => ({ ...TEXT, slot: slot(), parent_id: "", ...more });

const editor = () => signIn({ roles: ["editor"] });

/** Sends a form: the status, where it leads, and what is said there. */
async function send(path: string, as: Person, form: Fields, over: object = {}): Promise<[number, string, string]> {
	const answer = await ask(path, { as, form, over });
	await answer.text();
	const said = decodeURIComponent(/flash=([^;]*)/.exec(answer.headers.get("Set-Cookie") ?? "")?.[1] ?? "");
	return [answer.status, answer.headers.get("Location") ?? "", decodeURIComponent(said)];
}
async function write(as: Person, more: Fields = {}): Promise<number> {
	const [status, to] = await send(articles.create(), as, article(more));
	expect(status).toBe(303);
	return Number(to.split("/").at(-1));
}
const autosave = async (as: Person, id: number | string, fields: object, seen: number) =>
	(await send(articles.draft(id), as, { fields: JSON.stringify(fields), seen: String(seen) }))[0];
const drafts = ({ userId }: Person) => rows("SELECT slot FROM drafts WHERE user_id = ?", userId);
const titled = (title: string) => rows("SELECT state, cover_id FROM articles WHERE title = ?", title);
const file = (id: string) =>
	insert("attachments", {
		id,
		filename: "a.png",
		content_type: "image/png",
		size: 1,
		sha256: "0".repeat(64),
		object_key: `attachments/${id}`,
		created_at: 1,
	});

test("a form that makes an article takes no other article's unsaved text along, whatever its slot says", async () => {
	const as = await editor();
	const id = await write(as);
	expect(await autosave(as, id, { title: "寫到一半" }, 0)).toBe(303);
	for (const taken of [String(id), "x".repeat(60), `new-${id}`]) await write(as, { slot: taken });
	expect(await drafts(as)).toEqual([{ slot: String(id) }]);
});

test("an autosave that comes in behind the save brings no old text back", async () => {
	const as = await editor();
	const id = await write(as);
	expect(await autosave(as, id, { title: "舊", version: "1" }, 0)).toBe(303);
	expect((await send(articles.show(id), as, article({ version: "1", title: "新" })))[0]).toBe(303);
	expect(await autosave(as, id, { title: "舊", version: "1" }, 1)).toBe(409);
	expect(await drafts(as)).toEqual([]);
	expect(await autosave(as, id, { title: "再寫", version: "2" }, 0)).toBe(303);
});

test("saved and at once published from the same form: one article, and nobody is told that it is public", async () => {
	const [as, key] = [await editor(), slot()];
	const form = article({ slot: key, _key: key, title: "按了兩次" });
	const first = await send(articles.create(), as, form);
	expect(await send(articles.create(), as, form)).toEqual(first);
	const [status, to, said] = await send(articles.createPublished(), as, form);
	expect([status, to, said.includes("還沒有儲存")]).toEqual([303, first[1], true]);
	expect(await titled("按了兩次")).toEqual([{ state: "draft", cover_id: null }]);
});

test.each([
	["article", articles, article],
	["page", pages, page],
] as const)(
	"a form of a new %s that was changed and sent again loses nothing that was typed",
	async (_, place, form) => {
		const [as, key] = [await editor(), slot()];
		const [, to] = await send(place.create(), as, form({ slot: key, _key: key }));
		const [status, again, said] = await send(
			place.create(),
			as,
			form({ slot: key, _key: key, body: "後來寫的一大段。" }),
		);
		expect([status, again, said.includes("還沒有儲存")]).toEqual([303, to, true]);
		const shown = await (await ask(to, { as })).text();
		expect(shown).toContain("後來寫的一大段。");
	},
);

test.each(["\u202e康健", "健康\u200b", "\u2066健康\u2069"])(
	"%j is no tag: it would pass for another one",
	async (tags) => {
		expect((await send(articles.create(), await editor(), article({ tags })))[0]).toBe(422);
		expect(await rows("SELECT 1 FROM tags WHERE name LIKE '%康%'")).toEqual([]);
	},
);

test("many at once give an article no tag over the number that its own form takes", async () => {
	const as = await editor();
	const tags = Array.from({ length: 20 }, (_, n) => `標籤${n}`).join("、");
	const [full, free] = [await write(as, { tags }), await write(as, { title: "另一篇" })];
	await insert("tags", { id: 99, slug: "more", name: "再一個", created_at: 1, updated_at: 1 });
	await send(articles.bulk("tag"), as, { ids: [full, free].map(String), tag: "99", here: "" });
	expect(await rows("SELECT article_id FROM article_tags WHERE tag_id = 99")).toEqual([{ article_id: free }]);
	expect((await send(articles.show(full), as, article({ version: "1", tags })))[0]).toBe(303);
});

test("a picture that somebody removes while an article with it is saved is left out; the article is saved", async () => {
	const [as, id] = [await editor(), "a".repeat(26)];
	await file(id);
	const DB = Object.create(env.DB, {
		batch: {
			writable: true,
			value: async (statements: D1PreparedStatement[]) => {
				// A save, not the reads before it.
				if (statements.length > 5) await env.DB.prepare("DELETE FROM attachments").run();
				return env.DB.batch(statements);
			},
		},
		prepare: { writable: true, value: (query: string) => env.DB.prepare(query) },
		withSession: { writable: true, value: (kind: string) => env.DB.withSession(kind) },
	});
	const title = "有封面的文章";
	const uses = { files: [id], file_descriptions: [""], file_positions: ["1"] };
	const form = article({ title, cover_id: id, cover_alt: "圖", ...uses });
	expect((await send(articles.createPublished(), as, form, { DB }))[0]).toBe(303);
	expect(await titled(title)).toEqual([{ state: "published", cover_id: null }]);
	expect(await rows("SELECT 1 FROM attachment_uses WHERE attachment_id = ?", id)).toEqual([]);
});

test.each(["0001-01-01T00:00", "0000-01-01T00:00"])("published on %s: refused beside its field", async (at) => {
	const as = await editor();
	const id = await insertArticle({ slug: `old-${at.slice(0, 4)}` });
	expect((await send(articles.show(id), as, article({ version: "1", slug: "", published_at: at })))[0]).toBe(422);
});

test("the token of a preview stands in no address of somebody else", async () => {
	const [as, id] = [await editor(), "b".repeat(26)];
	await file(id);
	const address = `/api/v1/attachments/${id}/a.png`;
	const text = await write(as, {
		body: [
			`![圖](https://else.where/?u=${address}) ![圖](${address})`,
			`[檔](https://else.where/(${address})) <img src="https://else.where/? ${address}" alt="圖">`,
			`https://else.where/?u=http://localhost:8787${address}`,
		].join("\n\n"),
	});
	const pressed = await ask(articles.preview(text), { as });
	const { pathname, search } = new URL(pressed.headers.get("Location") ?? "");
	const shown = await (await ask(pathname + search)).text();
	expect(shown.match(/="[^"]*\?token=/g)).toEqual([
		`="{&quot;href&quot;:&quot;${paths.api.root}/preview/articles/${text}?token=`,
		`="/preview/files/article/${text}/${id}/a.png?token=`,
	]);
	const json = await (await ask(paths.api.articlePreview(text, search.slice("?token=".length)))).text();
	expect(json.match(/else\.where[^\s"]*token/g)).toBe(null);
});

test("how a document stands that is not for everybody, nobody is told by the checks of a text", async () => {
	const states = ["draft", "published", "trashed"];
	for (const [nth, state] of states.entries())
		await insert("documents", {
			slug: `d${nth}`,
			title: "名冊",
			visibility: "restricted",
			state,
			published_at: 1,
			current_version: 1,
			created_at: 1,
			updated_at: 1,
		});
	const body = states.map((_, nth) => `[x](/documents/d${nth})`).join(" ");
	const as = await signIn({ permissions: ["pages.manage"] });
	const form = { kind: "page", title: "題", excerpt: "摘要", body };
	const answer = await ask(paths.admin.writing.preview(), { as, form, headers: { Accept: "application/json" } });
	const { data } = await answer.json<{ data: { checks: { words: string }[] } }>();
	expect(data.checks.length).toBe(3);
	expect(new Set(data.checks.map(({ words }) => words)).size).toBe(1);
});

const fill = (unit: string): string => unit.repeat(Math.floor(400_000 / unit.length));

/** Each ran for tens of seconds, or until no memory was left. */
const ENDLESS: [string, string][] = [
	["a table whose rows are filled up to its widest one", `|a|\n|-|\n${"|".repeat(100_000)}\n${"|x\n".repeat(90_000)}`],
	["a table as wide as long", `${"|a".repeat(50_000)}|\n${"|-".repeat(50_000)}|\n${"|b|\n".repeat(50_000)}`],
	["lines that all might begin a table", fill("a\n-\n")],
	["lists inside lists on one line", fill("1. ")],
	["quotations that go on without their mark", fill("> a\nb\n")],
	["brackets", fill("[")],
	["links that begin and never end", fill("[a](/b")],
	["emphasis inside emphasis", fill("*a_")],
	["headings of one name", fill("# a\n")],
	["a footnote that is written again and again", fill("[^a]: [^a]\n")],
	["tags that nothing opened", "<b>".repeat(60_000) + "</i>".repeat(60_000)],
	["tags that nothing opened, in a cell", `<table><tr><td>${"<b>".repeat(50_000)}${"</div>".repeat(50_000)}`],
	["scripts that never end", fill("<script>")],
	["scripts that end as a style", `${fill("<script>")}</style>`],
];
test.each(shareOf(ENDLESS, 3))("%s: rendered in seconds", async (_, markdown) => {
	const startedAt = Date.now();
	const { html } = renderMarkdown(markdown);
	expect(html.length).toBeLessThan(markdown.length * 20);
	// The clock of a Worker goes on at its next round trip.
	await env.DB.prepare("SELECT 1").first();
	const took = Date.now() - startedAt;
	expect(took).toBeLessThan(10_000 * (await slowness()));
});

test("what is too much for the parser is shown as it was written, and the rest of the text as it was meant", () => {
	const { html } = renderMarkdown(`**前**\n\n${"*a_".repeat(20_000)}\n\n**後**`);
	expect(html).toBe(`<p><strong>前</strong></p>\n<p>${"*a_".repeat(20_000)}</p>\n<p><strong>後</strong></p>`);
});

test("notes that only notes refer to are not lost", () => {
	const { html } = renderMarkdown("文\n\n[^a]: 見 [^b]\n\n[^b]: 第二則\n");
	expect(plainText(html)).toBe("文\n見 2 ↩\n第二則 ↩");
});
