/** The content service as its users meet it: a running server, an operator beside it, a website that is called. */
import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import * as z from "zod";
import { createClient, memoryCache } from "../../client/index.js";
import { openBindings } from "../../scripts/bindings.ts";
import { type Server, wrangler } from "../../scripts/server.ts";
import { rows } from "../support/content-database.ts";
import { slowness } from "../support/node-pace.ts";
import { dataFolder } from "../support/prepared-data.ts";
import { type Received, startReceiver } from "../support/receiver.ts";
import { serveBuilt } from "../support/serve-built.ts";

const Counts = z.object({ articles: z.int(), sources: z.int(), audits: z.int() });
const PORT = 18_921;
const SLOWNESS = slowness();
const dataDir = await dataFolder("migrated");
const api = `http://localhost:${PORT}/api/v1`;
let server: Server;
let receiver: Awaited<ReturnType<typeof startReceiver>>;

before(async () => {
	receiver = await startReceiver();
	server = await serveBuilt({ port: PORT, dataDir });
});
after(async () => {
	await server?.stop();
	await receiver?.close();
	rmSync(dataDir, { recursive: true, force: true });
});

function script(
	name: string,
	args: string[],
): { child: ChildProcess; ended: Promise<{ code: number | null; output: string }> } {
	const env = { ...process.env, DATA_DIR: dataDir, PORT: String(PORT) };
	const child = spawn(process.execPath, [`scripts/${name}.ts`, ...args], { env, stdio: ["ignore", "pipe", "pipe"] });
	let output = "";
	for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
	return { child, ended: new Promise((resolve) => child.on("close", (code) => resolve({ code, output }))) };
}

async function succeed(name: string, ...args: string[]): Promise<string> {
	const { code, output } = await script(name, args).ended;
	assert.equal(code, 0, output);
	return output;
}

type List = { data: { slug: string; title: string }[]; meta: { total: number } };
const list = async (query: string): Promise<List> => (await fetch(`${api}/articles${query}`)).json() as Promise<List>;
const title = async (slug: string): Promise<string> =>
	((await (await fetch(`${api}/articles/${slug}`)).json()) as { data: { title: string } }).data.title;
const sql = (command: string) =>
	wrangler(["d1", "execute", "DB", "--local", "--persist-to", dataDir, "--command", command]);

/** Asks until it is so, at most so many milliseconds of a usual machine. */
async function until(seen: () => Promise<boolean>, usualMs: number): Promise<void> {
	const [startedAt, most] = [performance.now(), usualMs * SLOWNESS];
	while (!(await seen())) {
		assert.ok(performance.now() - startedAt < most, `not seen within ${most} ms`);
		await wait(20);
	}
}

/** Waits until what the website was sent is `enough`, at least `count` requests. */
async function heard(
	count: number,
	enough: (received: Received[]) => boolean,
): Promise<{ received: Received[]; ms: number }> {
	const startedAt = performance.now();
	for (let n = count; ; n++) {
		const received = (await (await fetch(`${receiver.origin}/_received/site?n=${n}`)).json()) as Received[];
		if (enough(received)) return { received, ms: performance.now() - startedAt };
		n = Math.max(n, received.length);
	}
}

