import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { waitingOutbox } from "#db/content/outbox.ts";
import { listDeliveries } from "#db/content/webhooks.ts";
import { TRUE_AFTER_MS } from "#domain/content/webhooks/rules.ts";
import { sendHooks } from "#jobs/content/webhooks.ts";
import {
	db,
	deliverBatch,
	editArticle,
	hands,
	listen,
	planAll,
	publishArticle,
	quiet,
	withQueueKept,
} from "../../support/webhooks.ts";
import { website } from "../../support/website.ts";

beforeEach(quiet);

const dataOf = (body: string | undefined) => JSON.parse(body ?? "null");
const run = (sql: string, ...params: (string | number)[]) =>
	env.DB.prepare(sql)
		.bind(...params)
		.run();

test("of five edits within two seconds the first goes when readers see it, the rest as one two seconds after", async () => {
	const site = website();
	await listen(site.url);
	const { env: worker, sent } = withQueueKept();
	const { time, run: tick } = hands();
	const id = await publishArticle("five-edits");
	const firstAt = time.now;
	await sendHooks(worker, tick);
	expect((await site.received()).length).toBe(1);
	expect(time.now).toBe(firstAt + TRUE_AFTER_MS);
	for (const after of [700, 800, 900, 1_000]) {
		time.now = firstAt + after;
		await editArticle(id);
		await sendHooks(worker, tick);
	}
	expect((await site.received()).length).toBe(1);
	expect(sent).toEqual([1, 1, 1, 1].map((delaySeconds) => ({ body: { type: "webhook.due" }, delaySeconds })));

	time.now = firstAt + 1_900;
	await sendHooks(worker, tick);
	expect(time.now).toBe(firstAt + 2_000);
	const [first, trailing, ...more] = await site.received();
	expect(more).toEqual([]);
	expect(dataOf(first?.body).type).toBe("article.published");
	expect(dataOf(trailing?.body)).toEqual({
		type: "article.updated",
		timestamp: new Date(firstAt + 700).toISOString(),
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
	await sendHooks(withQueueKept().env);
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
	await Promise.all(Array.from({ length: 10 }, () => sendHooks(withQueueKept().env)));
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
	await Promise.all([planAll(Date.now), planAll(Date.now)]);
	const { results } = await env.DB.prepare(
		`SELECT d.endpoint_id, j.value ->> 'resource' AS resource, count(*) AS n, count(DISTINCT j.value ->> 'id') AS ids
		FROM webhook_deliveries d, json_each(d.data, '$.changes') j WHERE d.type = 'content.bulk'
		GROUP BY 1, 2 ORDER BY 1, 2`,
	).all();
	expect(results).toEqual([
		{ endpoint_id: all.id, resource: "article", n: 500, ids: 500 },
		{ endpoint_id: all.id, resource: "page", n: 250, ids: 250 },
		{ endpoint_id: pages.id, resource: "page", n: 250, ids: 250 },
	]);
	const { deliveries, longest } = (await env.DB.prepare(
		"SELECT count(*) AS deliveries, max(octet_length(data)) AS longest FROM webhook_deliveries",
	).first<{ deliveries: number; longest: number }>()) ?? { deliveries: 0, longest: 0 };
	expect(deliveries).toBeLessThanOrEqual(4);
	expect(longest).toBeLessThan(100_000);
	expect(await env.DB.prepare("SELECT count(*) AS n FROM content_changes WHERE done_at IS NULL").first("n")).toBe(0);
});

test("a change while nobody listens is done, and an endpoint that is off gets nothing", async () => {
	const site = website();
	const { id } = await listen(site.url);
	await run("UPDATE webhook_endpoints SET is_enabled = 0 WHERE id = ?", id);
	await publishArticle("nobody-listens");
	await sendHooks(withQueueKept().env);
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
	await sendHooks(withQueueKept().env);
	expect((await site.received()).map(({ body }) => dataOf(body).data.slug).toSorted()).toEqual(["fine", "odd"]);
});

test("a change is told after the search has it; a broken search holds it for ten seconds, and no announcement", async () => {
	const site = website();
	await listen(site.url);
	await publishArticle("broken-index");
	await run(`INSERT INTO content_change (resource, id, slug, event) VALUES ('announcement', 7, 'told', 'published')`);
	const { env: worker } = withQueueKept();
	const noIndex = { ...worker, SEARCH: worker.DB }; // a database without the index's tables
	const { time, run: tick } = hands();
	await expect(sendHooks(noIndex, tick)).rejects.toThrow();
	expect((await site.received()).map(({ body }) => dataOf(body).data.resource)).toEqual(["announcement"]);
	// Revisions are milliseconds, but run ahead of the clock after the many changes of the tests before.
	time.now = ((await env.DB.prepare("SELECT max(rev) AS rev FROM content_changes").first<number>("rev")) ?? 0) + 10_000;
	await expect(sendHooks(noIndex, tick)).rejects.toThrow();
	expect((await site.received()).map(({ body }) => dataOf(body).data.resource)).toEqual(["announcement", "article"]);

	await publishArticle("held");
	await expect(sendHooks(noIndex, hands().run)).rejects.toThrow();
	expect((await site.received()).length).toBe(2);
	await sendHooks(worker, hands().run);
	expect((await site.received()).length).toBe(3);
	const indexed = await env.SEARCH.prepare("SELECT rev FROM index_state").first("rev");
	expect(indexed).toBe(await env.DB.prepare("SELECT max(rev) AS rev FROM content_changes").first("rev"));
});

test("a broken plan does not keep the index, and is made again", async () => {
	const site = website();
	await listen(site.url);
	await run(`CREATE TRIGGER no_plan BEFORE INSERT ON webhook_deliveries BEGIN SELECT RAISE(ABORT, 'no plan'); END`);
	await publishArticle("broken-plan");
	const { env: worker } = withQueueKept();
	expect(await deliverBatch(worker, [{ type: "content.changed" }])).toEqual({ acked: [], again: ["m0"] });
	const indexed = "SELECT rev FROM index_state";
	expect(await env.SEARCH.prepare(indexed).first("rev")).toBe(
		await env.DB.prepare("SELECT max(rev) AS rev FROM content_changes").first("rev"),
	);
	await run("DROP TRIGGER no_plan");
	expect(await deliverBatch(worker, [{ type: "content.changed" }])).toEqual({ acked: ["m0"], again: [] });
	expect((await site.received()).length).toBe(1);
	expect(await waitingOutbox(db)).toEqual([]);
});
