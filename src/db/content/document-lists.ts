import { orders, placeOf } from "#db/orders.ts";
import { limitTo, type Select, select } from "#db/read.ts";
import { STATES, type State } from "#domain/content/content/states.ts";
import { DOCUMENT_KINDS, type DocumentKind } from "#domain/content/documents/kinds.ts";
import { VISIBILITIES, type Visibility } from "#domain/content/documents/rules.ts";
import { type DocumentFile, FILE_COLUMNS } from "./document-reading.ts";

/** The number of documents on one page of the list. */
export const DOCUMENTS_PER_PAGE = 30;

/** A document in the list. Times are UTC milliseconds; the file is that of the current version. */
export type DocumentListRow = {
	id: number;
	slug: string;
	title: string;
	category: string;
	kind: DocumentKind;
	visibility: Visibility;
	permission: string | null;
	state: State;
	published_at: number | null;
	publish_at: number | null;
	updated_at: number;
	number: number | null;
	filename: string | null;
	size: number | null;
};

/** Whether the reader may see all documents, or only public ones: a condition of every statement in this file. */
type Sight = { all: boolean };
const SEEN = "(?1 = 1 OR d.visibility = 'public')";
const CURRENT = "LEFT JOIN document_versions v ON v.document_id = d.id AND v.number = d.current_version";
const FITS = `${SEEN} AND (d.state = ?2 OR (?2 IS NULL AND d.state <> 'trashed'))
	AND (?3 IS NULL OR d.visibility = ?3) AND (?4 IS NULL OR d.category = ?4)
	AND (?5 IS NULL OR d.kind = ?5)`;
const IS_NAMED = `AND (instr(lower(d.title), lower(?6)) > 0 OR instr(lower(d.slug), lower(?6)) > 0
	OR instr(lower(v.filename), lower(?6)) > 0)`;

/** The filter of the list of documents. */
export type DocumentFilter = {
	q: string;
	visibility?: Visibility | undefined;
	state?: State | undefined;
	category?: string | undefined;
	kind?: DocumentKind | undefined;
};
/** The orders of the list; `published` is when a document will be published, or was. */
const ORDER = orders(
	{
		title: "d.title",
		kind: placeOf("d.kind", DOCUMENT_KINDS),
		category: "nullif(d.category, '')",
		visible: [placeOf("d.visibility", VISIBILITIES), "d.permission"],
		state: placeOf("d.state", STATES),
		published: "iif(d.state = 'scheduled', d.publish_at, d.published_at)",
		updated: "d.updated_at",
	},
	"d.id",
);
export const DOCUMENT_SORTS = ORDER.sorts;
type DocumentsAsk = DocumentFilter & { sort: (typeof DOCUMENT_SORTS)[number]; page: number };

/**
 * Returns FROM and WHERE of the documents that fit, without the trash unless it is asked for. The file names are joined
 * only when there is a search text.
 */
function fitting(query: DocumentFilter, { all }: Sight): { from: string; params: (string | number | null)[] } {
	const q = query.q.normalize("NFC");
	const params = [
		Number(all),
		query.state ?? null,
		query.visibility ?? null,
		query.category ?? null,
		query.kind ?? null,
	];
	if (q === "") return { from: `FROM documents d WHERE ${FITS}`, params };
	return { from: `FROM documents d ${CURRENT} WHERE ${FITS} ${IS_NAMED}`, params: [...params, q] };
}

/** Selects the documents of one page and counts all that fit, as two queries of one round trip. */
export function documentsSelect(
	query: DocumentsAsk,
	sight: Sight,
	size = DOCUMENTS_PER_PAGE,
): [Select<DocumentListRow>, Select<{ total: number }>] {
	const { from, params } = fitting(query, sight);
	const order = ORDER.by(query.sort);
	return [
		select(
			`SELECT d.id, d.slug, d.title, d.category, d.kind, d.visibility, d.permission, d.state, d.published_at, d.publish_at,
				d.updated_at, v.number, v.filename, v.size
			FROM (SELECT d.id ${from} ${order} ${limitTo(size, (query.page - 1) * size)}) picked
				JOIN documents d ON d.id = picked.id ${CURRENT} ${order}`,
			...params,
		),
		select(`SELECT count(*) AS total ${from}`, ...params),
	];
}

