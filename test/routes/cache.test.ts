import { env } from "cloudflare:test";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { signPreview } from "#http/preview-token.ts";

vi.resetModules(); // an isolate that knows no revision yet and keeps no answer
const { ask, insertArticle, sql } = await import("../support/content.ts");

/** A database that never answers: what the Worker sees while D1 is down. */
const down = {
	prepare: () => {
		throw new Error("D1_ERROR: down");
	},
	withSession: () => {
		throw new Error("D1_ERROR: down");
	},
};
const on = { CACHE: "on" };
const edge = { CACHE: "edge" };
const tier = (answer: Response) => answer.headers.get("X-Cache");

beforeAll(async () => {
	await insertArticle({ slug: "one" });
	await insertArticle({ slug: "two" });
});

/** Waits until the memoised revision (at most 0.5 s old) has caught up with the database, then asks. */
async function settled(path: string, bindings: object): Promise<Response> {
	const rev = String(await env.DB.prepare("SELECT rev FROM content_revision").first("rev"));
	await vi.waitUntil(
		async () => {
			const { headers } = await ask("/api/v1/categories", {}, on);
			return headers.get("X-Content-Rev") === rev && headers.get("X-Cache") === "memory";
		},
		{ timeout: 800, interval: 20 },
	);
	return ask(path, {}, bindings);
}

describe("tiers", () => {
	test("miss, then memory", async () => {
		expect(tier(await ask("/api/v1/articles/one", {}, on))).toBe("miss");
		expect(tier(await ask("/api/v1/articles/one", {}, on))).toBe("memory");
	});

	test("edge while memory is off", async () => {
		expect(tier(await ask("/api/v1/articles/two", {}, edge))).toBe("miss");
		const answer = await ask("/api/v1/articles/two", {}, edge);
		expect([answer.status, tier(answer)]).toEqual([200, "edge"]);
	});

	test("404 comes from the edge and never takes room in memory", async () => {
		expect(tier(await ask("/api/v1/articles/nothing", {}, on))).toBe("miss");
		const again = await ask("/api/v1/articles/nothing", {}, on);
		expect([again.status, tier(again)]).toEqual([404, "edge"]);
		const third = await ask("/api/v1/articles/nothing", {}, on);
		expect([third.status, tier(third)]).toEqual([404, "edge"]);
	});

	test("addresses that mean the same share an entry", async () => {
		await ask("/api/v1/articles?per_page=15&page=1&category=b,a", {}, edge);
		expect(tier(await ask("/api/v1/articles?category=a&category=b", {}, edge))).toBe("edge");
	});

	test("no address answers under another's key", async () => {
		expect((await ask("/api/v1/documents/x%2Fdownload", {}, edge)).status).toBe(404);
		expect(tier(await ask("/api/v1/documents/x/download", {}, edge))).toBe("miss");
		await ask("/api/v1/articles?search=a%26index_rev%3D1", {}, edge);
		expect((await ask("/api/v1/articles?search=a&index_rev=1", {}, edge)).status).toBe(400);
	});

	test("a path that climbs neither fills nor reads another's entry", async () => {
		expect((await ask("/api/v1/pages/..%2Fdocuments", {}, edge)).status).toBe(404);
		const documents = await ask("/api/v1/documents", {}, edge);
		expect([documents.status, tier(documents)]).toEqual([200, "miss"]);
		await ask("/api/v1/tags", {}, edge);
		for (const path of ["..%2Ftags", "x%2F..%2F..%2Ftags", ".%2F..%2Ftags"]) {
			expect((await ask(`/api/v1/pages/${path}`, {}, edge)).status, path).toBe(404);
		}
	});

	test("the same body from every tier", async () => {
		const bodies = [];
		for (const bindings of [{ CACHE: "off" }, on, edge, on])
			bodies.push(await (await ask("/api/v1/homepage", {}, bindings)).text());
		expect(new Set(bodies).size).toBe(1);
	});
});

