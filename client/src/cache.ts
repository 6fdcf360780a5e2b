/** An answer as it came: its ETag, its text, and what it would cost to keep, in characters. */
export type Kept = { etag: string; body: string };

/**
 * Where answers are kept by their address. An answer that is there is still asked for, with its ETag: 304 costs neither
 * the body nor the database. Any store will do (Redis, a file, KV); what it loses is fetched again.
 */
export type AnswerCache = {
	get(address: string): Kept | undefined | Promise<Kept | undefined>;
	set(address: string, kept: Kept): void | Promise<void>;
};

/**
 * Makes a cache in memory of at most `entries` answers and `characters` of text together. The least recently read
 * leaves first; an answer longer than a quarter of `characters` is not kept.
 */
export function memoryCache({ entries = 500, characters = 8_000_000 } = {}): AnswerCache {
	const kept = new Map<string, Kept>();
	let held = 0;
	const drop = (address: string): void => {
		held -= kept.get(address)?.body.length ?? 0;
		kept.delete(address);
	};
	return {
		get(address) {
			const found = kept.get(address);
			if (found) {
				kept.delete(address);
				kept.set(address, found);
			}
			return found;
		},
		set(address, answer) {
			drop(address);
			if (answer.body.length > characters / 4) return;
			kept.set(address, answer);
			held += answer.body.length;
			for (const [oldest] of kept) {
				if (kept.size <= entries && held <= characters) return;
				drop(oldest);
			}
		},
	};
}