/** Selects the ids of all documents that fit, on every page. */
export function fittingDocuments(query: DocumentFilter, sight: Sight): Select<{ id: number }> {
	const { from, params } = fitting(query, sight);
	return select(`SELECT d.id ${from}`, ...params);
}

/** Selects at most 200 categories in use, for the filter and as suggestions of the form. */
export const documentCategories = ({ all }: Sight): Select<{ category: string }> =>
	select(
		`SELECT DISTINCT d.category FROM documents d WHERE ${SEEN} AND d.category <> '' ORDER BY d.category ${limitTo(200)}`,
		Number(all),
	);

/** A document as its page shows it. `old_slugs` is JSON of the old addresses that redirect to it. */
export type DocumentPageRow = DocumentListRow & {
	description: string;
	unpublish_at: number | null;
	version: number;
	created_at: number;
	old_slugs: string;
	/** Whether a press makes its versions, so that nobody uploads or restores one. */
	is_pressed: 0 | 1;
};

/** Selects a document by its id; no row when the reader may not see it. */
export const documentSelect = (id: number, { all }: Sight): Select<DocumentPageRow> =>
	select(
		`SELECT d.id, d.slug, d.title, d.description, d.category, d.kind, d.visibility, d.permission, d.state, d.published_at,
			d.publish_at, d.unpublish_at, d.updated_at, d.created_at, d.version, v.number, v.filename, v.size,
			d.pressed_version IS NOT NULL AS is_pressed,
			(SELECT json_group_array(h.slug) FROM slug_history h WHERE h.resource = 'document' AND h.id = d.id) AS old_slugs
		FROM documents d ${CURRENT} WHERE d.id = ?2 AND ${SEEN}`,
		Number(all),
		id,
	);

/** A version of a document, with the number of its downloads by users whom the audit log names. */
export type DocumentVersionRow = {
	number: number;
	filename: string;
	size: number;
	note: string;
	created_at: number;
	downloads: number;
};
/**
 * The SQL of the versions that the reader may see. A reader who sees only public documents sees no version from before
 * the document became public.
 */
const SEEN_VERSIONS = `FROM documents d JOIN document_versions v ON v.document_id = d.id
		AND (?1 = 1 OR v.number >= d.public_from)`;

/** Selects the versions of a document that the reader may see, newest first. */
export const versionsSelect = (id: number, { all }: Sight): Select<DocumentVersionRow> =>
	select(
		`SELECT v.number, v.filename, v.size, v.note, v.created_at, coalesce(n.downloads, 0) AS downloads ${SEEN_VERSIONS}
			LEFT JOIN document_downloads n ON n.document_id = v.document_id AND n.number = v.number
		WHERE d.id = ?2 AND ${SEEN} ORDER BY v.number DESC`,
		Number(all),
		id,
	);

/** Selects the file of a version of a document, if the reader may see it. */
export const versionFile = (of: { id: number; number: number }, { all }: Sight): Select<DocumentFile> =>
	select(
		`SELECT ${FILE_COLUMNS} ${SEEN_VERSIONS} WHERE d.id = ?2 AND ${SEEN} AND v.number = ?3`,
		Number(all),
		of.id,
		of.number,
	);

/** A download of a document: who, when (UTC milliseconds), and which version. */
export type DownloadRow = {
	at: number;
	actor: string;
	user_name: string | null;
	/** The name of the user for whom a deputy read the document. */
	on_behalf_of: string | null;
	number: number | null;
};

/** Selects the newest downloads of a document that are in the audit log. */
export const downloadsOf = (id: number, limit: number): Select<DownloadRow> =>
	select(
		`SELECT a.at, a.actor, u.name AS user_name, d.name AS on_behalf_of, a.changes ->> '$.number' AS number
		FROM audit_log a INDEXED BY audit_log_of_record LEFT JOIN users u ON u.id = a.user_id
			LEFT JOIN users d ON d.id = a.on_behalf_of
		WHERE a.auditable_type = 'document' AND a.auditable_id = ?1 AND a.action = 'document.download'
		ORDER BY a.at DESC, a.id DESC ${limitTo(limit)}`,
		String(id),
	);
