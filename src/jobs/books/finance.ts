import { open } from "#db/commit.ts";
import { tellAuditors } from "#domain/books/concurrent-posts/actions.ts";
import { remindOfWaiting } from "#domain/books/finance/review-actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

/**
 * Writes reminders of expense requests (支出申請) that wait for a step, and sends the supervisors (監事) the month's
 * list about concurrent posts (兼辦, one user in two offices). Queues `mail.due` for the mails; if that message is
 * lost, the mail sweep (jobs/system/mail.ts) sends them.
 */
export async function keepFinance(env: Pick<Bindings, "DB" | "EVENTS">, at: number): Promise<void> {
	const db = open(env.DB);
	const [reminded, months] = [await remindOfWaiting(db, at), await tellAuditors(db, at)];
	if (reminded + months === 0) return;
	log("info", "finance.reminded", { reminded, months });
	await relay(env, "mail.due");
}
