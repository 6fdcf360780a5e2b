import { sql } from "drizzle-orm";
import { patiently, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { KindData } from "#domain/system/notifications/kinds.ts";
import type { AttemptLimits } from "#domain/system/proofs/rules.ts";
import { dataOf, notifyEach } from "./notifications.ts";
import { type AttemptSubject, type AttemptWait, counting, NOBODY_WAITS } from "./sign-in-attempts.ts";

/** What was typed at the door, or what came behind the right password. */
export type FailedWay = "phone" | "email" | "second_factor";
/** An attempt as its owner may see it; `browser` is the keyed hash of one that signed in before, null of a stranger's. */
export type Tried = { userId: number | null; way: FailedWay; browser: string | null; network: string; device: string };

/** Strangers' wrong passwords of a user since a moment, and since their present password: as many as there are, `most` at most. */
const STRANGERS = (user: string, since: string, most: string): string => `(SELECT count(*) FROM (
	SELECT 1 FROM failed_sign_ins f JOIN users o ON o.id = f.user_id
	WHERE f.user_id = ${user} AND f.at > max(${since}, coalesce(o.password_changed_at, 0)) AND f.browser IS NULL
		AND f.way <> 'second_factor' LIMIT ${most}))`;
const NOTE = `INSERT INTO failed_sign_ins (user_id, at, way, browser, network, device)
	SELECT u.id, ?2, ?4, ?5, ?6, ?7 FROM users u WHERE u.id = ?3 AND ${NOBODY_WAITS} RETURNING id`;

/** An attempt that was counted: whom it has to wait for, how many strangers failed before it, and its row. */
export type CountedTry = { waits: AttemptWait[]; strangers: number; id: number };

/**
 * Counts an attempt as `countAttempt` does, and notes it as failed for the user whom it is for, before it is tried: the
 * same statements in one batch whether that is somebody or nobody. Where somebody has to wait nothing is noted.
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

/** The attempt was right: it did not fail. */
export const dropFailed = (id: number): Write => sql`DELETE FROM failed_sign_ins WHERE id = ${id}`;

/** Tells a user whom strangers failed at so often (`from`) since a moment, unless they were told since. */
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

/** A failed sign-in as its owner sees it; `at` is UTC milliseconds. */
export type FailedRow = { at: number; way: FailedWay; is_known: 0 | 1; network: string; device: string };

/** A user's failed sign-ins that are kept, the newest first. */
export const failedSignIns = (userId: number): Select<FailedRow> =>
	select(
		`SELECT at, way, browser IS NOT NULL AS is_known, network, device FROM failed_sign_ins WHERE user_id = ?
		ORDER BY at DESC, id DESC`,
		userId,
	);

/** How many failed since the last sign-in, those of this browser and the attempt that is being made left out. */
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

/** Forgets failed sign-ins older than a time in UTC milliseconds. */
export const forgetFailed = (before: number): Write => sql`DELETE FROM failed_sign_ins WHERE at < ${before}`;
