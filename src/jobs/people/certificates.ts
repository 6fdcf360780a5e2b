import { open } from "#db/commit.ts";
import { deleteOldFiles, remindOfEndings } from "#domain/people/certificates/actions.ts";
import { readSettings } from "#domain/system/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { relay } from "#platform/queue.ts";

const MINUTE = 60_000;
/** The minute of each hour in which files of certificates that the settings no longer keep are deleted. */
const DELETING_MINUTE = 30;

/**
 * Writes the mails about certificates that end soon and queues `mail.due` for them; if that message is lost, the mail
 * sweep (jobs/system/mail.ts) sends them. Once an hour it deletes the files that the settings no longer keep, a few at
 * a time.
 */
export async function keepCertificates(
	env: Pick<Bindings, "DB" | "FILES" | "SEALING_KEY" | "EVENTS">,
	at: number,
): Promise<void> {
	const db = open(env.DB);
	const reminded = await remindOfEndings(db, at);
	if (reminded > 0) {
		log("info", "certificates.reminded", { reminded });
		await relay(env, "mail.due");
	}
	if (Math.floor(at / MINUTE) % 60 === DELETING_MINUTE) await deleteFiles(env, at);
}

/** Deletes the files of certificates that the settings no longer keep; returns how many. */
export async function deleteFiles(env: Pick<Bindings, "DB" | "FILES" | "SEALING_KEY">, at: number): Promise<number> {
	const db = open(env.DB);
	const { values } = await readSettings(db, "members");
	const deleted = await deleteOldFiles(env, db, { days: values.certificates_delete_after_days, at });
	if (deleted > 0) log("info", "certificates.files_deleted", { deleted });
	return deleted;
}
