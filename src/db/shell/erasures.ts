import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { eraseDonors } from "#db/money/index.ts";
import { tasksAbout } from "#db/office/index.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { isStaff, relatedUsers } from "#db/system/index.ts";
import { ENDED, ERASED, ERASED_FIELDS } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";

/**
 * An entry of the register of erasures. Times are UTC milliseconds; `member_created_at` together with the id identifies
 * the record.
 */
export type Erasure = { member_id: number; member_created_at: number; user_id: number | null; at: number };

/**
 * Returns the common table expression `own` of a member (SQL of the id) and the records merged into theirs, at any
 * depth.
 */
export const ownOf = (id: string): string =>
	`WITH RECURSIVE own (id) AS (VALUES (${id}) UNION SELECT m.id FROM members m JOIN own o ON m.merged_into = o.id)`;
/** FROM and WHERE of the payments that the person of `own` (ownOf) paid or sent in as a member. */
export const PAYMENTS = `FROM payments p WHERE (p.payer_member_id IN (SELECT id FROM own) OR p.source = 'member' AND p.submitted_by IN (
	SELECT m.user_id FROM members m JOIN own USING (id)))`;
export const FILES = `SELECT f.id FROM files f WHERE f.subject_type = 'certificate' AND f.subject_id IN (
			SELECT CAST(c.id AS TEXT) FROM disability_certificates c WHERE c.member_id IN (SELECT id FROM own))
		UNION SELECT file_id FROM disability_certificates WHERE member_id IN (SELECT id FROM own) AND file_id IS NOT NULL
		UNION SELECT f.id FROM files f WHERE f.subject_type = 'payment' AND f.subject_id IN (SELECT CAST(p.id AS TEXT) ${PAYMENTS})
		UNION SELECT p.proof_file_id ${PAYMENTS} AND p.proof_file_id IS NOT NULL
		UNION SELECT r.certificate_file_id FROM link_requests r JOIN members m ON m.user_id = r.user_id
			WHERE m.id IN (SELECT id FROM own) AND r.certificate_file_id IS NOT NULL`;
/** The query of the person's records as a donor. */
export const DONORS = "SELECT n.id FROM donors n WHERE n.member_id IN (SELECT id FROM own)";
const among = (id: number, query: string): SQL => sql.raw(`(${ownOf(String(Math.trunc(id)))} ${query})`);
const own = (id: number): SQL => among(id, "SELECT id FROM own");
const filesOf = (id: number): SQL => among(id, FILES);

/** Returns FROM and WHERE of the open request for deletion that an erasure answers. */
const deletionOf = (id: string): string =>
	`FROM privacy_requests WHERE member_id = ${id} AND kind = 'deletion' AND status = 'open'`;

/**
 * Returns the conditions that block an erasure, as SQL of the member's id, each under its refusal code. Pages show
 * these blocks before the erasure is tried.
 */
