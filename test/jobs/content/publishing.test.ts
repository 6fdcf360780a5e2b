import { createScheduledController, env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { open } from "#db/commit.ts";
import { flipDue } from "#domain/content/content/actions.ts";
import { scheduled } from "#jobs/schedule.ts";
import { deliverBatch, listen, quiet, withQueueKept } from "../../support/webhooks.ts";
import { website } from "../../support/website.ts";

const db = open(env.DB);
const NOW = Date.UTC(2026, 2, 5, 1, 30);
const MINUTE = 60_000;

const rows = async (sql: string, ...params: unknown[]) =>
	(
		await env.DB.prepare(sql)
			.bind(...params)
			.all()
	).results;
const run = (sql: string) => env.DB.prepare(sql).run();
const audited = (from: number) =>
	rows("SELECT actor, action, auditable_type, description FROM audit_log WHERE id > ? ORDER BY id", from);
const lastAudit = async () => Number((await rows("SELECT coalesce(max(id), 0) AS id FROM audit_log"))[0]?.id);
const changes = () => rows("SELECT resource, slug, event FROM content_changes WHERE done_at IS NULL ORDER BY rev");

beforeEach(async () => {
	for (const table of ["articles", "pages", "documents", "announcements"]) await run(`DELETE FROM ${table}`);
	await quiet();
});

const article = (slug: string, columns: Record<string, unknown>) =>
	insert("articles", { slug, type: "news", ...columns });
const page = (slug: string, columns: Record<string, unknown>) => insert("pages", { slug, path: slug, ...columns });
async function insert(table: string, columns: Record<string, unknown>): Promise<void> {
	const row = { title: columns.slug, created_at: 1, updated_at: 1, ...columns };
	const names = Object.keys(row);
	await env.DB.prepare(`INSERT INTO ${table} (${names}) VALUES (${names.map(() => "?")})`)
		.bind(...Object.values(row))
		.run();
}

test("publishes what is due under the time it was planned for, once, though two crons run at once", async () => {
	await article("due", { state: "scheduled", publish_at: NOW - MINUTE });
	await article("now", { state: "scheduled", publish_at: NOW });
	await article("later", { state: "scheduled", publish_at: NOW + 1 });
	await article("draft", { state: "draft", publish_at: NOW - MINUTE });
	await page("page-due", { state: "scheduled", publish_at: NOW - MINUTE });
	const from = await lastAudit();
	await Promise.all([flipDue(db, NOW), flipDue(db, NOW), flipDue(db, NOW)]);
	expect(
		await rows("SELECT slug, state, published_at, publish_at, version, updated_at FROM articles ORDER BY id"),
	).toEqual([
		{ slug: "due", state: "published", published_at: NOW - MINUTE, publish_at: null, version: 2, updated_at: 1 },
		{ slug: "now", state: "published", published_at: NOW, publish_at: null, version: 2, updated_at: 1 },
		{ slug: "later", state: "scheduled", published_at: null, publish_at: NOW + 1, version: 1, updated_at: 1 },
		{ slug: "draft", state: "draft", published_at: null, publish_at: NOW - MINUTE, version: 1, updated_at: 1 },
	]);
	expect(await rows("SELECT slug, state, published_at, version FROM pages")).toEqual([
		{ slug: "page-due", state: "published", published_at: NOW - MINUTE, version: 2 },
	]);
	expect((await changes()).toSorted((a, b) => String(a.slug).localeCompare(String(b.slug)))).toEqual([
		{ resource: "article", slug: "due", event: "published" },
		{ resource: "article", slug: "now", event: "published" },
		{ resource: "page", slug: "page-due", event: "published" },
	]);
	const log = await audited(from);
	expect(log.toSorted((a, b) => String(a.description).localeCompare(String(b.description)))).toEqual([
		{ actor: "cron", action: "article.publish", auditable_type: "article", description: "due" },
		{ actor: "cron", action: "article.publish", auditable_type: "article", description: "now" },
		{ actor: "cron", action: "page.publish", auditable_type: "page", description: "page-due" },
	]);
});

test("takes down, unpins; both times passed ends as a draft", async () => {
	const published = { state: "published", published_at: 1 };
	await article("down", { ...published, unpublish_at: NOW, is_pinned: 1, pinned_until: NOW + MINUTE });
	await article("stays", { ...published, unpublish_at: NOW + 1, is_pinned: 1, pinned_until: NOW + 1 });
	await article("unpin", { ...published, is_pinned: 1, pinned_until: NOW });
	await article("pinned", { ...published, is_pinned: 1 });
	await article("missed", { state: "scheduled", publish_at: NOW - 2 * MINUTE, unpublish_at: NOW - MINUTE });
	await page("page-down", { ...published, unpublish_at: NOW });
	await quiet();
	await flipDue(db, NOW);
	expect(
		await rows("SELECT slug, state, is_pinned, pinned_until, unpublish_at, published_at FROM articles ORDER BY id"),
	).toEqual([
		{ slug: "down", state: "draft", is_pinned: 0, pinned_until: null, unpublish_at: null, published_at: 1 },
		{ slug: "stays", state: "published", is_pinned: 1, pinned_until: NOW + 1, unpublish_at: NOW + 1, published_at: 1 },
		{ slug: "unpin", state: "published", is_pinned: 0, pinned_until: null, unpublish_at: null, published_at: 1 },
		{ slug: "pinned", state: "published", is_pinned: 1, pinned_until: null, unpublish_at: null, published_at: 1 },
		{
			...{ slug: "missed", state: "draft", is_pinned: 0, pinned_until: null, unpublish_at: null },
			published_at: NOW - 2 * MINUTE,
		},
	]);
	expect(await rows("SELECT state, unpublish_at FROM pages")).toEqual([{ state: "draft", unpublish_at: null }]);
	expect(await rows("SELECT sum(published) AS n FROM article_counts")).toEqual([{ n: 3 }]);
});

test("a document goes public at its time, and waits while it has no file", async () => {
	const scheduledDocument = { state: "scheduled", publish_at: NOW, visibility: "public" };
	await insert("documents", { slug: "no-file", ...scheduledDocument });
	await insert("documents", { slug: "bylaws", ...scheduledDocument, current_version: 1 });
	await flipDue(db, NOW);
	expect(await rows("SELECT slug, state FROM documents ORDER BY id")).toEqual([
		{ slug: "no-file", state: "scheduled" },
		{ slug: "bylaws", state: "published" },
	]);
	expect(await changes()).toEqual([{ resource: "document", slug: "bylaws", event: "published" }]);
});

test("announcements open and close with their window", async () => {
	const future = Date.now() + 60 * MINUTE;
	const announcement = (slug: string, from: number | null, until: number | null) =>
		insert("announcements", { slug, audience: "public", publish_from: from, publish_until: until });
	await announcement("opens", future, future + 2);
	await announcement("later", future + 2, null);
	await announcement("closes", 1, future + 1);
	await announcement("open", 1, null);
	await announcement("draft", null, null);
	const live = () => rows("SELECT slug, is_live FROM announcements ORDER BY id");
	await quiet();
	await Promise.all([flipDue(db, future), flipDue(db, future)]);
	await flipDue(db, future + 1);
	expect(await live()).toEqual([
		{ slug: "opens", is_live: 1 },
		{ slug: "later", is_live: 0 },
		{ slug: "closes", is_live: 0 },
		{ slug: "open", is_live: 1 },
		{ slug: "draft", is_live: 0 },
	]);
	expect(await changes()).toEqual([
		{ resource: "announcement", slug: "opens", event: "published" },
		{ resource: "announcement", slug: "closes", event: "unpublished" },
	]);
	await flipDue(db, future + 2);
	expect((await live()).slice(0, 2)).toEqual([
		{ slug: "opens", is_live: 0 },
		{ slug: "later", is_live: 1 },
	]);
});

test("a table that refuses keeps neither the others nor its audit rows", async () => {
	await run("CREATE TRIGGER no_pages BEFORE UPDATE ON pages BEGIN SELECT RAISE(ABORT, 'no pages'); END");
	await article("due", { state: "scheduled", publish_at: NOW });
	await page("due", { state: "scheduled", publish_at: NOW });
	const from = await lastAudit();
	const error = await flipDue(db, NOW).catch((e: unknown) => e);
	expect(error instanceof AggregateError ? error.errors.length : error).toBe(1);
	await run("DROP TRIGGER no_pages");
	expect(await rows("SELECT state FROM articles UNION ALL SELECT state FROM pages")).toEqual([
		{ state: "published" },
		{ state: "scheduled" },
	]);
	expect((await audited(from)).map(({ action }) => action)).toEqual(["article.publish"]);
});

test("nothing due: nothing written", async () => {
	await article("published", { state: "published", published_at: 1 });
	const before = [await lastAudit(), await rows("SELECT rev FROM content_revision")];
	await flipDue(db, NOW);
	expect([await lastAudit(), await rows("SELECT rev FROM content_revision")]).toEqual(before);
});

test("what the cron publishes reaches the website", async () => {
	const site = website();
	await listen(site.url, ["article.published"]);
	await article("by-the-cron", { state: "scheduled", publish_at: Date.now() - 1 });
	const { env: worker, sent } = withQueueKept();
	await Promise.all([scheduled(createScheduledController(), worker), scheduled(createScheduledController(), worker)]);
	await deliverBatch(
		worker,
		sent.map(({ body }) => body),
	);
	expect((await site.received()).map(({ body }) => JSON.parse(body).data.slug)).toEqual(["by-the-cron"]);
});