describe("validators", () => {
	test("If-None-Match answers 304 without a body", async () => {
		const first = await ask("/api/v1/articles/one", {}, on);
		const etag = first.headers.get("ETag") ?? "";
		expect(etag).toMatch(/^"[\w-]{22}"$/);
		for (const validator of [etag, `W/${etag}`, `"x", ${etag}`, "*"]) {
			const again = await ask("/api/v1/articles/one", { headers: { "If-None-Match": validator } }, on);
			expect([again.status, await again.text(), again.headers.get("ETag")]).toEqual([304, "", etag]);
		}
		const other = await ask("/api/v1/articles/one", { headers: { "If-None-Match": '"x"' } }, on);
		expect(other.status).toBe(200);
	});

	test("an unrelated change leaves the ETag", async () => {
		const before = (await settled("/api/v1/articles/one", on)).headers.get("ETag");
		await sql("INSERT INTO tags (slug, name, created_at, updated_at) VALUES ('t', '標', 1, 1)");
		const after = await settled("/api/v1/articles/one", on);
		expect([tier(after), after.headers.get("ETag")]).toEqual(["miss", before]);
	});
});

describe("freshness", () => {
	test("a bare SQL write is seen within 0.8 s", async () => {
		await ask("/api/v1/articles/one", {}, on);
		await sql("UPDATE articles SET title = '新題' WHERE slug = 'one'");
		const answer = await settled("/api/v1/articles/one", on);
		expect((await answer.json<{ data: { title: string } }>()).data.title).toBe("新題");
	});

	test("a setting changes addresses and origins", async () => {
		await sql(
			"INSERT INTO settings (key, value, updated_at) VALUES ('PUBLIC_SITE_ORIGIN', 'https://new.example.org', 1)",
		);
		const answer = await settled("/api/v1/articles/one", on);
		expect((await answer.json<{ data: { url: string } }>()).data.url).toBe("https://new.example.org/articles/one");
	});

	test.each(["www.example.org", "javascript:alert(1)", ""])(
		"a setting that is no address (%s) breaks nothing",
		async (value) => {
			await env.DB.prepare("UPDATE settings SET value = ? WHERE key = 'PUBLIC_SITE_ORIGIN'").bind(value).run();
			const answer = await settled("/api/v1/articles/one", on);
			expect((await answer.json<{ data: { url: string } }>()).data.url).toBe("https://www.example.org/articles/one");
			expect((await ask("/api/v1/feeds/articles.rss", {}, on)).status).toBe(200);
		},
	);

	test("while the database is down the last good answer is stale; without one 503", async () => {
		await settled("/api/v1/articles/two", on);
		await sql("UPDATE articles SET title = '改' WHERE slug = 'one'");
		await settled("/api/v1/tags", on);
		const stale = await ask("/api/v1/articles/two", {}, { ...edge, DB: down as never });
		expect([stale.status, tier(stale)]).toEqual([200, "stale"]);
		const none = await ask("/api/v1/articles/never-asked", {}, { ...edge, DB: down as never });
		expect([none.status, none.headers.get("Retry-After")]).toEqual([503, "5"]);
		expect(none.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
		const token = await signPreview(env.PREVIEW_KEY, { kind: "article", id: 1 }, Date.now());
		const preview = await ask(`/api/v1/preview/articles/1?token=${token}`, {}, { DB: down as never });
		expect([preview.status, preview.headers.get("Retry-After")]).toEqual([503, "5"]);
		const health = await ask("/api/v1/health", {}, { DB: down as never });
		expect([health.status, await health.json()]).toEqual([503, { status: "down", rev: null }]);
	});
});

test("only misses count against the rate limit; then 429 with Retry-After", async () => {
	let left = 1;
	const RATE_LIMIT = { limit: async () => ({ success: left-- > 0 }) };
	await settled("/api/v1/tags", on);
	expect((await ask("/api/v1/pages", {}, { ...edge, RATE_LIMIT })).status).toBe(200);
	expect((await ask("/api/v1/pages", {}, { ...edge, RATE_LIMIT })).status).toBe(200);
	const refused = await ask("/api/v1/documents", {}, { ...edge, RATE_LIMIT });
	expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "60"]);
});
