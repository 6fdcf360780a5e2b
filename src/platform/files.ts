/** Returns the bytes of an object in R2, whole or one range of it; undefined when there is no such object. */
export async function readFile(
	bucket: R2Bucket,
	key: string,
	range?: { offset: number; length: number },
): Promise<ReadableStream | undefined> {
	const object = await bucket.get(key, range ? { range } : {});
	return object?.body;
}
