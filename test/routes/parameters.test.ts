import { describe, expect, test } from "vitest";
import { originTest } from "#http/cors.ts";
import { ask } from "../support/content.ts";

type Problem = { status: number; instance: string; errors: { pointer: string; detail: string }[] };

describe("a bad parameter is 400 and names itself", () => {
	test.each([
		["/articles?page=0", "#/query/page"],
		["/articles?page=-1", "#/query/page"],
		["/articles?page=1.5", "#/query/page"],
		["/articles?page=1e3", "#/query/page"],
		["/articles?page=%EF%BC%91", "#/query/page"],
		["/articles?page=", "#/query/page"],
		["/articles?page=99999999999", "#/query/page"],
		["/articles?per_page=0", "#/query/per_page"],
		["/articles?per_page=101", "#/query/per_page"],
		["/articles?per_page=1000", "#/query/per_page"],
		["/articles?type=blog", "#/query/type"],
		["/articles?type=news&type=event", "#/query/type"],
		["/articles?page=1&page=2", "#/query/page"],
		["/articles?pinned=1", "#/query/pinned"],
		["/articles?pinned=", "#/query/pinned"],
		["/articles?sort=name", "#/query/sort"],
		["/articles?sort=relevance", "#/query/sort"],
		["/articles?search=", "#/query/search"],
		["/articles?search=a%00b", "#/query/search"],
		[`/articles?search=${"a".repeat(101)}`, "#/query/search"],
		["/articles?category=", "#/query/category"],
		["/articles?category=a,,b", "#/query/category"],
		["/articles?q=a", "#/query/q"],
		["/articles?Page=1", "#/query/Page"],
		["/articles?__proto__=1", "#/query/__proto__"],
		["/articles?page[]=1", "#/query/page[]"],
		["/articles/x?page=1", "#/query/page"],
		["/categories?page=1", "#/query/page"],
		["/homepage?x=", "#/query/x"],
		["/documents?type=news", "#/query/type"],
		["/changes", "#/query/since"],
		["/changes?since=abc", "#/query/since"],
		["/changes?since=-1", "#/query/since"],
		["/feeds/articles.rss?x=1", "#/query/x"],
	])("%s", async (path, pointer) => {
		const answer = await ask(`/api/v1${path}`);
		expect(answer.status).toBe(400);
		expect(answer.headers.get("Content-Type")).toBe("application/problem+json; charset=utf-8");
		expect(answer.headers.get("Cache-Control")).toBe("no-store");
		const problem = await answer.json<Problem>();
		expect(problem.errors.map((error) => error.pointer)).toEqual([pointer]);
		expect(problem.instance).toBe(`/api/v1${path.split("?")[0]}`);
	});

	test("all of them at once", async () => {
		const problem = await (await ask("/api/v1/articles?page=0&per_page=1000&x=1")).json<Problem>();
		expect(problem.errors.map((error) => error.pointer).toSorted()).toEqual([
			"#/query/page",
			"#/query/per_page",
			"#/query/x",
		]);
	});
});

describe("hostile searches are answered", () => {
	test.each([
		'"',
		"*",
		"(",
		")",
		"NEAR",
		"AND",
		"-",
		'" OR 1=1 --',
		"NEAR(a b)",
		"a* AND b",
		"😀".repeat(100),
		"\ue000",
		"％",
		"'; DROP TABLE entries;",
	])("%s", async (search) => {
		const answer = await ask(`/api/v1/articles?search=${encodeURIComponent(search)}`);
		expect([answer.status, (await answer.json<{ data: unknown[] }>()).data]).toEqual([200, []]);
	});
});

