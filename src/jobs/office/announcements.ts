import { open } from "#db/commit.ts";
import { sendMailings } from "#domain/office/announcement-mailings/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

/** Writes the next part of the mails of open announcements; mails that are left over are sent by the mail sweep. */
export async function mailAnnouncements(env: Pick<Bindings, "DB" | "EVENTS">, at: number): Promise<void> {
	const parts = await sendMailings(open(env.DB), at);
	if (parts === 0) return;
	log("info", "announcements.mailed", { parts });
	await relay(env, "mail.due");
}
