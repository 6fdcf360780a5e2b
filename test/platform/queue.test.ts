import type { env } from "cloudflare:test";
import { expect, test } from "vitest";
import { relay } from "#platform/queue.ts";
import { withQueueKept } from "../support/webhooks.ts";

test("says what waits, content by default", async () => {
	const { env: worker, sent } = withQueueKept();
	await relay(worker);
	await relay(worker, "outbox.waiting");
	expect(sent).toEqual([
		{ body: { type: "content.changed" }, delaySeconds: 0 },
		{ body: { type: "outbox.waiting" }, delaySeconds: 0 },
	]);
});

test("a queue that takes nothing is no error of the one who wrote", async () => {
	const send = () => Promise.reject(new Error("queue is down"));
	const EVENTS = { send } as unknown as typeof env.EVENTS;
	expect(await relay({ EVENTS })).toBe(undefined);
});
