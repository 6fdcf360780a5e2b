import { env } from "cloudflare:test";
import { beforeAll, expect, test } from "vitest";
import { paths } from "#http/paths.ts";
import { signPreview } from "#http/preview-token.ts";
import { ask, insertArticle } from "../support/content.ts";

const HOUR = 3_600_000;
let id = 0;
let other = 0;

beforeAll(async () => {
	id = await insertArticle({ slug: "secret", title: "草稿", state: "draft", published_at: null });
	other = await insertArticle({ slug: "other", state: "draft", published_at: null });
});

test("a signed link shows the draft and is kept nowhere", async () => {
	const answer = await ask(paths.api.articlePreview(id, await signPreview(env.PREVIEW_KEY, id, Date.now())));
	expect(answer.status).toBe(200);
	expect(answer.headers.get("Cache-Control")).toBe("private, no-store");
	expect(answer.headers.get("X-Robots-Tag")).toBe("noindex, nofollow");
	expect(await answer.json()).toMatchObject({ data: { title: "草稿", state: "draft", published_at: null } });
});

test("no other link does", async () => {
	const now = Date.now();
	const good = await signPreview(env.PREVIEW_KEY, id, now);
	const [expires = "", mac = ""] = good.split(".");
	const tokens = {
		over: await signPreview(env.PREVIEW_KEY, id, now - HOUR),
		"of another article": await signPreview(env.PREVIEW_KEY, other, now),
		"by another key": await signPreview("another key of thirty-two bytes!", id, now),
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
	expect((await ask(paths.api.articlePreview(99, await signPreview(env.PREVIEW_KEY, 99, now)))).status).toBe(404);
});
