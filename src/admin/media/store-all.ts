import { refusalWords } from "#admin/refusal-words.ts";
import type { Db } from "#db/commit.ts";
import type { By } from "#domain/by.ts";
import type { UploadedFile } from "#domain/files/rules.ts";
import { uploadMedia } from "#domain/media/actions.ts";
import type { MediaFile } from "#domain/media/rules.ts";
import { Refusal } from "#domain/refusal.ts";

/** Stores every file of a form that can be, one after the other; of the others, why not. */
export async function storeAll(
	env: { DB: D1Database; FILES: R2Bucket },
	db: Db,
	{ uploads, by }: { uploads: readonly UploadedFile[]; by: By },
): Promise<{ stored: MediaFile[]; refused: string[] }> {
	const stored: MediaFile[] = [];
	const refused: string[] = [];
	for (const upload of uploads)
		try {
			stored.push(await uploadMedia(env, db, { upload, by }));
		} catch (error) {
			if (!(error instanceof Refusal)) throw error;
			refused.push(`${upload.filename}：${refusalWords(error)}`);
		}
	return { stored, refused };
}
