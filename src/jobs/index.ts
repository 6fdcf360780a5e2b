import type { Bindings, Message } from "#env.ts";
import { makePictures, sendHooks, sendOutbox, sendSlowHooks } from "#jobs/content/index.ts";
import { DEAD_LETTERS, keepDead, sendMail } from "#jobs/system/index.ts";
import { errorText, log } from "#platform/log.ts";
import { messageType } from "#platform/queue.ts";

type Job = (env: Bindings) => Promise<unknown>;

/**
 * The only table of queue messages and their jobs. A message only says that work of its kind waits. Its job does all
 * such work, runs once for a batch with several such messages, and does nothing when no work is left.
 */
const JOBS: Record<Message["type"], Job> = {
	"content.changed": (env) => sendHooks(env),
	"outbox.waiting": (env) => sendOutbox(env),
	"webhook.due": (env) => sendHooks(env),
	"mail.due": (env) => sendMail(env),
	"pictures.waiting": (env) => makePictures(env),
};

/**
 * The name, in wrangler.toml, of the queue for websites that answer too slowly; a "webhook.due" on it is about these
 * websites only.
 */
const SLOW_HOOKS = "bingyou-slow-hooks";

/**
 * The Worker's queue handler. A message whose job failed comes again after 2, 4, 8 … at most 60 seconds, and at last
 * goes to the queue of dead letters. Messages of unknown type and dead letters are stored for staff.
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
