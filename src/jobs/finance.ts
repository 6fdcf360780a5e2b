import { open } from "#db/commit.ts";
import { remindOfWaiting } from "#domain/finance-reviews/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

/** Reminds of finance documents that wait for a step; the mails' own sweep comes behind it. */
export async function keepFinance(env: Pick<Bindings, "DB" | "EVENTS">, at: number): Promise<void> {
	const reminded = await remindOfWaiting(open(env.DB), at);
	if (reminded === 0) return;
	log("info", "finance.reminded", { reminded });
	await relay(env, "mail.due");
}
