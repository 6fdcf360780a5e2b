/** A bucket of files in this process, with what the program asks of one that keeps sealed files. */
export function bucket(): R2Bucket {
	const objects = new Map<string, Uint8Array>();
	const own = {
		put: async (key: string, bytes: Uint8Array) => {
			objects.set(key, bytes);
			return { key };
		},
		get: async (key: string) => {
			const bytes = objects.get(key);
			return bytes ? { bytes: async () => bytes } : null;
		},
		delete: async (keys: string | string[]) => {
			for (const key of [keys].flat()) objects.delete(key);
		},
	};
	return own as unknown as R2Bucket;
}
