import { SQL, sql } from "drizzle-orm";
import type { Db, Write } from "#db/commit.ts";
import { articles } from "#db/schema/articles.ts";
import { type BulkChange, bulkFields, bulkFrom, type TagChange } from "#domain/content/articles/bulk.ts";
import { RETURNED_STEPS } from "#domain/content/content/returning.ts";
import { TAGS_PER_ARTICLE } from "#domain/content/tags/rules.ts";
import type { By } from "#kernel/by.ts";
import { keepFirst, keepRevision } from "./revisions.ts";

/** Returns a number of the program as SQL text. Throws a RangeError for anything but a whole number. */
function whole(value: number): string {
	if (!Number.isSafeInteger(value)) throw new RangeError(`not a whole number: ${value}`);
	return String(value);
}

const tagged = (tagId: number): string =>
	`EXISTS (SELECT 1 FROM article_tags x WHERE x.article_id = articles.id AND x.tag_id = ${whole(tagId)})`;

/**
 * Returns the SQL condition of the rows of `articles` that a bulk change changes: their state allows it, and they do
 * not have the new value already. An article whose time to be taken down has passed is not published, because the cron
 * would take it down again; nor is one that a release holds back, or a story without one.
 */
export function changeable(change: BulkChange, at: number): string {
	const state = `articles.state IN (${bulkFrom(change.kind)
		.map((one) => `'${one}'`)
		.join(", ")})`;
	switch (change.kind) {
		case "publish":
			return `${state} AND (articles.unpublish_at IS NULL OR articles.unpublish_at > ${whole(at)})
				AND NOT EXISTS (SELECT 1 FROM texts_held_today h WHERE h.resource = 'article' AND h.id = articles.id)
				AND NOT EXISTS (SELECT 1 FROM stories_without_release s WHERE s.id = articles.id)`;
		case "pin":
		case "unpin":
			return `${state} AND articles.is_pinned = ${change.kind === "pin" ? 0 : 1}`;
		case "add_tag":
			return `${state} AND NOT ${tagged(change.tagId)}
				AND (SELECT count(*) FROM article_tags x WHERE x.article_id = articles.id) < ${whole(TAGS_PER_ARTICLE)} AND EXISTS (SELECT 1 FROM tags WHERE id = ${whole(change.tagId)})`;
		case "remove_tag":
			return `${state} AND ${tagged(change.tagId)}`;
		default:
			return state;
	}
}

/**
 * The position, in the results of `bulkWrites`, of the articles without a text; BULK_CHANGED is that of the changed
 * articles.
 */
export const BULK_EMPTY = 0;
export const BULK_CHANGED = 1;

/**
 * Changes those of the articles to which the bulk change applies, each with a raised version and an audit row, by
 * statements over the whole set, whatever its size. The first two statements return a row for each article without a
 * text and for each article that is changed. When the change alters the text, its revisions are kept.
 */
export function bulkWrites(db: Db, { ids, ...change }: BulkChange & { ids: readonly number[] }, by: By): Write[] {
	const list = JSON.stringify(ids);
	const chosen = sql`articles.id IN (SELECT value FROM json_each(${list})) AND ${sql.raw(changeable(change, by.at))}`;
	const columns = { ...bulkFields(change, by.at), version: sql`${articles.version} + 1` };
	const changed = [
		sql`SELECT id FROM articles WHERE ${chosen} AND body_markdown = ''`,
		audited(change, chosen, by),
		db.update(articles).set(columns).where(chosen),
	];
	return change.kind === "add_tag" || change.kind === "remove_tag"
		? [...changed, ...retagged(change, chosen, { list, by })]
		: changed;
}

/** How an article stood before a change, as `stoodAs` has it. */
const STOOD = sql`'stood', json_object('state', state, 'publish_at', publish_at, 'unpublish_at', unpublish_at,
	'is_pinned', is_pinned, 'pinned_until', pinned_until)`;

function audited(change: BulkChange, chosen: SQL, { at, userId, actor, ip }: By): Write {
	const { state } = bulkFields(change, at);
	const tag = "tagId" in change && sql`(SELECT name FROM tags WHERE id = ${change.tagId})`;
	const ends = state && sql`'from', state, 'to', ${state}`;
	const parts = [ends, tag && sql`'tag', ${tag}`, RETURNED_STEPS.some((one) => one === change.kind) && STOOD];
	const changes = sql`json_object(${sql.join(
		parts.filter((part) => part instanceof SQL),
		sql`, `,
	)})`;
	return sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
		SELECT ${at}, ${userId}, ${actor}, ${`article.${change.kind}`}, 'article', CAST(id AS TEXT), slug, ${ip}, ${changes}
		FROM articles WHERE ${chosen} RETURNING auditable_id`;
}

/**
 * Adds or removes a tag. These writes stand last in the batch, because an article that has been tagged no longer fits
 * `chosen`. An article that has no revision yet gets one of its text as it was before.
 */
function retagged({ kind, tagId }: TagChange, chosen: SQL, { list, by }: { list: string; by: By }): Write[] {
	const resource = "article";
	const kept = sql`SELECT DISTINCT resource_id FROM revisions
		WHERE resource = ${resource} AND resource_id IN (SELECT value FROM json_each(${list}))`;
	return [
		...keepFirst({ resource, id: sql`SELECT articles.id FROM articles WHERE ${chosen}` }),
		kind === "add_tag"
			? sql`INSERT INTO article_tags (article_id, tag_id) SELECT articles.id, ${tagId} FROM articles WHERE ${chosen}`
			: sql`DELETE FROM article_tags WHERE tag_id = ${tagId}
				AND article_id IN (SELECT articles.id FROM articles WHERE ${chosen})`,
		...keepRevision({ resource, id: kept, reason: "save", by }),
	];
}
