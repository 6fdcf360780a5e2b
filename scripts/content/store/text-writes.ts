import { sql } from "drizzle-orm";
import type { Write } from "#db/commit.ts";
import { sizesOf } from "#domain/content/content/files.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";
import { renderMarkdown } from "#domain/content/content/markdown.ts";
import type { SiteFile } from "../site.ts";
import { chunks, insertRows, type JsonRow, updateRows } from "./json-writes.ts";
import type { Change } from "./plan.ts";
import {
	ANNOUNCEMENT_COLUMNS,
	ARTICLE_COLUMNS,
	articleRow,
	DOCUMENT_COLUMNS,
	PAGE_COLUMNS,
	pageRow,
	publishingRow,
} from "./text-rows.ts";

type Work = { files: Map<string, SiteFile>; now: number };

/** Writes the rows of new and changed texts. New articles and pages are inserted as drafts (see `publishNew`). */
export function writeTexts(creates: Change[], updates: Change[], work: Work): Write[] {
	return [
		...writePages(creates, updates, work),
		...writeArticles(creates, updates, work),
		...writeDocuments(creates, updates, work),
		...writeAnnouncements(creates, updates, work),
	];
}

/**
 * Gives new articles and pages that are not drafts their state, after all their parts are written: each change of a
 * part of a published text is reported to its readers, so that they are told once, of the complete text.
 */
export function publishNew(creates: Change[]): Write[] {
	const stateRows = (resource: TextKind): JsonRow[] =>
		creates.flatMap(({ record }) =>
			record.resource === resource && record.text.state !== "draft"
				? [
						{
							slug: record.text.slug,
							state: record.text.state,
							is_pinned: "isPinned" in record.text && record.text.isPinned ? 1 : 0,
						},
					]
				: [],
		);
	const publish = (table: string, rows: JsonRow[], also: string): Write[] =>
		chunks(rows).map(
			(list) => sql`UPDATE ${sql.raw(table)} SET state = j.value ->> 'state'${sql.raw(also)}
				FROM json_each(${list}) AS j WHERE ${sql.raw(table)}.slug = j.value ->> 'slug'`,
		);
	return [
		...publish("articles", stateRows("article"), ", is_pinned = j.value ->> 'is_pinned'"),
		...publish("pages", stateRows("page"), ""),
	];
}

const asDraft = (row: JsonRow): JsonRow => ({
	...row,
	state: "draft",
	...("is_pinned" in row ? { is_pinned: 0 } : {}),
});
const created = (work: Work): [string, ReturnType<typeof sql>] => ["created_at", sql`${work.now}`];
const identity = ({ row }: Change): JsonRow => ({ id: row?.id ?? 0, version: row?.version ?? 0 });

function writeArticles(creates: Change[], updates: Change[], work: Work): Write[] {
	const sizes = sizesOf([...work.files.values()]);
	const rows = (changes: Change[]): JsonRow[] =>
		changes.flatMap((change) =>
			change.record.resource === "article" ? [{ ...identity(change), ...articleRow(change.record.text, sizes) }] : [],
		);
	return [
		...updateRows("articles", ARTICLE_COLUMNS, rows(updates)),
		...insertRows("articles", [...ARTICLE_COLUMNS, created(work)], { rows: rows(creates).map(asDraft) }),
	];
}

