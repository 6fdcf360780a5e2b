import { open } from "#db/commit.ts";
import { doDue } from "#domain/shell/confirmations/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

/**
 * Makes the changes that waited for a second person's confirmation, whose waiting time is over, and that nobody
 * stopped.
 */
export async function keepConfirmations(
	env: Pick<Bindings, "DB" | "EVENTS" | "SEALING_KEY">,
	at: number,
): Promise<void> {
	const done = await doDue(env, open(env.DB), at);
	if (done === 0) return;
	log("info", "confirmations.in_force", { done });
	await relay(env, "mail.due");
}
