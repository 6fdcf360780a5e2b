import { open } from "#db/commit.ts";
import { remindOfDues } from "#domain/money/dues-notices/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

const MINUTE = 60_000;
/** Which minute of an hour looks for ends: the days are whole ones, and thousands may end with one. */
const REMINDING_MINUTE = 20;

/** Once an hour, reminds members whose period ends or has ended; the mails' own sweep comes behind it. */
export async function keepDuesNotices(env: Bindings, at: number): Promise<void> {
	if (Math.floor(at / MINUTE) % 60 === REMINDING_MINUTE) await remindMembers(env, at);
}

/** Reminds those who are to be told now. */
export async function remindMembers(env: Pick<Bindings, "DB" | "EVENTS">, at: number): Promise<void> {
	const reminded = await remindOfDues(open(env.DB), at);
	if (reminded === 0) return;
	log("info", "dues.reminded", { reminded });
	await relay(env, "mail.due");
}
