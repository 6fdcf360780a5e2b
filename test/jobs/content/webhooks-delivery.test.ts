import { env } from "cloudflare:test";
import { beforeEach, expect, test } from "vitest";
import { listAttempts, listDeliveries, readEndpoint } from "#db/content/webhooks.ts";
import { claimDeliveries, rotateSecret, settleTry } from "#domain/content/webhooks/actions.ts";
import { BACKOFF_MS } from "#domain/content/webhooks/retries.ts";
import { TRUE_AFTER_MS } from "#domain/content/webhooks/rules.ts";
import { sendHooks } from "#jobs/content/webhooks.ts";
import { byOperator } from "#kernel/by.ts";
import { keyId } from "#platform/crypto.ts";
import { signIn } from "../../support/people.ts";
import {
	db,
	editArticle,
	hands,
	isSignedWith,
	listen,
	planAll,
	publishArticle,
	quiet,
	withQueueKept,
} from "../../support/webhooks.ts";
import { website } from "../../support/website.ts";

beforeEach(quiet);

const onlyDelivery = async () => {
	const [delivery, ...others] = await listDeliveries(db, {}, { limit: 10 });
	if (!delivery || others.length > 0) throw new Error(`${others.length + 1} deliveries`);
	return delivery;
};
/** The answers in the log, first try to last, without their times. */
const answers = async (id: string) =>
	(await listAttempts(db, id)).map(({ number, status, answer }) => ({ number, status, answer }));

test("a published article reaches the website as one signed POST", async () => {
	const site = website();
	const { secret } = await listen(site.url);
	const id = await publishArticle("輪椅舞蹈班");
	const { time, run } = hands();
	const { env: worker, sent } = withQueueKept();
	await sendHooks(worker, run);

	const [request, ...others] = await site.received();
	if (!request || others.length > 0) throw new Error(`${others.length + 1} requests`);
	const { host, "content-length": _, "cf-worker": _worker, ...headers } = request.headers;
	const delivery = await onlyDelivery();
	expect(headers).toEqual({
		"content-type": "application/json",
		"user-agent": "bingyou-webhooks/1.0",
		"webhook-id": delivery.id,
		"webhook-timestamp": String(Math.floor(time.now / 1000)),
		"webhook-signature": headers["webhook-signature"],
	});
	expect(await isSignedWith(secret, request)).toBe(true);
	expect(request.method).toBe("POST");
	expect(JSON.parse(request.body)).toEqual({
		type: "article.published",
		timestamp: new Date(time.now - TRUE_AFTER_MS).toISOString(),
		data: {
			rev: await env.DB.prepare("SELECT rev FROM content_revision").first("rev"),
			resource: "article",
			id,
			slug: "輪椅舞蹈班",
			previous_slug: null,
			tags: [`article:${id}`, "articles", "homepage"],
			paths: ["/articles/%E8%BC%AA%E6%A4%85%E8%88%9E%E8%B9%88%E7%8F%AD", "/articles", "/"],
		},
	});
	expect([delivery.state, delivery.attempts, delivery.deliveredAt]).toEqual(["delivered", 1, time.now]);
	expect(await listAttempts(db, delivery.id)).toEqual([
		{ deliveryId: delivery.id, number: 1, at: time.now, status: 200, durationMs: 0, answer: "ok" },
	]);
	expect(sent).toEqual([]);
});

