import type { Bindings, Message } from "#env.ts";
import { sendHooks, sendOutbox, sendSlowHooks } from "#jobs/content/index.ts";
import { DEAD_LETTERS, keepDead, sendMail } from "#jobs/system/index.ts";
import { errorText, log } from "#platform/log.ts";
import { messageType } from "#platform/queue.ts";

type Job = (env: Bindings) => Promise<unknown>;

/**
 * The only table of queue messages and their jobs. A message only says that something waits: a job takes everything
 * that does, runs once for a batch however many messages it has, and does nothing when nothing is left.
 */
const JOBS: Record<Message["type"], Job> = {
	"content.changed": (env) => sendHooks(env),
	"outbox.waiting": (env) => sendOutbox(env),
	"webhook.due": (env) => sendHooks(env),
	"mail.due": (env) => sendMail(env),
};

/**
 * The queue of websites that answer too slowly, by its name in wrangler.toml: there "webhook.due" is about these
 * websites.
 */
const SLOW_HOOKS = "bingyou-slow-hooks";

/**
 * The Worker's queue handler. A message whose job failed comes again, later each time, and in the end goes to the dead
 * letters.
 */
export async function queue(batch: MessageBatch<unknown>, env: Bindings): Promise<void> {
	if (batch.queue === DEAD_LETTERS) return keepDead(env, batch.queue, batch.messages);
	const byType = Map.groupBy(batch.messages, (message) => messageType(message.body));
	await Promise.all(
		[...byType].map(async ([type, messages]) => {
			if (type === undefined) return keepDead(env, batch.queue, messages);
			const job = batch.queue === SLOW_HOOKS && type === "webhook.due" ? sendSlow : JOBS[type];
			const hasWorked = await run(env, type, job);
			for (const message of messages) {
				if (hasWorked) message.ack();
				else message.retry({ delaySeconds: Math.min(60, 2 ** message.attempts) });
			}
		}),
	);
}

const sendSlow: Job = (env) => sendSlowHooks(env);

async function run(env: Bindings, type: Message["type"], job: Job): Promise<boolean> {
	try {
		await job(env);
		return true;
	} catch (error) {
		log("error", "job.failed", { type, error: errorText(error) });
		return false;
	}
}
