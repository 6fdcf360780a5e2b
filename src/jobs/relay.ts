import type { Bindings, Message } from "#env.ts";
import { errorText, log } from "#platform/log.ts";
import { send } from "#platform/queue.ts";

/**
 * Tells the consumers that something waits: for ctx.waitUntil after a write. Never throws: what waits stands in the
 * database, and the cron of the next minute finds it.
 */
export async function relay(env: Pick<Bindings, "EVENTS">, type: Message["type"] = "content.changed"): Promise<void> {
	try {
		await send(env, type);
	} catch (error) {
		log("warn", "relay.failed", { type, error: errorText(error) });
	}
}
