import type { EntryKind } from "#domain/system/search/entry.ts";
import type { Wide } from "#domain/system/search/wide.ts";

export type SearchSort = "relevance" | "-published_at" | "published_at" | "title";

/**
 * A search. `match` is a full-text query made by matchQuery (kernel/tokens.ts), `wide` what the second tier looks for;
 * without it there is none. A list means any of its values; a list that is left out or empty does not restrict.
 */
export type SearchQuery = {
	/** The kind that is searched; all kinds when it is left out. */
	kind?: EntryKind | undefined;
	/** The kind that is returned, of all kinds that are counted. */
	shown?: EntryKind | undefined;
	match: string;
	wide?: Wide | undefined;
	types?: readonly string[] | undefined;
	categories?: readonly string[] | undefined;
	tags?: readonly string[] | undefined;
	pinned?: boolean | undefined;
	/** The first moment of publication, and the first after the last (UTC milliseconds). */
	published?: { from: number | undefined; until: number | undefined } | undefined;
	sort: SearchSort;
	limit: number;
	offset: number;
};
