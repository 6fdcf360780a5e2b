import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { waitingOutbox } from "#db/outbox.ts";
import { listDeliveries } from "#db/webhooks.ts";
import { planWaiting } from "#domain/webhooks/actions.ts";
import { deliverDue, sendChanges } from "#jobs/webhooks.ts";
import { db, deliverBatch, editArticle, listen, publishArticle, quiet, withQueueKept } from "../support/webhooks.ts";
import { website } from "../support/website.ts";

beforeEach(quiet);

const at = (clock: () => number) => ({ clock, timeoutMs: 15_000 });
const dataOf = (body: string | undefined) => JSON.parse(body ?? "null");
const run = (sql: string, ...params: (string | number)[]) =>
	env.DB.prepare(sql)
		.bind(...params)
		.run();

test("of five edits within two seconds the first goes at once, the rest as one two seconds after", async () => {
	const site = website();
	await listen(site.url);
	const { env: worker, sent } = withQueueKept();
	let now = Date.now();
	const tick = at(() => now);
	const id = await publishArticle("five-edits");
	await sendChanges(worker, tick);
	expect((await site.received()).length).toBe(1);
	const firstAt = now;
	for (let edit = 1; edit <= 4; edit++) {
		now = firstAt + edit * 400;
		await editArticle(id);
		await sendChanges(worker, tick);
	}
	expect((await site.received()).length).toBe(1);
	expect(sent).toEqual([2, 2, 1, 1].map((delaySeconds) => ({ body: { type: "webhook.due" }, delaySeconds })));

	now = firstAt + 1_999;
	await deliverDue(worker, tick);
	expect((await site.received()).length).toBe(1);
	now = firstAt + 2_000;
	await deliverDue(worker, tick);
	const [first, trailing, ...more] = await site.received();
	expect(more).toEqual([]);
	expect(dataOf(first?.body).type).toBe("article.published");
	expect(dataOf(trailing?.body)).toEqual({
		type: "article.updated",
		timestamp: new Date(firstAt + 400).toISOString(),
		data: {
			rev: await env.DB.prepare("SELECT max(rev) AS rev FROM content_changes").first("rev"),
			resource: "article",
			id,
			slug: "five-edits",
			previous_slug: null,
			tags: [`article:${id}`, "articles", "homepage"],
			paths: ["/articles/five-edits", "/articles", "/"],
		},
	});
	expect(trailing?.headers["webhook-id"]).not.toBe(first?.headers["webhook-id"]);
});

test("an article that moves between categories names the old and the new one", async () => {
	const site = website();
	await run(
		"INSERT INTO categories (id, slug, name, created_at, updated_at) VALUES (1, 'x', 'x', 1, 1), (2, 'y', 'y', 1, 1)",
	);
	const id = await publishArticle("moves");
	await run("INSERT INTO article_categories VALUES (?, 1)", id);
	await quiet();
	await listen(site.url, ["article.*"]);
	await env.DB.batch([
		env.DB.prepare("DELETE FROM article_categories WHERE article_id = ?").bind(id),
		env.DB.prepare("INSERT INTO article_categories VALUES (?, 2)").bind(id),
		env.DB.prepare("UPDATE articles SET slug = 'moved' WHERE id = ?").bind(id),
	]);
	await sendChanges(withQueueKept().env);
	const [request, ...more] = await site.received();
	expect(more).toEqual([]);
	const { type, data } = dataOf(request?.body);
	expect([type, data.slug, data.previous_slug]).toEqual(["article.updated", "moved", "moves"]);
	expect(data.tags).toEqual([`article:${id}`, "category:1", "articles", "homepage", "category:2"]);
	expect(data.paths).toEqual(["/articles/moves", "/articles", "/", "/articles/moved"]);
});

test("ten consumers at once plan and send one delivery", async () => {
	const site = website();
	await listen(site.url);
	await publishArticle("ten-consumers");
	await Promise.all(Array.from({ length: 10 }, () => sendChanges(withQueueKept().env)));
	expect((await site.received()).length).toBe(1);
	expect((await listDeliveries(db, {}, { limit: 10 })).map(({ state, attempts }) => [state, attempts])).toEqual([
		["delivered", 1],
	]);
});

