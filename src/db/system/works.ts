import { type SQL, sql } from "drizzle-orm";
import { prepare, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { FailedWork, WorkKind, WorkRow } from "#domain/system/works/rules.ts";

const DAY_MS = 86_400_000;
const MOST_SHOWN = 5;

/** Returns SQL of the JSON of a user's work that the head of their pages shows, newest first; `at` is SQL of now. */
export const shownWorks = ({ user, at }: { user: string; at: string }): string =>
	`(SELECT json_group_array(json_object('id', id, 'kind', kind, 'href', href, 'state', state, 'reason', reason,
		'done', done, 'total', total, 'started_at', started_at, 'touched_at', touched_at, 'ended_at', ended_at))
	FROM (SELECT * FROM works INDEXED BY works_shown WHERE user_id = ${user} AND seen_at IS NULL
		AND (ended_at IS NULL OR ended_at > ${at} - ${DAY_MS}) ORDER BY id DESC LIMIT ${MOST_SHOWN}))`;

/** The work that one page lists at most. */
const MOST_LISTED = 50;

/** Selects the work that a user began and that runs or ended within the last day, newest first. */
export const worksOf = (userId: number, at: number): Select<WorkRow> =>
	select(
		`SELECT id, kind, href, state, reason, done, total, started_at, touched_at, ended_at FROM works
		WHERE user_id = ?1 AND (ended_at IS NULL OR ended_at > ?2) ORDER BY id DESC LIMIT ${MOST_LISTED}`,
		userId,
		at - DAY_MS,
	);

type NewWork = { userId: number; kind: WorkKind; href: string; total: number | SQL; subject?: SQL; at: number };

/** Inserts work that begins now; the statement returns its id. */
export const insertWork = ({ userId, kind, href, total, subject, at }: NewWork): Write =>
	sql`INSERT INTO works (user_id, kind, subject_id, href, total, started_at, touched_at)
		VALUES (${userId}, ${kind}, ${subject ?? null}, ${href}, CAST(${total} AS INTEGER), ${at}, ${at}) RETURNING id`;

/** Notes how much of running work is done; it never becomes less. */
export const noteProgress = (id: number, { done, at }: { done: number; at: number }): Write =>
	sql`UPDATE works SET done = min(total, max(done, ${done})), touched_at = ${at} WHERE id = ${id} AND state = 'running'`;

/**
 * Notes that work is done, all of it. The write belongs into the batch that stores the work itself; so it also corrects
 * work that was taken for interrupted meanwhile.
 */
export const endWork = (id: number, at: number): Write =>
	sql`UPDATE works SET state = 'done', reason = NULL, done = total, touched_at = max(touched_at, ${at}),
		ended_at = max(touched_at, ${at}) WHERE id = ${id}`;

/** The file of an export, as it lies sealed in R2. */
export type StoredExport = {
	objectKey: string;
	keyId: string;
	size: number;
	sha256: string;
	filename: string;
	contentType: string;
	/** The gate of the list, which who takes the file must still pass. */
	gate: string;
};

/** Notes that the file of an export is made; it goes with the audit row of the export. */
export const endExport = (id: number, { file, at }: { file: StoredExport; at: number }): Write =>
	sql`UPDATE works SET state = 'done', reason = NULL, done = total, touched_at = max(touched_at, ${at}),
		ended_at = max(touched_at, ${at}), object_key = ${file.objectKey}, key_id = ${file.keyId}, size = ${file.size},
		sha256 = ${file.sha256}, filename = ${file.filename}, content_type = ${file.contentType}, gate = ${file.gate}
		WHERE id = ${id}`;

/** Selects the file of an export that a user made within the last day. */
export const exportOf = ({ id, userId, at }: { id: number; userId: number; at: number }): Select<StoredExport> =>
	select(
		`SELECT object_key AS objectKey, key_id AS keyId, size, sha256, filename, content_type AS contentType, gate FROM works
		WHERE id = ?1 AND user_id = ?2 AND object_key IS NOT NULL AND ended_at > ?3`,
		id,
		userId,
		at - DAY_MS,
	);

/** Selects the objects of exports that were made over a day ago. */
export const pastExports = (at: number): Select<{ object_key: string }> =>
	select("SELECT object_key FROM works WHERE object_key IS NOT NULL AND ended_at <= ?1 LIMIT 1000", at - DAY_MS);

/** Notes that running work failed. */
export const failWork = (id: number, { reason, at }: { reason: FailedWork; at: number }): Write =>
	sql`UPDATE works SET state = 'failed', reason = ${reason}, touched_at = ${at}, ended_at = ${at}
		WHERE id = ${id} AND state = 'running'`;

/** Notes that its user has seen how work ended; work that runs stays in the head. */
export const seeWork = ({ id, userId, at }: { id: number; userId: number; at: number }): Write =>
	sql`UPDATE works SET seen_at = ${at} WHERE id = ${id} AND user_id = ${userId} AND ended_at IS NOT NULL AND seen_at IS NULL`;

/**
 * Notes that a user has opened the page of work that has ended; it is done behind the answer, as that somebody is there.
 */
export async function openedWork(d1: D1Database, of: { id: number; userId: number; at: number }): Promise<void> {
	await prepare(d1, seeWork(of)).run();
}

/** Fails work that nobody has touched since a time, but for mailings, which the cron goes on with by itself. */
export const failInterrupted = (before: number, at: number): Write =>
	sql`UPDATE works SET state = 'failed', reason = 'interrupted', touched_at = ${at}, ended_at = ${at}
		WHERE state = 'running' AND kind <> 'mailing' AND touched_at < ${before}`;

/** Deletes work that ended over a day ago. */
export const forgetWorks = (at: number): Write => sql`DELETE FROM works WHERE ended_at <= ${at - DAY_MS}`;
