/**
 * The kinds of entries in the search index. An entry's id tells its kind: each kind has a range of 2^40 ids
 * (migrations/search).
 */
export const FIRST_ID = { article: 0, page: 2 ** 40, document: 2 ** 41 } as const;
export type EntryKind = keyof typeof FIRST_ID;
export const ENTRY_KINDS = ["article", "page", "document"] as const satisfies readonly EntryKind[];
export const IDS_OF_A_KIND = 2 ** 40;

/** An article, page or document that has an entry while it is public. */
export type EntryRef = { kind: EntryKind; refId: number };

/** A public article, page or document as it is indexed. publishedAt is UTC milliseconds. */
export type Entry = EntryRef & {
	/** The type of an article, or the category of a document. */
	type: string;
	isPinned: boolean;
	publishedAt: number;
	/** The slugs of the text's categories, of a document its kind, and the slugs of its tags, each as a JSON list. */
	categories: string;
	tags: string;
	/** The names of the tags, one a line. */
	tagNames: string;
	title: string;
	excerpt: string;
	/** The rendered text, one block a line. */
	body: string;
};

/** Returns the id under which an article, page or document is indexed. */
export const entryId = ({ kind, refId }: EntryRef): number => FIRST_ID[kind] + refId;
