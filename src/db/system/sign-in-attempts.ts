import { sql } from "drizzle-orm";
import { patiently, type Write } from "#db/commit.ts";
import type { AttemptLimits } from "#domain/system/proofs/rules.ts";

/** The account, address, second factor or password reset for which attempts are counted; `subject` is a keyed hash. */
export type AttemptSubject = { kind: "account" | "address" | "second_factor" | "reset"; subject: string };

/**
 * SQL for the number of attempts including the present one; it is 1 again when the last attempt is longer ago than ?6
 * milliseconds.
 */
const NOW_AT = "iif(updated_at <= ?2 - ?6, 1, failures + 1)";

/** The condition that none of the subjects (?1) has to wait (at ?2). */
export const NOBODY_WAITS = `NOT EXISTS (
		SELECT 1 FROM json_each(?1) s JOIN sign_in_attempts a ON a.kind = s.value ->> 'kind' AND a.subject = s.value ->> 'subject'
		WHERE a.blocked_until > ?2)`;

/**
 * The statement that counts an attempt for all its subjects, only when none of them has to wait, so that a blocked
 * subject makes no other subject wait.
 */
const COUNT = `INSERT INTO sign_in_attempts (kind, subject, failures, blocked_until, updated_at)
	SELECT value ->> 'kind', value ->> 'subject', 1, 0, ?2 FROM json_each(?1)
	WHERE ${NOBODY_WAITS}
	ON CONFLICT (kind, subject) DO UPDATE SET failures = ${NOW_AT}, updated_at = excluded.updated_at,
		blocked_until = iif(${NOW_AT} < ?3, 0, ?2 + min(?5, ?4 * (1 << min(${NOW_AT} - ?3, 20))))`;

const BLOCKED = `SELECT a.kind, a.blocked_until AS until FROM json_each(?1) s
	JOIN sign_in_attempts a ON a.kind = s.value ->> 'kind' AND a.subject = s.value ->> 'subject'
	WHERE a.blocked_until > ?2`;

/**
 * Returns the statements that ask which subjects have to wait, and that count; a statement that depends on the waits
 * goes between the two.
 */
export const counting = (
	d1: D1Database,
	subjects: readonly AttemptSubject[],
	{ at, free, firstWaitMs, longestWaitMs, forgetMs }: AttemptLimits & { at: number },
): { list: string; ask: D1PreparedStatement; count: D1PreparedStatement } => {
	const list = JSON.stringify(subjects);
	return {
		list,
		ask: d1.prepare(BLOCKED).bind(list, at),
		count: d1.prepare(COUNT).bind(list, at, free, firstWaitMs, longestWaitMs, forgetMs),
	};
};

/** A subject that has to wait, and until when (UTC milliseconds). */
export type AttemptWait = { kind: AttemptSubject["kind"]; until: number };

/**
 * Counts an attempt for all of its subjects, before the password is checked: in one statement, so that of many attempts
 * at once only as many pass as are still allowed. Returns the waits when the attempt does not pass, else an empty list.
 */
export async function countAttempt(
	d1: D1Database,
	subjects: readonly AttemptSubject[],
	limits: AttemptLimits & { at: number },
): Promise<AttemptWait[]> {
	// The waits are read before this attempt is counted, because the last attempt that passes begins the wait for the next one.
	const { ask, count } = counting(d1, subjects, limits);
	const [blocked] = await patiently(() => d1.batch<AttemptWait>([ask, count]));
	return blocked?.results ?? [];
}

/** Deletes the count of a subject after a right attempt. */
export const forgetAttempts = (subject: AttemptSubject): Write =>
	sql`DELETE FROM sign_in_attempts WHERE kind = ${subject.kind} AND subject = ${subject.subject}`;

/**
 * Takes back only this one attempt, and the wait that it began, after a right attempt on a subject that other users
 * share.
 */
export const takeBackAttempt = (subject: AttemptSubject): Write =>
	sql`UPDATE sign_in_attempts SET failures = max(failures - 1, 0), blocked_until = 0
		WHERE kind = ${subject.kind} AND subject = ${subject.subject}`;

/** Deletes counts older than a time (UTC milliseconds). */
export const forgetOldAttempts = (before: number): Write =>
	sql`DELETE FROM sign_in_attempts WHERE updated_at < ${before}`;
