import type { Bindings, Message } from "#env.ts";

/** Cloudflare Queues' own bound for delaySeconds is 12 hours; everything past a minute is the cron's here. */
export const LONGEST_DELAY_MS = 60_000;

/** Puts a message on the queue, to arrive not before `delayMs` have passed (rounded up to whole seconds). */
export async function send(env: Pick<Bindings, "EVENTS">, type: Message["type"], delayMs = 0): Promise<void> {
	await env.EVENTS.send({ type }, { delaySeconds: Math.ceil(Math.max(0, delayMs) / 1000) });
}
