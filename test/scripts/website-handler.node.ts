/**
 * What docs/website.md has a website run (the handler and the client beside it, the list of changes, the reader without a client), as it
 * stands there; only Next.js itself is replaced, by a list of what it was told, and where Astro reads variables. `npm run prove -- website` runs them in Next.js.
 */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { signatureHeader } from "#domain/content/webhooks/signature.ts";
import { type Client, createClient, type Init } from "../../client/index.js";
import { blocksOfDocument } from "../../scripts/prove/website/blocks.ts";
import { type Answer, type Received, startReceiver } from "../support/receiver.ts";

const told: unknown[][] = [];
const entries: unknown[][] = [];
Object.assign(globalThis, { toldNext: told, entries });
const NEXT_CACHE = `data:text/javascript,
	export const revalidateTag = (...all) => { globalThis.toldNext.push(["tag", ...all]); };
	export const revalidatePath = (...all) => { globalThis.toldNext.push(["path", ...all]); };
	export const unstable_cache = (fill, key, { tags }) => { globalThis.entries.push([...key, ...tags]); return fill; };`;
const REPLACED: Record<string, string> = {
	"next/cache": NEXT_CACHE,
	"astro:env/server": "data:text/javascript,export const getSecret = (name) => process.env[name];",
	"bingyou-client": pathToFileURL("client/index.js").href,
};
registerHooks({
	resolve: (specifier, context, next) => {
		const url = REPLACED[specifier];
		if (url !== undefined) return { url, shortCircuit: true };
		return next(specifier.endsWith("/lib/api") ? `${specifier}.mjs` : specifier, context);
	},
});

const receiver = await startReceiver();
after(receiver.close);
process.env.API_URL = `${receiver.origin}/api`;
const folder = await mkdtemp(join(tmpdir(), "website-"));
after(() => rm(folder, { recursive: true }));
const blocks = blocksOfDocument();

type Kept = <T>(key: string, tags: string[], ask: (init: Init) => Promise<T>) => Promise<T>;
type Changes = { changes: { slug: string }[]; rev: number };
const { client, kept }: { client: Client; kept: Kept } = await copied("lib/api.ts");
const { POST }: { POST: (request: Request) => Promise<Response> } = await copied("app/api/revalidate/route.ts");
type Astro = { POST: (context: { request: Request }) => Promise<Response> };
const astro: Astro = await copied("src/pages/api/revalidate.ts");
const { missed }: { missed: (client: Client, rev: number) => Promise<Changes> } = await copied("lib/catch-up.ts");
const { read }: { read: (path: string, tries?: number) => Promise<unknown> } = await copied("read.mjs");

/** A file of the website as docs/website.md has it. */
async function copied(path: string) {
	const code = blocks[path];
	assert.ok(code, `docs/website.md has ${path}`);
	const file = join(folder, path.replace(/ts$/, "mjs"));
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, stripTypeScriptTypes(code));
	return import(pathToFileURL(file).href);
}

/** Has the receiver give these answers at `name`, one after the other; returns how to see what was asked. */
async function answering(name: string, answers: Answer[]): Promise<() => Promise<Received[]>> {
	await fetch(`${receiver.origin}/_answers/${name}`, { method: "PUT", body: JSON.stringify(answers) });
	return async () => (await fetch(`${receiver.origin}/_received/${name}`)).json();
}

const SECRET = `whsec_${Buffer.from("the secret of this website, 32 b").toString("base64")}`;
const OLD = `whsec_${Buffer.from("the old secret of this website..").toString("base64")}`;
const ID = "msg_3v9k2m7q1x5c8b4n6z0a2d4f6g";
const TAGS = ["article:12", "category:3", "articles", "homepage"];
const PATHS = ["/articles/%E7%A7%8B%E6%97%A5", "/articles", "/"];
const BODY = JSON.stringify({
	type: "article.published",
	timestamp: "2026-03-05T01:30:00.000Z",
	data: { rev: 1, resource: "article", id: 12, slug: "秋日", previous_slug: null, tags: TAGS, paths: PATHS },
});
const DONE = [...TAGS.map((tag) => ["tag", tag, { expire: 0 }]), ...PATHS.map((path) => ["path", path])];

beforeEach(() => {
	told.length = 0;
	process.env.WEBHOOK_SECRET = SECRET;
});

