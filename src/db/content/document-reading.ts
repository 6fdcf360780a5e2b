import { limitTo, readRows, type Select, select, selectOne } from "#db/read.ts";
import { GUARDED } from "#db/system/index.ts";
import { type ReadingQuery, readingWords } from "#domain/content/documents/form.ts";
import type { Visibility } from "#domain/content/documents/rules.ts";

/** The reader of documents: a user with the permissions that the user holds today. */
export type Reader = { userId: number; permissions: ReadonlySet<string> };

/** The number of documents on one page of a reader's list. */
export const READ_PER_PAGE = 50;

/**
 * A document as its readers see it: the file is that of the current version, `filed_at` is when that version was stored
 * (UTC milliseconds).
 */
export type ReadableDocument = {
	id: number;
	title: string;
	description: string;
	category: string;
	visibility: Visibility;
	permission: string | null;
	number: number;
	filename: string;
	size: number;
	filed_at: number;
};

/**
 * SQL: whether the user ?1 is a member of the association, or the guardian who acts for one: the board admitted the
 * member, who paid once and has not left. A member in arrears still counts (docs/concepts.md#who-reads-a-document); a
 * suspended member does not while suspended.
 */
const BELONGS = `(EXISTS (SELECT 1 FROM members m WHERE m.user_id = ?1 AND m.status = 'active' AND m.merged_into IS NULL)
	OR EXISTS (SELECT 1 FROM members g ${GUARDED}
		WHERE g.user_id = ?1 AND g.merged_into IS NULL AND m.status = 'active' AND m.merged_into IS NULL AND s.acts))`;

/**
 * The only rule of who may read a document `d`, as SQL for the user ?1 with the permissions ?2 (JSON): a published
 * document that is public, for members, or for a permission that the user holds. No role and no access to the
 * administration allows more.
 */
export const READABLE = `d.state = 'published' AND CASE d.visibility WHEN 'public' THEN 1
	WHEN 'members' THEN 'member.own' IN (SELECT value FROM json_each(?2)) AND ${BELONGS}
	ELSE d.permission IN (SELECT value FROM json_each(?2)) END`;

const CURRENT = "JOIN document_versions v ON v.document_id = d.id AND v.number = d.current_version";
const COLUMNS = `d.id, d.title, d.description, d.category, d.visibility, d.permission, v.number, v.filename, v.size,
	v.created_at AS filed_at`;
/**
 * The order of a reader's list: by category, in each the last changed first, as in the index `documents_for_readers`.
 */
const ORDER = "ORDER BY d.category = '', d.category, d.updated_at DESC, d.id DESC";
const NEWEST = "ORDER BY d.updated_at DESC, d.id DESC";
/**
 * The condition that every word ?4 (JSON, folded) stands in the document's title, category, description or file name.
 */
const IS_NAMED = `AND NOT EXISTS (SELECT 1 FROM json_each(?4) w
	WHERE instr(replace(lower(d.title || ' ' || d.category || ' ' || d.description || ' ' || v.filename), '臺', '台'), w.value) = 0)`;

/** Returns the first two parameters of every statement in this file: the reader's id and permissions. */
export const readerParams = ({ userId, permissions }: Reader): (string | number)[] => [
	userId,
	JSON.stringify([...permissions]),
];

/** Selects one page of the documents that a reader may read, of one category when it is given, and counts them. */
export function readableDocuments(
	reader: Reader,
	{ category, words, page }: Omit<ReadingQuery, "q"> & { words: readonly string[] },
): [Select<ReadableDocument>, Select<{ total: number }>] {
	const isSearched = words.length > 0;
	const d = "documents d INDEXED BY documents_for_readers";
	const fits = `WHERE ${READABLE} AND (?3 IS NULL OR d.category = ?3) ${isSearched ? IS_NAMED : ""}`;
	const params = [...readerParams(reader), category ?? null, ...(isSearched ? [JSON.stringify(words)] : [])];
	return [
		select(
			`SELECT ${COLUMNS} FROM ${d} ${CURRENT} ${fits} ${ORDER} ${limitTo(READ_PER_PAGE, (page - 1) * READ_PER_PAGE)}`,
			...params,
		),
		selectOne(`SELECT count(*) AS total FROM ${d} ${isSearched ? CURRENT : ""} ${fits}`, ...params),
	];
}

/** Selects the newest documents that a reader may read. */
export const newestReadable = (reader: Reader, limit: number): Select<ReadableDocument> =>
	select(
		`SELECT ${COLUMNS} FROM documents d INDEXED BY documents_newest ${CURRENT} WHERE ${READABLE} ${NEWEST} ${limitTo(limit)}`,
		...readerParams(reader),
	);

/**
 * Selects the categories of the documents that a reader may read, and whether documents for members are open to the
 * reader.
 */
export const readingAround = (reader: Reader): Select<{ categories: string; belongs: 0 | 1 }> =>
	selectOne(
		`SELECT (SELECT json_group_array(category) FROM (SELECT DISTINCT d.category FROM documents d
			WHERE ${READABLE} AND d.category <> '' ORDER BY d.category)) AS categories, ${BELONGS} AS belongs`,
		...readerParams(reader),
	);

/** One page of the documents that a reader may read, with the categories to choose from. */
export type ReadingList = {
	rows: readonly ReadableDocument[];
	total: number;
	categories: readonly string[];
	/** Whether documents for members are open to the reader. */
	belongs: boolean;
	page: number;
};

/** Reads a page of a reader's documents in one round trip. */
export async function readingList(database: D1Database, reader: Reader, query: ReadingQuery): Promise<ReadingList> {
	const [rows, [count], [around]] = await readRows(
		database,
		...readableDocuments(reader, { ...query, words: readingWords(query.q) }),
		readingAround(reader),
	);
	return {
		rows,
		total: count?.total ?? 0,
		categories: JSON.parse(around?.categories ?? "[]"),
		belongs: around?.belongs === 1,
		page: query.page,
	};
}

/**
 * The file of a version, the permission that its readers need, and whether the document is public (`is_open`):
 * downloads of a public document are not logged.
 */
export type DocumentFile = {
	id: number;
	permission: string | null;
	number: number;
	filename: string;
	content_type: string;
	size: number;
	object_key: string;
	is_open: 0 | 1;
};
export const FILE_COLUMNS = `d.id, d.permission, v.number, v.filename, v.content_type, v.size, v.object_key,
	d.visibility = 'public' AND d.state = 'published' AND v.number = d.current_version AS is_open`;

/**
 * Selects the current file of a document that a reader may read; no row for any other user, as if the document did not
 * exist.
 */
export const readableFile = (reader: Reader, id: number): Select<DocumentFile> =>
	selectOne(
		`SELECT ${FILE_COLUMNS} FROM documents d ${CURRENT} WHERE d.id = ?3 AND ${READABLE}`,
		...readerParams(reader),
		id,
	);
