import { refusalWords } from "#admin/refusal-words.ts";
import type { Db } from "#db/commit.ts";
import { uploadMedia } from "#domain/content/media/actions.ts";
import type { MediaFile } from "#domain/content/media/rules.ts";
import type { UploadedFile } from "#domain/system/index.ts";
import type { By } from "#kernel/by.ts";
import { Refusal } from "#kernel/refusal.ts";

/** Stores the files of a form one after the other. Returns the stored files, and for each refused file the reason. */
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
