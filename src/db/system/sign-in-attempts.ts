import { sql } from "drizzle-orm";
import { patiently, type Write } from "#db/commit.ts";
import type { AttemptLimits } from "#domain/system/proofs/rules.ts";

/** Whom attempts are counted for; `subject` is a keyed hash. */
export type AttemptSubject = { kind: "account" | "address" | "second_factor" | "reset"; subject: string };

/** What the attempts come to with this one. */
const NOW_AT = "iif(updated_at <= ?2 - ?6, 1, failures + 1)";

/** None of the subjects (?1) has to wait (at ?2). */
export const NOBODY_WAITS = `NOT EXISTS (
		SELECT 1 FROM json_each(?1) s JOIN sign_in_attempts a ON a.kind = s.value ->> 'kind' AND a.subject = s.value ->> 'subject'
		WHERE a.blocked_until > ?2)`;

/** Counts only where none of the subjects has to wait: whoever waits makes nobody else wait. */
const COUNT = `INSERT INTO sign_in_attempts (kind, subject, failures, blocked_until, updated_at)
	SELECT value ->> 'kind', value ->> 'subject', 1, 0, ?2 FROM json_each(?1)
	WHERE ${NOBODY_WAITS}
	ON CONFLICT (kind, subject) DO UPDATE SET failures = ${NOW_AT}, updated_at = excluded.updated_at,
		blocked_until = iif(${NOW_AT} < ?3, 0, ?2 + min(?5, ?4 * (1 << min(${NOW_AT} - ?3, 20))))`;

const BLOCKED = `SELECT a.kind, a.blocked_until AS until FROM json_each(?1) s
	JOIN sign_in_attempts a ON a.kind = s.value ->> 'kind' AND a.subject = s.value ->> 'subject'
	WHERE a.blocked_until > ?2`;

/** Asks who has to wait, and counts; whatever depends on who waits goes between the two. */
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

/** Who has to wait, and until when (UTC milliseconds). */
export type AttemptWait = { kind: AttemptSubject["kind"]; until: number };

/**
 * Counts an attempt for all of its subjects, before anything is tried: in one statement, so that of many at once only
 * as many pass as there are left. Returns who has to wait where it does not pass, else nobody.
 */
export async function countAttempt(
	d1: D1Database,
	subjects: readonly AttemptSubject[],
	limits: AttemptLimits & { at: number },
): Promise<AttemptWait[]> {
	// Whoever waits is read before it is counted: the last one that passes begins the wait of the next.
	const { ask, count } = counting(d1, subjects, limits);
	const [blocked] = await patiently(() => d1.batch<AttemptWait>([ask, count]));
	return blocked?.results ?? [];
}

/** The attempt was right: nothing more is held against it. */
export const forgetAttempts = (subject: AttemptSubject): Write =>
	sql`DELETE FROM sign_in_attempts WHERE kind = ${subject.kind} AND subject = ${subject.subject}`;

/** The attempt was right, but others share its subject: only this one is taken back, and the wait that it began. */
export const takeBackAttempt = (subject: AttemptSubject): Write =>
	sql`UPDATE sign_in_attempts SET failures = max(failures - 1, 0), blocked_until = 0
		WHERE kind = ${subject.kind} AND subject = ${subject.subject}`;

/** Forgets attempts older than a time in UTC milliseconds. */
export const forgetOldAttempts = (before: number): Write =>
	sql`DELETE FROM sign_in_attempts WHERE updated_at < ${before}`;
