import { open } from "#db/commit.ts";
import { remindOfTasks } from "#domain/office/tasks/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

/** Reminds of tasks that are due tomorrow or overdue; mails that are left over are sent by the mail sweep. */
export async function keepTasks(env: Pick<Bindings, "DB" | "EVENTS">, at: number): Promise<void> {
	const reminded = await remindOfTasks(open(env.DB), at);
	if (reminded === 0) return;
	log("info", "tasks.reminded", { reminded });
	await relay(env, "mail.due");
}
