import { createScheduledController, env } from "cloudflare:test";
import { beforeEach, expect, test, vi } from "vitest";
import { readEndpoint } from "#db/content/webhooks.ts";
import { updateEndpoint } from "#domain/content/webhooks/actions.ts";
import { sendHooks, sendSlowHooks } from "#jobs/content/webhooks.ts";
import { scheduled } from "#jobs/schedule.ts";
import { byOperator } from "#kernel/by.ts";
import { signIn } from "../../support/people.ts";
import { rows } from "../../support/users.ts";
import { db, deliverBatch, hands, listen, publishArticle, quiet, withQueueKept } from "../../support/webhooks.ts";
import { website } from "../../support/website.ts";

beforeEach(async () => {
	vi.spyOn(console, "warn").mockImplementation(() => {});
	await quiet();
	await env.DB.batch(["mail_messages", "notifications"].map((table) => env.DB.prepare(`DELETE FROM ${table}`)));
});

const HOLD = { hold: true };
const slowSince = async (id: number) => (await readEndpoint(db, id))?.slowSince ?? null;
const mails = () => rows("SELECT user_id FROM mail_messages WHERE template = 'webhook_slow' ORDER BY created_at");
const tries = (id: number) =>
	rows(
		`SELECT a.number, a.status FROM webhook_attempts a JOIN webhook_deliveries d ON d.id = a.delivery_id
		WHERE d.endpoint_id = ? ORDER BY a.at, a.number`,
		id,
	);

/** A website that missed its first try. */
async function slowWebsite() {
	const site = website();
	const { id } = await listen(site.url);
	await site.answer(HOLD);
	await publishArticle(`missed-${id}`);
	const queue = withQueueKept();
	const clock = hands({ tryMs: 80, slowTryMs: 10_000 });
	await sendHooks(queue.env, clock.run);
	await site.release();
	return { site, id, ...queue, ...clock };
}

test("who misses the short try is slow, tried again by the second queue at once, and who looks after it gets one mail", async () => {
	const { userId } = await signIn({ permissions: ["webhooks.manage"] });
	await signIn({ permissions: ["articles.manage"] });
	const { site, id, env: worker, slow, time, run } = await slowWebsite();
	expect(await slowSince(id)).toBe(time.now);
	expect(slow).toEqual([{ body: { type: "webhook.due" }, delaySeconds: 0 }]);
	expect(await mails()).toEqual([{ user_id: userId }]);

	// The first queue does not call it any more; the second one does, and one success brings it back.
	await sendHooks(worker, run);
	expect((await site.received()).length).toBe(1);
	await sendSlowHooks(worker, run);
	expect((await site.received()).length).toBe(2);
	expect(await slowSince(id)).toBe(null);
	expect(await tries(id)).toEqual([
		{ number: 1, status: null },
		{ number: 2, status: 200 },
	]);
	await publishArticle("is-back");
	await sendHooks(worker, run);
	expect((await site.received()).length).toBe(3);

	// Slow again on the same day: no second mail.
	await site.answer(HOLD);
	await publishArticle("again-too-slow");
	await sendHooks(worker, run);
	await site.release();
	expect(await slowSince(id)).toBe(time.now);
	expect(await mails()).toEqual([{ user_id: userId }]);
});

test("a slow website gets one try after the other, each with more time; others are not kept waiting", async () => {
	const { site, id, env: worker, sent, time, run } = await slowWebsite();
	const other = website();
	await listen(other.url);
	for (const slug of ["slow-a", "slow-b"]) await publishArticle(slug);
	await sendHooks(worker, run);
	expect((await other.received()).length).toBe(2);
	expect((await site.received()).length).toBe(1);

	await site.answer({ ...HOLD, status: 500 }, { ...HOLD, status: 500 }, HOLD);
	time.now += 10;
	const sending = sendSlowHooks(worker, run);
	for (const nth of [2, 3, 4]) {
		expect((await site.received(nth)).length).toBe(nth);
		expect(await rows("SELECT count(*) AS n FROM webhook_deliveries WHERE state = 'sending'")).toEqual([{ n: 1 }]);
		expect(await slowSince(id)).not.toBe(null);
		if (nth === 4) sent.length = 0;
		await site.release();
	}
	await sending;
	expect(await slowSince(id)).toBe(null);
	// What failed waits for its retry, among the others again.
	expect(sent.map(({ body }) => body)).toEqual([{ type: "webhook.due" }]);
	time.now += 60_000;
	await sendHooks(worker, run);
	expect(await rows("SELECT id FROM webhook_deliveries WHERE endpoint_id = ? AND state <> 'delivered'", id)).toEqual(
		[],
	);
});

