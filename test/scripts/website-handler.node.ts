/**
 * The handler in docs/website.md and the reader beside it, run as they stand there; only Next.js itself is replaced, by a list of
 * what it was told. `npm run prove -- website` runs them in Next.js.
 */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { signatureHeader } from "#domain/content/webhooks/signature.ts";
import { type Received, startReceiver } from "../support/receiver.ts";

const told: unknown[][] = [];
const kept: unknown[][] = [];
Object.assign(globalThis, { told, kept });
const NEXT_CACHE = `data:text/javascript,
	export const revalidateTag = (...all) => { globalThis.told.push(["tag", ...all]); };
	export const revalidatePath = (...all) => { globalThis.told.push(["path", ...all]); };
	export const unstable_cache = (fill, key, { tags }) => { globalThis.kept.push([...key, ...tags]); return fill; };`;
registerHooks({
	resolve: (specifier, context, next) =>
		specifier === "next/cache"
			? { url: NEXT_CACHE, shortCircuit: true }
			: next(specifier.endsWith("/lib/api") ? `${specifier}.mjs` : specifier, context),
});

const receiver = await startReceiver();
after(receiver.close);
process.env.API_URL = `${receiver.origin}/api`;
const folder = await mkdtemp(join(tmpdir(), "website-"));
after(() => rm(folder, { recursive: true }));
const { api }: { api: (path: string, tags: string[]) => Promise<unknown> } = await copied("lib/api.ts");
const { POST }: { POST: (request: Request) => Promise<Response> } = await copied("app/api/revalidate/route.ts");

/** A file of the website as docs/website.md has it. */
async function copied(path: string) {
	const [, code] = (await readFile("docs/website.md", "utf8")).split(`\`\`\`ts\n// ${path}\n`);
	assert.ok(code, `docs/website.md has ${path}`);
	const file = join(folder, path.replace(/ts$/, "mjs"));
	await mkdir(dirname(file), { recursive: true });
	await writeFile(file, stripTypeScriptTypes(code.slice(0, code.indexOf("```"))));
	return import(pathToFileURL(file).href);
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

async function expectRefused(sent: Sent): Promise<void> {
	const answer = await POST(await request(sent));
	assert.deepEqual([answer.status, await answer.json()], [401, { error: "not signed by us" }]);
	assert.deepEqual(told, []);
}

test("revalidates every tag at once and every path", async () => {
	const answer = await POST(await request());
	assert.deepEqual([answer.status, await answer.json()], [200, { revalidated: [...TAGS, ...PATHS] }]);
	assert.deepEqual(told, DONE);
});

test("takes a message that is up to five minutes old, or whose clock is ahead as much", async () => {
	for (const secondsAgo of [299, -299]) {
		told.length = 0;
		assert.equal((await POST(await request({ secondsAgo }))).status, 200);
		assert.deepEqual(told, DONE);
	}
});

test("a replay within five minutes does the same again, later it is refused", async () => {
	const [first, again] = [await request(), await request()];
	assert.deepEqual([(await POST(first)).status, (await POST(again)).status], [200, 200]);
	assert.deepEqual(told, [...DONE, ...DONE]);
	told.length = 0;
	await expectRefused({ secondsAgo: 302 });
	await expectRefused({ secondsAgo: -302 });
});

test("refuses another secret, another body, another id or time, and no signature", async () => {
	await expectRefused({ secrets: [OLD] });
	await expectRefused({ body: BODY.replace("homepage", "everything") });
	await expectRefused({ body: "" });
	await expectRefused({ headers: { "webhook-id": "msg_other" } });
	await expectRefused({ headers: { "webhook-timestamp": String(Math.floor(Date.now() / 1000) - 1) } });
	await expectRefused({ headers: { "webhook-timestamp": "" } });
	await expectRefused({ headers: { "webhook-timestamp": "soon" } });
	await expectRefused({ headers: { "webhook-signature": "" } });
	await expectRefused({ headers: { "webhook-signature": "v1," } });
	const { headers } = await request();
	const [, signature = ""] = (headers.get("webhook-signature") ?? "").split(",");
	await expectRefused({ headers: { "webhook-signature": signature } });
	await expectRefused({ headers: { "webhook-signature": `v1a,${signature}` } });
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

test("without a secret nothing passes", async () => {
	process.env.WEBHOOK_SECRET = "";
	const answer = await POST(await request());
	assert.deepEqual([answer.status, await answer.json()], [500, { error: "WEBHOOK_SECRET is not set" }]);
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
	const answers = [{ body: article }, late, { body: article }, { status: 404 }, { status: 500 }];
	await fetch(`${receiver.origin}/_answers/api`, { method: "PUT", body: JSON.stringify(answers) });
	const path = "/articles/%E7%A7%8B%E6%97%A5";
	// Of this tag no web-hook has said anything.
	assert.deepEqual(await api(path, ["documents"]), JSON.parse(article));
	await POST(await request());
	const askedAt = Date.now();
	assert.deepEqual(await api(path, ["articles"]), JSON.parse(article));
	assert.ok(Date.now() - askedAt >= 1_000);
	assert.equal(await api(path, ["articles"]), null);
	await assert.rejects(api(path, ["articles"]), /500/);
	const asked: Received[] = await (await fetch(`${receiver.origin}/_received/api`)).json();
	assert.deepEqual(
		asked.map((one) => [one.path, one.headers["x-min-rev"]]),
		[undefined, "1", "1", "1", "1"].map((rev) => [`/api/api/v1${path}`, rev]),
	);
	// One entry for each path, whatever the revision.
	assert.deepEqual(kept.at(-1), [path, "articles"]);
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
