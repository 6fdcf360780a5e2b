import { limitTo, readRows, type Select, select, selectOne } from "#db/read.ts";
import { GUARDIAN_ACTS } from "#db/system/family.ts";
import { type ReadingQuery, readingWords } from "#domain/content/documents/form.ts";
import type { Visibility } from "#domain/content/documents/rules.ts";

/** Who reads: a user, with what they hold today. */
export type Reader = { userId: number; permissions: ReadonlySet<string> };

/** Documents on a page of a reader's list. */
export const READ_PER_PAGE = 50;

/** A document as its readers find it: the file is that of the current version, `filed_at` when it came (UTC milliseconds). */
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
 * Whether the user ?1 belongs to the association, or acts for somebody who does: the board took them in, they paid
 * once, and they have not left. Who is in arrears still belongs (docs/concepts.md#who-reads-a-document), who is
 * suspended does not for as long as they are.
 */
const BELONGS = `(EXISTS (SELECT 1 FROM members m WHERE m.user_id = ?1 AND m.status = 'active' AND m.merged_into IS NULL)
	OR EXISTS (SELECT 1 FROM members g CROSS JOIN members m ON m.guardian_member_id = g.id
		WHERE g.user_id = ?1 AND g.merged_into IS NULL AND m.status = 'active' AND m.merged_into IS NULL AND ${GUARDIAN_ACTS}))`;

/**
 * THE rule of who reads a document `d`, of the user ?1 who holds the permissions ?2 (JSON): what is published and for
 * everybody, for members, or for a permission of theirs. No role and no way into the administration says more.
 */
export const READABLE = `d.state = 'published' AND CASE d.visibility WHEN 'public' THEN 1
	WHEN 'members' THEN 'member.own' IN (SELECT value FROM json_each(?2)) AND ${BELONGS}
	ELSE d.permission IN (SELECT value FROM json_each(?2)) END`;

const CURRENT = "JOIN document_versions v ON v.document_id = d.id AND v.number = d.current_version";
const COLUMNS = `d.id, d.title, d.description, d.category, d.visibility, d.permission, v.number, v.filename, v.size,
	v.created_at AS filed_at`;
/** As `documents_for_readers` has them. */
const ORDER = "ORDER BY d.category = '', d.category, d.updated_at DESC, d.id DESC";
const NEWEST = "ORDER BY d.updated_at DESC, d.id DESC";
/** Every word ?4 (JSON, folded) stands in what is said of it. */
const IS_NAMED = `AND NOT EXISTS (SELECT 1 FROM json_each(?4) w
	WHERE instr(replace(lower(d.title || ' ' || d.category || ' ' || d.description || ' ' || v.filename), '臺', '台'), w.value) = 0)`;

/** The first two parameters of every statement here: who reads. */
export const readerParams = ({ userId, permissions }: Reader): (string | number)[] => [
	userId,
	JSON.stringify([...permissions]),
];

/** What somebody may read: a page of it by category, and how much there is. */
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

/** The newest of it. */
export const newestReadable = (reader: Reader, limit: number): Select<ReadableDocument> =>
	select(
		`SELECT ${COLUMNS} FROM documents d INDEXED BY documents_newest ${CURRENT} WHERE ${READABLE} ${NEWEST} ${limitTo(limit)}`,
		...readerParams(reader),
	);

/** The categories of what they may read, and whether what is for members is open to them. */
export const readingAround = (reader: Reader): Select<{ categories: string; belongs: 0 | 1 }> =>
	selectOne(
		`SELECT (SELECT json_group_array(category) FROM (SELECT DISTINCT d.category FROM documents d
			WHERE ${READABLE} AND d.category <> '' ORDER BY d.category)) AS categories, ${BELONGS} AS belongs`,
		...readerParams(reader),
	);

/** A page of what somebody may read, with what is offered beside it. */
export type ReadingList = {
	rows: readonly ReadableDocument[];
	total: number;
	categories: readonly string[];
	/** Whether what is for members is open to them. */
	belongs: boolean;
	page: number;
};

/** Reads it in one round trip. */
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
 * A version's file, the permission that its readers need, and whether it is what everybody may have: such a download is
 * nobody's business.
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

/** The current file of a document that somebody may read; no row for anybody else, as if there were none. */
export const readableFile = (reader: Reader, id: number): Select<DocumentFile> =>
	selectOne(
		`SELECT ${FILE_COLUMNS} FROM documents d ${CURRENT} WHERE d.id = ?3 AND ${READABLE}`,
		...readerParams(reader),
		id,
	);
