import { open } from "#db/commit.ts";
import { sendMailings } from "#domain/office/announcement-mailings/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

/**
 * Writes the next mails of announcements that are not mailed to all their recipients yet, and queues `mail.due` for
 * them; if that message is lost, the mail sweep (jobs/system/mail.ts) sends them.
 */
export async function mailAnnouncements(env: Pick<Bindings, "DB" | "EVENTS">, at: number): Promise<void> {
	const parts = await sendMailings(open(env.DB), at);
	if (parts === 0) return;
	log("info", "announcements.mailed", { parts });
	await relay(env, "mail.due");
}
