import { errorText, log } from "#platform/log.ts";

/**
 * A finished answer as both tiers of the cache store it: bytes and plain values, nothing bound to the request that made
 * it. `rev` is the content's revision at which the answer was made, `location` the target of a redirect.
 */
export type Entry = {
	status: 200 | 301 | 404 | 410;
	contentType: string;
	body: Uint8Array<ArrayBuffer> | ReadableStream;
	etag: string;
	rev: number;
	location: string | null;
	/** Whether the resource exists: only entries of existing resources may take room in memory. */
	known: boolean;
};

/** An entry whose body is in memory, not a stream from the edge. */
export type Whole = Entry & { body: Uint8Array<ArrayBuffer> };

const MEMORY_BYTES = 16 * 1024 * 1024;
const ENTRY_BYTES = 256 * 1024;
/** The approximate size in bytes of an entry's headers, key and bookkeeping. */
const OVERHEAD_BYTES = 512;

/**
 * The entries of one scope (build, configuration, revision) in this isolate's memory, least recently used first. The
 * first entry of a new scope drops all those of the old one.
 */
export class MemoryTier {
	#scope = "";
	#bytes = 0;
	readonly #entries = new Map<string, Whole>();

	get(scope: string, key: string): Whole | undefined {
		if (scope !== this.#scope) return undefined;
		const entry = this.#entries.get(key);
		if (entry) {
			this.#entries.delete(key);
			this.#entries.set(key, entry);
		}
		return entry;
	}

	/** Stores an entry of at most 256 KB; the whole tier stays under 16 MB. */
	put(scope: string, key: string, entry: Whole): void {
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

/**
 * Returns the address under which the edge cache stores an entry: a synthetic one, which never equals the address of a
 * real request and has no headers that could vary. The entry's own key is in the query, where no `..` is resolved: in a
 * path, `/pages/../tags` would be the address of `/tags`.
 */
const edgeKey = (scope: string, key: string): string =>
	`https://edge.invalid/${encodeURIComponent(scope)}?${encodeURIComponent(key)}`;

/** The header of the stored response that holds the entry's fields other than its body, as JSON. */
const ENTRY_HEADER = "X-Entry";

/**
 * Returns what the edge cache holds under a key, its body still a stream; undefined when it holds nothing or does not
 * answer.
 */
export async function edgeGet(scope: string, key: string): Promise<Entry | undefined> {
	const found = await caches.default.match(edgeKey(scope, key)).catch(edgeFailed);
	const values = found?.headers.get(ENTRY_HEADER);
	if (!found?.body || !values) return undefined;
	return { ...JSON.parse(decodeURI(values)), body: found.body };
}

/** Reads an entry's stream to its end and returns the entry with its bytes. */
export async function whole(entry: Entry): Promise<Whole> {
	const body =
		entry.body instanceof Uint8Array ? entry.body : new Uint8Array(await new Response(entry.body).arrayBuffer());
	return { ...entry, body };
}

/**
 * Stores an entry in the edge cache for a day. The stored status is always 200 and the real one is among the values,
 * because the Cache API treats statuses by rules of its own. max-age must be positive, or nothing is stored.
 */
export async function edgePut(scope: string, key: string, { body, ...values }: Whole): Promise<void> {
	const headers = { "Cache-Control": "public, max-age=86400", [ENTRY_HEADER]: encodeURI(JSON.stringify(values)) };
	await caches.default.put(edgeKey(scope, key), new Response(body, { headers })).catch(edgeFailed);
}

/** Logs a failure of the edge cache: readers neither wait for the cache nor see its errors. */
function edgeFailed(error: unknown): undefined {
	log("warn", "public.edge_failed", { error: errorText(error) });
}
