import { env } from "cloudflare:test";
import { beforeAll, expect, test, vi } from "vitest";

vi.resetModules(); // an isolate that knows no revision yet and keeps no answer
const { ask, insertArticle, sql } = await import("../support/content.ts");
const { app } = await import("#app.ts");
const { createExecutionContext } = await import("cloudflare:test");

const on = { CACHE: "on" };
const edge = { CACHE: "edge" };
const PATH = "/api/v1/articles/one";
/** Asks the routes, past what answers before them. */
const routed = async (init: RequestInit = {}, cache: { CACHE: string } = on) =>
	app.fetch(new Request(`http://localhost:8787${PATH}`, init), { ...env, ...cache }, createExecutionContext());
const told = async (answer: Response) => [answer.status, Object.fromEntries(answer.headers), await answer.text()];

beforeAll(async () => {
	vi.useFakeTimers({ toFake: ["Date"] }); // the revision stays known
	await insertArticle({ slug: "one" });
	expect((await ask(PATH, {}, on)).headers.get("X-Cache")).toBe("miss");
});

test("an answer from memory is what the routes answer, header by header", async () => {
	const etag = (await ask(PATH, {}, on)).headers.get("ETag") ?? "";
	for (const headers of [{}, { Accept: "application/json" }, { "If-None-Match": etag }, { "If-None-Match": '"x"' }]) {
		const hot = await told(await ask(PATH, { headers }, on));
		expect(hot).toEqual(await told(await routed({ headers })));
		expect(hot[1]).toMatchObject({ "x-cache": "memory", "strict-transport-security": expect.any(String) });
	}
});

test("an answer from the edge is what the routes answer, header by header; missing there, it is asked for once", async () => {
	const etag = (await ask(PATH, {}, edge)).headers.get("ETag") ?? "";
	for (const headers of [{}, { Accept: "application/json" }, { "If-None-Match": etag }, { "If-None-Match": '"x"' }]) {
		const near = await told(await ask(PATH, { headers }, edge));
		expect(near).toEqual(await told(await routed({ headers }, edge)));
		expect(near[1]).toMatchObject({ "x-cache": "edge", "strict-transport-security": expect.any(String) });
	}
	const match = vi.spyOn(caches.default, "match").mockResolvedValue(undefined);
	expect((await ask(PATH, {}, edge)).headers.get("X-Cache")).toBe("miss");
	expect(match).toHaveBeenCalledTimes(1);
	match.mockRestore();
});

test("a file is its bytes, however often it is asked for, never its row", async () => {
	await env.FILES.put("files/a", "GIF89a");
	const id = "a".repeat(26);
	await sql(
		`INSERT INTO attachments (id, filename, content_type, size, sha256, object_key, width, height, created_at)
		VALUES ('${id}', 'a.gif', 'image/gif', 6, '${"a".repeat(64)}', 'files/a', 1, 1, 1)`,
	);
	await insertArticle({ slug: "with-cover", cover_id: id });
	vi.useRealTimers();
	const file = `/api/v1/attachments/${id}/a.gif`;
	const settled = async () => (await ask("/api/v1/articles/with-cover", {}, on)).headers.get("X-Cache") === "memory";
	await vi.waitUntil(settled, { timeout: 2_000, interval: 20 });
	vi.useFakeTimers({ toFake: ["Date"] });
	for (const cache of [on, on, on, on, edge, edge]) {
		const answer = await ask(file, {}, cache);
		expect([answer.status, answer.headers.get("Content-Type"), await answer.text()]).toEqual([
			200,
			"image/gif",
			"GIF89a",
		]);
	}
});

test("what is out of the ordinary goes to the routes", async () => {
	const origin = "https://www.example.org";
	const cors = await ask(PATH, { headers: { Origin: origin } }, on);
	expect(cors.headers.get("Access-Control-Allow-Origin")).toBe(origin);
	expect((await ask(PATH, { headers: { Accept: "text/html" } }, on)).status).toBe(406);
	expect((await ask(PATH, { method: "DELETE" }, on)).status).toBe(405);
	const later = String(Date.now() + 3_600_000);
	expect((await ask(PATH, { headers: { "X-Min-Rev": later } }, on)).status).toBe(400);
	expect((await ask(`${PATH}?min_rev=${later}`, {}, on)).status).toBe(400);
	expect((await ask(PATH, {}, { CACHE: "off" })).headers.get("X-Cache")).toBe("miss");
});
