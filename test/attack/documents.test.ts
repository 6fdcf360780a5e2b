import { env } from "cloudflare:test";
import { beforeAll, expect, test, vi } from "vitest";

vi.resetModules(); // an isolate that knows no revision yet and keeps no answer
const { ask } = await import("../support/content.ts");
const people = await import("../support/people.ts");
const { document } = await import("../support/documents.ts");
const { paths } = await import("#http/paths.ts");
const { indexChanges } = await import("#jobs/content/indexing.ts");

const { api } = paths;
/** A database that never answers. */
const down = {
	prepare: () => {
		throw new Error("D1_ERROR: down");
	},
	withSession: () => {
		throw new Error("D1_ERROR: down");
	},
};
const on = { CACHE: "on" };
const out = { CACHE: "on", DB: down as never };
const SECRET = "%PDF-1.7 the words that were taken back";
const EDIT = { category: "", description: "", permission: "", published_at: "", publish_at: "", unpublish_at: "" };

let chief: Awaited<ReturnType<typeof people.signIn>>;
beforeAll(async () => {
	chief = await people.signIn({ permissions: ["documents.manage", "documents.publish"] });
});

/** A public document that both tiers of the cache and the index hold; its id. */
async function shownToAll(slug: string): Promise<number> {
	const id = await document({ title: "漣漪報告書", visibility: "public", texts: [SECRET], at: Date.now() - 60_000 });
	await env.DB.prepare("UPDATE documents SET slug = ? WHERE id = ?").bind(slug, id).run();
	await indexChanges(env);
	await vi.waitUntil(async () => (await ask(api.documentDownload(slug), {}, on)).status === 200, { timeout: 2_500 });
	for (const path of [api.documentDownload(slug), api.document(slug), api.documents()]) await ask(path, {}, on);
	const tier = async () => (await ask(api.document(slug), {}, on)).headers.get("X-Cache");
	await vi.waitUntil(async () => (await tier()) === "memory", { timeout: 2_500 });
	await ask(api.documentDownload(slug), {}, on);
	return id;
}

async function takeBack(id: number, slug: string): Promise<void> {
	const form = { ...EDIT, title: "漣漪報告書", slug, visibility: "members", version: "1" };
	const saved = await people.ask(paths.admin.documents.show(id), { as: chief, form });
	expect(saved.status).toBe(303);
}

test("what goes from everybody to members leaves the API, both caches, the search and the sitemap", async () => {
	const id = await shownToAll("withdrawn");
	await takeBack(id, "withdrawn");
	await vi.waitUntil(async () => (await ask(api.documentDownload("withdrawn"), {}, on)).status === 404, {
		timeout: 1_500,
		interval: 20,
	});
	await indexChanges(env);
	const search = `${api.documents()}?search=${encodeURIComponent("漣漪報告書")}`;
	await vi.waitUntil(async () => (await (await ask(search, {}, on)).text()).includes('"total":0'), { timeout: 2_500 });
	for (const cache of ["on", "edge", "off"] as const) {
		const bindings = { CACHE: cache };
		const statuses: number[] = [];
		for (const path of [api.documentDownload("withdrawn"), api.document("withdrawn")])
			for (const headers of [{}, { Range: "bytes=0-3" }, { "If-None-Match": "*" }])
				statuses.push((await ask(path, { headers }, bindings)).status);
		expect([cache, ...statuses]).toEqual([cache, 404, 404, 404, 404, 404, 404]);
		for (const path of [
			api.documents(),
			search,
			`${api.root}/sitemap.xml`,
			`${api.root}/homepage`,
			`${api.root}/changes`,
		]) {
			const text = await (await ask(path, {}, bindings)).text();
			expect([path, text.includes("漣漪報告書"), text.includes("words that")]).toEqual([path, false, false]);
		}
	}
	expect((await ask(api.documentDownload("withdrawn"), { method: "HEAD" }, on)).status).toBe(404);
	const told = await env.DB.prepare(
		"SELECT event FROM content_changes WHERE resource = 'document' AND id = ? ORDER BY rev DESC",
	)
		.bind(id)
		.first("event");
	expect(told).toBe("unpublished");
});

test("a database that is down gives no document back that it would have taken away", async () => {
	const id = await shownToAll("outage");
	const before = await ask(api.documentDownload("outage"), {}, on);
	expect([before.status, await before.text()]).toEqual([200, SECRET]);
	await takeBack(id, "outage");
	// The memo of this isolate is a second old at most; then it has to ask, and nobody answers.
	await vi.waitUntil(async () => (await ask(api.documentDownload("outage"), {}, out)).status !== 200, {
		timeout: 1_500,
	});
	const after = await ask(api.documentDownload("outage"), {}, out);
	expect([after.status, after.headers.get("Retry-After"), (await after.text()).includes("words that")]).toEqual([
		503,
		"5",
		false,
	]);
});