test("a message that comes three times, and once more, makes one delivery", async () => {
	const site = website();
	await listen(site.url);
	await publishArticle("duplicates");
	const { env: worker } = withQueueKept();
	const changed = { type: "content.changed" };
	expect(await deliverBatch(worker, [changed, changed, changed])).toEqual({ acked: ["m0", "m1", "m2"], again: [] });
	await deliverBatch(worker, [changed]);
	expect((await site.received()).length).toBe(1);
});

test("750 changes are planned once each, for every endpoint that wants them", async () => {
	const [all, pages] = [await listen(website().url), await listen(website().url, ["page.*"])];
	await run(
		`INSERT INTO content_change (resource, id, slug, event)
		WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 750)
		SELECT CASE i % 3 WHEN 0 THEN 'page' ELSE 'article' END, i, 's' || i, 'updated' FROM n`,
	);
	await Promise.all([planWaiting(db, Date.now), planWaiting(db, Date.now)]);
	const { results } = await env.DB.prepare(
		`SELECT endpoint_id, resource, count(*) AS n, count(DISTINCT resource_id) AS ids FROM webhook_deliveries
		GROUP BY endpoint_id, resource ORDER BY endpoint_id, resource`,
	).all();
	expect(results).toEqual([
		{ endpoint_id: all.id, resource: "article", n: 500, ids: 500 },
		{ endpoint_id: all.id, resource: "page", n: 250, ids: 250 },
		{ endpoint_id: pages.id, resource: "page", n: 250, ids: 250 },
	]);
	expect(await env.DB.prepare("SELECT count(*) AS n FROM content_changes WHERE done_at IS NULL").first("n")).toBe(0);
});

test("a change while nobody listens is done, and an endpoint that is off gets nothing", async () => {
	const site = website();
	const { id } = await listen(site.url);
	await run("UPDATE webhook_endpoints SET is_enabled = 0 WHERE id = ?", id);
	await publishArticle("nobody-listens");
	await sendChanges(withQueueKept().env);
	expect(await env.DB.prepare("SELECT count(*) AS n FROM content_changes WHERE done_at IS NULL").first("n")).toBe(0);
	expect(await listDeliveries(db, {}, { limit: 10 })).toEqual([]);
	expect(await site.received()).toEqual([]);
});

test("lists that bare SQL left unreadable do not stop the others", async () => {
	const site = website();
	const { id } = await listen(site.url);
	await run("UPDATE webhook_endpoints SET events = '{}' WHERE id = ?", id);
	await run(`INSERT INTO content_change (resource, id, slug, event, tags) VALUES ('tag', 1, 'odd', 'updated', '{}')`);
	await run(`INSERT INTO content_change (resource, id, slug, event) VALUES ('tag', 2, 'fine', 'updated')`);
	await sendChanges(withQueueKept().env);
	expect((await site.received()).map(({ body }) => dataOf(body).data.slug).toSorted()).toEqual(["fine", "odd"]);
});

test("a broken index does not keep the web-hook, nor a broken plan the index, and each is tried again", async () => {
	const site = website();
	await listen(site.url);
	const id = await publishArticle("broken-index");
	const noIndex = withQueueKept({ SEARCH: withQueueKept().env.DB }); // a database without the index's tables
	expect(await deliverBatch(noIndex.env, [{ type: "content.changed" }])).toEqual({ acked: [], again: ["m0"] });
	expect((await site.received()).length).toBe(1);

	await run(`CREATE TRIGGER no_plan BEFORE INSERT ON webhook_deliveries BEGIN SELECT RAISE(ABORT, 'no plan'); END`);
	await run("UPDATE articles SET title = '無障礙計程車' WHERE id = ?", id);
	const { env: worker } = withQueueKept();
	expect(await deliverBatch(worker, [{ type: "content.changed" }])).toEqual({ acked: [], again: ["m0"] });
	const indexed = "SELECT rev FROM index_state";
	expect(await env.SEARCH.prepare(indexed).first("rev")).toBe(
		await env.DB.prepare("SELECT max(rev) AS rev FROM content_changes").first("rev"),
	);
	await run("DROP TRIGGER no_plan");
	await run("UPDATE webhook_deliveries SET created_at = 1");
	expect(await deliverBatch(worker, [{ type: "content.changed" }])).toEqual({ acked: ["m0"], again: [] });
	expect((await site.received()).length).toBe(2);
	expect(await waitingOutbox(db)).toEqual([]);
});
