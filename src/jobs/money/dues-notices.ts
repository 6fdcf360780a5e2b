import { open } from "#db/commit.ts";
import { remindOfDues } from "#domain/money/dues-notices/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

const MINUTE = 60_000;
/**
 * The minute of each hour in which dues notices are sent: periods end on whole days, and thousands may end on the same
 * one.
 */
const REMINDING_MINUTE = 20;

/** Once an hour, runs `remindMembers`. */
export async function keepDuesNotices(env: Bindings, at: number): Promise<void> {
	if (Math.floor(at / MINUTE) % 60 === REMINDING_MINUTE) await remindMembers(env, at);
}

/**
 * Mails the members whose dues notice is due at `at`. Queues `mail.due` for the mails; if that message is lost, the
 * mail sweep (jobs/system/mail.ts) sends them.
 */
export async function remindMembers(env: Pick<Bindings, "DB" | "EVENTS">, at: number): Promise<void> {
	const reminded = await remindOfDues(open(env.DB), at);
	if (reminded === 0) return;
	log("info", "dues.reminded", { reminded });
	await relay(env, "mail.due");
}
