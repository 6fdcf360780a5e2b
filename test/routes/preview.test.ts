import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { fileUrl } from "#domain/content/content/files.ts";
import { paths } from "#http/paths.ts";
import { PREVIEW_MS, signPreview } from "#http/preview-token.ts";
import { ask, insert, insertArticle, page } from "../support/content.ts";

const PICTURE = { id: "p".repeat(26), filename: "海邊 (1).png" };
let id = 0;

/** The bytes of a file, which here are letters whatever it says it is. */
const textOf = async (answer: Response): Promise<string> => new TextDecoder().decode(await answer.arrayBuffer());
let other = 0;

const articleToken = (of: number, now = Date.now()) => signPreview(env.PREVIEW_KEY, { kind: "article", id: of }, now);
const pageToken = (of: number) => signPreview(env.PREVIEW_KEY, { kind: "page", id: of }, Date.now());

beforeAll(async () => {
	await insert("attachments", {
		...PICTURE,
		content_type: "image/png",
		size: 4,
		sha256: "1".repeat(64),
		object_key: `attachments/${PICTURE.id}`,
		width: 2,
		height: 2,
		created_at: 1,
	});
	await env.FILES.put(`attachments/${PICTURE.id}`, "PNG!");
	const body = `![圖](${fileUrl(PICTURE)}) [文](/articles/other)`;
	const html = `<p><img src="${fileUrl(PICTURE)}" alt="圖"> <a href="/articles/other">文</a></p>`;
	const texts = { body_markdown: body, body_html: html };
	const draft = { state: "draft", published_at: null };
	id = await insertArticle({ slug: "secret", title: "草稿", ...draft, ...texts, cover_id: PICTURE.id });
	other = await insertArticle({ slug: "other", ...draft });
	await insert("pages", page(1, "about"));
	await insert(
		"pages",
		page(2, "about/plan", { title: "計畫", parent_id: 1, ...draft, ...texts, seo_image: fileUrl(PICTURE) }),
	);
	await insert("pages", page(3, "about/plan/public", { parent_id: 2 }));
	await insert("pages", page(4, "about/plan/hidden", { parent_id: 2, ...draft }));
	for (const [resource, resource_id, role] of [
		["article", id, "file"],
		["article", id, "inline"],
		["page", 2, "inline"],
	] as const)
		await insert("attachment_uses", { resource, resource_id, role, attachment_id: PICTURE.id });
});

test("a signed link shows the draft and is kept nowhere", async () => {
	const answer = await ask(paths.api.articlePreview(id, await articleToken(id)));
	expect(answer.status).toBe(200);
	expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
	expect(answer.headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
	expect(await answer.json()).toMatchObject({ data: { title: "草稿", state: "draft", published_at: null } });
});

test("its files are addressed so that the link opens them, here and on the website", async () => {
	const token = await articleToken(id);
	const url = `http://localhost:8787/preview/files/article/${id}/${PICTURE.id}/${encodeURIComponent(PICTURE.filename)}?token=${token}`;
	const { data } = await (await ask(paths.api.articlePreview(id, token))).json<{ data: Record<string, unknown> }>();
	expect(data).toMatchObject({
		cover_image: { url },
		attachments: [{ id: PICTURE.id, url }],
		body_html: `<p><img src="${url}" alt="圖"> <a href="https://www.example.org/articles/other">文</a></p>`,
		seo: { image: { url: url } },
	});
	expect(data.body_markdown).toBe(`![圖](${url}) [文](https://www.example.org/articles/other)`);
	expect((await ask(fileUrl(PICTURE))).status).toBe(404);
	const file = await ask(url.slice("http://localhost:8787".length));
	expect([file.status, await textOf(file)]).toEqual([200, "PNG!"]);
	expect(file.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
});

test("a page's link shows it with what is public around it", async () => {
	const token = await pageToken(2);
	const url = `http://localhost:8787/preview/files/page/2/${PICTURE.id}/${encodeURIComponent(PICTURE.filename)}?token=${token}`;
	const answer = await ask(paths.api.pagePreview(2, token));
	expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
	const { data } = await answer.json<{ data: { children: { path: string }[] } }>();
	expect(data).toMatchObject({
		title: "計畫",
		state: "draft",
		path: "about/plan",
		parent: { path: "about" },
		body_html: `<p><img src="${url}" alt="圖"> <a href="https://www.example.org/articles/other">文</a></p>`,
		seo: { image: { url: url } },
	});
	expect(data.children.map(({ path }) => path)).toEqual(["about/plan/public"]);
});

test("no other link does", async () => {
	const now = Date.now();
	const good = await articleToken(id, now);
	const [expires = "", mac = ""] = good.split(".");
	const tokens = {
		over: await articleToken(id, now - PREVIEW_MS),
		"of another article": await articleToken(other, now),
		"of a page with its number": await pageToken(id),
		"by another key": await signPreview("another key of thirty-two bytes!", { kind: "article", id }, now),
		prolonged: `${Number(expires) + 1}.${mac}`,
		cut: good.slice(0, -2),
		garbage: "x",
	};
	for (const [name, token] of Object.entries(tokens)) {
		const answer = await ask(paths.api.articlePreview(id, token));
		expect([name, answer.status]).toEqual([name, 403]);
		expect(await answer.text()).not.toContain("草稿");
	}
	expect((await ask(`/api/v1/preview/articles/${id}`)).status).toBe(400);
	expect((await ask(paths.api.articlePreview(99, await articleToken(99)))).status).toBe(404);
	expect((await ask(paths.api.pagePreview(99, await pageToken(99)))).status).toBe(404);
	expect((await ask(paths.api.pagePreview(2, good))).status).toBe(403);
});

test("a link that was given out before pages had any still opens its article", async () => {
	const expires = Date.now() + 60_000;
	const raw = new TextEncoder();
	const algorithm = { name: "HMAC", hash: "SHA-256" };
	const key = await crypto.subtle.importKey("raw", raw.encode(env.PREVIEW_KEY), algorithm, false, ["sign"]);
	const mac = new Uint8Array(await crypto.subtle.sign("HMAC", key, raw.encode(`preview.article.${id}.${expires}`)));
	const hex = [...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("");
	expect((await ask(paths.api.articlePreview(id, `${expires}.${hex}`))).status).toBe(200);
});

test("what is thrown away is shown to nobody", async () => {
	const token = await articleToken(other);
	await env.DB.prepare("UPDATE articles SET state = 'trashed' WHERE id = ?").bind(other).run();
	expect((await ask(paths.api.articlePreview(other, token))).status).toBe(404);
});

test("both addresses are described", async () => {
	const { paths: described } = await (await ask(paths.api.openapi())).json<{ paths: Record<string, unknown> }>();
	expect(described).toMatchObject({
		"/preview/articles/{id}": { get: { description: expect.stringContaining("同一個 token") } },
		"/preview/pages/{id}": { get: { description: expect.stringContaining("同一個 token") } },
	});
});
