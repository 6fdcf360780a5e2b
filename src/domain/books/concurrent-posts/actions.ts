import * as stored from "#db/books/concurrent-posts.ts";
import { commit, type Db } from "#db/commit.ts";
import { commitOnce, madeBy } from "#db/form-submissions.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { dateInTaipei } from "#kernel/times.ts";
import type { ConcurrentPostInput } from "./schema.ts";

type Acting = By & { userId: number };

/**
 * Records a resolution that one person may act as both 會計 and 出納; it takes effect once the chair has confirmed it.
 * Returns the resolution's id, once per form `key`. Refuses `concurrent_post.not_resolved` (the day of the resolution
 * is in the future), `concurrent_post.unfit` (the user is not active, or does not hold both offices by own roles),
 * `concurrent_post.overlaps` (another resolution covers some of these days), `concurrent_post.not_yours` (the acting
 * user lacks settings.manage).
 */
export async function resolveConcurrentPost(
	db: Db,
	{ input, key, by }: { input: ConcurrentPostInput; key: string; by: Acting },
): Promise<number> {
	if (input.resolved_on > dateInTaipei(by.at)) throw new Refusal("concurrent_post.not_resolved");
	const userId = input.user ?? 0;
	return commitOnce(db, { key, at: by.at, checks: [stored.refuseUnfit(userId)] }, [
		stored.insertConcurrentPost({ ...input, userId }, by),
		...stored.auditConcurrentPost(db, "write", { id: madeBy(key), changes: { ...input, user: userId } }, by),
	]);
}

/**
 * Confirms a resolution, so that it counts from now on. Refuses `concurrent_post.second_person` (only the chair in
 * person may confirm, and neither as the user concerned nor as the one who recorded it) and `concurrent_post.stale`
 * (confirmed or ended meanwhile).
 */
export const confirmConcurrentPost = (db: Db, { id, by }: { id: number; by: Acting }): Promise<void> =>
	commit(db, [...stored.confirmConcurrentPost(id, by), ...stored.auditConcurrentPost(db, "confirm", { id }, by)]);

/**
 * Ends a resolution now, or withdraws an unconfirmed one. Refuses `concurrent_post.stale` when it was ended or changed
 * meanwhile.
 */
export const endConcurrentPost = (db: Db, { id, by }: { id: number; by: Acting }): Promise<void> =>
	commit(db, [...stored.endConcurrentPost(id, by), ...stored.auditConcurrentPost(db, "end", { id }, by)]);

/** The number of past months whose list may still have to be mailed, in case the cron stood still. */
const MONTHS = 12;

/** Returns the twelve months (YYYY-MM) before the month of a day in Taipei, the latest first. */
function monthsBefore(day: string): string[] {
	const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
	return Array.from({ length: MONTHS }, (_, back) =>
		new Date(Date.UTC(year, month - 2 - back, 1)).toISOString().slice(0, 7),
	);
}

/**
 * Mails 監事, once for each past month in which a resolution was in force, the list of that month; returns for how many
 * months. The caller then queues the message `mail.due`. `at` is UTC milliseconds.
 */
export async function tellAuditors(db: Db, at: number): Promise<number> {
	const [due] = await readRows(db.$client, stored.monthsToTell(monthsBefore(dateInTaipei(at))));
	for (const { month } of due) await commit(db, stored.tellMonth(month, at));
	return due.length;
}
