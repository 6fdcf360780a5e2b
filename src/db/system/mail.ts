import { type SQL, sql } from "drizzle-orm";
import { guard, patiently, refuseWhere, type Write } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { MAIL_SETTING_KEYS, type MailSettings, mailSettingsIn } from "#domain/system/mail/settings.ts";
import type { RefusalCode } from "#kernel/refusal.ts";
import { selectSettings } from "./settings.ts";

/** Returns the settings that mails need, as they are now. */
export async function readMailSettings(d1: D1Database): Promise<MailSettings> {
	const [rows] = await readRows(d1, selectSettings(MAIL_SETTING_KEYS));
	return mailSettingsIn(rows);
}

/**
 * Refuses with `code` when no mail has an id that fits `key` (a GLOB pattern): no notification of the batch goes out by
 * mail.
 */
export const refuseWithoutMail = (code: RefusalCode, key: string): Write =>
	refuseWhere(code, sql`NOT EXISTS (SELECT 1 FROM mail_messages WHERE id GLOB ${key})`);

/**
 * A mail that one consumer has taken to send. `attempts` is the number of the try it is about to make, `version`
 * identifies its hold.
 */
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
 * Takes the mails that are due at `at`, oldest first, at most `limit`, until `until`: in one statement, so that two
 * consumers take different mails. After `until` any consumer may take them again, so nothing is lost when a consumer
 * dies.
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
	/** For `queued`: when to try again (UTC milliseconds). */
	dueAt: number;
	/** Whether the try counts against the number of tries that a mail has. */
	counts: boolean;
	provider: string | null;
	providerId: string | null;
	error: string | null;
};

/** Stores the result of a try; nothing when another consumer has taken the mail since, or a bounce came first. */
export const settleMail = ({ id, version }: Pick<TakenMail, "id" | "version">, to: Settled, at: number): SQL =>
	sql`UPDATE mail_messages SET state = ${to.state}, due_at = ${to.dueAt}, attempts = attempts - ${to.counts ? 0 : 1},
			provider = coalesce(${to.provider}, provider), provider_id = coalesce(${to.providerId}, provider_id),
			last_error = ${to.error}, settled_at = ${to.state === "queued" ? null : at}, version = version + 1
		WHERE id = ${id} AND version = ${version} AND state = 'sending'`;

/**
 * A bounced mail, named by its id and round of sending (`mail`, null when unknown) or by the provider's id. A bounce of
 * an earlier round is ignored.
 */
export type Bounce = { mail: { id: string; round: number } | null; providerId: string; reason: string };

/**
 * Marks a mail as bounced; a second bounce changes nothing. For a mail that was emptied of personal data the reason is
 * not stored, because it names the address.
 */
export const bounceMail = ({ mail, providerId, reason }: Bounce, at: number): SQL =>
	sql`UPDATE mail_messages SET state = 'bounced', provider_id = ${providerId}, last_error = iif(to_address = '', NULL, ${reason}),
			settled_at = ${at}, version = version + 1
		WHERE (provider_id = ${providerId} OR id = ${mail?.id ?? null} AND round = ${mail?.round ?? null})
			AND attempts > 0 AND state <> 'bounced'`;

/**
 * Makes a mail due now. A mail that was settled gets a new round with a new key, or the provider would repeat its
 * earlier answer. Refuses with `mail.stale` when the mail changed since, is being sent, or was emptied.
 */
export const sendMailAgain = ({ id, version }: { id: string; version: number }, at: number): Write[] => [
	sql`UPDATE mail_messages SET state = 'queued', due_at = ${at}, version = version + 1, settled_at = NULL,
			round = round + (state <> 'queued'), attempts = iif(state = 'queued', attempts, 0),
			provider_id = iif(state = 'queued', provider_id, NULL), last_error = iif(state = 'queued', last_error, NULL)
		WHERE id = ${id} AND version = ${version} AND state <> 'sending' AND to_address <> ''`,
	guard("mail.stale"),
];

/** Empties mails that were settled before `before` of all personal data; that a mail was sent, and when, stays. */
export const emptyMails = (before: number): SQL =>
	sql`UPDATE mail_messages SET to_address = '', to_name = '', data = '{}', last_error = NULL, version = version + 1
		WHERE settled_at < ${before} AND to_address <> ''`;

export const NEXT_DUE =
	"SELECT min(due_at) AS due_at FROM mail_messages INDEXED BY mail_messages_due WHERE state IN ('queued', 'sending')";

/** Returns when the next mail is due (UTC milliseconds): to be sent, or to be taken again because its consumer died. */
export const nextMailDueAt = (d1: D1Database): Promise<number | null> =>
	d1.prepare(NEXT_DUE).first<number | null>("due_at");
