import { createScheduledController, env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { listAttempts, listDeliveries, readDelivery, readDeliveryLog, readEndpoint } from "#db/content/webhooks.ts";
import {
	createEndpoint,
	pingEndpoint,
	redeliver,
	removeEndpoint,
	setEnabled,
	updateEndpoint,
} from "#domain/content/webhooks/actions.ts";
import { sendOutbox } from "#jobs/content/webhooks.ts";
import { scheduled } from "#jobs/schedule.ts";
import { byUser } from "#kernel/by.ts";
import { relay } from "#platform/queue.ts";
import { codeOf } from "../../support/refusal.ts";
import {
	db,
	deliverBatch,
	editArticle,
	isSignedWith,
	listen,
	publishArticle,
	quiet,
	withQueueKept,
} from "../../support/webhooks.ts";
import { website } from "../../support/website.ts";

beforeEach(quiet);

const by = byUser(1, "192.0.2.1", Date.now());
const rows = async (sql: string, ...params: unknown[]) =>
	(
		await env.DB.prepare(sql)
			.bind(...params)
			.all()
	).results;
const endpointOf = async (id: number) => {
	const endpoint = await readEndpoint(db, id);
	if (!endpoint) throw new Error("no endpoint");
	return endpoint;
};

test("the cron finds what bare SQL wrote and nobody relayed", async () => {
	const site = website();
	await listen(site.url);
	await publishArticle("bare-sql");
	const { env: worker, sent } = withQueueKept();
	await scheduled(createScheduledController(), worker);
	const messages = sent.splice(0);
	expect(messages).toEqual([{ body: { type: "content.changed" }, delaySeconds: 0 }]);
	await deliverBatch(
		worker,
		messages.map(({ body }) => body),
	);
	expect((await site.received(1)).length).toBe(1);
	expect(await rows("SELECT id FROM webhook_deliveries WHERE state NOT IN ('delivered', 'failed')")).toEqual([]);
	await scheduled(createScheduledController(), worker);
	expect(sent).toEqual([]);
});

test("the cron finds deliveries that are due within the minute, and outbox rows", async () => {
	const site = website();
	const { id } = await listen(site.url);
	await site.answer({ status: 500 });
	await publishArticle("due-soon");
	const { env: worker, sent } = withQueueKept();
	await deliverBatch(worker, [{ type: "content.changed" }]);
	expect(sent.splice(0).map(({ body }) => body)).toEqual([{ type: "webhook.due" }]);
	await pingEndpoint(db, await endpointOf(id), by);
	await scheduled(createScheduledController(), worker);
	expect(sent.map(({ body }) => body.type)).toEqual(["outbox.waiting", "webhook.due"]);
});

test("a ping is one delivery, however many consumers take it up, and is in the audit log", async () => {
	const site = website();
	const { id } = await listen(site.url);
	await pingEndpoint(db, await endpointOf(id), by);
	await Promise.all(Array.from({ length: 4 }, () => sendOutbox(withQueueKept().env)));
	const requests = await site.received();
	const [delivery] = await listDeliveries(db, { endpointId: id }, { limit: 10 });
	expect(requests.map(({ body }) => JSON.parse(body))).toEqual([
		{ type: "ping", timestamp: new Date(delivery?.createdAt ?? 0).toISOString(), data: { tags: [], paths: [] } },
	]);
	expect(await rows("SELECT event FROM outbox WHERE done_at IS NULL")).toEqual([]);
	expect(
		await rows(
			"SELECT actor, action, description FROM audit_log WHERE auditable_id = ? ORDER BY id DESC LIMIT 1",
			String(id),
		),
	).toEqual([{ actor: "user:1", action: "webhook.ping", description: new URL(site.url).host }]);
});

test("a test that fails is not tried again", async () => {
	const site = website();
	const { id } = await listen(site.url);
	await site.answer({ status: 500 });
	await pingEndpoint(db, await endpointOf(id), by);
	await sendOutbox(withQueueKept().env);
	expect(
		(await listDeliveries(db, { endpointId: id }, { limit: 10 })).map(({ state, lastStatus }) => [state, lastStatus]),
	).toEqual([["failed", 500]]);
});

test("a delivery that failed is sent again under its id, tries counted on", async () => {
	const site = website();
	await listen(site.url);
	await publishArticle("again");
	const { env: worker } = withQueueKept();
	await deliverBatch(worker, [{ type: "content.changed" }]);
	const [delivery] = await listDeliveries(db, {}, { limit: 1 });
	if (!delivery) throw new Error("no delivery");
	await env.DB.prepare("UPDATE webhook_deliveries SET state = 'failed', attempts = 8").run();
	await redeliver(db, delivery, by);
	await deliverBatch(worker, [{ type: "outbox.waiting" }, { type: "outbox.waiting" }]);
	const requests = await site.received();
	expect(requests.map(({ headers }) => headers["webhook-id"])).toEqual([delivery.id, delivery.id]);
	expect(requests[1]?.body).toBe(requests[0]?.body);
	const after = await readDelivery(db, delivery.id);
	expect([after?.state, after?.attempts]).toEqual(["delivered", 9]);
	expect((await listAttempts(db, delivery.id)).map(({ number }) => number)).toEqual([1, 9]);
});

test("switched off: what waits is given up, nothing is sent, tests neither; on again: only what comes then", async () => {
	const site = website();
	const { id } = await listen(site.url);
	await site.answer({ status: 500 });
	await publishArticle("switch-1");
	const { env: worker } = withQueueKept();
	await deliverBatch(worker, [{ type: "content.changed" }]);
	await setEnabled(db, await endpointOf(id), { enabled: false, ...by });
	await publishArticle("switch-2");
	expect(await pingEndpoint(db, await endpointOf(id), by).catch(codeOf)).toBe("webhook.disabled");
	const [given] = await listDeliveries(db, { endpointId: id }, { limit: 1 });
	if (!given) throw new Error("no delivery");
	expect(await redeliver(db, given, by).catch(codeOf)).toBe("webhook.disabled");
	expect(await rows("SELECT id FROM outbox WHERE done_at IS NULL")).toEqual([]);
	await deliverBatch(worker, [{ type: "content.changed" }, { type: "outbox.waiting" }]);
	await setEnabled(db, await endpointOf(id), { enabled: true, ...by });
	await publishArticle("switch-3");
	await deliverBatch(worker, [{ type: "content.changed" }]);
	expect((await site.received()).map(({ body }) => JSON.parse(body).data.slug)).toEqual(["switch-1", "switch-3"]);
	expect((await listDeliveries(db, { endpointId: id }, { limit: 10 })).map(({ state }) => state).toSorted()).toEqual([
		"delivered",
		"failed",
	]);
});

test("an action on an endpoint that has changed meanwhile does nothing", async () => {
	const { id } = await listen(website().url);
	const seen = await endpointOf(id);
	await setEnabled(db, seen, { enabled: false, ...by });
	expect(await setEnabled(db, seen, { enabled: true, ...by }).catch(codeOf)).toBe("webhook.stale");
	expect(await removeEndpoint(db, seen, by).catch(codeOf)).toBe("webhook.stale");
	expect(await rows("SELECT action FROM audit_log WHERE auditable_id = ? AND actor = 'user:1'", String(id))).toEqual([
		{ action: "webhook.disable" },
	]);
	await removeEndpoint(db, await endpointOf(id), by);
	expect(await readEndpoint(db, id)).toBe(undefined);
});

test("a ping that was asked for before its endpoint was switched off is not sent", async () => {
	const site = website();
	const { id } = await listen(site.url);
	await pingEndpoint(db, await endpointOf(id), by);
	await setEnabled(db, await endpointOf(id), { enabled: false, ...by });
	await sendOutbox(withQueueKept().env);
	expect(await site.received()).toEqual([]);
	expect(await rows("SELECT id FROM outbox WHERE done_at IS NULL")).toEqual([]);
});

test("another address and other events: from then on, once, with their row in the log", async () => {
	const [first, second, taken] = [website(), website(), website()];
	const { id, secret } = await listen(first.url);
	await listen(taken.url, ["tag.*"]);
	const seen = await endpointOf(id);
	const change = { endpoint: seen, url: second.url, events: ["article.*"], ...by };
	await updateEndpoint(db, env, change);
	expect(await endpointOf(id)).toEqual({ ...seen, url: second.url, events: '["article.*"]', version: 2 });
	expect(await updateEndpoint(db, env, change).catch(codeOf)).toBe("webhook.stale");
	const endpoint = await endpointOf(id);
	expect(await updateEndpoint(db, env, { ...change, endpoint, url: taken.url }).catch(codeOf)).toBe(
		"webhook.url_taken",
	);
	const production = { ENVIRONMENT: "production" };
	expect(await updateEndpoint(db, production, { ...change, endpoint }).catch(codeOf)).toBe("webhook.url_refused");
	expect(
		await rows("SELECT user_id, ip_address, description, changes FROM audit_log WHERE action = 'webhook.update'"),
	).toEqual([
		{
			user_id: 1,
			ip_address: "192.0.2.1",
			description: new URL(second.url).host,
			changes: JSON.stringify({ from: new URL(first.url).host, events: ["article.*"] }),
		},
	]);
	await publishArticle("moved");
	await deliverBatch(withQueueKept().env, [{ type: "content.changed" }]);
	const [request, ...more] = await second.received();
	expect([await first.received(), more]).toEqual([[], []]);
	expect(request && (await isSignedWith(secret, request))).toBe(true);
});

test("the log is read a page at a time, of an endpoint, of a state; a delivery comes with its tries", async () => {
	const { id } = await listen("http://127.0.0.1:9/");
	const { id: other } = await listen("http://127.0.0.1:9/other");
	const insert = (name: string, endpoint: number, at: number) =>
		env.DB.prepare(
			`INSERT INTO webhook_deliveries (id, endpoint_id, type, resource, resource_id, rev, data, state, due_at, created_at)
			VALUES (?1, ?2, 'ping', 'endpoint', 1, 1, '{}', 'failed', 1, ?3)`,
		).bind(name, endpoint, at);
	const attempt = (number: number, status: number | null) =>
		env.DB.prepare(
			"INSERT INTO webhook_attempts (delivery_id, number, at, status, duration_ms, answer) VALUES ('d2', ?, 5, ?, 7, 'x')",
		).bind(number, status);
	await env.DB.batch([
		...["d1", "d2", "d3"].map((name) => insert(name, id, 10)),
		insert("other", other, 10),
		insert("d4", id, 20),
		attempt(1, null),
		attempt(2, 503),
	]);
	const names = (list: { id: string }[]) => list.map((delivery) => delivery.id);
	const page = (before?: string) => listDeliveries(db, { endpointId: id, state: "failed" }, { before, limit: 2 });
	expect(names(await page())).toEqual(["d4", "d3"]);
	expect(names(await page("d3"))).toEqual(["d2", "d1"]);
	expect(names(await page("d1"))).toEqual([]);
	expect(names(await listDeliveries(db, {}, { limit: 9 }))).toEqual(["d4", "other", "d3", "d2", "d1"]);
	expect(names(await listDeliveries(db, { state: "delivered" }, { limit: 9 }))).toEqual([]);
	const log = await readDeliveryLog(db, "d2");
	expect([log?.delivery.lastStatus, log?.delivery.url]).toEqual([503, "http://127.0.0.1:9/"]);
	expect(log?.attempts.map(({ number, status }) => [number, status])).toEqual([
		[1, null],
		[2, 503],
	]);
	expect(await readDeliveryLog(db, "gone")).toBe(undefined);
});

test("an address is taken once, and a private one is refused in production", async () => {
	const { url } = website();
	await listen(url);
	expect(await listen(url).catch(codeOf)).toBe("webhook.url_taken");
	const production = { ...env, ENVIRONMENT: "production" };
	expect(await createEndpoint(db, production, { url, events: [], ...by }).catch(codeOf)).toBe("webhook.url_refused");
});

test("dead letters and messages nobody knows are kept, once each", async () => {
	const { env: worker } = withQueueKept();
	const dead = [{ type: "content.changed" }, { type: "webhook.due" }];
	expect(await deliverBatch(worker, dead, "bingyou-dead-letters")).toEqual({ acked: ["m0", "m1"], again: [] });
	await deliverBatch(worker, dead, "bingyou-dead-letters");
	expect(await deliverBatch(worker, [{ type: "webhook.due" }, "a", { type: "b" }])).toEqual({
		acked: ["m0", "m1", "m2"],
		again: [],
	});
	expect(await rows("SELECT id, queue, body, attempts, replayed_at FROM dead_letters ORDER BY id")).toEqual([
		{ id: "m0", queue: "bingyou-dead-letters", body: '{"type":"content.changed"}', attempts: 1, replayed_at: null },
		{ id: "m1", queue: "bingyou-dead-letters", body: '{"type":"webhook.due"}', attempts: 1, replayed_at: null },
		{ id: "m2", queue: "bingyou-events", body: '{"type":"b"}', attempts: 1, replayed_at: null },
	]);
});

test("the log is forgotten after 90 days, what still waits is not", async () => {
	const { id } = await listen("http://127.0.0.1:9/");
	const day = 86_400_000;
	const insert = (name: string, state: string, days: number) =>
		env.DB.prepare(
			`INSERT INTO webhook_deliveries (id, endpoint_id, type, resource, resource_id, rev, data, state, due_at, created_at)
			VALUES (?1, ?2, 'ping', 'endpoint', 1, 1, '{}', ?3, 9e15, ?4)`,
		).bind(name, id, state, Date.now() - days * day);
	await env.DB.batch([
		insert("old", "delivered", 91),
		insert("old-failed", "failed", 91),
		insert("old-waiting", "waiting", 91),
		insert("new", "delivered", 89),
	]);
	await scheduled(createScheduledController(), withQueueKept().env);
	expect(await rows("SELECT id FROM webhook_deliveries ORDER BY id")).toEqual([{ id: "new" }, { id: "old-waiting" }]);
});

// What the real queue still has under way would take up what a test after these waits for.
test("through the real queue: a relayed change arrives, signed", async () => {
	const site = website();
	const { secret } = await listen(site.url);
	const id = await publishArticle("real-queue");
	await relay(env);
	const [request] = await site.received(1);
	if (!request) throw new Error("nothing came");
	expect(await isSignedWith(secret, request)).toBe(true);
	expect(JSON.parse(request.body).data.id).toBe(id);
});

test("through the real queue: edits right after the first come as one, by themselves, two seconds later", async () => {
	const site = website();
	await listen(site.url);
	const id = await publishArticle("real-queue-edits");
	await relay(env);
	await site.received(1);
	for (let edit = 1; edit <= 4; edit++) {
		await editArticle(id);
		await relay(env);
	}
	const [first, trailing, ...more] = (await site.received(2)).map(({ body }) => JSON.parse(body));
	expect(more).toEqual([]);
	expect([first.type, trailing.type]).toEqual(["article.published", "article.updated"]);
	expect(trailing.data.rev).toBe((await rows("SELECT max(rev) AS rev FROM content_changes"))[0]?.rev);
	expect(await rows("SELECT id FROM webhook_deliveries WHERE state = 'waiting'")).toEqual([]);
});
