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
 * Writes down a resolution that one person keeps 會計 and 出納; it counts once the chair has confirmed it. Returns the row's
 * id, once for a form's `key`. Refuses `concurrent_post.not_resolved` (a day to come), `concurrent_post.unfit` (not active, or
 * not both offices in their own roles), `concurrent_post.overlaps`, `concurrent_post.not_yours` (no settings.manage).
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
 * Lets it count from now on, by the chair in person: neither whom it concerns nor who wrote it. Refuses
 * `concurrent_post.second_person`, `concurrent_post.stale` (confirmed or ended meanwhile).
 */
export const confirmConcurrentPost = (db: Db, { id, by }: { id: number; by: Acting }): Promise<void> =>
	commit(db, [...stored.confirmConcurrentPost(id, by), ...stored.auditConcurrentPost(db, "confirm", { id }, by)]);

/** Ends it now, or takes back what nobody confirmed. Refuses `concurrent_post.stale`. */
export const endConcurrentPost = (db: Db, { id, by }: { id: number; by: Acting }): Promise<void> =>
	commit(db, [...stored.endConcurrentPost(id, by), ...stored.auditConcurrentPost(db, "end", { id }, by)]);

/** So many months back somebody may still have to be told of: the cron stood still. */
const MONTHS = 12;

/** The months before that of a day in Taipei, the last first. */
function monthsBefore(day: string): string[] {
	const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))];
	return Array.from({ length: MONTHS }, (_, back) =>
		new Date(Date.UTC(year, month - 2 - back, 1)).toISOString().slice(0, 7),
	);
}

/**
 * Tells 監事 the list of each month that is over and in which a resolution counted, once; returns how many months. Relay
 * `mail.due` afterwards. `at` is UTC milliseconds.
 */
export async function tellAuditors(db: Db, at: number): Promise<number> {
	const [due] = await readRows(db.$client, stored.monthsToTell(monthsBefore(dateInTaipei(at))));
	for (const { month } of due) await commit(db, stored.tellMonth(month, at));
	return due.length;
}
