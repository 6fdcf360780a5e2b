import * as z from "zod";
import type { ArticleFilter } from "#db/content/article-lists.ts";
import { ARTICLE_LIST_SORTS } from "#db/content/article-lists.ts";
import { ARTICLE_TYPES } from "#domain/content/articles/schema.ts";
import { STATES } from "#domain/content/content/states.ts";
import { asked, PageNumber } from "#kernel/query.ts";
import { queryParts } from "#kernel/tokens.ts";

const MAX_TYPED = 100;

const rowId = z
	.string()
	.regex(/^[1-9]\d{0,14}$/)
	.transform(Number);

const FILTER = {
	q: z
		.string()
		.default("")
		.transform((text) => text.toWellFormed().trim().slice(0, MAX_TYPED).toWellFormed()),
	state: asked(z.enum(STATES)),
	type: asked(z.enum(ARTICLE_TYPES)),
	category: asked(rowId),
	tag: asked(rowId),
	author: asked(z.string().max(200)),
	pinned: asked(z.literal("yes")),
};

/** What the address of the list may ask for. */
export const ArticleListQuery = z.strictObject({
	...FILTER,
	sort: asked(z.enum(ARTICLE_LIST_SORTS)),
	page: PageNumber,
});
export type ArticleListQuery = z.infer<typeof ArticleListQuery>;

/** The conditions as the list is searched by; `found` is what the search index gave for the same words. */
export function filterOf({ q, pinned, ...rest }: ArticleListQuery, found: string | undefined): ArticleFilter {
	const { state, type, category, tag, author } = rest;
	return { words: wordsOf(q), found, state, type, category, tag, author, pinned: pinned === "yes" };
}

/** Words alone: a title keeps its punctuation, which the parts of a query have as spaces. A mark is looked for as it is. */
function wordsOf(q: string): string[] {
	const words = queryParts(q).flatMap((part) => part.split(" "));
	return words.length > 0 || q === "" ? [...new Set(words)] : [q.toLowerCase()];
}

/** The conditions in force as an address has them, without order and page; "" for none. */
export function conditionsOf(query: Record<string, string>): string {
	const named = Object.entries(query).filter(([name, value]) => name in FILTER && value !== "");
	return new URLSearchParams(named).toString();
}

/** What such a text asks for; undefined for one that the list does not know. */
export function askedBy(text: string): ArticleListQuery | undefined {
	return ArticleListQuery.safeParse(Object.fromEntries(new URLSearchParams(text))).data;
}
