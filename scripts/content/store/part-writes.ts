import { type SQL, sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { keepRevision } from "#db/content/revisions.ts";
import { filesIn } from "#domain/content/content/files.ts";
import { byImport } from "#kernel/by.ts";
import type { SiteFile, SiteTerm } from "../site.ts";
import { chunks, insertRows, type JsonRow } from "./json-writes.ts";
import type { Change } from "./plan.ts";
import type { TextRecord } from "./records.ts";

/** Inserts new categories and tags. */
export function writeTerms(categories: SiteTerm[], tags: SiteTerm[], now: number): Write[] {
	const rows = (terms: SiteTerm[]): JsonRow[] =>
		terms.map(({ slug, name, description, position }) => ({ slug, name, description, position }));
	const times: [string, SQL][] = [
		["created_at", sql`${now}`],
		["updated_at", sql`${now}`],
	];
	return [
		...insertRows("categories", ["slug", "name", "description", "position", ...times], { rows: rows(categories) }),
		...insertRows("tags", ["slug", "name", ...times], { rows: rows(tags) }),
	];
}

/** Inserts the rows of files that are not stored yet; their objects must be in the bucket before. */
export function writeFiles(files: SiteFile[], now: number): Write[] {
	const rows = files.map(({ id, filename, contentType, size, sha256, width, height }) => ({
		id,
		filename,
		content_type: contentType,
		size,
		sha256,
		width,
		height,
		object_key: `attachments/${id}`,
	}));
	const columns = [
		"id",
		"filename",
		"content_type",
		"size",
		"sha256",
		"width",
		"height",
		"object_key",
		["created_at", sql`${now}`] as [string, SQL],
	];
	return insertRows("attachments", columns, {
		rows,
		unless: sql`SELECT 1 FROM attachments AS a WHERE a.id = j.value ->> 'id'`,
	});
}

const TABLES = { article: "articles", page: "pages", document: "documents", announcement: "announcements" };
const keyOf = (record: TextRecord): string => (record.resource === "page" ? record.text.path : record.text.slug);
/** SQL for the id of the text that the JSON row `j` names by its `key`. */
export const idOf = (resource: TextRecord["resource"]): SQL =>
	sql`(SELECT t.id FROM ${sql.raw(TABLES[resource])} AS t WHERE t.${sql.raw(resource === "page" ? "path" : "slug")} = j.value ->> 'key')`;

/** For how many texts one statement writes the parts, so that its parameter stays far below 2 MB. */
const GROUP = 300;

/** Writes the terms and files of the texts by difference: their rows are inserted or deleted, never updated. */
export function writeParts(creates: Change[], updates: Change[]): Write[] {
	return [...groups(updates).flatMap(dropParts), ...groups([...creates, ...updates]).flatMap(addParts)];
}

const groups = (changes: Change[]): Change[][] =>
	Array.from({ length: Math.ceil(changes.length / GROUP) }, (_, i) => changes.slice(i * GROUP, (i + 1) * GROUP));

const TERMS = [
	{ kind: "categories", table: "article_categories", column: "category_id" },
	{ kind: "tags", table: "article_tags", column: "tag_id" },
] as const;
const termId = (kind: "categories" | "tags"): SQL =>
	sql`(SELECT x.id FROM ${sql.raw(kind)} AS x WHERE x.slug = j.value ->> 'term')`;
const termRows = (changes: Change[], kind: "categories" | "tags"): JsonRow[] =>
	changes.flatMap(({ record }) =>
		record.resource === "article" ? record.text[kind].map((term) => ({ key: record.text.slug, term })) : [],
	);

const USERS = ["article", "page", "announcement"] as const;
const useRows = (changes: Change[], resource: (typeof USERS)[number]): JsonRow[] =>
	changes.flatMap(({ record }) => (record.resource === resource ? usesIn(record) : []));

/** Deletes the terms and files that changed texts no longer have. */
function dropParts(changes: Change[]): Write[] {
	const idsOf = (resource: TextRecord["resource"]): SQL => {
		const ids = changes.flatMap(({ record, row }) => (record.resource === resource ? (row?.id ?? []) : []));
		return sql`(SELECT value FROM json_each(${JSON.stringify(ids)}))`;
	};
	const terms = TERMS.map(
		({ kind, table, column }) => sql`DELETE FROM ${sql.raw(table)} WHERE article_id IN ${idsOf("article")}
			AND (article_id, ${sql.raw(column)}) NOT IN (SELECT ${idOf("article")}, ${termId(kind)} FROM json_each(${JSON.stringify(termRows(changes, kind))}) AS j)`,
	);
	const uses = USERS.map(
		(resource) => sql`DELETE FROM attachment_uses WHERE resource = ${resource} AND resource_id IN ${idsOf(resource)}
			AND (resource_id, role, attachment_id, position, description) NOT IN (
				SELECT ${idOf(resource)}, j.value ->> 'role', j.value ->> 'file', j.value ->> 'position', j.value ->> 'description'
				FROM json_each(${JSON.stringify(useRows(changes, resource))}) AS j)`,
	);
	return [...terms, ...uses];
}

function addParts(changes: Change[]): Write[] {
	const terms = TERMS.flatMap(({ kind, table, column }) =>
		insertRows(
			table,
			[
				["article_id", idOf("article")],
				[column, termId(kind)],
			],
			{
				rows: termRows(changes, kind),
				unless: sql`SELECT 1 FROM ${sql.raw(table)} AS h WHERE h.article_id = ${idOf("article")} AND h.${sql.raw(column)} = ${termId(kind)}`,
			},
		),
	);
	const uses = USERS.flatMap((resource) =>
		insertRows(
			"attachment_uses",
			[
				["resource", sql`${resource}`],
				["resource_id", idOf(resource)],
				"role",
				["attachment_id", sql`j.value ->> 'file'`],
				"position",
				"description",
			],
			{
				rows: useRows(changes, resource),
				unless: sql`SELECT 1 FROM attachment_uses AS u WHERE u.resource = ${resource} AND u.resource_id = ${idOf(resource)}
				AND u.role = j.value ->> 'role' AND u.attachment_id = j.value ->> 'file'`,
			},
		),
	);
	return [...terms, ...uses];
}

function usesIn(record: TextRecord): JsonRow[] {
	if (record.resource === "document") return [];
	const key = keyOf(record);
	const inline = filesIn(record.text.bodyMarkdown).map((file) => ({
		key,
		role: "inline",
		file,
		position: 0,
		description: "",
	}));
	if (record.resource === "announcement") return inline;
	return [
		...inline,
		...record.text.attachments.map(({ id, description }, position) => ({
			key,
			role: "file",
			file: id,
			position,
			description,
		})),
	];
}

/** Writes which of some articles are said to show nobody who can be recognised. */
export function markNobody(changes: Change[]): Write[] {
	const rows = changes.flatMap(({ record, row }) =>
		record.resource === "article" && record.text.nobodyShown ? [{ id: row?.id ?? null, key: record.text.slug }] : [],
	);
	const id = sql`coalesce(j.value ->> 'id', ${idOf("article")})`;
	return chunks(rows).flatMap((list) => [
		sql`UPDATE story_marks SET mark = 'nobody' WHERE article_id IN (SELECT ${id} FROM json_each(${list}) AS j)`,
		sql`INSERT INTO story_marks (article_id, mark) SELECT ${id}, 'nobody' FROM json_each(${list}) AS j
			WHERE ${id} NOT IN (SELECT article_id FROM story_marks)`,
	]);
}

/** Takes the mark from articles of which it is not said any more. */
export function unmarkNobody(updates: Change[]): Write[] {
	const ids = updates.flatMap(({ record, row }) =>
		record.resource === "article" && !record.text.nobodyShown && row ? [row.id] : [],
	);
	return ids.length === 0
		? []
		: [
				sql`DELETE FROM story_marks WHERE mark = 'nobody'
					AND article_id IN (SELECT value FROM json_each(${JSON.stringify(ids)}))`,
			];
}

/** Inserts redirects from earlier addresses that no text or redirect uses now. */
export function writeAliases(changes: Change[]): Write[] {
	return (["article", "page", "document"] as const).flatMap((resource) => {
		const rows = changes.flatMap(({ record }) =>
			record.resource === resource && "aliases" in record.text
				? record.text.aliases.map((alias) => ({ key: keyOf(record), alias }))
				: [],
		);
		const isThere = sql`SELECT 1 FROM slug_history AS h WHERE h.resource = ${resource} AND h.slug = j.value ->> 'alias'`;
		const isName = sql`SELECT 1 FROM ${sql.raw(TABLES[resource])} AS t WHERE t.${sql.raw(resource === "page" ? "path" : "slug")} = j.value ->> 'alias'`;
		return insertRows(
			"slug_history",
			[
				["resource", sql`${resource}`],
				["slug", sql`j.value ->> 'alias'`],
				["id", idOf(resource)],
			],
			{
				rows,
				unless: sql`${isThere} UNION ALL ${isName}`,
			},
		);
	});
}

/** Inserts a revision of every changed text, and the record of where the text came from. */
export function writeOrigins(changes: Change[], now: number): Write[] {
	return (["article", "page", "document", "announcement"] as const).flatMap((resource) => {
		const own = changes.filter(({ record }) => record.resource === resource);
		const origins = own.map(({ record, hash, row }) => ({
			key: keyOf(record),
			source: record.text.source,
			hash,
			version: (row?.version ?? 0) + 1,
		}));
		const id = idOf(resource);
		return [
			...keepTexts(resource, own, now),
			...chunks(origins).map(
				(list) => sql`INSERT INTO import_sources (resource, source, resource_id, hash, version, imported_at)
					SELECT ${resource}, j.value ->> 'source', ${id}, j.value ->> 'hash', j.value ->> 'version', ${now} FROM json_each(${list}) AS j WHERE true
					ON CONFLICT (resource, source) DO UPDATE SET resource_id = excluded.resource_id, hash = excluded.hash,
						version = excluded.version, imported_at = excluded.imported_at`,
			),
		];
	});
}

/**
 * Stores a revision of each changed text: of an article or a page, its row as it is now stored; of a document or an
 * announcement, the folder's record as JSON.
 */
function keepTexts(resource: TextRecord["resource"], changes: Change[], now: number): Write[] {
	const id = idOf(resource);
	if (resource === "article" || resource === "page") {
		const keys = changes.map(({ record }) => ({ key: keyOf(record) }));
		return chunks(keys).flatMap((list) =>
			keepRevision({
				resource,
				id: sql`SELECT ${id} FROM json_each(${list}) AS j`,
				reason: "import",
				by: byImport(now),
			}),
		);
	}
	const rows = changes.map(({ record }) => ({ key: keyOf(record), snapshot: JSON.stringify(record.text) }));
	const number = sql`(SELECT coalesce(max(r.number), 0) + 1 FROM revisions AS r WHERE r.resource = ${resource} AND r.resource_id = ${id})`;
	return insertRows(
		"revisions",
		[
			["resource", sql`${resource}`],
			["resource_id", id],
			["number", number],
			"snapshot",
			["reason", sql`'import'`],
			["actor", sql`'import'`],
			["created_at", sql`${now}`],
		],
		{ rows },
	);
}