const BLOCKS = (id: string) => ({
	"privacy.not_ended": `NOT EXISTS (SELECT 1 FROM members WHERE id = ${id} AND merged_into IS NULL AND pseudonymised_at IS NULL
		AND status IN (${ENDED.map((status) => `'${status}'`).join(", ")}))`,
	"privacy.no_request": `NOT EXISTS (SELECT 1 ${deletionOf(id)})`,
	"privacy.other_requests": `EXISTS (SELECT 1 FROM privacy_requests WHERE member_id = ${id} AND kind <> 'deletion' AND status = 'open')`,
	"privacy.dependents": `EXISTS (SELECT 1 FROM members WHERE guardian_member_id = ${id} AND merged_into IS NULL AND status <> 'deceased'
		AND pseudonymised_at IS NULL)`,
	"privacy.staff_login": `EXISTS (SELECT 1 FROM members m WHERE m.id = ${id} AND m.user_id IS NOT NULL AND (${isStaff("m.user_id")}
		OR EXISTS (SELECT 1 FROM deputies d WHERE d.deputy_id = m.user_id AND d.ended_at IS NULL AND d.ends_on >= date('now', '+8 hours'))))`,
	"privacy.open_payment": `EXISTS (SELECT 1 FROM payments p LEFT JOIN payment_allocations a ON a.payment_id = p.id
		WHERE p.status = 'submitted' AND ${id} IN (p.payer_member_id, a.member_id))`,
	"privacy.open_finance": `EXISTS (SELECT 1 FROM finance_documents WHERE payee_member_id = ${id}
		AND state NOT IN ('posted', 'rejected', 'withdrawn', 'voided')) OR EXISTS (SELECT 1 FROM income_records r
		JOIN donors n ON n.id = r.donor_id WHERE n.member_id = ${id} AND (r.state = 'draft' OR r.state = 'recorded' AND r.amount IS NOT NULL))`,
	"privacy.draft_import":
		"EXISTS (SELECT 1 FROM roster_imports WHERE state = 'draft' UNION ALL SELECT 1 FROM payment_imports WHERE state = 'draft')",
});
export type Block = keyof ReturnType<typeof BLOCKS>;
export const BLOCK_CODES = Object.keys(BLOCKS("0")).filter((code): code is Block => code in BLOCKS("0"));

/** What the page of a pseudonymisation shows: the blocks, the request it would answer, and how much is erased. */
export type ErasureRow = {
	/** JSON list of the refusal codes that block it. */
	blocks: string;
	request_id: number | null;
	request_version: number | null;
	/** The user who recorded a request that did not come from the member's own pages. */
	recorded_by: number | null;
	/** JSON: the users of the member and their family. */
	related: string;
	notes: number;
	tasks: number;
	files: number;
	mails: number;
	merged: number;
};

export function erasureOf(id: number): Select<ErasureRow> {
	const at = "?1";
	const blocks = Object.entries(BLOCKS(at)).map(([code, condition]) => `iif(${condition}, '"${code}",', '')`);
	const request = (column: string) => `(SELECT ${column} ${deletionOf(at)})`;
	return selectOne(
		`${ownOf(at)} SELECT '[' || rtrim(${blocks.join(" || ")}, ',') || ']' AS blocks, ${request("id")} AS request_id,
			${request("version")} AS request_version, ${request("iif(channel = 'web', NULL, requested_by)")} AS recorded_by,
			${relatedUsers(at)} AS related,
			(SELECT count(*) FROM notes WHERE notable_type = 'member' AND notable_id IN (SELECT id FROM own)) AS notes,
			(SELECT count(*) FROM (${tasksAbout("SELECT id FROM own")})) AS tasks,
			(SELECT count(*) FROM disability_certificates c JOIN files f ON f.id = c.file_id AND f.deleted_at IS NULL
				WHERE c.member_id IN (SELECT id FROM own)) AS files,
			(SELECT count(*) FROM mail_messages WHERE to_address <> '' AND user_id = (SELECT user_id FROM members WHERE id = ?1)) AS mails,
			(SELECT count(*) - 1 FROM own) AS merged`,
		id,
	);
}

/**
 * Refuses with the code of each condition of BLOCKS that holds, and with `privacy.same_person` a user who recorded the
 * request themselves.
 */
export const refuseBlocked = (id: number, userId: number): Write[] => [
	...Object.entries(BLOCKS(String(Math.trunc(id)))).map(([code, condition]) =>
		refuseWhere(code as Block, sql.raw(condition)),
	),
	refuseWhere(
		"privacy.same_person",
		sql`EXISTS (SELECT 1 ${sql.raw(deletionOf(String(Math.trunc(id))))} AND channel <> 'web' AND requested_by = ${userId})`,
	),
];

/** Refuses with `privacy.no_request` when the open request of this member is not the one that the user saw. */
export const refuseOtherRequest = (id: number, requestId: number): Write =>
	refuseWhere(
		"privacy.no_request",
		sql`NOT EXISTS (SELECT 1 ${sql.raw(deletionOf(String(Math.trunc(id))))} AND id = ${requestId})`,
	);

