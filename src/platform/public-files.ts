import { fileIdOfDigest } from "#domain/content/content/files.ts";
import type { Bindings } from "#env.ts";

type Store = Pick<Bindings, "FILES">;

/** Objects that the database names in public tables; their keys hold what is in them, or never stand for another file. */
export type PublicPlace = "attachments" | "documents";
/** Objects of a place are spread over this many parts by the first character of their names, base32. */
export const PUBLIC_SHARDS = 32;
const ALPHABET = "abcdefghijklmnopqrstuvwxyz234567";

/** The object of a file of the website. */
export const attachmentKey = (id: string): string => `attachments/${id}`;
/** The object of a document's version, whoever may see it: apart from the attachments, which texts make public. */
export const documentKey = (id: string): string => `documents/${id}`;

/** The id of a file: from SHA-256 over its name, a NUL and its bytes, which are not copied for it. */
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
 * Creates the object of a file; one that is there already holds the same bytes, because its key is made of them, and stays.
 * R2 compares what it got with `sha256`.
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

/** Whether the object is there. */
export const hasObject = async ({ FILES }: Store, objectKey: string): Promise<boolean> =>
	(await FILES.head(objectKey)) !== null;

/** Removes public objects; one that is gone already is no error. */
export const removePublic = ({ FILES }: Store, objectKeys: string[]): Promise<void> => FILES.delete(objectKeys);

/** The objects of one part (0 to PUBLIC_SHARDS - 1) of a place, at most 1,000 at a time. `uploaded` is UTC milliseconds. */
export async function* listPublic(
	{ FILES }: Store,
	place: PublicPlace,
	shard: number,
): AsyncGenerator<{ objectKey: string; uploaded: number }[]> {
	const prefix = `${place}/${ALPHABET[shard]}`;
	for (let cursor: string | undefined; ; ) {
		const page = await FILES.list({ prefix, ...(cursor === undefined ? {} : { cursor }) });
		yield page.objects.map(({ key, uploaded }) => ({ objectKey: key, uploaded: uploaded.getTime() }));
		if (!page.truncated) return;
		cursor = page.cursor;
	}
}
