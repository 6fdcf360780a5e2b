import { commit, commitRows, type Db, type Write } from "#db/commit.ts";
import { readRows } from "#db/read.ts";
import * as stored from "#db/system/works.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";
import { errorText, log } from "#platform/log.ts";
import { removePrivate } from "#platform/private-files.ts";
import type { WorkKind } from "./rules.ts";

/** How often, at most, the progress of work is stored. */
const NOTED_EVERY_MS = 500;
/** After how long without progress work counts as interrupted. */
const INTERRUPTED_MS = 5 * 60_000;

type Begun = { kind: WorkKind; href: string | undefined; total: number; by: By };
/** What work that is followed is given: `report` notes its progress, `ended` are writes for its own last batch. */
export type Followed = { id: number; report: (done: number) => void; ended: Write[] };

/** Runs work that has begun, and returns what it returns. */
type Going = <T>(run: (work: Followed) => Promise<T>) => Promise<T>;

/**
 * Stores that work begins, so that its user can follow it on every page, and returns the function that runs it: it
 * stores how far it is, and gives it the write for the batch of its last step (`ended`), so that it is done only when
 * all of it is stored. When the work throws, it has failed. Work of nobody (a command's), or that no page shows
 * (without `href`), is only run.
 */
export async function beginWork(db: Db, { kind, href, total, by }: Begun): Promise<Going> {
	if (by.userId === null || href === undefined) return (run) => run({ id: 0, report: () => undefined, ended: [] });
	const work = { userId: by.userId, kind, href, total, at: Date.now() };
	const [[row]] = (await commitRows(db, [stored.insertWork(work)])) as [{ id: number }[]];
	const id = row?.id ?? 0;
	let notedAt = 0;
	const report = (done: number): void => {
		const at = Date.now();
		if (at - notedAt < NOTED_EVERY_MS) return;
		notedAt = at;
		// Not awaited: the work goes on, and its end does not depend on what was told before.
		void commit(db, [stored.noteProgress(id, { done, at })]).catch((error: unknown) =>
			log("warn", "work.untold", { work: id, error: errorText(error) }),
		);
	};
	return async (run) => {
		try {
			return await run({ id, report, ended: [stored.endWork(id, Date.now())] });
		} catch (error) {
			const reason = error instanceof Refusal ? "refused" : "broken";
			await commit(db, [stored.failWork(id, { reason, at: Date.now() })]);
			throw error;
		}
	};
}

/** Runs work that its user can follow, from its beginning to its end. */
export const followed = async <T>(db: Db, begun: Begun, run: (work: Followed) => Promise<T>): Promise<T> =>
	(await beginWork(db, begun))(run);

/** Notes that a user has seen how their work ended; a repetition does no harm. */
export const seeWork = (db: Db, of: { id: number; userId: number; at: number }): Promise<void> =>
	commit(db, [stored.seeWork(of)]);

/**
 * Fails work whose program was ended in the middle, and deletes what ended over a day ago, the files of exports first;
 * `at` is UTC milliseconds.
 */
export async function keepWorks(env: { FILES: R2Bucket }, db: Db, at: number): Promise<void> {
	const [past] = await readRows(db.$client, stored.pastExports(at));
	if (past.length > 0)
		await removePrivate(
			env,
			past.map(({ object_key }) => object_key),
		);
	await commit(db, [stored.failInterrupted(at - INTERRUPTED_MS, at), stored.forgetWorks(at)]);
}
