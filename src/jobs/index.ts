import type { Bindings, Message } from "#env.ts";
import { DEAD_LETTERS, keepDead } from "#jobs/dead-letters.ts";
import { indexChanges } from "#jobs/indexing.ts";
import { sendMail } from "#jobs/mail.ts";
import { deliverDue, sendChanges, sendOutbox } from "#jobs/webhooks.ts";
import { errorText, log } from "#platform/log.ts";
import { messageType } from "#platform/queue.ts";

type Job = (env: Bindings) => Promise<unknown>;

/**
 * THE message table. A message says only that something waits, so a job takes all that does, runs once for a batch
 * however many messages it holds, and does nothing when there is nothing left. Jobs of one message do not wait for
 * each other.
 */
const JOBS: Record<Message["type"], readonly Job[]> = {
	"content.changed": [indexChanges, (env) => sendChanges(env)],
	"outbox.waiting": [(env) => sendOutbox(env)],
	"webhook.due": [(env) => deliverDue(env)],
	"mail.due": [(env) => sendMail(env)],
};

/** The Worker's queue handler. A message whose job failed comes again, later each time, and then lies with the dead letters. */
export async function queue(batch: MessageBatch<unknown>, env: Bindings): Promise<void> {
	if (batch.queue === DEAD_LETTERS) return keepDead(env, batch.queue, batch.messages);
	const byType = Map.groupBy(batch.messages, (message) => messageType(message.body));
	await Promise.all(
		[...byType].map(async ([type, messages]) => {
			if (type === undefined) return keepDead(env, batch.queue, messages);
			const hasWorked = await runJobs(env, type);
			for (const message of messages) {
				if (hasWorked) message.ack();
				else message.retry({ delaySeconds: Math.min(60, 2 ** message.attempts) });
			}
		}),
	);
}

async function runJobs(env: Bindings, type: Message["type"]): Promise<boolean> {
	const ends = await Promise.allSettled(JOBS[type].map((job) => job(env)));
	const failed = ends.filter((end) => end.status === "rejected");
	for (const { reason } of failed) log("error", "job.failed", { type, error: errorText(reason) });
	return failed.length === 0;
}
