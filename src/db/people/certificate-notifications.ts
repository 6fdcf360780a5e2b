import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import { notifyEach } from "#db/system/index.ts";
import type { Reminder } from "#domain/people/certificates/rules.ts";
import type { KindData, KindName } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { APPLICATION } from "./member-reads.ts";
import { isOpenTo } from "./sealed-reading.ts";

/** The kinds of notifications about a disability certificate (身心障礙證明). */
export type CertificateKind = Extract<KindName, `certificate_${string}`>;
type Told<Name extends CertificateKind> = {
	kind: Name;
	/** The data without `dependentId`, which each recipient gets according to whose certificate it is for them. */
	data: Omit<KindData[Name], "dependentId">;
	at: number;
};

/**
 * SQL: whether the user `u` may be notified about the certificate application `c` of the member `m`: the member's
 * sealed (encrypted) data is open to the user, or the user uploaded the certificate on the website.
 */
const HEARS = `(${isOpenTo("u.id", "m.id")}
	OR EXISTS (SELECT 1 FROM disability_certificates k WHERE k.id = c.id AND k.uploaded_by = u.id AND k.on_paper = 0))`;
const LOGIN = `(u.id = m.user_id OR u.id IN (SELECT g.user_id FROM acting_guardians s JOIN members g ON g.id = s.guardian_id
	WHERE s.member_id = m.id)) AND u.status = 'active' AND u.email IS NOT NULL AND ${HEARS}`;
/**
 * SQL for the id of a guardian whose record has an e-mail address and to whom the member's sealed data is open; NULL
 * for none.
 */
const GUARDIAN = `(SELECT g.id FROM acting_guardians s JOIN members g ON g.id = s.guardian_id
	WHERE s.member_id = m.id AND s.opened_at IS NOT NULL AND g.email IS NOT NULL ORDER BY s.has_custody DESC, s.since LIMIT 1)`;

/**
 * Returns the query of who is notified of the certificate applications in `wanted`: the active users of the member and
 * of the guardian who may be (HEARS), or, when there is none, the member record to whose e-mail address the mail goes
 * (the guardian's record when the member's has no address). `dependent_id` is the member's id for the guardian's user,
 * else NULL. Nobody is notified when the member is dead or pseudonymised, or is an applicant whom the board has not
 * decided on: a notification would show that somebody looked at the application and that the roster does not know the
 * applicant (docs/concepts.md#membership).
 */
const recipients = (wanted: SQL): SQL =>
	sql`(WITH wanted AS (${wanted}) ${sql.raw(`SELECT u.id AS user_id, NULL AS member_id, iif(u.id = m.user_id, NULL, m.id) AS dependent_id
	FROM wanted c JOIN members m ON m.id = c.member_id
	JOIN users u ON ${LOGIN}
	WHERE m.status <> 'deceased' AND m.pseudonymised_at IS NULL AND NOT ${APPLICATION}
	UNION ALL
	SELECT NULL, iif(m.email IS NULL, coalesce(${GUARDIAN}, m.id), m.id), NULL
	FROM wanted c JOIN members m ON m.id = c.member_id
	WHERE m.status <> 'deceased' AND m.pseudonymised_at IS NULL AND NOT ${APPLICATION}
		AND NOT EXISTS (SELECT 1 FROM users u WHERE ${LOGIN})`)})`;

const notifyAbout = <Name extends CertificateKind>(wanted: SQL, { kind, data, at }: Told<Name>): Write =>
	notifyEach(kind, {
		user: sql`user_id`,
		member: sql`member_id`,
		data: sql`json_set(${JSON.stringify(data)}, '$.dependentId', dependent_id)`,
		from: recipients(wanted),
		at,
	});

/**
 * Notifies the recipients (see `recipients`) of a certificate application, in the batch of the change; the caller must
 * relay `mail.due` to the queue afterwards.
 */
export const tellOfCertificate = <Name extends CertificateKind>(id: number, told: Told<Name>): Write =>
	notifyAbout(sql`SELECT id, member_id FROM disability_certificates WHERE id = ${id}`, told);

/**
 * An approval of a certificate that ends soon, or has just ended. `reminded` is a JSON list of the reminders already
 * sent.
 */
export type EndingRow = { id: number; until: string; reminded: string };

/**
 * Selects the approvals whose last day is from `from` to `to` and whose members have no later application that waits,
 * was approved or was revoked.
 */
export const endingCertificates = (from: string, to: string): Select<EndingRow> =>
	select(
		`SELECT c.id, c.valid_until AS until, c.reminded FROM disability_certificates c
		WHERE c.status = 'approved' AND c.valid_until BETWEEN ?1 AND ?2
			AND NOT EXISTS (SELECT 1 FROM disability_certificates n WHERE n.member_id = c.member_id AND n.id > c.id
				AND (n.status IN ('pending', 'approved') OR n.is_revoked = 1))
		ORDER BY c.id`,
		from,
		to,
	);

/**
 * Sends one reminder about the certificate approvals `ids`, except those whose column `reminded` holds this reminder
 * already. Notifications, audit rows and marks are in one batch, so that a second run at the same moment finds nothing
 * left. `reminded` (all reminders that are now past) replaces the column.
 */
export function remindOf<Name extends CertificateKind>(
	ids: readonly number[],
	{
		reminder,
		reminded,
		by,
		...told
	}: Omit<Told<Name>, "at"> & { reminder: Reminder; reminded: readonly Reminder[]; by: By },
): Write[] {
	const wanted = sql`SELECT c.id, c.member_id FROM json_each(${JSON.stringify(ids)}) j
		JOIN disability_certificates c ON c.id = j.value
		WHERE c.status = 'approved' AND ${reminder} NOT IN (SELECT value FROM json_each(c.reminded))`;
	return [
		notifyAbout<Name>(wanted, { ...told, at: by.at }),
		sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address)
			SELECT ${by.at}, ${by.userId}, ${by.actor}, ${reminder === 0 ? "certificate.expire" : "certificate.remind"}, 'certificate',
				CAST(w.id AS TEXT), 'member ' || w.member_id, ${by.ip} FROM (${wanted}) w`,
		sql`UPDATE disability_certificates SET reminded = ${JSON.stringify(reminded)}
			WHERE id IN (SELECT w.id FROM (${wanted}) w)`,
	];
}

/** A file of a certificate that is to be deleted. */
export type OldFileRow = { id: number; version: number; object_key: string };

/**
 * Selects at most `limit` certificate files to delete: those of withdrawn and replaced applications, and those of
 * applications approved or rejected before `before` (UTC milliseconds; null: none of these).
 */
export const oldCertificateFiles = (before: number | null, limit: number): Select<OldFileRow> =>
	select(
		`SELECT f.id, f.version, f.object_key FROM disability_certificates c
			JOIN files f ON f.id = c.file_id AND f.deleted_at IS NULL
		WHERE c.status IN ('withdrawn', 'replaced') OR (c.status IN ('approved', 'rejected') AND c.reviewed_at < ?1)
		ORDER BY f.id LIMIT ?2`,
		before,
		limit,
	);