/** Refuses with `member.stale` a record that changed since the user saw it. */
export const refuseUnseen = (id: number, version: number): Write[] => [
	sql`UPDATE members SET version = version WHERE id = ${id} AND version = ${version} AND merged_into IS NULL`,
	guard("member.stale"),
];

/** Selects the files that are erased: their objects are removed after the batch. */
export const filesToErase = (id: number): Select<{ id: number; object_key: string }> =>
	select(`${ownOf("?1")} SELECT id, object_key FROM files WHERE id IN (${FILES})`, id);

/**
 * Writes a member into the register of erasures, with the records merged into theirs: a backup from before the merge
 * has them as records of their own. Nothing for a record that is in the register already.
 */
export const insertErasure = (
	{ member_id: id, at }: Erasure,
	{ requestId, byUserId }: { requestId: number | null; byUserId: number | null },
): Write =>
	sql`INSERT INTO erasures (member_id, member_created_at, user_id, request_id, by_user_id, at)
		SELECT m.id, m.created_at, m.user_id, ${requestId}, ${byUserId}, ${at} FROM members m
		WHERE m.id IN ${own(id)} AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.member_id = m.id)`;

/**
 * Erases all personal data of a member, with their user account; what the books need stays. `at` is UTC milliseconds.
 */
export const eraseMember = ({ member_id: id, user_id, at }: Erasure, by: By): Write[] => [
	...eraseAround(id, user_id, at),
	...eraseFiles(id, at, by),
	...(user_id === null ? [] : eraseLogin(user_id, at)),
	sql`UPDATE members SET name = ${ERASED} || ' ' || coalesce(member_no, '#' || id), name_en = '', guardian_member_id = NULL,
			user_id = NULL, seal_id = NULL, person_key = NULL, national_id_hash = NULL, national_id_mask = NULL, consent_at = NULL,
			${sql.raw(ERASED_FIELDS.map((field) => `${field} = NULL`).join(", "))},
			source = iif(source LIKE 'roster:%', 'roster', source), pseudonymised_at = ${at}, updated_at = ${at}, version = version + 1
		WHERE id IN ${own(id)} AND pseudonymised_at IS NULL`,
	// A row of counts that counts nobody any more would still name the person's city.
	sql`DELETE FROM member_counts WHERE many = 0`,
];

const blank = (column: string): SQL => sql.raw(`${column} = iif(${column} IS NULL, NULL, '${ERASED}')`);

/**
 * The query of the ids of notifications and mails to the person. Old mails name only an address, which families share:
 * of those to no user, the mails under a name of this person, and all when nobody else has the address.
 */
export const TOLD = `SELECT n.id FROM notifications n WHERE n.member_id IN (SELECT id FROM own)
		OR n.user_id IN (SELECT user_id FROM members JOIN own USING (id))
		OR n.donor_id IN (SELECT id FROM donors WHERE member_id IN (SELECT id FROM own))
	UNION SELECT x.id FROM mail_messages x WHERE x.user_id IN (SELECT user_id FROM members JOIN own USING (id))
	OR x.user_id IS NULL AND x.to_address <> '' AND x.to_address IN (
			SELECT email FROM members JOIN own USING (id)
			UNION SELECT u.email FROM users u JOIN members m ON m.user_id = u.id JOIN own ON own.id = m.id
			UNION SELECT email FROM donors WHERE member_id IN (SELECT id FROM own))
		AND (x.to_name IN (SELECT name FROM members JOIN own USING (id)) OR NOT EXISTS (SELECT 1 FROM members o
			WHERE o.email = x.to_address AND o.merged_into IS NULL AND o.id NOT IN (SELECT id FROM own)))`;

