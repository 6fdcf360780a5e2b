import { type SQL, sql } from "drizzle-orm";
import { type Db, guard, patiently, type Write } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import { mailMessages } from "#db/schema/mail.ts";
import { oneLine } from "#domain/system/mail/letter.ts";
import { MAIL_SETTING_KEYS, type MailSettings, mailSettings } from "#domain/system/mail/settings.ts";
import { type MailData, TEMPLATES, type TemplateName } from "#domain/system/mail/templates.ts";
import type { Permission } from "#kernel/permissions.ts";
import { selectSettings } from "./settings.ts";

/**
 * A mail to be written: `userId` null for somebody who is no user, a fragment for one whom the same batch makes; `at` (UTC
 * milliseconds) is when it may go.
 */
export type NewMail<Name extends TemplateName> = {
	template: Name;
	to: { userId: number | SQL<number> | null; address: string; name: string };
	data: MailData[Name];
	at: number;
	/** Chosen by whoever wants to know it; else the database makes one. */
	id?: string;
};

/**
 * A mail, in the batch of the change that it tells of; relay `mail.due` after the commit. Throws where `data` is not what
 * the template is told (which keeps secrets and tokens out).
 */
export function queueMail<Name extends TemplateName>(db: Db, { template, to, data, at, id }: NewMail<Name>): Write[] {
	const row = { template, userId: to.userId, toAddress: oneLine(to.address), toName: oneLine(to.name) };
	const values = { ...row, data: dataOf(template, data), dueAt: at, createdAt: at };
	return [db.insert(mailMessages).values(id === undefined ? values : { ...values, id })];
}

/** The same to a user, at the address that they had before what it tells of; to nobody without one. */
export const tellUser = <Name extends TemplateName>(
	db: Db,
	{ id, name, email }: { id: number; name: string; email: string | null },
	mail: Pick<NewMail<Name>, "template" | "data" | "at">,
): Write[] => (email === null ? [] : queueMail(db, { ...mail, to: { userId: id, address: email, name } }));

/**
 * The same to every active user who holds a permission and has an address. With `key`, as 'audit_seal_2026-03-05', each
 * gets it once: the mail's id is the key and the user's number. (Resend takes letters, digits, _ and - in it.)
 */
export const queueMailToHolders = <Name extends TemplateName>(
	permission: Permission,
	{ template, data, at, key = null }: Pick<NewMail<Name>, "template" | "data" | "at"> & { key?: string | null },
): Write[] => [
	sql`INSERT INTO mail_messages (id, template, user_id, to_address, to_name, data, due_at, created_at)
		SELECT coalesce(${key} || '_' || u.id, 'msg_' || lower(hex(randomblob(16)))),
			${template}, u.id, u.email, u.name, ${dataOf(template, data)}, ${at}, ${at}
		FROM users u WHERE u.status = 'active' AND u.email IS NOT NULL AND u.id IN (
			SELECT r.user_id FROM role_permissions p JOIN user_roles r ON r.role_id = p.role_id
			WHERE p.permission = ${permission}
		) AND NOT EXISTS (SELECT 1 FROM mail_messages m WHERE m.id = ${key} || '_' || u.id)`,
];

/** The same to a user who is active and has an address, where all of this holds of them (`u`). */
export const queueMailWhere = <Name extends TemplateName>(
	userId: number,
	{ template, data, at }: Pick<NewMail<Name>, "template" | "data" | "at">,
	where: readonly SQL[],
): Write[] => [
	sql`INSERT INTO mail_messages (template, user_id, to_address, to_name, data, due_at, created_at)
		SELECT ${template}, u.id, u.email, u.name, ${dataOf(template, data)}, ${at}, ${at}
		FROM users u WHERE u.id = ${userId} AND u.status = 'active' AND u.email IS NOT NULL AND ${sql.join([...where], sql` AND `)}`,
];

const dataOf = <Name extends TemplateName>(template: Name, data: MailData[Name]): string =>
	JSON.stringify(TEMPLATES[template].schema.parse(data));

/** What mails need of the settings, as they are now. */
export async function readMailSettings(d1: D1Database): Promise<MailSettings> {
	const [rows] = await readRows(d1, selectSettings(MAIL_SETTING_KEYS));
	return mailSettings(new Map(rows.map(({ key, value }) => [key, value])));
}

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
