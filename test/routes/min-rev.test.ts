/** `min_rev`: no answer is older than the revision that it names; where there is none, it is 503 or 400. */
import { env } from "cloudflare:test";
import { afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { indexChanges } from "#jobs/content/indexing.ts";
import { breaking } from "../support/broken.ts";
import { ask, insertArticle, page, sql } from "../support/content.ts";
import { createPage, insertDocument } from "../support/rows.ts";

const FILE = "a".repeat(26);
const away = () => ({ DB: breaking(1, "before").env.DB });
const revision = async (): Promise<number> =>
	Number(await env.DB.prepare("SELECT rev FROM content_revision").first("rev"));
const atLeast = (path: string, minRev: number | string) =>
	`/api/v1${path}${path.includes("?") ? "&" : "?"}min_rev=${minRev}`;

beforeAll(async () => {
	for (const level of ["log", "info", "warn", "error"] as const) vi.spyOn(console, level).mockImplementation(() => {});
	await env.FILES.put("files/a", "x");
	await sql(
		`INSERT INTO attachments (id, filename, content_type, size, sha256, object_key, width, height, created_at)
		VALUES ('${FILE}', 'a.png', 'image/png', 1, '${"a".repeat(64)}', 'files/a', 1, 1, 1)`,
	);
	await insertArticle({ slug: "shown", cover_id: FILE });
	await insertArticle({ slug: "before" });
	await insertArticle({ slug: "gone", state: "archived" });
	await sql("UPDATE articles SET slug = 'after' WHERE slug = 'before'");
	await createPage(page(1, "about"));
	await insertDocument({ id: 1, slug: "bylaws", category: "", visibility: "public" });
	await env.FILES.put("documents/1", "x".repeat(10));
	await sql(
		`INSERT INTO announcements (slug, title, audience, publish_from, created_at, updated_at)
		VALUES ('open', '公告', 'public', 1, 1, 1)`,
	);
	await indexChanges(env);
});
afterEach(() => vi.useRealTimers());

const ADDRESSES = [
	["/articles", 200],
	["/articles?type=news&page=2", 200],
	["/articles?search=%E9%A1%8C", 200],
	["/search?q=%E9%A1%8C", 200],
	["/articles/shown", 200],
	["/articles/before", 301],
	["/articles/gone", 410],
	["/articles/nowhere", 404],
	["/categories", 200],
	["/tags", 200],
	["/pages", 200],
	["/pages/about", 200],
	["/homepage", 200],
	["/documents", 200],
	["/documents?search=x", 200],
	["/documents/bylaws", 200],
	["/announcements", 200],
	["/site", 200],
	["/redirects", 200],
	["/redirects?path=/old", 200],
	["/announcements/open", 200],
	["/documents/bylaws/download", 200],
	[`/attachments/${FILE}/a.png`, 200],
	["/feeds/articles.rss", 200],
	["/feeds/articles.atom", 200],
	["/feeds/articles.json", 200],
	["/sitemap.xml", 200],
	["/changes?since=0", 200],
	["/openapi.json", 200],
] as const;

test("OpenAPI names it on each of these addresses, and on no other", async () => {
	type Operation = { get: { parameters: { name: string; in: string }[] } };
	const { paths } = await (await ask("/api/v1/openapi.json")).json<{ paths: Record<string, Operation> }>();
	const taking = Object.entries(paths).filter(([, { get }]) =>
		["min_rev", "X-Min-Rev"].every((name) => get.parameters.some((one) => one.name === name)),
	);
	const pattern = (path: string) => new RegExp(`^${path.replace("{path}", ".+").replace(/\{\w+\}/g, "[^/]+")}$`);
	const asked = ADDRESSES.map(([path]) => path.split("?")[0] ?? "").filter((path) => path !== "/openapi.json");
	expect(taking.filter(([path]) => !asked.some((one) => pattern(path).test(one)))).toEqual([]);
	expect(asked.filter((one) => !taking.some(([path]) => pattern(path).test(one)))).toEqual([]);
});

describe.each(ADDRESSES)("%s", (path, status) => {
	test.each(["on", "edge", "off"])("is the same with a revision that was reached, cache %s", async (CACHE) => {
		const plain = await ask(`/api/v1${path}`, { redirect: "manual" }, { CACHE });
		const rev = await revision();
		const body = await plain.text();
		for (const [address, headers] of [
			[atLeast(path, rev), {}],
			[atLeast(path, 0), {}],
			[`/api/v1${path}`, { "X-Min-Rev": String(rev) }],
			[atLeast(path, 1), { "X-Min-Rev": String(rev) }],
		] as const) {
			const answer = await ask(address, { headers, redirect: "manual" }, { CACHE });
			expect([answer.status, await answer.text()]).toEqual([status, body]);
			for (const name of ["ETag", "Location", "Content-Type"])
				expect([name, answer.headers.get(name)]).toEqual([name, plain.headers.get(name)]);
		}
		const head = await ask(atLeast(path, rev), { method: "HEAD", redirect: "manual" }, { CACHE });
		expect([head.status, head.headers.get("ETag")]).toEqual([status, plain.headers.get("ETag")]);
		const validator = plain.headers.get("ETag");
		if (validator === null) return;
		const again = await ask(atLeast(path, rev), { headers: { "If-None-Match": validator } }, { CACHE });
		expect([again.status, await again.text()]).toEqual([304, ""]);
	});

	test("a revision that is not reached is 503, and 400 where it is more than 5 s ahead", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		for (const [ahead, wanted] of [
			[4_900, 503],
			[5_000, 503],
			[5_001, 400],
			[86_400_000, 400],
		] as const)
			for (const method of ["GET", "HEAD"]) {
				const answer = await ask(atLeast(path, Date.now() + ahead), { method }, { CACHE: "on" });
				expect([ahead, answer.status, answer.headers.get("Cache-Control")]).toEqual([ahead, wanted, "no-store"]);
				expect(answer.headers.get("Retry-After")).toBe(wanted === 503 ? "1" : null);
				expect(answer.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
			}
	});

	test("without the database it is 503, whatever was good last", async () => {
		vi.useFakeTimers({ toFake: ["Date"] });
		const rev = await revision();
		await ask(`/api/v1${path}`, { redirect: "manual" }, { CACHE: "on" });
		vi.advanceTimersByTime(1_000);
		const answer = await ask(atLeast(path, rev), { redirect: "manual" }, { CACHE: "on", ...away() });
		expect([answer.status, answer.headers.get("Retry-After"), answer.headers.get("Cache-Control")]).toEqual([
			503,
			"1",
			"no-store",
		]);
	});

	test.each(["", "-1", "1.5", "1e3", "0x10", "abc", "１", "+1", " 1", "1,2", "9".repeat(16)])(
		"%j is 400",
		async (value) => {
			const inQuery = await ask(atLeast(path, encodeURIComponent(value)));
			expect([inQuery.status, (await inQuery.json<Refused>()).errors[0]?.pointer]).toEqual([400, "#/query/min_rev"]);
			if (!/^[\x21-\x7e]+$/.test(value)) return;
			const inHeader = await ask(`/api/v1${path}`, { headers: { "X-Min-Rev": value } });
			expect([inHeader.status, (await inHeader.json<Refused>()).errors[0]?.pointer]).toEqual([
				400,
				"#/header/X-Min-Rev",
			]);
		},
	);
});
type Refused = { errors: { pointer: string; detail: string }[] };

test("given twice, it is 400; in query and header, the later one counts", async () => {
	expect((await ask("/api/v1/tags?min_rev=1&min_rev=1")).status).toBe(400);
	const rev = await revision();
	const ahead = { headers: { "X-Min-Rev": String(Date.now() + 3_000) } };
	expect((await ask(atLeast("/tags", rev), ahead)).status).toBe(503);
	expect((await ask(atLeast("/tags", Date.now() + 3_000), { headers: { "X-Min-Rev": "1" } })).status).toBe(503);
});

test("it is no part of a key: two revisions share an entry, and no other address is answered by it", async () => {
	const rev = await revision();
	const tier = async (path: string) => (await ask(path, {}, { CACHE: "on" })).headers.get("X-Cache");
	await tier(atLeast("/articles?per_page=3", rev));
	expect(await tier(atLeast("/articles?per_page=3", rev - 1))).toBe("memory");
	expect(await tier("/api/v1/articles?per_page=3")).toBe("memory");
	expect(await tier(`/api/v1/articles?min%5Frev=${rev}&per_page=3`)).toBe("memory");
	expect((await ask(`/api/v1/articles?min_rev=${rev}&q=1`)).status).toBe(400);
});

test("browsers may send the header from an allowed origin", async () => {
	const headers = { Origin: "http://localhost:3000", "Access-Control-Request-Headers": "x-min-rev" };
	const answer = await ask("/api/v1/articles", { method: "OPTIONS", headers });
	expect(answer.headers.get("Access-Control-Allow-Headers")).toContain("X-Min-Rev");
});

test("a revision that there is counts, though the clock here is an hour behind it", async () => {
	const rev = await revision();
	vi.useFakeTimers({ toFake: ["Date"], now: rev - 3_600_000 });
	const answer = await ask(atLeast("/articles/shown", rev), {}, { CACHE: "on" });
	expect([answer.status, answer.headers.get("X-Content-Rev")]).toEqual([200, String(rev)]);
	expect((await ask(atLeast("/articles/shown", rev + 1))).status).toBe(400);
});

test("a setting counts, which changes addresses in answers", async () => {
	await ask("/api/v1/articles/shown", {}, { CACHE: "on" });
	await sql(
		"INSERT INTO settings (key, value, updated_at) VALUES ('PUBLIC_SITE_ORIGIN', 'https://new.example.org', 1)",
	);
	const answer = await ask(atLeast("/articles/shown", await revision()), {}, { CACHE: "on" });
	expect((await answer.json<{ data: { url: string } }>()).data.url).toBe("https://new.example.org/articles/shown");
});

describe("a search", () => {
	const found = async (path: string): Promise<number[]> => {
		const answer = await ask(path, {}, { CACHE: "on" });
		const { meta } = await answer.json<{ meta?: { total: number } }>();
		return [answer.status, meta?.total ?? -1];
	};

	test("waits until the index holds the change", async () => {
		for (const [kind, write] of [
			["articles", "UPDATE articles SET title = '新芽' WHERE slug = 'shown'"],
			["documents", "UPDATE documents SET title = '新芽' WHERE slug = 'bylaws'"],
		] as const) {
			const path = `/${kind}?search=%E6%96%B0%E8%8A%BD`;
			const before = await revision();
			expect(await found(atLeast(path, before))).toEqual([200, 0]);
			await sql(write);
			const rev = await revision();
			expect(await found(atLeast(path, rev))).toEqual([503, -1]);
			expect(await found(atLeast(path, before))).not.toEqual([503, -1]);
			await indexChanges(env);
			expect(await found(atLeast(path, rev))).toEqual([200, 1]);
		}
	});

	test("does not wait for a revision that is no change to index", async () => {
		await indexChanges(env);
		await sql("INSERT INTO settings (key, value, updated_at) VALUES ('PREVIEW_ORIGIN_PATTERN', '', 1)");
		expect(await found(atLeast("/articles?search=%E6%96%B0%E8%8A%BD", await revision()))).toEqual([200, 1]);
	});

	test("without the index it is 503", async () => {
		const answer = await ask(
			atLeast("/articles?search=x", await revision()),
			{},
			{ CACHE: "on", SEARCH: breaking(1, "before").env.SEARCH },
		);
		// Its revision may still be known: then the index itself is asked, and does not answer either.
		expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "1"]);
	});
});
