import { open } from "#db/commit.ts";
import { remindOfTasks } from "#domain/office/tasks/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

/**
 * Reminds of tasks that are due soon or overdue. Queues `mail.due` for the mails; if that message is lost, the mail
 * sweep (jobs/system/mail.ts) sends them.
 */
export async function keepTasks(env: Pick<Bindings, "DB" | "EVENTS">, at: number): Promise<void> {
	const reminded = await remindOfTasks(open(env.DB), at);
	if (reminded === 0) return;
	log("info", "tasks.reminded", { reminded });
	await relay(env, "mail.due");
}