type Sent = { secrets?: string[]; secondsAgo?: number; body?: string; headers?: Record<string, string> };

/** A request as our sender signs it, `secondsAgo`; `body` and `headers` are what arrives instead. */
async function request({ secrets = [SECRET], secondsAgo = 0, body = BODY, headers = {} }: Sent = {}): Promise<Request> {
	const timestamp = Math.floor(Date.now() / 1000) - secondsAgo;
	return new Request("https://www.example.org/api/revalidate", {
		method: "POST",
		headers: {
			"content-type": "application/json",
			"webhook-id": ID,
			"webhook-timestamp": String(timestamp),
			"webhook-signature": await signatureHeader(secrets, { id: ID, timestamp, body: BODY }),
			...headers,
		},
		body,
	});
}

async function expectRefused(code: string, sent: Sent): Promise<void> {
	const answer = await POST(await request(sent));
	assert.deepEqual([answer.status, await answer.json()], [401, { error: code }]);
	assert.deepEqual(told, []);
}

test("revalidates every tag at once and every path", async () => {
	const answer = await POST(await request());
	assert.deepEqual([answer.status, await answer.json()], [200, { revalidated: [...TAGS, ...PATHS] }]);
	assert.deepEqual(told, DONE);
});

test("a replay within five minutes does the same again, later it is refused", async () => {
	const [first, again] = [await request({ secondsAgo: 298 }), await request({ secondsAgo: 298 })];
	assert.deepEqual([(await POST(first)).status, (await POST(again)).status], [200, 200]);
	assert.deepEqual(told, [...DONE, ...DONE]);
	told.length = 0;
	await expectRefused("too-old", { secondsAgo: 302 });
	await expectRefused("too-new", { secondsAgo: -302 });
});

test("refuses another secret, another body and no signature; test/scripts/client-webhook.node.ts has the rest", async () => {
	await expectRefused("bad-signature", { secrets: [OLD] });
	await expectRefused("bad-signature", { body: BODY.replace("homepage", "everything") });
	await expectRefused("missing-header", { headers: { "webhook-signature": "" } });
});

test("while rotating: our two signatures satisfy a website with either secret, or with both", async () => {
	for (const known of [SECRET, OLD, `${SECRET} ${OLD}`, ` ${OLD}  ${SECRET} `]) {
		process.env.WEBHOOK_SECRET = known;
		told.length = 0;
		assert.equal((await POST(await request({ secrets: [SECRET, OLD] }))).status, 200);
		assert.deepEqual(told, DONE);
	}
	process.env.WEBHOOK_SECRET = `${SECRET} ${OLD}`;
	told.length = 0;
	assert.equal((await POST(await request({ secrets: [OLD] }))).status, 200);
	assert.deepEqual(told, DONE);
});

test("a static website is built anew for what is genuine, and not for a ping", async () => {
	process.env.BUILD_HOOK_URL = `${receiver.origin}/host`;
	const ping = JSON.stringify({ type: "ping", timestamp: "2026-03-05T01:30:00.000Z", data: { tags: [], paths: [] } });
	const timestamp = Math.floor(Date.now() / 1000);
	const signature = await signatureHeader([SECRET], { id: ID, timestamp, body: ping });
	const sent = [
		await request(),
		await request({ secrets: [OLD] }),
		await request({ body: ping, headers: { "webhook-signature": signature } }),
	];
	const statuses = [];
	for (const one of sent) statuses.push((await astro.POST({ request: one })).status);
	assert.deepEqual(statuses, [204, 401, 204]);
	const built: Received[] = await (await fetch(`${receiver.origin}/_received/host`)).json();
	assert.deepEqual(
		built.map((one) => one.method),
		["POST"],
	);
});

test("without a secret nothing passes", async () => {
	process.env.WEBHOOK_SECRET = "";
	const answer = await POST(await request());
	assert.deepEqual([answer.status, await answer.json()], [500, { error: "no-secret" }]);
	assert.deepEqual(told, []);
});

test("a ping is answered and changes nothing", async () => {
	const body = JSON.stringify({ type: "ping", timestamp: "2026-03-05T01:30:00.000Z", data: { tags: [], paths: [] } });
	const timestamp = Math.floor(Date.now() / 1000);
	const signature = await signatureHeader([SECRET], { id: ID, timestamp, body });
	const answer = await POST(await request({ body, headers: { "webhook-signature": signature } }));
	assert.deepEqual([answer.status, await answer.json()], [200, { revalidated: [] }]);
	assert.deepEqual(told, []);
});