describe("an operator beside the running server", () => {
	test("adds an endpoint, imports a site: the API, the search and the website have it", async () => {
		const added = await succeed("webhooks", "add", `${receiver.origin}/site`);
		assert.match(added, /whsec_/);
		assert.equal((await list("")).meta.total, 0);
		const output = await succeed("content-import", "demo/site");
		assert.match(output, /35 articles, 17 categories, 11 tags, 9 pages, 16 files/);
		await until(async () => (await list("")).meta.total === 32, 1_200);
		await until(async () => (await list(`?search=${encodeURIComponent("𡍼")}`)).meta.total === 1, 3_000);
		const expected = {
			"announcement.published": 2,
			"article.published": 32,
			"category.created": 17,
			"document.published": 3,
			"page.published": 9,
			"tag.created": 11,
		};
		// So many at once come together, in a few messages.
		const { received } = await heard(1, (all) => {
			const made = all.map(({ body }) => JSON.parse(body)).filter(({ type }) => type === "content.bulk");
			const changes: { resource: string; event: string }[] = made.flatMap(({ data }) => data.changes);
			return Object.entries(expected).every(
				([type, n]) => changes.filter(({ resource, event }) => `${resource}.${event}` === type).length >= n,
			);
		});
		assert.ok(received.length < 10, `${received.length} messages`);
		assert.ok(received.every((one) => /^v1,[\w+/=]+$/.test(one.headers["webhook-signature"] ?? "")));
	});

	test("a website reads it with the typed client", async () => {
		const client = createClient({ baseUrl: `http://localhost:${PORT}` });
		const found = await client.article("阿文的便當店");
		assert.ok(found && found.movedTo === undefined);
		const { data, related } = found;
		assert.equal(data.title, "阿文的便當店");
		assert.ok(related.length > 0);
		const stories = await client.articles({
			type: "story",
			category: ["care", data.categories[0]?.slug ?? ""],
			per_page: 2,
		});
		assert.ok(stories.data.every((article) => article.type === "story"));
		const team = await client.page("about/team");
		assert.ok(team && team.movedTo === undefined);
		assert.equal(team.data.parent?.path, "about");
		assert.equal((await client.categories()).data.length, 17);
		assert.equal((await client.tags()).data.length, 11);
		assert.equal((await client.pages()).data.length, 5);
		assert.equal((await client.homepage()).announcements.length, 2);
		assert.equal((await client.documents({ search: "章程" })).data[0]?.slug, "bylaws");
		const bylaws = await client.document("bylaws");
		assert.ok(bylaws && bylaws.movedTo === undefined);
		assert.equal(bylaws.data.version, 1);
		assert.ok((await client.changes({ since: 0 })).meta.rev > 0);
		assert.equal(await client.article("沒有這篇"), null);
		assert.equal(
			(await fetch(`http://localhost:${PORT}/api/v1/articles/${encodeURIComponent("沒有這篇")}`)).status,
			404,
		);
	});

	test("the typed client goes through a list, each article once, and asks again with the ETag", async () => {
		const statuses: number[] = [];
		const client = createClient({
			baseUrl: `http://localhost:${PORT}`,
			cache: memoryCache(),
			fetch: async (...of) => {
				const answer = await fetch(...of);
				statuses.push(answer.status);
				return answer;
			},
		});
		const { meta } = await client.articles();
		const ids: number[] = [];
		for await (const { id } of client.articles.all({ per_page: 5 })) ids.push(id);
		assert.ok(meta.total > 5);
		assert.deepEqual([ids.length, new Set(ids).size], [meta.total, meta.total]);
		assert.ok(statuses.every((status) => status === 200));
		assert.equal((await client.articles({ per_page: 5, page: 1 })).data[0]?.id, ids[0]);
		assert.equal(statuses.at(-1), 304);
		const changes: number[] = [];
		for await (const { rev } of client.changes.all({ since: 0 })) changes.push(rev);
		assert.deepEqual(
			changes,
			changes.toSorted((a, b) => a - b),
		);
		assert.ok(changes.length >= meta.total);
	});

	test("a second import changes nothing, nor does importing the export", async () => {
		assert.match(await succeed("content-import", "demo/site"), /created 0, updated 0/);
		const folder = join(dataDir, "export");
		await succeed("content-export", folder);
		assert.match(await succeed("content-import", folder), /created 0, updated 0/);
	});

	test("bare SQL is seen on the API within 1.2 s, and in the search soon after its first visitor", async () => {
		await list("");
		await sql("UPDATE articles SET title = '直接改的標題' WHERE slug = 'new-website'");
		await until(async () => (await title("new-website")) === "直接改的標題", 1_200);
		await until(async () => (await list(`?search=${encodeURIComponent("直接改的")}`)).meta.total === 1, 3_000);
	});

	test("a scheduled article appears with the cron, and the website hears of it within 1.5 s", async () => {
		await sql("UPDATE articles SET publish_at = 1000 WHERE state = 'scheduled'");
		await server.runCron();
		const { ms } = await heard(0, (all) => all.some((one) => JSON.parse(one.body).data.slug === "time-capsule-2030"));
		assert.ok(ms < 1_500 * SLOWNESS, `${ms} ms`);
		const { title } = (await list("?sort=published_at&per_page=1")).data[0] ?? { title: "" };
		await until(
			async () => (await list(`?search=${encodeURIComponent(title)}`)).data[0]?.slug === "time-capsule-2030",
			1_500,
		);
	});
});

describe("killed in the middle", () => {
	test("an import leaves all or nothing, and the next one ends it", async () => {
		const other = await dataFolder("migrated");
		const env = { ...process.env, DATA_DIR: other, PORT: "1" };
		const start = () =>
			spawn(process.execPath, ["scripts/content-import.ts", "demo/site"], { env, stdio: "ignore", detached: true });
		const count = async () => {
			const { env, dispose } = await openBindings({ remote: false, dataDir: other });
			const [found] = await rows(
				env.DB,
				"SELECT (SELECT count(*) FROM articles) AS articles, (SELECT count(*) FROM import_sources) AS sources, (SELECT count(*) FROM audit_log) AS audits",
			);
			await dispose();
			return Counts.parse(found);
		};
		for (const ms of [500, 1_000, 1_500]) {
			const child = start();
			const ended = new Promise((resolve) => child.once("close", resolve));
			// The moment of the kill is the point here; there is no event to wait for.
			await wait(ms);
			if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
			await ended;
			const { articles, sources, audits } = await count();
			assert.ok(articles === 0 || articles === 35, `${articles} articles`);
			assert.deepEqual([sources === 0, audits === 0], [articles === 0, articles === 0]);
		}
		const last = start();
		assert.equal(await new Promise((resolve) => last.once("close", resolve)), 0);
		assert.equal((await count()).articles, 35);
		rmSync(other, { recursive: true, force: true });
	});

	test("the server comes back with what it had", async () => {
		const before = await list("?per_page=100&sort=title");
		const { pid } = server.process;
		const ended = new Promise((resolve) => server.process.once("close", resolve));
		if (pid !== undefined) process.kill(-pid, "SIGKILL");
		await ended;
		server = await serveBuilt({ port: PORT, dataDir });
		assert.deepEqual(await list("?per_page=100&sort=title"), before);
	});
});
