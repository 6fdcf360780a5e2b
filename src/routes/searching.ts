import { type NearText, nearTexts } from "#db/content/index.ts";
import type { Select } from "#db/read.ts";
import { type SearchHit, type SearchResult, searchEntries } from "#db/system/index.ts";
import { highlight } from "#domain/system/index.ts";
import type { Fill } from "#http/endpoint.ts";
import { matchQuery } from "#kernel/tokens.ts";

/** How many tags are looked through for suggestions. */
const MOST_TAGS = 300;
/** How many words are looked up in the texts that they were taken from, of which some may not be public any more. */
const MOST_LOOKED_UP = 12;

type Query = Omit<Parameters<typeof searchEntries>[1], "match" | "wide">;
/**
 * What the index says to a search. `near` is to be read with the rows of the hits, in one round trip, and is empty when
 * something is found exactly; `suggestions` are made of what it selects.
 */
export type Searched = Omit<SearchResult, "near" | "indexRev"> & {
	marked: (hit: SearchHit) => { highlight: { title: string; excerpt: string }; match: "exact" | "partial" };
	near: Select<NearText>[];
	suggestions: (near?: readonly NearText[]) => string[];
};

/**
 * Asks the search index in both tiers; undefined for a text without a letter or digit, which finds nothing. Suggestions
 * are made where nothing is found exactly; `hasTags`: the names of tags are found, too.
 */
export async function searched(
	fill: Fill,
	{ text, hasTags, ...query }: Query & { text: string; hasTags: boolean },
): Promise<Searched | undefined> {
	const match = matchQuery(text);
	if (match === null) return undefined;
	// Loaded with the first search: most answers need no table of characters.
	const [{ widen, highlightWide }, { nearWords, suggestionsOf }] = await Promise.all([
		import("#domain/system/search/wide.ts"),
		import("#domain/system/search/suggest.ts"),
	]);
	const wide = widen(text, fill.synonyms) ?? undefined;
	const found = await searchEntries(fill.env.SEARCH, { ...query, match, wide });
	const words = nearWords(text, found.near).slice(0, MOST_LOOKED_UP);
	return {
		...found,
		marked: (hit) =>
			hit.isPartial && wide
				? { highlight: highlightWide(hit, wide), match: "partial" }
				: { highlight: highlight(hit, text), match: "exact" },
		near: found.exact > 0 ? [] : [nearTexts({ refs: words.map(({ from }) => from), tags: hasTags ? MOST_TAGS : 0 })],
		suggestions: (near = []) =>
			suggestionsOf(
				text,
				words,
				near.map(({ kind, id, title }) => ({ kind, refId: id, title })),
			),
	};
}
