import { commit, type Db } from "#db/commit.ts";
import { dueFlips } from "#db/content/publishing.ts";

/**
 * Makes the changes planned for `at` (UTC milliseconds) or earlier: publishes, takes down, unpins, opens and closes
 * announcements, each with its audit row, each once even with concurrent runs. The failure of one table does not stop
 * the others; all failures are thrown together.
 */
export async function flipDue(db: Db, at: number): Promise<void> {
	const ends = await Promise.allSettled(dueFlips(at).map((writes) => commit(db, writes)));
	const failed = ends.filter((end) => end.status === "rejected").map((end) => end.reason);
	if (failed.length > 0) throw new AggregateError(failed, "some of what was planned was not done");
}