describe("methods and media types", () => {
	test.each(["POST", "PUT", "PATCH", "DELETE"])("%s is 405 with Allow", async (method) => {
		const answer = await ask("/api/v1/articles", { method });
		expect([answer.status, answer.headers.get("Allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
		expect(await answer.json()).toMatchObject({ status: 405 });
	});

	test("HEAD has GET's headers and no body", async () => {
		const [head, get] = [await ask("/api/v1/categories", { method: "HEAD" }), await ask("/api/v1/categories")];
		expect([head.status, await head.text()]).toEqual([200, ""]);
		expect(head.headers.get("ETag")).toBe(get.headers.get("ETag"));
	});

	test.each([
		["application/json", 200],
		["*/*", 200],
		["text/html,application/xhtml+xml,*/*;q=0.8", 200],
		["application/*;q=0.5", 200],
		["text/html", 406],
		["application/json;q=0", 406],
		["application/json;q=0.0, text/html", 406],
		["", 200],
		["APPLICATION/JSON", 200],
		["text/html, */*;q=0, application/json", 200],
		["application/json;q=0, */*", 406],
		["application/*;q=0, */*", 406],
		["application/*;q=0, application/json", 200],
	])("Accept: %s", async (accept, status) => {
		expect((await ask("/api/v1/categories", { headers: { Accept: accept } })).status).toBe(status);
	});

	test("nothing else is here", async () => {
		for (const path of ["/api", "/api/v2/articles", "/api/v1/nothing", "/api/v1/articles/", "/favicon.ico"]) {
			expect((await ask(path)).status, path).toBe(404);
		}
	});
});

describe("CORS", () => {
	const allowed = async (origin: string, method = "GET") => {
		const answer = await ask("/api/v1/categories", { method, headers: { Origin: origin } });
		expect(answer.headers.get("Vary")).toBe("Origin");
		expect(answer.headers.get("Access-Control-Allow-Credentials")).toBe(null);
		return answer.headers.get("Access-Control-Allow-Origin");
	};
	const good = [
		"https://www.example.org",
		"http://localhost:3000",
		"https://site-git-main-team.vercel.app",
		"https://site-x-team.vercel.app",
	];
	const bad = [
		"https://site-x-team.vercel.app.evil.example",
		"https://evil.example/site-x-team.vercel.app",
		"https://site-x.evil-team.vercel.app",
		"https://site--team.vercel.app@evil.example",
		"https://site-team.vercel.app",
		"http://site-x-team.vercel.app",
		"https://site-x-teamXvercel.app",
		"https://www.example.org.evil.example",
		"http://www.example.org",
		"https://www.example.org:8443",
		"http://localhost:3001",
		"http://127.0.0.1:3000",
		"null",
	];
	test.each(good)("%s may read", async (origin) => expect(await allowed(origin)).toBe(origin));
	test.each(bad)("%s may not", async (origin) => expect(await allowed(origin)).toBe(null));
	test.each(good)("%s may ask first", async (origin) => expect(await allowed(origin, "OPTIONS")).toBe(origin));
	test.each(bad)("%s may not ask first", async (origin) => expect(await allowed(origin, "OPTIONS")).toBe(null));
	test("a developer's own site may, on any port, and no other host", async () => {
		const allows = originTest("https://www.example.org", "", true);
		const local = ["http://localhost:3001", "http://localhost", "http://127.0.0.1:5173", "http://[::1]:4321"];
		expect(local.filter((origin) => !allows(origin))).toEqual([]);
		const others = [
			"http://localhost.evil.example:3000",
			"https://localhost:3001",
			"http://localhost:3001@evil.example",
		];
		expect([...others, "http://127.0.0.1.evil.example", "http://192.168.0.2:3000", "null"].filter(allows)).toEqual([]);
	});
	test("a preflight", async () => {
		const headers = { Origin: "http://localhost:3000", "Access-Control-Request-Method": "GET" };
		const answer = await ask("/api/v1/articles/x", { method: "OPTIONS", headers });
		expect([answer.status, answer.headers.get("Access-Control-Allow-Methods")]).toEqual([204, "GET, HEAD, OPTIONS"]);
	});
	test("problems carry it too", async () => {
		const answer = await ask("/api/v1/articles?page=0", { headers: { Origin: "http://localhost:3000" } });
		expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("http://localhost:3000");
	});
});
