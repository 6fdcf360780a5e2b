import { limitTo, type OrElsewhere, type Select, select, selectOne, selectOneOr } from "#db/read.ts";
import { publishedBetween } from "#domain/content/content/schema.ts";
import type { DocumentKind } from "#domain/content/documents/kinds.ts";
import type { DocumentListQuery } from "#domain/content/documents/schema.ts";

export type DocumentRow = {
	id: number;
	slug: string;
	title: string;
	description: string;
	category: string;
	kind: DocumentKind;
	version: number;
	filename: string;
	content_type: string;
	size: number;
	sha256: string;
	object_key: string;
	published_at: number;
	updated_at: number;
};

const COLUMNS = `d.id, d.slug, d.title, d.description, d.category, d.kind, v.number AS version, v.filename, v.content_type, v.size,
	v.sha256, v.object_key, d.published_at, d.updated_at`;
const CURRENT = "JOIN document_versions v ON v.document_id = d.id AND v.number = d.current_version";
const PUBLIC = "d.state = 'published' AND d.visibility = 'public'";

export type DocumentFilter = Pick<DocumentListQuery, "kind" | "category" | "published_from" | "published_to">;

/** Returns the SQL condition of the public documents that fit a filter, with its parameters. */
function fitting(filter: DocumentFilter): { where: string; params: (string | number)[] } {
	const where = [PUBLIC];
	const params: (string | number)[] = [];
	const bound = (value: string | number): string => `?${params.push(value)}`;
	const { from, until } = publishedBetween(filter);
	if (filter.kind !== undefined) where.push(`d.kind = ${bound(filter.kind)}`);
	if (filter.category !== undefined) where.push(`d.category = ${bound(filter.category)}`);
	if (from !== undefined) where.push(`d.published_at >= ${bound(from)}`);
	if (until !== undefined) where.push(`d.published_at < ${bound(until)}`);
	return { where: where.join(" AND "), params };
}

/** Selects public documents that fit a filter, newest first. */
export function listDocuments(filter: DocumentFilter, page: { limit: number; offset: number }): Select<DocumentRow> {
	const { where, params } = fitting(filter);
	const order = `ORDER BY d.published_at DESC, d.id DESC ${limitTo(page.limit, page.offset)}`;
	return select(`SELECT ${COLUMNS} FROM documents d ${CURRENT} WHERE ${where} ${order}`, ...params);
}

export function countDocuments(filter: DocumentFilter): Select<{ total: number }> {
	const { where, params } = fitting(filter);
	return selectOne(`SELECT count(*) AS total FROM documents d WHERE ${where}`, ...params);
}

/** Selects public documents by id, for the hits of a search. */
export const documentsByIds = (ids: number[]): Select<DocumentRow> =>
	select(
		`SELECT ${COLUMNS} FROM json_each(?1) picked JOIN documents d ON d.id = picked.value ${CURRENT} WHERE ${PUBLIC}`,
		JSON.stringify(ids),
	);

/**
 * Selects the public document of a slug, or else where that slug leads; a document that is not public is never found.
 */
export const documentBySlug = (slug: string): Select<OrElsewhere<DocumentRow>> =>
	selectOneOr(
		`SELECT ${COLUMNS} FROM documents d ${CURRENT} WHERE d.slug = ?1 AND ${PUBLIC}`,
		`SELECT json_object('slug', slug, 'state', state) FROM (
			SELECT slug, state FROM documents WHERE slug = ?1 AND visibility = 'public'
			UNION ALL SELECT d.slug, d.state FROM slug_history h JOIN documents d ON d.id = h.id
				WHERE h.resource = 'document' AND h.slug = ?1 AND d.visibility = 'public')`,
		slug,
	);