const eraseAround = (id: number, userId: number | null, at: number): Write[] => [
	sql`UPDATE notifications SET data = '{}' WHERE id IN ${among(id, TOLD)}`,
	sql`UPDATE mail_messages SET to_address = '', to_name = '', data = '{}', last_error = NULL, version = version + 1,
			state = iif(settled_at IS NULL, 'failed', state), settled_at = coalesce(settled_at, ${at})
		WHERE id IN ${among(id, TOLD)}`,
	sql`DELETE FROM notes WHERE notable_type = 'member' AND notable_id IN ${own(id)}`,
	sql`DELETE FROM notes WHERE notable_type = 'task' AND notable_id IN ${among(id, tasksAbout("SELECT id FROM own"))}`,
	sql`UPDATE tasks SET title = ${ERASED}, body = '', version = version + 1, updated_at = ${at}
		WHERE id IN ${among(id, tasksAbout("SELECT id FROM own"))}`,
	sql`UPDATE link_requests SET profile = '', seal_id = '', candidates = '[]', national_id_mask = NULL, ${blank("reason")}, version = version + 1,
			status = iif(status = 'open', 'refused', status), closed_at = coalesce(closed_at, ${at})
		WHERE user_id = ${userId} OR member_id IN ${own(id)}`,
	sql`UPDATE roster_import_rows SET before = NULL WHERE member_id IN ${own(id)}`,
	sql`UPDATE privacy_requests SET content = '', ${blank("answer")}, ${blank("extension_reason")}, version = version + 1,
			closed_at = coalesce(closed_at, ${at}),
			status = CASE WHEN status <> 'open' THEN status WHEN kind = 'deletion' THEN 'done' ELSE 'withdrawn' END
		WHERE member_id IN ${own(id)}`,
	sql`UPDATE disability_certificates SET ${blank("reason")}, status = iif(status = 'pending', 'withdrawn', status),
			version = version + 1, updated_at = ${at}
		WHERE member_id IN ${own(id)}`,
	...eraseMoney(id, at),
];

/**
 * Erases the texts around a member's money; amounts, days, titles of verified payments and receipts stay in the books.
 */
const eraseMoney = (id: number, at: number): Write[] => {
	const theirs = among(id, `SELECT p.id ${PAYMENTS}`);
	return [
		sql`UPDATE payment_events SET ${blank("reason")} WHERE payment_id IN ${theirs}`,
		sql`UPDATE bank_lines SET memo = '', words = '[]', last5 = NULL, version = version + 1, updated_at = ${at}
			WHERE payment_id IN ${theirs}`,
		sql`UPDATE payments SET remark = '', last5 = NULL, ${blank("reason")}, version = version + 1, updated_at = ${at},
				payer_title = iif(status IN ('verified', 'reversed'), payer_title, ${ERASED})
			WHERE id IN ${theirs}`,
		sql`UPDATE dues_events SET ${blank("reason")} WHERE dues_item_id IN (
			SELECT id FROM dues_items WHERE member_id IN ${own(id)})`,
		sql`UPDATE dues_items SET ${blank("reason")}, version = version + 1, updated_at = ${at}
			WHERE reason IS NOT NULL AND member_id IN ${own(id)}`,
		...eraseGifts(id, at),
	];
};

/** Erases the person's records as a donor, and the masked national id on the receipts of their dues. */
const eraseGifts = (id: number, at: number): Write[] => [
	...eraseDonors(among(id, DONORS), at),
	sql`UPDATE receipts SET payer_id_mask = NULL WHERE payer_id_mask IS NOT NULL AND member_id IN ${own(id)}`,
];

