import type { Bindings } from "#env.ts";
import { hex } from "#kernel/bytes.ts";
import { sealBytes, unsealBytes } from "#platform/crypto.ts";

type Store = Pick<Bindings, "FILES" | "SEALING_KEY">;

/**
 * A private object in R2 as its database row describes it. `size` and `sha256` are those of the unencrypted bytes;
 * `keyId` is null for an object that is not sealed (encrypted).
 */
export type PrivateObject = { objectKey: string; size: number; sha256: string; keyId: string | null };

/** The prefix of all private objects; only this file reads or writes below it. */
const PREFIX = "private/";
/** The number of parts in which objects are listed: one for each first byte of their random name. */
export const SHARDS = 256;

/** Returns a new key of an object, 128 random bits, which reveal nothing of the object. */
export const newObjectKey = (): string => `${PREFIX}${hex(crypto.getRandomValues(new Uint8Array(16)))}`;

/**
 * Returns the context for which the bytes of an object are sealed: the random key is used instead of the row's id,
 * which is not known before the row exists.
 */
export const sealContext = (objectKey: string): string => `files.object:${objectKey}`;

/**
 * Creates an object, sealed under SEALING_KEY when `isSealed`, and returns the id of the sealing key, null for an
 * object that is not sealed. It never replaces an object: throws when the object key is taken. R2 compares the bytes of
 * an unsealed object with `sha256`.
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
 * Returns the readable bytes of an object; undefined when there is none. A sealed object is opened whole. Throws when
 * it was sealed with another key or altered, and when an unsealed one is not the object that was stored (by size and
 * R2's checksum).
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

/** Removes objects; an object that is gone already is no error. */
export const removePrivate = ({ FILES }: Pick<Store, "FILES">, objectKeys: string[]): Promise<void> =>
	FILES.delete(objectKeys);

/** Lists the objects of one part (0 to SHARDS - 1), at most 1,000 at a time. `uploaded` is UTC milliseconds. */
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
