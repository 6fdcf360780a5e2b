import { limitTo, readRows, type Select, select, selectOne } from "#db/read.ts";
import { FILE_ID } from "#domain/content/content/files.ts";
import type { MediaListQuery } from "#domain/content/media/schema.ts";

/** The number of files on one page of the library. */
export const MEDIA_PER_PAGE = 30;

/**
 * A file of the website. `width` and `height` are those of a picture, in pixels; `alt` is the description that staff
 * gave it.
 */
export type MediaRow = {
	id: string;
	filename: string;
	content_type: string;
	size: number;
	width: number | null;
	height: number | null;
	alt: string;
};
/**
 * A file in the list of the library. `created_at` is UTC milliseconds; `uses` counts articles, pages and announcements.
 */
export type ListedMediaRow = MediaRow & { created_at: number; uses: number };

/** The columns of a MediaRow, of the file `a` and what is said of it, `m`. */
export const MEDIA_COLUMNS = "a.id, a.filename, a.content_type, a.size, a.width, a.height, m.alt";
const MEDIA = "media m JOIN attachments a ON a.id = m.attachment_id";
const IS_PICTURE = "a.content_type LIKE 'image/%'";

/**
 * Returns SQL: whether the reader sees the file `a`. A reader who may not manage announcements for members (`all` is 0)
 * does not see a file that only non-public announcements name.
 */
export const isSeen = (
	all: string,
): string => `(${all} OR NOT EXISTS (SELECT 1 FROM attachment_uses u JOIN announcements n ON n.id = u.resource_id
		WHERE u.resource = 'announcement' AND u.attachment_id = a.id AND n.audience <> 'public')
	OR EXISTS (SELECT 1 FROM attachment_uses u LEFT JOIN announcements n ON u.resource = 'announcement' AND n.id = u.resource_id
		WHERE u.attachment_id = a.id AND coalesce(n.audience, 'public') = 'public')
	OR EXISTS (SELECT 1 FROM articles c WHERE c.cover_id = a.id))`;

/**
 * The condition of the filter: a part of the file name or alt text (?1), the kind of file (?2), pictures without alt
 * text (?3), files that nothing uses (?4). NULL and '' do not restrict.
 */
const WANTED = `WHERE ${isSeen("?5")} AND (?1 = '' OR instr(lower(a.filename), ?1) > 0 OR instr(lower(m.alt), ?1) > 0)
	AND (?2 IS NULL OR (${IS_PICTURE}) = (?2 = 'picture'))
	AND (?3 IS NULL OR (m.alt = '' AND ${IS_PICTURE}))
	AND (?4 IS NULL OR (NOT EXISTS (SELECT 1 FROM attachment_uses u WHERE u.attachment_id = a.id)
		AND NOT EXISTS (SELECT 1 FROM articles c WHERE c.cover_id = a.id)))`;

/** The orders of the library, each twice: for the files `a` with `m`, and for the rows `p` of one page. */
const ORDERS = {
	newest: ["m.created_at DESC, m.attachment_id", "p.created_at DESC, p.id"],
	name: ["a.filename COLLATE NOCASE, a.id", "p.filename COLLATE NOCASE, p.id"],
	size: ["a.size DESC, a.id", "p.size DESC, p.id"],
} as const;

/**
 * Selects the files of one page of the library and counts all that fit, as two queries of one round trip. Without
 * `all`, files that only non-public announcements name are left out.
 */
export function mediaSelect(
	{ q, kind, alt, use, sort = "newest", page }: MediaListQuery,
	all: boolean,
	size = MEDIA_PER_PAGE,
): [Select<ListedMediaRow>, Select<{ total: number }>] {
	const [order, again] = ORDERS[sort];
	const params = [q.normalize("NFC").toLowerCase(), kind ?? null, alt ?? null, use ?? null, Number(all)];
	return [
		// Uses are counted only for the rows of the page.
		select(
			`SELECT p.*, (SELECT count(*) FROM (
					SELECT resource, resource_id FROM attachment_uses WHERE attachment_id = p.id
					UNION SELECT 'article', id FROM articles WHERE cover_id = p.id)) AS uses
			FROM (SELECT ${MEDIA_COLUMNS}, m.created_at FROM ${MEDIA} ${WANTED}
				ORDER BY ${order} ${limitTo(size, (page - 1) * size)}) p ORDER BY ${again}`,
			...params,
		),
		select(`SELECT count(*) AS total FROM ${MEDIA} ${WANTED}`, ...params),
	];
}

/** Selects the files of these ids, in no order; an id that is not a file's is left out. */
export const mediaByIds = (ids: readonly string[]): Select<MediaRow> =>
	select(
		`SELECT ${MEDIA_COLUMNS} FROM ${MEDIA} WHERE a.id IN (SELECT value FROM json_each(?1))`,
		JSON.stringify(ids.filter((id) => FILE_ID.test(id))),
	);

