import { open } from "#db/commit.ts";
import { remindOfDues } from "#domain/money/dues-notices/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

const MINUTE = 60_000;
/**
 * The minute of each hour in which dues notices are sent. They are not sent each minute, because membership periods end
 * on whole days, and thousands may end on the same day.
 */
const REMINDING_MINUTE = 20;

/** Runs `remindMembers` once an hour, in the minute REMINDING_MINUTE. */
export async function keepDuesNotices(env: Bindings, at: number): Promise<void> {
	if (Math.floor(at / MINUTE) % 60 === REMINDING_MINUTE) await remindMembers(env, at);
}

/**
 * Writes the mails to the members whose dues notice is due at `at` (UTC milliseconds) and queues `mail.due` for them;
 * if that message is lost, the mail sweep (jobs/system/mail.ts) sends them.
 */
export async function remindMembers(env: Pick<Bindings, "DB" | "EVENTS">, at: number): Promise<void> {
	const reminded = await remindOfDues(open(env.DB), at);
	if (reminded === 0) return;
	log("info", "dues.reminded", { reminded });
	await relay(env, "mail.due");
}
