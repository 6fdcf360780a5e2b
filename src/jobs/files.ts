import { knownObjects } from "#db/files.ts";
import type { Bindings } from "#env.ts";
import { log } from "#platform/log.ts";
import { listPrivate, removePrivate, SHARDS } from "#platform/private-files.ts";

const MINUTE = 60_000;
/** Longer than any upload waits for its row. */
const ORPHAN_AFTER_MS = 24 * 60 * MINUTE;

/**
 * Removes private objects that no row names a day after they came, and those of deleted files. Each minute looks at one
 * part of 256, so all are seen within four and a half hours, and nothing has to be remembered. Returns how many went.
 *
 * An object is an orphan only if a file was stored after it: a database that is empty or was set back to an earlier
 * day knows nothing of newer objects, and must not lose them.
 */
export async function sweepFiles(env: Pick<Bindings, "DB" | "FILES">, at: number): Promise<number> {
	let removed = 0;
	for await (const objects of listPrivate(env, Math.floor(at / MINUTE) % SHARDS)) {
		if (objects.length === 0) continue;
		const { newest, rows } = await knownObjects(
			env.DB,
			objects.map(({ objectKey }) => objectKey),
		);
		const gone = objects.filter(({ objectKey, uploaded }) => {
			const row = rows.get(objectKey);
			return row ? row.isDeleted : uploaded < at - ORPHAN_AFTER_MS && uploaded < (newest ?? 0);
		});
		if (gone.length === 0) continue;
		await removePrivate(
			env,
			gone.map(({ objectKey }) => objectKey),
		);
		removed += gone.length;
		log("warn", "files.swept", { removed: gone.length });
	}
	return removed;
}
