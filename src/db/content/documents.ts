import { limitTo, type OrElsewhere, type Select, select, selectOne, selectOneOr } from "#db/read.ts";

export type DocumentRow = {
	id: number;
	slug: string;
	title: string;
	description: string;
	category: string;
	version: number;
	filename: string;
	content_type: string;
	size: number;
	sha256: string;
	object_key: string;
	published_at: number;
	updated_at: number;
};

const COLUMNS = `d.id, d.slug, d.title, d.description, d.category, v.number AS version, v.filename, v.content_type, v.size,
	v.sha256, v.object_key, d.published_at, d.updated_at`;
const CURRENT = "JOIN document_versions v ON v.document_id = d.id AND v.number = d.current_version";
const PUBLIC = "d.state = 'published' AND d.visibility = 'public'";

/** Selects public documents, newest first; only those of one category when it is given. */
export function listDocuments(
	category: string | undefined,
	page: { limit: number; offset: number },
): Select<DocumentRow> {
	const order = `ORDER BY d.published_at DESC, d.id DESC ${limitTo(page.limit, page.offset)}`;
	const from = `SELECT ${COLUMNS} FROM documents d ${CURRENT} WHERE ${PUBLIC}`;
	return category === undefined ? select(`${from} ${order}`) : select(`${from} AND d.category = ?1 ${order}`, category);
}

export const countDocuments = (category: string | undefined): Select<{ total: number }> =>
	category === undefined
		? selectOne(`SELECT count(*) AS total FROM documents d WHERE ${PUBLIC}`)
		: selectOne(`SELECT count(*) AS total FROM documents d WHERE ${PUBLIC} AND d.category = ?1`, category);

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
