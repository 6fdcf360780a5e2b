/** What the index holds. An entry's id tells its kind: each kind is a range of 2^40 ids (migrations/search). */
export const FIRST_ID = { article: 0, page: 2 ** 40, document: 2 ** 41 } as const;
export type EntryKind = keyof typeof FIRST_ID;
export const IDS_OF_A_KIND = 2 ** 40;

/** A thing that has an entry while it is public. */
export type EntryRef = { kind: EntryKind; refId: number };

/** A public thing as it goes into the index. publishedAt is UTC milliseconds. */
export type Entry = EntryRef & {
	/** An article's type, a document's category. */
	type: string;
	isPinned: boolean;
	publishedAt: number;
	/** JSON lists of slugs. */
	categories: string;
	tags: string;
	/** One name a line. */
	tagNames: string;
	title: string;
	excerpt: string;
	/** Rendered text, one block a line. */
	body: string;
};

/** The id under which a thing is indexed. */
export const entryId = ({ kind, refId }: EntryRef): number => FIRST_ID[kind] + refId;