test("a slow website that misses the long try, too, is tried later like any that fails", async () => {
	const { site, id, env: worker, slow, time, run } = await slowWebsite();
	slow.length = 0;
	await site.answer(HOLD);
	await sendSlowHooks(worker, { ...run, slowTryMs: 80 });
	await site.release();
	const [delivery] = await rows<{ state: string; due_at: number; attempts: number }>(
		"SELECT state, due_at, attempts FROM webhook_deliveries",
	);
	expect([delivery?.state, delivery?.attempts]).toEqual(["waiting", 2]);
	expect((delivery?.due_at ?? 0) - time.now).toBeGreaterThan(50_000);
	expect(await slowSince(id)).not.toBe(null);
	// A message comes, or the cron says so, to the second queue alone.
	time.now = (delivery?.due_at ?? 0) - 30_000;
	await sendSlowHooks(worker, run);
	expect(slow.map(({ body }) => body)).toContainEqual({ type: "webhook.due" });
	await env.DB.prepare("UPDATE webhook_deliveries SET due_at = 1").run();
	const cron = withQueueKept();
	await scheduled(createScheduledController(), cron.env);
	expect(cron.sent.filter(({ body }) => body.type === "webhook.due")).toEqual([]);
	expect(cron.slow).toEqual([{ body: { type: "webhook.due" }, delaySeconds: 0 }]);
	expect(await deliverBatch(cron.env, [{ type: "webhook.due" }], "bingyou-slow-hooks")).toEqual({
		acked: ["m0"],
		again: [],
	});
	expect(await slowSince(id)).toBe(null);
});

test("who answers that it failed, or not at all, is not slow", async () => {
	const [fails, drops, gone] = [website(), website(), website()];
	const ids: number[] = [];
	for (const { url } of [fails, drops, gone]) ids.push((await listen(url)).id);
	await fails.answer({ status: 500 });
	await drops.answer({ drop: true });
	await gone.answer({ status: 410 });
	await publishArticle("not-slow");
	await sendHooks(withQueueKept().env, hands().run);
	for (const id of ids) expect(await slowSince(id)).toBe(null);
	expect(await mails()).toEqual([]);
});

test("another address is not known to be slow", async () => {
	const { id } = await slowWebsite();
	const endpoint = await readEndpoint(db, id);
	if (!endpoint) throw new Error("no endpoint");
	await updateEndpoint(db, env, { endpoint, url: website().url, events: [], ...byOperator(Date.now()) });
	expect(await slowSince(id)).toBe(null);
});

test("a test that is missed is tried once more, with more time", async () => {
	const { site, id, env: worker, run } = await slowWebsite();
	await sendSlowHooks(worker, run);
	const before = (await site.received()).length;
	await env.DB.prepare(
		`INSERT INTO webhook_deliveries (id, endpoint_id, type, resource, resource_id, rev, data, due_at, created_at)
		VALUES ('msg_ping', ?, 'ping', 'endpoint', 1, 1, '{"tags":[],"paths":[]}', 1, 1)`,
	)
		.bind(id)
		.run();
	await site.answer(HOLD);
	await sendHooks(worker, run);
	await site.release();
	await site.answer({ status: 500 });
	await sendSlowHooks(worker, run);
	expect((await site.received()).length).toBe(before + 2);
	expect(await rows("SELECT state, attempts FROM webhook_deliveries WHERE id = 'msg_ping'")).toEqual([
		{ state: "failed", attempts: 2 },
	]);
});