/** A file with everything that its page shows. `uploader` is a name, null when the file was imported. */
export type OneMediaRow = MediaRow & {
	object_key: string;
	sha256: string;
	version: number;
	focal_x: number | null;
	focal_y: number | null;
	created_at: number;
	uploader: string | null;
	/** How far the smaller copies of a picture are (null where there can be none), and how many there are. */
	picture: "waiting" | "done" | "failed" | null;
	copies: number;
};

/** Selects a file by its id; without `all` no row for a file that only non-public announcements name. */
export const oneMedia = (id: string, all: boolean): Select<OneMediaRow> =>
	selectOne(
		`SELECT ${MEDIA_COLUMNS}, a.object_key, a.sha256, m.version, m.focal_x, m.focal_y, a.created_at, u.name AS uploader,
			(SELECT state FROM pictures WHERE attachment_id = a.id) AS picture,
			(SELECT count(*) FROM picture_variants WHERE attachment_id = a.id) AS copies
		FROM ${MEDIA} LEFT JOIN users u ON u.id = m.uploaded_by WHERE a.id = ?1 AND ${isSeen("?2")}`,
		id,
		Number(all),
	);

/** How a text uses a file: as its cover, in its text, as an attachment, or as the picture of its SEO fields. */
export type MediaRole = "cover" | "inline" | "file" | "seo";
/** A text that uses a file. `state` is a state of the workflow; an announcement is "published" while it is open. */
export type MediaUseRow = {
	resource: "article" | "page" | "announcement";
	id: number;
	title: string;
	state: string;
	/** JSON list of MediaRole. */
	roles: string;
};

/** Selects the texts that use a file, articles first. */
export const usesOfMedia = (id: string): Select<MediaUseRow> =>
	select(
		`WITH used (resource, id, role) AS (
			SELECT resource, resource_id, role FROM attachment_uses WHERE attachment_id = ?1
			UNION SELECT 'article', id, 'cover' FROM articles WHERE cover_id = ?1
			UNION SELECT 'article', id, 'seo' FROM articles WHERE instr(seo_image, ?1) > 0
			UNION SELECT 'page', id, 'seo' FROM pages WHERE instr(seo_image, ?1) > 0
		)
		SELECT u.resource, u.id, coalesce(a.title, p.title, n.title) AS title,
			coalesce(a.state, p.state, iif(n.is_live, 'published', 'draft')) AS state,
			json_group_array(u.role ORDER BY u.role) AS roles
		FROM used u
			LEFT JOIN articles a ON u.resource = 'article' AND a.id = u.id
			LEFT JOIN pages p ON u.resource = 'page' AND p.id = u.id
			LEFT JOIN announcements n ON u.resource = 'announcement' AND n.id = u.id
		GROUP BY u.resource, u.id
		ORDER BY CASE u.resource WHEN 'article' THEN 1 WHEN 'page' THEN 2 ELSE 3 END, title, u.id`,
		id,
	);

/** How many autosaved forms and how many revisions of texts name a file. */
export type MediaMentions = { drafts: number; revisions: number };

export const mentionsOfMedia = (id: string): Select<MediaMentions> =>
	selectOne(
		`SELECT (SELECT count(*) FROM drafts WHERE instr(fields, ?1) > 0) AS drafts,
			(SELECT count(*) FROM revisions WHERE instr(snapshot, ?1) > 0) AS revisions`,
		id,
	);

/**
 * Returns which of some stored objects (`objectKeys`) a row names, and when the newest file of the place was stored;
 * null when there is none.
 */
export async function knownPublic(
	d1: D1Database,
	place: "attachments" | "documents",
	objectKeys: readonly string[],
): Promise<{ newest: number | null; named: Set<string> }> {
	const { newest, rows } = PLACES[place];
	const [[found], named] = await readRows(
		d1,
		select<{ newest: number | null }>(`SELECT max(created_at) AS newest FROM ${newest}`),
		select<{ object_key: string }>(
			`SELECT object_key FROM ${rows} WHERE object_key IN (SELECT value FROM json_each(?1))`,
			JSON.stringify(objectKeys),
		),
	);
	return { newest: found?.newest ?? null, named: new Set(named.map(({ object_key }) => object_key)) };
}
/** The tables of each place. The time of the newest attachment is read from `media`, which has an index by time. */
const PLACES = {
	attachments: {
		newest: "media",
		rows: "(SELECT object_key FROM attachments UNION ALL SELECT object_key FROM picture_variants)",
	},
	documents: { newest: "document_versions", rows: "document_versions" },
} as const;
