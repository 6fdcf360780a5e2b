import { open } from "#db/commit.ts";
import { keepDeadLetters } from "#domain/system/health/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";

/** The name, in wrangler.toml, of the queue for messages that failed too often. */
export const DEAD_LETTERS = "bingyou-dead-letters";

/** Stores messages for staff to look at, then acknowledges them; the same message twice is one row. */
export async function keepDead(
	env: Pick<Bindings, "DB">,
	queue: string,
	messages: readonly Message<unknown>[],
): Promise<void> {
	const at = Date.now();
	await keepDeadLetters(
		open(env.DB),
		messages.map(({ id, body, attempts }) => ({ id, queue, body: JSON.stringify(body ?? null), attempts, at })),
	);
	for (const message of messages) message.ack();
	log("error", "dead_letters.kept", { queue, count: messages.length });
}
