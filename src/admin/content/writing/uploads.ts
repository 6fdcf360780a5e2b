import type { FormInput } from "#auth/input.ts";
import type { Ask } from "#auth/route.ts";
import { uploadMedia } from "#domain/content/media/actions.ts";
import type { MediaFile } from "#domain/content/media/rules.ts";
import { relayPictures } from "#platform/queue.ts";

/**
 * The size limit of an editor's form with its files, in bytes, set above what the files of one form are expected to
 * need.
 */
export const UPLOAD_BYTES = 60 * 1024 * 1024;

/**
 * Stores the files of the form field `name`, and tells the queue of pictures. Refuses a file that the media library does not accept (see `uploadMedia`);
 * files that were stored before the refusal stay in the library.
 */
export async function storeUploads(
	{ c, env, db, by }: Ask,
	files: FormInput<unknown>["files"],
	name: string,
): Promise<MediaFile[]> {
	const stored: MediaFile[] = [];
	for (const upload of files[name] ?? []) stored.push(await uploadMedia(env, db, { upload, by }));
	if (stored.length > 0) c.executionCtx.waitUntil(relayPictures(env));
	return stored;
}

/**
 * Returns the text with Markdown for the files that its form brought (when no script uploaded them before) at its end.
 */
export const withFiles = (body: string, files: readonly MediaFile[]): string =>
	files.length === 0 ? body : [body.trimEnd(), ...files.map(asMarkdown)].filter((part) => part !== "").join("\n\n");

const asMarkdown = ({ filename, alt, url, contentType }: MediaFile): string =>
	contentType.startsWith("image/") ? `![${alt}](${url})` : `[${filename}](${url})`;