test("what is read after a web-hook is of its revision or a later one, and waits for it", async () => {
	const article = JSON.stringify({ data: { title: "秋日" } });
	const late = { status: 503, headers: { "Retry-After": "1" } };
	const asked = await answering("api", [{ body: article }, late, { body: article }, { status: 404 }, { status: 500 }]);
	const ask = (tag: string) => kept("article 秋日", [tag], (init) => client.article("秋日", init));
	// Of this tag no web-hook has said anything.
	assert.deepEqual(await ask("documents"), JSON.parse(article));
	await POST(await request());
	const askedAt = Date.now();
	assert.deepEqual(await ask("articles"), JSON.parse(article));
	assert.ok(Date.now() - askedAt >= 1_000);
	assert.equal(await ask("articles"), null);
	await assert.rejects(ask("articles"), /500/);
	assert.deepEqual(
		(await asked()).map((one) => [one.path, one.headers["x-min-rev"]]),
		[undefined, "1", "1", "1", "1"].map((rev) => ["/api/api/v1/articles/%E7%A7%8B%E6%97%A5", rev]),
	);
	// One entry for each article, whatever the revision.
	assert.deepEqual(entries.at(-1), ["article 秋日", "articles"]);
});

test("what was missed is asked for to its end, and says from where to go on", async () => {
	const part = (slug: string, rev: number, has_more: boolean): Answer => ({
		body: JSON.stringify({ data: [{ slug, rev }], meta: { rev, has_more } }),
	});
	const none = { body: JSON.stringify({ data: [], meta: { rev: 9, has_more: false } }) };
	const asked = await answering("missed", [part("a", 7, true), part("b", 9, false), none]);
	const reader = createClient({ baseUrl: `${receiver.origin}/missed` });
	const { changes, rev } = await missed(reader, 0);
	assert.deepEqual([changes.map((one) => one.slug), rev], [["a", "b"], 9]);
	assert.deepEqual(await missed(reader, rev), { changes: [], rev: 9 });
	const since = (await asked()).map((one) => one.path.split("since=")[1]);
	assert.deepEqual(since, ["0", "7", "9"]);
});

test("the reader without a client waits as it is told, and tells what moved from what is not there", async () => {
	const wait: Answer = { status: 429, headers: { "Retry-After": "1" } };
	const moved: Answer = { status: 301, headers: { Location: "https://api.example.org/api/v1/articles/b" } };
	await answering("api", [
		wait,
		{ body: '{"data":[]}' },
		moved,
		{ status: 404 },
		{ status: 410 },
		{ status: 400 },
		wait,
	]);
	const askedAt = Date.now();
	assert.deepEqual(await read("/tags"), { data: [] });
	assert.ok(Date.now() - askedAt >= 999);
	assert.deepEqual(await read("/articles/a"), { movedTo: "https://api.example.org/api/v1/articles/b" });
	assert.deepEqual([await read("/articles/c"), await read("/articles/d")], [null, null]);
	await assert.rejects(read("/articles?page=0"), /400/);
	await assert.rejects(read("/tags", 0), /429/);
});

test("many changes in one message are revalidated like one", async () => {
	const changes = [
		{ resource: "article", id: 12, slug: "秋日", previous_slug: null, event: "published", rev: 1 },
		{ resource: "page", id: 3, slug: "about", previous_slug: null, event: "updated", rev: 2 },
	];
	const data = { rev: 2, changes, tags: [...TAGS, "page:3", "pages"], paths: [...PATHS, "/about"] };
	const body = JSON.stringify({ type: "content.bulk", timestamp: "2026-03-05T01:30:00.000Z", data });
	const timestamp = Math.floor(Date.now() / 1000);
	const signature = await signatureHeader([SECRET], { id: ID, timestamp, body });
	const answer = await POST(await request({ body, headers: { "webhook-signature": signature } }));
	assert.deepEqual([answer.status, await answer.json()], [200, { revalidated: [...data.tags, ...data.paths] }]);
	assert.deepEqual(told, [
		...data.tags.map((tag) => ["tag", tag, { expire: 0 }]),
		...data.paths.map((path) => ["path", path]),
	]);
});
