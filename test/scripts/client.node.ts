/**
 * The typed client against a real HTTP server: what it sends, when it asks again, what it keeps. What it reads of the API is in
 * test/flows/content.node.ts, the package in ./client-package.node.ts.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { ApiError, ApiTimeout, type ClientOptions, createClient, memoryCache } from "../../client/index.js";
import { type Answer, type Received, startReceiver } from "../support/receiver.ts";

let receiver: Awaited<ReturnType<typeof startReceiver>>;
before(async () => {
	receiver = await startReceiver();
});
after(() => receiver.close());

const TAGS = JSON.stringify({ data: [] });
const LATE: Answer = { status: 503, headers: { "Retry-After": "1" } };
const BUSY: Answer = { status: 429, headers: { "Retry-After": "1" } };

async function clientAt(name: string, answers: Answer[], options: Partial<ClientOptions> = {}) {
	await fetch(`${receiver.origin}/_answers/${name}`, { method: "PUT", body: JSON.stringify(answers) });
	const asked = async (): Promise<Received[]> => (await fetch(`${receiver.origin}/_received/${name}`)).json();
	const client = createClient({
		baseUrl: `${receiver.origin}/${name}/`,
		init: { headers: { "X-Site": "a" } },
		...options,
	});
	return { client, asked };
}
const isStatus = (status: number) => (error: unknown) => error instanceof ApiError && error.status === status;

test("names the revision and asks again while it is not reached", async () => {
	const { client, asked } = await clientAt("late", [LATE, { body: TAGS }]);
	const askedAt = Date.now();
	assert.deepEqual(await client.tags({ minRev: 1_772_674_200_031 }), { data: [] });
	const headers = (await asked()).map((one) => [one.headers["x-min-rev"], one.headers["x-site"]]);
	assert.deepEqual(headers, Array(2).fill(["1772674200031", "a"]));
	assert.ok(Date.now() - askedAt >= 1_000);
});

test("waits as long as 429 says, never less, and asks again", async () => {
	const { client, asked } = await clientAt("busy", [BUSY, { ...LATE, headers: {} }, { body: TAGS }]);
	assert.deepEqual(await client.tags(), { data: [] });
	const at = (await asked()).map((one) => one.at);
	assert.equal(at.length, 3);
	for (const [n, time] of at.entries()) if (n > 0) assert.ok(time - (at[n - 1] ?? 0) >= 999);
	const dated = await clientAt("dated", [
		{ status: 429, headers: { "Retry-After": new Date(Date.now() + 2_000).toUTCString() } },
		{ body: TAGS },
	]);
	assert.deepEqual(await dated.client.tags(), { data: [] });
	assert.equal((await dated.asked()).length, 2);
});

test("comes back later by chance, up to a quarter and a little, so that a build's workers do not come back together", async (t) => {
	t.mock.method(Math, "random", () => 0.999);
	const { client, asked } = await clientAt("spread", [{ ...BUSY, headers: { "Retry-After": "2" } }, { body: TAGS }]);
	await client.tags();
	const [first = 0, second = 0] = (await asked()).map((one) => one.at);
	assert.ok(second - first >= 2_740, `${second - first} ms`);
});

test("goes through lists to their end, each item once, though they grow meanwhile", async () => {
	const page = (ids: number[], current_page: number, last_page: number): Answer => ({
		body: JSON.stringify({ data: ids.map((id) => ({ id })), meta: { current_page, last_page } }),
	});
	const grown = await clientAt("grown", [page([3, 2], 1, 2), page([2, 1], 2, 3), page([0], 3, 3)]);
	const ids: number[] = [];
	for await (const { id } of grown.client.articles.all({ type: "news", include: "body" })) ids.push(id);
	assert.deepEqual(ids, [3, 2, 1, 0]);
	const queries = (await grown.asked()).map((one) => one.path.split("?")[1]);
	assert.deepEqual(
		queries,
		[1, 2, 3].map((n) => `per_page=50&type=news&include=body&page=${n}`),
	);

	const part = (path: string, after: number, has_more: boolean): Answer => ({
		body: JSON.stringify({ data: [{ path }], meta: { after, has_more } }),
	});
	const led = await clientAt("led", [part("/a", 1000, true), part("/b", 2000, false)]);
	const paths: string[] = [];
	for await (const { path } of led.client.redirects.all()) paths.push(path);
	assert.deepEqual(paths, ["/a", "/b"]);
	assert.deepEqual(
		(await led.asked()).map((one) => one.path.split("?")[1]),
		["after=0", "after=1000"],
	);
});

test("a refusal is never asked again, and tries are bounded in number and time", async () => {
	const plain = await clientAt("plain", [LATE]);
	await assert.rejects(plain.client.tags({ minRev: 0, retry: { times: 0 } }), isStatus(503));
	assert.deepEqual(
		(await plain.asked()).map((one) => one.headers["x-min-rev"]),
		[undefined],
	);
	const refused = await clientAt("refused", [{ status: 400 }]);
	await assert.rejects(refused.client.tags({ minRev: 1 }), isStatus(400));
	assert.equal((await refused.asked()).length, 1);

	const never = await clientAt("never", Array(9).fill({ ...LATE, headers: { "Retry-After": "0" } }));
	await assert.rejects(never.client.tags({ retry: { times: 2 } }), isStatus(503));
	assert.equal((await never.asked()).length, 3);
	const long = await clientAt("long", [{ status: 429, headers: { "Retry-After": "60" } }]);
	const askedAt = Date.now();
	await assert.rejects(long.client.tags({ retry: { waitMs: 5_000 } }), isStatus(429));
	assert.ok(Date.now() - askedAt < 5_000);
});

test("says that an answer came too late, and stops when told to, also while it waits", async () => {
	const held = await clientAt("held", [{ hold: true }]);
	await assert.rejects(
		held.client.tags({ timeoutMs: 50 }),
		(error) => error instanceof ApiTimeout && error.timeoutMs === 50 && /\/tags: .* 50 ms/.test(error.message),
	);
	const endless = await clientAt("endless", [{ endless: 10 }]);
	await assert.rejects(endless.client.tags({ timeoutMs: 200 }), ApiTimeout);

	const waiting = await clientAt("waiting", [{ status: 429, headers: { "Retry-After": "60" } }]);
	const stop = new AbortController();
	const asked = waiting.client.tags({ signal: stop.signal });
	await fetch(`${receiver.origin}/_received/waiting?n=1`);
	stop.abort(new Error("closed"));
	await assert.rejects(asked, /closed/);
	await assert.rejects(waiting.client.tags({ signal: stop.signal }), /closed/);
	assert.equal((await waiting.asked()).length, 1);
});

test("sends the token, and nothing of it when there is none", async () => {
	const { client, asked } = await clientAt("token", [{ body: TAGS }], { token: "secret" });
	await client.tags();
	const open = await clientAt("open", [{ body: TAGS }]);
	await open.client.tags();
	const sent = [...(await asked()), ...(await open.asked())].map((one) => one.headers.authorization);
	assert.deepEqual(sent, ["Bearer secret", undefined]);
});

test("a Chinese slug is encoded once, plain or encoded, in whatever normal form", async () => {
	const { client, asked } = await clientAt("slugs", Array(4).fill({ status: 404 }));
	const name = "café-秋日";
	for (const slug of [name, name.normalize("NFD"), encodeURIComponent(name)]) {
		assert.equal(await client.article(slug), null);
	}
	assert.equal(await client.page(`關於/${encodeURIComponent(name)}`), null);
	const paths = (await asked()).map((one) => one.path.replace("/slugs/api/v1", ""));
	assert.deepEqual(paths, [
		...Array(3).fill(`/articles/${encodeURIComponent(name)}`),
		`/pages/${encodeURIComponent("關於")}/${encodeURIComponent(name)}`,
	]);
});

test("tells where a thing has moved, and follows nothing", async () => {
	const to = (path: string): Answer => ({ status: 301, headers: { Location: `https://api.example.org${path}` } });
	const { client, asked } = await clientAt("moved", [
		to("/api/v1/articles/%E6%96%B0"),
		to("/api/v1/pages/about/%E6%96%B0"),
		{ status: 410 },
	]);
	assert.deepEqual(await client.article("old"), { movedTo: "新" });
	assert.deepEqual(await client.page("old"), { movedTo: "about/新" });
	assert.equal(await client.document("old"), null);
	assert.equal((await asked()).length, 3);
});

test("keeps answers with their ETags, each by itself, and no more than the cache may hold", async () => {
	const answer = { headers: { ETag: '"a"' }, body: TAGS };
	const cache = memoryCache({ entries: 1 });
	const { client, asked } = await clientAt("kept", [answer, { status: 304 }, answer, answer, { status: 304 }], {
		cache,
	});
	const first = await client.tags();
	first.data.push({ id: 1, slug: "mine", name: "", articles_count: 0 });
	assert.deepEqual(await client.tags(), { data: [] });
	await client.categories();
	await client.tags();
	assert.deepEqual(await client.tags(), { data: [] });
	const sent = (await asked()).map((one) => one.headers["if-none-match"]);
	assert.deepEqual(sent, [undefined, '"a"', undefined, undefined, '"a"']);

	const small = memoryCache({ characters: 8 });
	await small.set("long", { etag: "", body: "123" });
	assert.equal(await small.get("long"), undefined);
	for (const name of ["a", "b", "c", "d"]) await small.set(name, { etag: "", body: "12" });
	await small.get("a");
	await small.set("e", { etag: "", body: "12" });
	assert.deepEqual(
		["a", "b", "c", "d", "e"].filter((name) => small.get(name) !== undefined),
		["a", "c", "d", "e"],
	);
});

test("a preview is asked with its token and kept by nothing", async () => {
	const draft = { headers: { ETag: '"a"' }, body: JSON.stringify({ data: { title: "草稿" } }) };
	const { client, asked } = await clientAt("preview", [draft, { status: 404 }, { status: 403 }], {
		cache: memoryCache(),
	});
	assert.equal((await client.preview.article(7, "a.b/c"))?.data.title, "草稿");
	assert.equal(await client.preview.page("8", "t"), null);
	await assert.rejects(client.preview.article(7, "a.b/c"), isStatus(403));
	const sent = (await asked()).map((one) => [one.path.replace("/preview/api/v1", ""), one.headers["if-none-match"]]);
	assert.deepEqual(sent, [
		["/preview/articles/7?token=a.b%2Fc", undefined],
		["/preview/pages/8?token=t", undefined],
		["/preview/articles/7?token=a.b%2Fc", undefined],
	]);
});