const eraseFiles = (id: number, at: number, by: By): Write[] => [
	sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address)
		SELECT ${by.at}, ${by.userId}, ${by.actor}, 'file.delete', 'file', CAST(f.id AS TEXT), f.purpose, ${by.ip}
		FROM files f WHERE f.deleted_at IS NULL AND f.id IN ${filesOf(id)}`,
	sql`UPDATE files SET deleted_at = coalesce(deleted_at, ${at}), filename = ${ERASED}, version = version + 1
		WHERE filename <> ${ERASED} AND id IN ${filesOf(id)}`,
];

/** Erases a user account: nobody can sign in with it, and nothing shows whose it was. Its row stays. */
const eraseLogin = (userId: number, at: number): Write[] => [
	sql`DELETE FROM sessions WHERE user_id = ${userId}`,
	sql`DELETE FROM failed_sign_ins WHERE user_id = ${userId}`,
	sql`DELETE FROM one_time_links WHERE user_id = ${userId}`,
	sql`DELETE FROM one_time_codes WHERE user_id = ${userId}`,
	sql`DELETE FROM user_roles WHERE user_id = ${userId}`,
	sql`DELETE FROM announcement_reads WHERE user_id = ${userId}`,
	sql`UPDATE users SET name = ${ERASED}, email = 'erased-' || id || '@erased.invalid', phone = NULL, status = 'disabled',
			password_hash = NULL, password_changed_at = NULL, session_version = session_version + 1, totp_secret = NULL,
			totp_enabled_at = NULL, totp_last_step = 0, last_sign_in_at = NULL, updated_at = ${at}, version = version + 1
		WHERE id = ${userId}`,
];

/** Selects the whole register of this database. */
export const allErasures = (): Select<Erasure> =>
	select("SELECT member_id, member_created_at, user_id, at FROM erasures ORDER BY member_id");

/**
 * Selects the entries of a register whose records are not erased in this database, because a backup was restored. A
 * record of another database with the same id has another creation time. `user_id` is that of the record here. A record
 * merged into another record of the register is left out, because it is erased with that one.
 */
export const toEraseAgain = (register: readonly Erasure[]): Select<Erasure> =>
	select(
		`SELECT m.id AS member_id, m.created_at AS member_created_at, m.user_id, j.value ->> '$.at' AS at
		FROM json_each(?1) j JOIN members m ON m.id = j.value ->> '$.member_id' AND m.created_at = j.value ->> '$.member_created_at'
		WHERE m.pseudonymised_at IS NULL AND (m.merged_into IS NULL
			OR m.merged_into NOT IN (SELECT value ->> '$.member_id' FROM json_each(?1))) ORDER BY m.id`,
		JSON.stringify(register),
	);

/** Selects the identity of a record and of those merged into it, for the register: the member's own first. */
export const erasedRecords = (id: number): Select<Omit<Erasure, "at">> =>
	select(
		`${ownOf("?1")} SELECT m.id AS member_id, m.created_at AS member_created_at, m.user_id FROM members m JOIN own USING (id)
		ORDER BY m.id <> ?1, m.id`,
		id,
	);

/** Deletes the earlier states of records from imports that were applied or undone before a time. */
export const forgetBefore = (before: number): Write =>
	sql`UPDATE roster_import_rows SET before = NULL WHERE before IS NOT NULL AND import_id IN (
		SELECT id FROM roster_imports WHERE state <> 'draft' AND coalesce(undone_at, applied_at) < ${before})`;

/** Deletes the names in rows of payment lists that were not written, from imports applied or undone before a time. */
export const forgetTold = (before: number): Write =>
	sql`UPDATE payment_import_rows SET told = NULL WHERE told LIKE '{"sealed"%' AND import_id IN (
		SELECT id FROM payment_imports WHERE state <> 'draft' AND coalesce(undone_at, applied_at) < ${before})`;

/** Deletes what was sent with requests to be linked that were closed before a time, and the records they matched. */
export const forgetProfiles = (before: number): Write =>
	sql`UPDATE link_requests SET profile = '', candidates = '[]'
		WHERE status <> 'open' AND closed_at < ${before} AND (profile <> '' OR candidates <> '[]')`;

/** Selects at most 20 drafts of imports that were begun before a time (UTC milliseconds), oldest first. */
export const oldDrafts = (
	table: "roster_imports" | "payment_imports",
	before: number,
): Select<{ id: number; version: number }> =>
	select(`SELECT id, version FROM ${table} WHERE state = 'draft' AND created_at < ? ORDER BY id LIMIT 20`, before);
