import * as z from "zod";
import type { Bindings, Message } from "#env.ts";
import { errorText, log } from "#platform/log.ts";

/** The longest delay of a queue message: work that is due later is found by the cron, which runs every minute. */
export const LONGEST_DELAY_MS = 60_000;

const Known = z.strictObject({
	type: z.enum(["content.changed", "outbox.waiting", "webhook.due", "mail.due", "pictures.waiting"]),
});

/** Returns the type of a queue message; undefined for a message that this program does not send. */
export const messageType = (body: unknown): Message["type"] | undefined => Known.safeParse(body).data?.type;

/** Puts a message on the queue, to arrive not before `delayMs` have passed (rounded up to whole seconds). */
export async function send(env: Pick<Bindings, "EVENTS">, type: Message["type"], delayMs = 0): Promise<void> {
	await env.EVENTS.send({ type }, { delaySeconds: Math.ceil(Math.max(0, delayMs) / 1000) });
}

/**
 * Puts the message "webhook.due", the only one that it takes, on the second queue, which is for websites that answer
 * too slowly.
 */
export async function sendSlow(env: Pick<Bindings, "SLOW">, delayMs = 0): Promise<void> {
	await env.SLOW.send({ type: "webhook.due" }, { delaySeconds: Math.ceil(Math.max(0, delayMs) / 1000) });
}

/**
 * Queues a message that work waits; for ctx.waitUntil after a write. It never throws: the work is stored in the
 * database, and the cron finds it within a minute.
 */
export async function relay(env: Pick<Bindings, "EVENTS">, type: Message["type"] = "content.changed"): Promise<void> {
	await quietly(type, () => send(env, type));
}

/** Queues, on the second queue, a message that work waits for a website that answers too slowly. It never throws. */
export async function relaySlow(env: Pick<Bindings, "SLOW">): Promise<void> {
	await quietly("webhook.due", () => sendSlow(env));
}

/** Puts the message "pictures.waiting", the only one that it takes, on the queue of pictures. */
export async function sendPictures(env: Pick<Bindings, "PICTURES">): Promise<void> {
	await env.PICTURES.send({ type: "pictures.waiting" });
}

/** Queues, on the queue of pictures, a message that pictures wait to be made smaller. It never throws. */
export async function relayPictures(env: Pick<Bindings, "PICTURES">): Promise<void> {
	await quietly("pictures.waiting", () => sendPictures(env));
}

async function quietly(type: Message["type"], tell: () => Promise<void>): Promise<void> {
	try {
		await tell();
	} catch (error) {
		log("warn", "relay.failed", { type, error: errorText(error) });
	}
}
