import { open } from "#db/commit.ts";
import { tellAuditors } from "#domain/books/concurrent-posts/actions.ts";
import { remindOfWaiting } from "#domain/books/finance/review-actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

/**
 * Reminds of finance documents that wait for a step, and sends 監事 the month's list of 兼辦; mails that are left over
 * are sent by the mail sweep.
 */
export async function keepFinance(env: Pick<Bindings, "DB" | "EVENTS">, at: number): Promise<void> {
	const db = open(env.DB);
	const [reminded, months] = [await remindOfWaiting(db, at), await tellAuditors(db, at)];
	if (reminded + months === 0) return;
	log("info", "finance.reminded", { reminded, months });
	await relay(env, "mail.due");
}