/** Writes pages with one statement for each level of the tree, because a parent must exist before its children. */
function writePages(creates: Change[], updates: Change[], work: Work): Write[] {
	const sizes = sizesOf([...work.files.values()]);
	const rows = (changes: Change[]): JsonRow[] =>
		changes.flatMap((change) =>
			change.record.resource === "page" ? [{ ...identity(change), ...pageRow(change.record.text, sizes) }] : [],
		);
	const parent: [string, ReturnType<typeof sql>] = [
		"parent_id",
		sql`(SELECT id FROM pages AS p WHERE p.path = j.value ->> 'parent_path')`,
	];
	const levels = new Map<number, JsonRow[]>();
	for (const row of rows(creates)) {
		const depth = String(row.path).split("/").length;
		levels.set(depth, [...(levels.get(depth) ?? []), asDraft(row)]);
	}
	return [
		...[...levels.keys()]
			.sort((a, b) => a - b)
			.flatMap((depth) =>
				insertRows("pages", [...PAGE_COLUMNS, parent, created(work)], { rows: levels.get(depth) ?? [] }),
			),
		...updateRows("pages", [...PAGE_COLUMNS, parent], rows(updates)),
	];
}

function writeDocuments(creates: Change[], updates: Change[], work: Work): Write[] {
	const rows = (changes: Change[]): JsonRow[] =>
		changes.flatMap((change) => {
			const { record } = change;
			if (record.resource !== "document") return [];
			const { description, category, kind, visibility, permission = null, file } = record.text;
			const has = work.files.get(file.id);
			const version = {
				file_name: has?.filename ?? "",
				file_type: has?.contentType ?? "",
				file_size: has?.size ?? 0,
				file_hash: has?.sha256 ?? "",
				file_key: `documents/${file.id}`,
				note: file.note,
			};
			const about = { description, category, kind, visibility, permission };
			return [{ ...identity(change), ...publishingRow(record.text), ...about, ...version }];
		});
	const isNewFile = (change: Change): boolean => {
		const { record, before } = change;
		return (
			record.resource === "document" &&
			(before?.resource !== "document" ||
				before.text.file.id !== record.text.file.id ||
				before.text.file.note !== record.text.file.note)
		);
	};
	const next = sql`(SELECT coalesce(max(number), 0) + 1 FROM document_versions AS v WHERE v.document_id = d.id)`;
	return [
		...updateRows("documents", DOCUMENT_COLUMNS, rows(updates)),
		...insertRows("documents", [...DOCUMENT_COLUMNS, created(work), ["current_version", sql`1`]], {
			rows: rows(creates),
		}),
		...chunks(rows([...creates, ...updates].filter(isNewFile))).flatMap((list) => [
			sql`INSERT INTO document_versions (document_id, number, filename, content_type, size, sha256, object_key, note, created_at)
				SELECT d.id, ${next}, j.value ->> 'file_name', j.value ->> 'file_type', j.value ->> 'file_size', j.value ->> 'file_hash',
					j.value ->> 'file_key', j.value ->> 'note', ${work.now}
				FROM json_each(${list}) AS j JOIN documents AS d ON d.slug = j.value ->> 'slug'`,
			sql`UPDATE documents SET current_version = (SELECT max(number) FROM document_versions AS v WHERE v.document_id = documents.id)
				FROM json_each(${list}) AS j WHERE documents.slug = j.value ->> 'slug' AND j.value ->> 'id' <> 0`,
		]),
	];
}

function writeAnnouncements(creates: Change[], updates: Change[], work: Work): Write[] {
	const sizes = sizesOf([...work.files.values()]);
	const rows = (changes: Change[]): JsonRow[] =>
		changes.flatMap((change) => {
			const { record } = change;
			if (record.resource !== "announcement") return [];
			const { slug, title, audience, isPinned, publishFrom, publishUntil, updatedAt, bodyMarkdown } = record.text;
			return [
				{
					...identity(change),
					slug,
					title,
					audience,
					is_pinned: isPinned ? 1 : 0,
					publish_from: publishFrom,
					publish_until: publishUntil,
					updated_at: updatedAt,
					body_markdown: bodyMarkdown,
					body_html: renderMarkdown(bodyMarkdown, sizes).html,
				},
			];
		});
	return [
		...updateRows("announcements", ANNOUNCEMENT_COLUMNS, rows(updates)),
		...insertRows("announcements", [...ANNOUNCEMENT_COLUMNS, created(work)], { rows: rows(creates) }),
	];
}
