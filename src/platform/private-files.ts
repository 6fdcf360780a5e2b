import type { Bindings } from "#env.ts";
import { hex } from "#kernel/bytes.ts";
import { sealBytes, unsealBytes } from "#platform/crypto.ts";

type Store = Pick<Bindings, "FILES" | "SEALING_KEY">;

/** An object as its row names it. `size` and `sha256` are those of the readable bytes; `keyId` is null for one in the clear. */
export type PrivateObject = { objectKey: string; size: number; sha256: string; keyId: string | null };

/** Everything below this prefix is private, and only this file touches it. */
const PREFIX = "private/";
/** Objects are spread over this many parts by the first byte of their random name. */
export const SHARDS = 256;

/** A new key, 128 random bits: says nothing of what is under it. */
export const newObjectKey = (): string => `${PREFIX}${hex(crypto.getRandomValues(new Uint8Array(16)))}`;

/** What the bytes of an object are sealed for: the random key stands for the row, whose id nobody knows before. */
export const sealContext = (objectKey: string): string => `files.object:${objectKey}`;

/**
 * Creates an object, sealed under SEALING_KEY when it is to be, and returns the id of the key. Never replaces one: throws
 * when the key is taken. R2 compares what it got with `sha256`.
 */
export async function putPrivate(
	{ FILES, SEALING_KEY }: Store,
	objectKey: string,
	file: { bytes: Uint8Array; sha256: string; isSealed: boolean },
): Promise<string | null> {
	const sealed = file.isSealed ? await sealBytes(SEALING_KEY, file.bytes, sealContext(objectKey)) : null;
	const created = await FILES.put(objectKey, sealed?.bytes ?? file.bytes, {
		onlyIf: { etagDoesNotMatch: "*" },
		...(sealed ? {} : { sha256: file.sha256 }),
	});
	if (created === null) throw new Error(`R2 holds an object ${objectKey} already`);
	return sealed?.keyId ?? null;
}

/**
 * The readable bytes of an object; undefined when there is none. A sealed one is opened whole. Throws when it was sealed
 * with another key or altered, and when one in the clear is not the object that was stored (by size and R2's checksum).
 */
export async function getPrivate(
	{ FILES, SEALING_KEY }: Store,
	{ objectKey, size, sha256, keyId }: PrivateObject,
): Promise<Uint8Array | ReadableStream | undefined> {
	const object = await FILES.get(objectKey);
	if (!object) return undefined;
	if (keyId !== null) return unsealBytes(SEALING_KEY, { keyId, bytes: await object.bytes() }, sealContext(objectKey));
	const stored = object.checksums.toJSON().sha256;
	if (object.size !== size || (stored !== undefined && stored !== sha256)) {
		await object.body.cancel();
		throw new Error(`${objectKey} is not the object that was stored`);
	}
	return object.body;
}

/** Removes objects; one that is gone already is no error. */
export const removePrivate = ({ FILES }: Pick<Store, "FILES">, objectKeys: string[]): Promise<void> =>
	FILES.delete(objectKeys);

/** The objects of one part (0 to SHARDS - 1), at most 1,000 at a time. `uploaded` is UTC milliseconds. */
export async function* listPrivate(
	{ FILES }: Pick<Store, "FILES">,
	shard: number,
): AsyncGenerator<{ objectKey: string; uploaded: number }[]> {
	for (let cursor: string | undefined; ; ) {
		const page = await FILES.list({ prefix: PREFIX + hex([shard]), ...(cursor === undefined ? {} : { cursor }) });
		yield page.objects.map(({ key, uploaded }) => ({ objectKey: key, uploaded: uploaded.getTime() }));
		if (!page.truncated) return;
		cursor = page.cursor;
	}
}
