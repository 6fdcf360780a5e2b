import { type SQL, sql } from "drizzle-orm";
import { guard, patiently, refuseWhere, type Write } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { MAIL_SETTING_KEYS, type MailSettings, mailSettingsIn } from "#domain/system/mail/settings.ts";
import type { RefusalCode } from "#kernel/refusal.ts";
import { selectSettings } from "./settings.ts";

/** What mails need of the settings, as they are now. */
export async function readMailSettings(d1: D1Database): Promise<MailSettings> {
	const [rows] = await readRows(d1, selectSettings(MAIL_SETTING_KEYS));
	return mailSettingsIn(rows);
}

/** Refuses `code` where nothing that the batch told under a key (a GLOB of ids) goes by mail. */
export const refuseWithoutMail = (code: RefusalCode, key: string): Write =>
	refuseWhere(code, sql`NOT EXISTS (SELECT 1 FROM mail_messages WHERE id GLOB ${key})`);

/** A mail that one consumer holds. `attempts` is the number of the try it is about to make, `version` its hold. */
export type TakenMail = {
	id: string;
	template: string;
	toAddress: string;
	toName: string;
	data: string;
	round: number;
	attempts: number;
	version: number;
	isToDisabled: 0 | 1;
};

export const TAKE_MAILS = `UPDATE mail_messages SET state = 'sending', attempts = attempts + 1, version = version + 1, due_at = ?2
	WHERE id IN (
		SELECT id FROM mail_messages INDEXED BY mail_messages_due
		WHERE state IN ('queued', 'sending') AND due_at <= ?1 ORDER BY due_at LIMIT ?3
	)
	RETURNING id, template, to_address AS toAddress, to_name AS toName, data, round, attempts, version,
		EXISTS (SELECT 1 FROM users u WHERE u.id = user_id AND u.status = 'disabled') AS isToDisabled`;

/**
 * Takes what is due at `at`, oldest first, at most `limit`, until `until`: one statement, so that of two consumers each
 * gets others. After `until` anybody may take them again: a consumer that died loses nothing.
 */
export async function takeMails(
	d1: D1Database,
	{ at, until, limit }: { at: number; until: number; limit: number },
): Promise<TakenMail[]> {
	const { results } = await patiently(() => d1.prepare(TAKE_MAILS).bind(at, until, limit).all<TakenMail>());
	return results;
}

export type Settled = {
	state: "sent" | "failed" | "queued";
	/** For `queued`: when to try again. */
	dueAt: number;
	/** Whether the try was one of those that a mail has. */
	counts: boolean;
	provider: string | null;
	providerId: string | null;
	error: string | null;
};

/** What became of a try; nothing when somebody else has taken the mail since, or a bounce was there first. */
export const settleMail = ({ id, version }: Pick<TakenMail, "id" | "version">, to: Settled, at: number): SQL =>
	sql`UPDATE mail_messages SET state = ${to.state}, due_at = ${to.dueAt}, attempts = attempts - ${to.counts ? 0 : 1},
			provider = coalesce(${to.provider}, provider), provider_id = coalesce(${to.providerId}, provider_id),
			last_error = ${to.error}, settled_at = ${to.state === "queued" ? null : at}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND state = 'sending'`;

/** A mail that did not arrive, by our key for it or the provider's id. One of an earlier round is left alone. */
export type Bounce = { mail: { id: string; round: number } | null; providerId: string; reason: string };

/** Marks a mail as bounced; the same a second time changes nothing. Of one that was emptied the reason, which names the address, is not kept. */
export const bounceMail = ({ mail, providerId, reason }: Bounce, at: number): SQL =>
	sql`UPDATE mail_messages SET state = 'bounced', provider_id = ${providerId}, last_error = iif(to_address = '', NULL, ${reason}),
			settled_at = ${at}, version = version + 1
		WHERE (provider_id = ${providerId} OR id = ${mail?.id ?? null} AND round = ${mail?.round ?? null})
			AND attempts > 0 AND state <> 'bounced'`;

/**
 * Makes a mail due now. One that is settled gets a new round, under a new key, or the provider would answer what it
 * answered before. Refuses `mail.stale`: changed since, being sent, or emptied.
 */
export const sendMailAgain = ({ id, version }: { id: string; version: number }, at: number): Write[] => [
	sql`UPDATE mail_messages SET state = 'queued', due_at = ${at}, version = version + 1, settled_at = NULL,
			round = round + (state <> 'queued'), attempts = iif(state = 'queued', attempts, 0),
			provider_id = iif(state = 'queued', provider_id, NULL), last_error = iif(state = 'queued', last_error, NULL)
		WHERE id = ${id} AND version = ${version} AND state <> 'sending' AND to_address <> ''`,
	guard("mail.stale"),
];

/** Empties what was settled before `before` of all that tells of a person; that a mail went, and when, stays. */
export const emptyMails = (before: number): SQL =>
	sql`UPDATE mail_messages SET to_address = '', to_name = '', data = '{}', last_error = NULL, version = version + 1
		WHERE settled_at < ${before} AND to_address <> ''`;

export const NEXT_DUE =
	"SELECT min(due_at) AS due_at FROM mail_messages INDEXED BY mail_messages_due WHERE state IN ('queued', 'sending')";

/** When the next mail is due (UTC milliseconds): to be sent, or free again if its consumer died. */
export const nextMailDueAt = (d1: D1Database): Promise<number | null> =>
	d1.prepare(NEXT_DUE).first<number | null>("due_at");
