import { sql } from "drizzle-orm";
import { patiently, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { KindData } from "#domain/system/notifications/kinds.ts";
import type { AttemptLimits } from "#domain/system/proofs/rules.ts";
import { dataOf, notifyEach } from "./notifications.ts";
import { type AttemptSubject, type AttemptWait, counting, NOBODY_WAITS } from "./sign-in-attempts.ts";

/**
 * What was wrong in a failed sign-in: a password given with a phone or e-mail, or the second factor after the right
 * password.
 */
export type FailedWay = "phone" | "email" | "second_factor";
/**
 * A sign-in attempt as its user may see it; `browser` is the keyed hash of a browser that signed in before, null for an
 * unknown browser.
 */
export type Tried = { userId: number | null; way: FailedWay; browser: string | null; network: string; device: string };

/**
 * Returns SQL for the number of wrong passwords for a user from unknown browsers since a time, and since the user set
 * the present password; it counts `most` at most.
 */
const STRANGERS = (user: string, since: string, most: string): string => `(SELECT count(*) FROM (
	SELECT 1 FROM failed_sign_ins f JOIN users o ON o.id = f.user_id
	WHERE f.user_id = ${user} AND f.at > max(${since}, coalesce(o.password_changed_at, 0)) AND f.browser IS NULL
		AND f.way <> 'second_factor' LIMIT ${most}))`;
const NOTE = `INSERT INTO failed_sign_ins (user_id, at, way, browser, network, device)
	SELECT u.id, ?2, ?4, ?5, ?6, ?7 FROM users u WHERE u.id = ?3 AND ${NOBODY_WAITS} RETURNING id`;

/**
 * A counted attempt: the waits that are in force for it, how many attempts from unknown browsers failed before it, and
 * the id of its row.
 */
export type CountedTry = { waits: AttemptWait[]; strangers: number; id: number };

/**
 * Counts an attempt for all of its subjects, as countAttempt (sign-in-attempts.ts) does, and notes it as failed for its
 * user before the password is checked. It runs the same statements in one batch whether or not the user exists. Nothing
 * is counted or noted while a wait is in force.
 */
export async function countTried(
	d1: D1Database,
	{ subjects, tried }: { subjects: readonly AttemptSubject[]; tried: Tried },
	{ since, most, ...limits }: AttemptLimits & { at: number; since: number; most: number },
): Promise<CountedTry> {
	const { list, ask, count } = counting(d1, subjects, limits);
	const { userId, way, browser, network, device } = tried;
	const [blocked, strangers, noted] = await patiently(() =>
		d1.batch<AttemptWait & { n: number; id: number }>([
			ask,
			d1.prepare(`SELECT ${STRANGERS("?1", "?2", "?3")} AS n`).bind(userId ?? 0, since, most),
			d1.prepare(NOTE).bind(list, limits.at, userId ?? 0, way, browser, network, device),
			count,
		]),
	);
	return {
		waits: blocked?.results ?? [],
		strangers: strangers?.results[0]?.n ?? 0,
		id: noted?.results[0]?.id ?? 0,
	};
}

/** Deletes the row of an attempt that turned out to be right. */
export const dropFailed = (id: number): Write => sql`DELETE FROM failed_sign_ins WHERE id = ${id}`;

/**
 * Notifies a user when attempts from unknown browsers have failed `from` times since a time, unless the user was
 * notified since.
 */
export const tellOfFailures = (
	userId: number,
	{ data, at, since, from }: { data: KindData["sign_in_failures"]; at: number; since: number; from: number },
): Write =>
	notifyEach("sign_in_failures", {
		user: sql`u.id`,
		data: dataOf("sign_in_failures", data),
		from: sql`users u WHERE u.id = ${userId} AND u.status = 'active'
			AND ${sql.raw(STRANGERS("u.id", String(since), String(from)))} >= ${from}
			AND NOT EXISTS (SELECT 1 FROM notifications n WHERE n.user_id = u.id AND n.kind = 'sign_in_failures' AND n.created_at > ${since})`,
		at,
	});

/** A failed sign-in as its user sees it; `at` is UTC milliseconds. */
export type FailedRow = { at: number; way: FailedWay; is_known: 0 | 1; network: string; device: string };

/** Selects the failed sign-ins of a user that are still kept, newest first. */
export const failedSignIns = (userId: number): Select<FailedRow> =>
	select(
		`SELECT at, way, browser IS NOT NULL AS is_known, network, device FROM failed_sign_ins WHERE user_id = ?
		ORDER BY at DESC, id DESC`,
		userId,
	);

/**
 * Counts the sign-ins that failed since the last successful one, without those from this browser and without the
 * present attempt.
 */
export const failedSince = (
	userId: number,
	{ browser, tried }: { browser: string | null; tried: number },
): Select<{ n: number }> =>
	select(
		`SELECT count(*) AS n FROM failed_sign_ins f JOIN users u ON u.id = f.user_id
		WHERE f.user_id = ?1 AND f.at > coalesce(u.last_sign_in_at, 0) AND f.browser IS NOT ?2 AND f.id <> ?3`,
		userId,
		browser ?? "",
		tried,
	);

/** Deletes failed sign-ins older than a time (UTC milliseconds). */
export const forgetFailed = (before: number): Write => sql`DELETE FROM failed_sign_ins WHERE at < ${before}`;
