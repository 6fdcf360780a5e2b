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

/**
 * Once an hour, reminds members whose period ends or has ended; mails that are left over are sent by the mail sweep.
 */
export async function keepDuesNotices(env: Bindings, at: number): Promise<void> {
	if (Math.floor(at / MINUTE) % 60 === REMINDING_MINUTE) await remindMembers(env, at);
}

/** Reminds the members whose notice is due now. */
export async function remindMembers(env: Pick<Bindings, "DB" | "EVENTS">, at: number): Promise<void> {
	const reminded = await remindOfDues(open(env.DB), at);
	if (reminded === 0) return;
	log("info", "dues.reminded", { reminded });
	await relay(env, "mail.due");
}
