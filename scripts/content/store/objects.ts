import { setTimeout as wait } from "node:timers/promises";

const TRY_FOR_MS = 5_000;
/** Matches R2's errors for a temporary failure (its codes 0, 10001 and 10043). */
const PASSING = /^(?:get|head|put): .*\((?:0|10001|10043)\)$/s;

/** Reads the bytes of an object; throws when there is none. */
export async function readObject(bucket: R2Bucket, key: string): Promise<Uint8Array> {
	const object = await persistently(() => bucket.get(key));
	if (!object) throw new Error(`The bucket has no object ${key}, which the database names.`);
	return new Uint8Array(await object.arrayBuffer());
}

/** Puts an object whose key contains the hash of its content: an existing one is the same and stays. */
export async function putObject(
	bucket: R2Bucket,
	key: string,
	file: { bytes: () => Promise<Uint8Array>; contentType: string; sha256: string },
): Promise<void> {
	if ((await persistently(() => bucket.head(key))) !== null) return;
	const bytes = await file.bytes();
	const options = {
		httpMetadata: { contentType: file.contentType },
		sha256: file.sha256,
		onlyIf: { etagDoesNotMatch: "*" },
	};
	await persistently(() => bucket.put(key, bytes, options));
}

async function persistently<T>(ask: () => Promise<T>): Promise<T> {
	const until = Date.now() + TRY_FOR_MS;
	for (let pause = 20; ; pause = Math.min(pause * 2, 500)) {
		try {
			return await ask();
		} catch (error) {
			if (!(error instanceof Error) || !PASSING.test(error.message) || Date.now() > until) throw error;
			await wait(pause * (0.5 + Math.random()));
		}
	}
}