test("a website that is down is tried eight times, later each time, with one id and one body", async () => {
	const site = website();
	const { secret } = await listen(site.url);
	await site.answer(
		...Array.from({ length: 8 }, (_, at) => (at === 1 ? { drop: true } : { status: 500, body: "down" })),
	);
	await publishArticle("down");
	const { time, run } = hands();
	const { env: worker, sent } = withQueueKept();
	await sendHooks(worker, run);
	for (const [at, backoff] of BACKOFF_MS.entries()) {
		const { state, attempts, dueAt } = await onlyDelivery();
		expect([state, attempts]).toEqual(["waiting", at + 1]);
		expect(Math.abs(dueAt - time.now - backoff)).toBeLessThanOrEqual(backoff / 10);
		const delay = sent.splice(0).map(({ delaySeconds }) => delaySeconds);
		expect(delay).toEqual(dueAt - time.now < 60_000 ? [Math.floor((dueAt - time.now) / 1000)] : []);
		time.now = dueAt - 1_000;
		await sendHooks(worker, run);
		expect((await site.received()).length).toBe(at + 1);
		sent.splice(0);
		time.now = dueAt;
		await sendHooks(worker, run);
	}
	const delivery = await onlyDelivery();
	expect([delivery.state, delivery.attempts]).toEqual(["failed", 8]);
	time.now += 30 * 24 * 3_600_000;
	await sendHooks(worker, run);
	const requests = await site.received();
	expect(requests.length).toBe(8);
	expect(new Set(requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
	expect(new Set(requests.map(({ body }) => body)).size).toBe(1);
	expect(new Set(requests.map(({ headers }) => headers["webhook-timestamp"])).size).toBe(8);
	expect(await Promise.all(requests.map((request) => isSignedWith(secret, request)))).toEqual(Array(8).fill(true));
	expect((await listAttempts(db, delivery.id)).map(({ number, status }) => [number, status])).toEqual([
		[1, 500],
		[2, null],
		[3, 500],
		[4, 500],
		[5, 500],
		[6, 500],
		[7, 500],
		[8, 500],
	]);
});

test("a website that asks for time gets it", async () => {
	const site = website();
	await listen(site.url);
	await site.answer({ status: 503, headers: { "retry-after": "3600" }, body: "maintenance" });
	await publishArticle("asks-for-time");
	const { time, run } = hands();
	await sendHooks(withQueueKept().env, run);
	const delivery = await onlyDelivery();
	expect([delivery.state, delivery.dueAt - time.now]).toEqual(["waiting", 3_600_000]);
	expect(await answers(delivery.id)).toEqual([{ number: 1, status: 503, answer: "maintenance" }]);
});

test("410 switches the endpoint off, gives up what waits, and tells the audit log and those who look after it", async () => {
	const { userId } = await signIn({ roles: ["admin"] });
	const site = website();
	const { id } = await listen(site.url);
	await site.answer({ status: 500 }, { status: 410, body: "gone" });
	await publishArticle("gone-1");
	const { run } = hands();
	const { env: worker } = withQueueKept();
	await sendHooks(worker, run);
	await publishArticle("gone-2");
	await sendHooks(worker, run);
	expect((await listDeliveries(db, { endpointId: id }, { limit: 10 })).map(({ state }) => state)).toEqual([
		"failed",
		"failed",
	]);
	const endpoint = await readEndpoint(db, id);
	expect([endpoint?.isEnabled, endpoint?.disabledReason]).toEqual([false, "the endpoint answered 410 Gone"]);
	const { results } = await env.DB.prepare(
		`SELECT actor, action, description FROM audit_log
		WHERE auditable_type = 'webhook_endpoint' AND auditable_id = ? AND action <> 'webhook.create'`,
	)
		.bind(String(id))
		.all();
	expect(results).toEqual([
		{ actor: "webhooks", action: "webhook.disable", description: "the endpoint answered 410 Gone" },
	]);
	const { results: mails } = await env.DB.prepare(
		"SELECT user_id, json_extract(data, '$.endpointId') AS endpoint FROM mail_messages WHERE template = 'webhook_disabled'",
	).all();
	expect(mails).toEqual([{ user_id: userId, endpoint: id }]);
	await publishArticle("gone-3");
	await sendHooks(worker, run);
	expect((await site.received()).length).toBe(2);
});

test("a redirect is not followed", async () => {
	const [site, elsewhere] = [website(), website()];
	await listen(site.url);
	await site.answer({ status: 307, headers: { location: elsewhere.url } });
	await publishArticle("redirected");
	await sendHooks(withQueueKept().env, hands().run);
	const delivery = await onlyDelivery();
	expect(delivery.state).toBe("waiting");
	expect(await answers(delivery.id)).toEqual([
		{ number: 1, status: 307, answer: `redirects are not followed: ${elsewhere.url}` },
	]);
	expect(await elsewhere.received()).toEqual([]);
});

test("in production a private address that got into the database is not called", async () => {
	const site = website();
	await listen(site.url);
	await publishArticle("private");
	await sendHooks(withQueueKept({ ENVIRONMENT: "production" }).env, hands().run);
	const delivery = await onlyDelivery();
	expect(await answers(delivery.id)).toEqual([
		{ number: 1, status: null, answer: "Error: only https addresses are called" },
	]);
	expect(await site.received()).toEqual([]);
});

test("of an answer without end the first 2 KB are kept", async () => {
	const site = website();
	await listen(site.url);
	await site.answer({ endless: 100_000 });
	await publishArticle("endless");
	await sendHooks(withQueueKept().env, hands().run);
	const delivery = await onlyDelivery();
	expect(delivery.state).toBe("delivered");
	expect(await answers(delivery.id)).toEqual([{ number: 1, status: 200, answer: "x".repeat(2_048) }]);
});

test("an answer that never comes is waited for as long as the timeout says", async () => {
	const site = website();
	await listen(site.url);
	await site.answer({ hold: true });
	await publishArticle("never-comes");
	await sendHooks(withQueueKept().env, hands({ tryMs: 50 }).run);
	const delivery = await onlyDelivery();
	expect(delivery.state).toBe("waiting");
	expect(await answers(delivery.id)).toEqual([
		{ number: 1, status: null, answer: "TimeoutError: The operation was aborted due to timeout" },
	]);
	await site.release();
});

test("while one consumer sends a delivery another one does not", async () => {
	const site = website();
	await listen(site.url);
	await site.answer({ hold: true });
	await publishArticle("one-sender");
	const { run } = hands();
	const { env: worker } = withQueueKept();
	const first = sendHooks(worker, run);
	await site.received(1);
	await Promise.all([sendHooks(worker, run), sendHooks(worker, run), sendHooks(worker, run)]);
	await site.release();
	await first;
	expect((await site.received()).length).toBe(1);
	expect((await onlyDelivery()).attempts).toBe(1);
});

test("what a dead consumer had is sent again after a minute, and its late word changes nothing", async () => {
	const site = website();
	const { id: endpoint } = await listen(site.url);
	await publishArticle("dead-consumer");
	const { time, run } = hands();
	await planAll(run.clock);
	time.now += TRUE_AFTER_MS;
	const [claimed] = await claimDeliveries(db, endpoint, { at: time.now, limit: 6 });
	if (!claimed) throw new Error("nothing to claim");
	const { env: worker } = withQueueKept();
	time.now += 58_000;
	await sendHooks(worker, run);
	expect(await site.received()).toEqual([]);
	time.now += 2_000;
	await site.answer({ hold: true });
	const sending = sendHooks(worker, run);
	await site.received(1);
	const late = {
		at: time.now,
		durationMs: 1,
		status: 500,
		retryAfter: null,
		answer: "late",
		missed: false,
		random: 0.5,
	};
	await settleTry(db, claimed, late);
	expect((await onlyDelivery()).state).toBe("sending");
	await site.release();
	await sending;
	expect((await site.received()).length).toBe(1);
	const { id, state, attempts } = await onlyDelivery();
	expect([state, attempts]).toEqual(["delivered", 2]);
	expect(await answers(id)).toEqual([
		{ number: 1, status: 500, answer: "late" },
		{ number: 2, status: 200, answer: "ok" },
	]);
});

test("an endpoint that is removed before or while it is called leaves nothing behind", async () => {
	const site = website();
	const remove = (id: number) => env.DB.prepare("DELETE FROM webhook_endpoints WHERE id = ?").bind(id).run();
	const { run } = hands();
	const { env: worker } = withQueueKept();
	const before = await listen(`${site.url}?before`);
	await publishArticle("removed-before");
	await planAll(run.clock);
	await remove(before.id);
	await sendHooks(worker, run);
	expect(await site.received()).toEqual([]);

	const during = await listen(`${site.url}?during`);
	await site.answer({ hold: true });
	await publishArticle("removed-during");
	const sending = sendHooks(worker, run);
	await site.received(1);
	await remove(during.id);
	await site.release();
	await sending;
	expect(await listDeliveries(db, {}, { limit: 10 })).toEqual([]);
	expect(await env.DB.prepare("SELECT count(*) AS n FROM webhook_attempts").first("n")).toBe(0);
});

test("a newer change of a resource does not wait behind an older delivery that fails", async () => {
	const site = website();
	await listen(site.url);
	await site.answer({ status: 500 });
	const id = await publishArticle("not-blocked");
	const { time, run } = hands();
	const { env: worker } = withQueueKept();
	await sendHooks(worker, run);
	time.now += 2_000;
	await editArticle(id);
	await sendHooks(worker, run);
	const [older, newer] = (await listDeliveries(db, {}, { limit: 10 })).toSorted((a, b) => a.rev - b.rev);
	expect([older?.state, newer?.state]).toEqual(["waiting", "delivered"]);
	expect((await site.received()).map(({ headers }) => headers["webhook-id"])).toEqual([older?.id, newer?.id]);
});

test("first tries go before retries, however long those are due", async () => {
	const site = website();
	const { id: endpoint } = await listen(site.url);
	await publishArticle("retry");
	const { time, run } = hands();
	await planAll(run.clock);
	await env.DB.prepare("UPDATE webhook_deliveries SET attempts = 3, due_at = ?")
		.bind(time.now - 60_000)
		.run();
	await publishArticle("first-try");
	await planAll(run.clock);
	time.now += TRUE_AFTER_MS;
	const take = async () =>
		(await claimDeliveries(db, endpoint, { at: time.now, limit: 1 })).map(({ data }) => JSON.parse(data));
	expect((await take()).map(({ slug }) => slug)).toEqual(["first-try"]);
	expect((await take()).map(({ slug }) => slug)).toEqual(["retry"]);
	expect(await take()).toEqual([]);
});

test("a website that hangs delays no other", async () => {
	const [hangs, works] = [website(), website()];
	await listen(hangs.url);
	await listen(works.url);
	await hangs.answer(...Array.from({ length: 9 }, () => ({ hold: true })));
	for (let article = 1; article <= 9; article++) await publishArticle(`hangs-${article}`);
	const sending = sendHooks(withQueueKept().env, hands().run);
	expect((await works.received(9)).length).toBe(9);
	expect((await hangs.received(3)).length).toBe(3);
	for (const count of [3, 6, 9]) {
		await hangs.received(count);
		await hangs.release();
	}
	await sending;
	expect((await hangs.received()).length).toBe(9);
});

test("for a day after a rotation both secrets sign, then the new one alone", async () => {
	const site = website();
	const { id, secret: old } = await listen(site.url);
	const endpoint = await readEndpoint(db, id);
	if (!endpoint) throw new Error("no endpoint");
	const { time, run } = hands();
	const secret = await rotateSecret(db, env, { endpoint, ...byOperator(time.now) });
	const article = await publishArticle("rotates");
	const { env: worker } = withQueueKept();
	await sendHooks(worker, run);
	time.now += 24 * 3_600_000;
	await editArticle(article);
	await sendHooks(worker, run);
	const [during, after] = await site.received(2);
	if (!during || !after) throw new Error("two requests expected");
	expect(await Promise.all([secret, old].map((key) => isSignedWith(key, during)))).toEqual([true, true]);
	expect(await Promise.all([secret, old].map((key) => isSignedWith(key, after)))).toEqual([true, false]);
});

test("with another SEALING_KEY nothing is sent, and the log says which key it was", async () => {
	const site = website();
	const { id } = await listen(site.url);
	await publishArticle("other-key");
	const other = btoa("another-sealing-key-of-32-bytes!");
	const { env: worker } = withQueueKept({ SEALING_KEY: other });
	const [sealedWith, tried] = [await keyId(env.SEALING_KEY), await keyId(other)];
	await sendHooks(worker, hands().run);
	expect(await answers((await onlyDelivery()).id)).toEqual([
		{
			number: 1,
			status: null,
			answer: `Error: webhook_endpoints.secret:${id} was sealed with key ${sealedWith}, SEALING_KEY is ${tried}`,
		},
	]);
	expect(await site.received()).toEqual([]);
});
