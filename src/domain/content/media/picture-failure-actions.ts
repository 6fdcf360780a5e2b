import { recordAudit } from "#db/audit.ts";
import { commit, commitRows, type Db } from "#db/commit.ts";
import { failedAmong, forgetLost, retryPictures } from "#db/content/picture-failures.ts";
import { readRows } from "#db/read.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";

/**
 * Lets pictures be tried again whose smaller copies could not be made, and returns how many; the caller tells the queue.
 * Those that did not fail, or that the user may not see (`all` says that they see all files), are left out. Refuses
 * `picture.stale` when none is left.
 */
export async function retryFailed(
	db: Db,
	ids: readonly string[],
	{ all, by }: { all: boolean; by: By },
): Promise<number> {
	const [failed] = await readRows(db.$client, failedAmong(ids, all));
	if (failed.length === 0) throw new Refusal("picture.stale");
	await commit(db, [
		...retryPictures(
			failed.map(({ id }) => id),
			by.at,
		),
		...failed.flatMap(({ id, filename }) =>
			recordAudit(db, { ...by, action: "media.retry", auditableType: "media", auditableId: id, description: filename }),
		),
	]);
	return failed.length;
}

/** How old a copy is before its missing object counts as lost, in milliseconds: its object is stored before its row. */
const LOST_AFTER_MS = 3_600_000;

/** Lets copies be made again whose object is gone, though that of their original is there. Returns how many there were. */
export async function forgetLostCopies(
	db: Db,
	{ prefix, present, at }: { prefix: string; present: readonly string[]; at: number },
): Promise<number> {
	const [lost = []] = await commitRows(db, [forgetLost({ prefix, present, before: at - LOST_AFTER_MS })]);
	return lost.length;
}
