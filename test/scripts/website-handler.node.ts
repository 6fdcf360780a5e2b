/** The handler in docs/website.md, run as it stands there; only Next.js itself is replaced, by a list of what it was told. */
import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, beforeEach, test } from "node:test";
import { pathToFileURL } from "node:url";
import { signatureHeader } from "#domain/webhooks/signature.ts";

const told: unknown[][] = [];
Object.assign(globalThis, { told });
const NEXT_CACHE = `data:text/javascript,
	export const revalidateTag = (...all) => { globalThis.told.push(["tag", ...all]); };
	export const revalidatePath = (...all) => { globalThis.told.push(["path", ...all]); };`;
registerHooks({
	resolve: (specifier, context, next) =>
		specifier === "next/cache" ? { url: NEXT_CACHE, shortCircuit: true } : next(specifier, context),
});

const folder = await mkdtemp(join(tmpdir(), "website-"));
after(() => rm(folder, { recursive: true }));
const { POST } = await handler();

async function handler(): Promise<{ POST: (request: Request) => Promise<Response> }> {
	const markdown = await readFile("docs/website.md", "utf8");
	const code = /```ts\n(\/\/ app\/api\/revalidate\/route\.ts\n[\s\S]*?)```/.exec(markdown)?.[1];
	assert.ok(code, "docs/website.md has the handler");
	const file = join(folder, "route.mjs");
	await writeFile(file, stripTypeScriptTypes(code));
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
