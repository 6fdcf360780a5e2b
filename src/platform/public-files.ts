import { fileIdOfDigest, type PictureFormat } from "#domain/content/index.ts";
import type { Bindings } from "#env.ts";

type Store = Pick<Bindings, "FILES">;

/**
 * The folders in R2 of the objects of the website's files and of documents; an object's key is made from its contents,
 * or is never used for another file.
 */
export type PublicPlace = "attachments" | "documents";
/**
 * The number of parts in which the objects of a folder are listed: one for each first character of their names in
 * base32.
 */
export const PUBLIC_SHARDS = 32;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** Returns the key of the object of a file of the website. */
export const attachmentKey = (id: string): string => `attachments/${id}`;
/**
 * Returns the key of the object of a smaller copy of a picture, beside that of its original. It is made from the bytes,
 * so that a copy made anew never has the key of another.
 */
export const variantKey = (id: string, of: { width: number; format: PictureFormat; sha256: string }): string =>
	`${attachmentKey(id)}.${of.width}.${of.sha256.slice(0, 16)}.${of.format}`;
/**
 * Returns the key of the object of a document's version, whether the document is public or not. Documents are stored
 * apart from attachments, which become public with the texts that use them.
 */
export const documentKey = (id: string): string => `documents/${id}`;

/** Returns the id of a file: made from SHA-256 over its name, a NUL and its bytes, which are not copied for it. */
export async function fileIdOf(filename: string, bytes: Uint8Array): Promise<string> {
	const digest = new crypto.DigestStream("SHA-256");
	const writer = digest.getWriter();
	await writer.write(new TextEncoder().encode(`${filename}\0`));
	await writer.write(bytes);
	await writer.close();
	return fileIdOfDigest(new Uint8Array(await digest.digest));
}

export type NewObject = { bytes: Uint8Array; contentType: string; sha256: string };

/**
 * Creates the object of a file. An object that exists already stays: it holds the same bytes, because its key is made
 * from them. R2 compares what it got with `sha256`.
 */
export async function putPublic({ FILES }: Store, objectKey: string, file: NewObject): Promise<void> {
	await FILES.put(objectKey, file.bytes, {
		onlyIf: { etagDoesNotMatch: "*" },
		httpMetadata: { contentType: file.contentType },
		sha256: file.sha256,
	});
}

export const putAttachment = (env: Store, { id, ...file }: NewObject & { id: string }): Promise<void> =>
	putPublic(env, attachmentKey(id), file);

/** Returns whether the object exists. */
export const hasObject = async ({ FILES }: Store, objectKey: string): Promise<boolean> =>
	(await FILES.head(objectKey)) !== null;

/** Removes public objects; an object that is gone already is no error. */
export const removePublic = ({ FILES }: Store, objectKeys: string[]): Promise<void> => FILES.delete(objectKeys);

/** Returns what the keys of one part (0 to PUBLIC_SHARDS - 1) of a place begin with. */
export const publicPrefix = (place: PublicPlace, shard: number): string => `${place}/${ALPHABET[shard]}`;

/**
 * Lists the objects of one part (0 to PUBLIC_SHARDS - 1) of a place, at most 1,000 at a time. `uploaded` is UTC
 * milliseconds.
 */
export async function* listPublic(
	{ FILES }: Store,
	place: PublicPlace,
	shard: number,
): AsyncGenerator<{ objectKey: string; uploaded: number }[]> {
	const prefix = publicPrefix(place, shard);
	for (let cursor: string | undefined; ; ) {
		const page = await FILES.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
		yield page.objects.map(({ key, uploaded }) => ({ objectKey: key, uploaded: uploaded.getTime() }));
		if (!page.truncated) return;
		cursor = page.cursor;
	}
}
