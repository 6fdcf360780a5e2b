import * as z from "zod";
import type { Bindings, Message } from "#env.ts";
import { errorText, log } from "#platform/log.ts";

/** What is due within this time comes back as a delayed message; anything later is found by the cron of each minute. */
export const LONGEST_DELAY_MS = 60_000;

const Known = z.strictObject({ type: z.enum(["content.changed", "outbox.waiting", "webhook.due", "mail.due"]) });

/** What a message is about; undefined for one that nobody here sends. */
export const messageType = (body: unknown): Message["type"] | undefined => Known.safeParse(body).data?.type;

/** Puts a message on the queue, to arrive not before `delayMs` have passed (rounded up to whole seconds). */
export async function send(env: Pick<Bindings, "EVENTS">, type: Message["type"], delayMs = 0): Promise<void> {
	await env.EVENTS.send({ type }, { delaySeconds: Math.ceil(Math.max(0, delayMs) / 1000) });
}

/** The same on the queue of websites that answer too slowly, which takes one kind of message. */
export async function sendSlow(env: Pick<Bindings, "SLOW">, delayMs = 0): Promise<void> {
	await env.SLOW.send({ type: "webhook.due" }, { delaySeconds: Math.ceil(Math.max(0, delayMs) / 1000) });
}

/**
 * Tells the consumers that something waits: for ctx.waitUntil after a write. Never throws: what waits stands in the
 * database, and the cron of the next minute finds it.
 */
export async function relay(env: Pick<Bindings, "EVENTS">, type: Message["type"] = "content.changed"): Promise<void> {
	await quietly(type, () => send(env, type));
}

/** The same of what waits for a website that answers too slowly. */
export async function relaySlow(env: Pick<Bindings, "SLOW">): Promise<void> {
	await quietly("webhook.due", () => sendSlow(env));
}

async function quietly(type: Message["type"], tell: () => Promise<void>): Promise<void> {
	try {
		await tell();
	} catch (error) {
		log("warn", "relay.failed", { type, error: errorText(error) });
	}
}
