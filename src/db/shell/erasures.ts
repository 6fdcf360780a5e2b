import { sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { isOpen } from "#db/content/index.ts";
import { tasksAbout } from "#db/office/index.ts";
import { ERASURE, FILES } from "#db/personal.ts";
import { among, ownIds, ownOf } from "#db/personal-data.ts";
import { type Select, select, selectOne } from "#db/read.ts";
import { isStaff, relatedUsers } from "#db/system/index.ts";
import { ENDED } from "#domain/people/index.ts";
import type { By } from "#kernel/by.ts";

/**
 * An entry of the register of erasures. Times are UTC milliseconds; `member_created_at` together with the id identifies
 * the record.
 */
export type Erasure = { member_id: number; member_created_at: number; user_id: number | null; at: number };

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
	"privacy.dependents": `EXISTS (SELECT 1 FROM members WHERE (guardian_member_id = ${id} OR second_guardian_id = ${id}) AND merged_into IS NULL AND status <> 'deceased'
		AND pseudonymised_at IS NULL)`,
	"privacy.staff_login": `EXISTS (SELECT 1 FROM members m WHERE m.id = ${id} AND m.user_id IS NOT NULL AND (${isStaff("m.user_id")}
		OR EXISTS (SELECT 1 FROM deputies d WHERE d.deputy_id = m.user_id AND d.ended_at IS NULL AND d.ends_on >= date('now', '+8 hours'))))`,
	"privacy.open_payment": `EXISTS (SELECT 1 FROM payments p LEFT JOIN payment_allocations a ON a.payment_id = p.id
		WHERE p.status = 'submitted' AND ${id} IN (p.payer_member_id, a.member_id))`,
	"privacy.open_finance": `EXISTS (SELECT 1 FROM finance_documents WHERE (payee_member_id = ${id}
			OR payee_id IN (SELECT id FROM payees WHERE member_id = ${id} OR merged_member_id = ${id})
			OR id IN (SELECT s.document_id FROM finance_shares s JOIN payees p ON p.id = s.payee_id
				WHERE p.member_id = ${id} OR p.merged_member_id = ${id})
			OR id IN (SELECT document_id FROM finance_shares WHERE member_id = ${id}))
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
	/** The member's releases 同意書, and the texts that are public by them and are taken down. */
	releases: number;
	taken: number;
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
			(SELECT count(*) FROM releases WHERE member_id IN (SELECT id FROM own)) AS releases,
			(SELECT count(DISTINCT t.resource || t.id) FROM text_releases t JOIN releases r ON r.id = t.release_id
				WHERE r.member_id IN (SELECT id FROM own) AND r.withdrawn_at IS NULL AND ${isOpen("t")}) AS taken,
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
		WHERE m.id IN ${ownIds(id)} AND NOT EXISTS (SELECT 1 FROM erasures e WHERE e.member_id = m.id)`;

/**
 * Erases all personal data of a member, with their user account, as the nouns declare it; what the books need stays.
 * `at` is UTC milliseconds.
 */
export const eraseMember = ({ member_id: id, user_id: userId, at }: Erasure, by: By): Write[] => {
	const files = among(id, FILES);
	return ERASURE.flatMap(({ run }) => run({ id, userId, at, by, files }));
};

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
