import type { Db } from "#db/commit.ts";
import { heldPictures } from "#db/content/release-holds.ts";
import { readRows } from "#db/read.ts";
import { NamingRefusal, Refusal } from "#kernel/refusal.ts";

type Naming = Parameters<typeof heldPictures>[0];

/**
 * Runs a save of a text with these files, or of a stored text with those that it has. When a release holds a picture back from the
 * website, it refuses with `release.picture` that names the pictures.
 */
export async function namingPictures<T>(db: Db, of: Naming, save: () => Promise<T>): Promise<T> {
	try {
		return await save();
	} catch (error) {
		if (!(error instanceof Refusal) || error.code !== "release.picture") throw error;
		const [held] = await readRows(db.$client, heldPictures(of));
		throw new NamingRefusal(
			error.code,
			held.map(({ filename }) => filename),
		);
	}
}
