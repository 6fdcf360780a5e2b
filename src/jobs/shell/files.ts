import { open } from "#db/commit.ts";
import { knownPublic } from "#db/content/index.ts";
import { knownObjects } from "#db/system/index.ts";
import { forgetLostCopies } from "#domain/content/actions.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { listPrivate, removePrivate, SHARDS } from "#platform/private-files.ts";
import { listPublic, PUBLIC_SHARDS, type PublicPlace, publicPrefix, removePublic } from "#platform/public-files.ts";

const MINUTE = 60_000;
/** How old an object without a row must be to be removed: longer than any upload waits for its row. */
const ORPHAN_AFTER_MS = 24 * 60 * MINUTE;

type Store = Pick<Bindings, "DB" | "FILES">;
type StoredObject = { objectKey: string; uploaded: number };

/**
 * Removes objects that no row names a day after they were stored, and private ones of deleted files. Each minute checks
 * one of the 256 parts of the private place and one of the 32 parts of each public place, so that all are checked
 * within four and a half hours without remembering a position. Returns how many were removed. Copies of pictures whose
 * object is gone are made again.
 *
 * An object counts as an orphan only if a file was stored in its place after it: a database that is empty or was set
 * back to an earlier day does not know newer objects, which must not be lost.
 */
export async function sweepFiles(env: Store, at: number): Promise<number> {
	const minute = Math.floor(at / MINUTE);
	let removed = 0;
	for await (const objects of listPrivate(env, minute % SHARDS)) removed += await sweepPrivate(env, objects, at);
	const present: string[] = [];
	for (const place of ["attachments", "documents"] as const)
		for await (const objects of listPublic(env, place, minute % PUBLIC_SHARDS)) {
			removed += await sweepPublic(env, { place, objects, at });
			present.push(...keysOf(objects));
		}
	const prefix = publicPrefix("attachments", minute % PUBLIC_SHARDS);
	const lost = await forgetLostCopies(open(env.DB), { prefix, present, at });
	if (removed > 0) log("warn", "files.swept", { removed });
	if (lost > 0) log("warn", "pictures.copies_lost", { lost });
	return removed;
}

const isOrphan = ({ uploaded }: StoredObject, newest: number | null, at: number): boolean =>
	uploaded < at - ORPHAN_AFTER_MS && uploaded < (newest ?? 0);

const keysOf = (objects: readonly StoredObject[]): string[] => objects.map(({ objectKey }) => objectKey);

async function sweepPrivate(env: Store, objects: StoredObject[], at: number): Promise<number> {
	if (objects.length === 0) return 0;
	const { newest, rows } = await knownObjects(env.DB, keysOf(objects));
	const gone = objects.filter((object) => rows.get(object.objectKey)?.isDeleted ?? isOrphan(object, newest, at));
	if (gone.length > 0) await removePrivate(env, keysOf(gone));
	return gone.length;
}

async function sweepPublic(
	env: Store,
	{ place, objects, at }: { place: PublicPlace; objects: StoredObject[]; at: number },
): Promise<number> {
	if (objects.length === 0) return 0;
	const { newest, named } = await knownPublic(env.DB, place, keysOf(objects));
	const gone = objects.filter((object) => !named.has(object.objectKey) && isOrphan(object, newest, at));
	if (gone.length > 0) await removePublic(env, keysOf(gone));
	return gone.length;
}
