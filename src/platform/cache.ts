/** A finished answer as both tiers keep it: bytes and plain values, nothing bound to the request that made it. */
export type Entry = {
	status: 200 | 301 | 404 | 410;
	contentType: string;
	body: Uint8Array;
	etag: string;
	rev: number;
	location: string | null;
	/** A resource that exists: only these may take room in memory. */
	known: boolean;
};

const MEMORY_BYTES = 16 * 1024 * 1024;
const ENTRY_BYTES = 256 * 1024;
/** Headers, key and bookkeeping of an entry, roughly. */
const OVERHEAD_BYTES = 512;

/**
 * The finished bodies of ONE scope (build, configuration, revision) in this isolate's memory, least recently used
 * first. A new scope forgets the old one whole.
 */
export class MemoryTier {
	#scope = "";
	#bytes = 0;
	readonly #entries = new Map<string, Entry>();

	get(scope: string, key: string): Entry | undefined {
		if (scope !== this.#scope) return undefined;
		const entry = this.#entries.get(key);
		if (entry) {
			this.#entries.delete(key);
			this.#entries.set(key, entry);
		}
		return entry;
	}

	/** Keeps an entry of at most 256 KB; the whole tier stays under 16 MB. */
	put(scope: string, key: string, entry: Entry): void {
		if (entry.body.byteLength > ENTRY_BYTES) return;
		if (scope !== this.#scope) this.clear(scope);
		this.#drop(key);
		this.#entries.set(key, entry);
		this.#bytes += entry.body.byteLength + OVERHEAD_BYTES;
		for (const oldest of this.#entries.keys()) {
			if (this.#bytes <= MEMORY_BYTES) break;
			this.#drop(oldest);
		}
	}

	clear(scope = ""): void {
		this.#scope = scope;
		this.#bytes = 0;
		this.#entries.clear();
	}

	#drop(key: string): void {
		const entry = this.#entries.get(key);
		if (!entry) return;
		this.#entries.delete(key);
		this.#bytes -= entry.body.byteLength + OVERHEAD_BYTES;
	}
}

/** A synthetic address: the tier's keys never meet a real request, and carry no headers that could vary. */
const edgeKey = (scope: string, key: string): string => `https://edge.invalid/${encodeURIComponent(scope)}${key}`;

const EDGE_HEADERS = { etag: "X-Entry-Etag", rev: "X-Entry-Rev", status: "X-Entry-Status", known: "X-Entry-Known" } as const;

/** What the edge holds under a key, or undefined. */
export async function edgeGet(scope: string, key: string): Promise<Entry | undefined> {
	const found = await caches.default.match(edgeKey(scope, key));
	if (!found) return undefined;
	return {
		status: Number(found.headers.get(EDGE_HEADERS.status)) as Entry["status"],
		contentType: found.headers.get("Content-Type") ?? "application/octet-stream",
		body: new Uint8Array(await found.arrayBuffer()),
		etag: found.headers.get(EDGE_HEADERS.etag) ?? "",
		rev: Number(found.headers.get(EDGE_HEADERS.rev)),
		location: found.headers.get("Location"),
		known: found.headers.get(EDGE_HEADERS.known) === "1",
	};
}

/**
 * Stores an entry for a day. The stored status is always 200 and the real one a header: the Cache API treats statuses
 * by rules of its own. max-age must be positive, or nothing is stored.
 */
export async function edgePut(scope: string, key: string, entry: Entry): Promise<void> {
	const headers = new Headers({
		"Content-Type": entry.contentType,
		"Cache-Control": "public, max-age=86400",
		[EDGE_HEADERS.etag]: entry.etag,
		[EDGE_HEADERS.rev]: String(entry.rev),
		[EDGE_HEADERS.status]: String(entry.status),
		[EDGE_HEADERS.known]: entry.known ? "1" : "0",
	});
	if (entry.location) headers.set("Location", entry.location);
	await caches.default.put(edgeKey(scope, key), new Response(entry.body, { headers }));
}
