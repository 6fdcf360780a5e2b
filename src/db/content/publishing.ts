import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Db, guard, type Write } from "#db/commit.ts";
import { articles } from "#db/schema/articles.ts";
import { heldRows, tellHeld } from "./release-holds.ts";

type Columns = typeof articles.$inferInsert;

/** Changes an article that still has `version` and raises the version. Refuses with `article.stale` otherwise. */
export const updateArticle = (
	db: Db,
	{ id, version }: { id: number; version: number },
	fields: { [K in keyof Columns]?: Columns[K] | SQL },
): Write[] => [
	db
		.update(articles)
		.set({ ...fields, version: version + 1 })
		.where(and(eq(articles.id, id), eq(articles.version, version))),
	guard("article.stale"),
];

/**
 * A change of the rows of a table whose planned time has come: `due` is the condition that selects them, `set` the
 * assignments, and `action` the verb in the audit log. The table's triggers raise the content revision for it.
 */
type Flip = { table: "articles" | "pages" | "documents" | "announcements"; action: string; due: SQL; set: SQL };

const HAS_STATES = ["articles", "pages", "documents"] as const;

/**
 * Returns the writes of every state change that is due at `at` (UTC milliseconds), one list for each table: texts that a
 * release holds back (public ones whose release ended, and those that would be published now), texts to be published (with
 * the time that was planned), texts to be taken down, pins that end, announcements that open or close. Publishing comes
 * before taking down, so that a text whose two times have both passed ends as a draft. A document without a file cannot be
 * published and waits.
 */
export const dueFlips = (at: number): Write[][] => [
	...HAS_STATES.map((table) => [
		...(table === "documents" ? [] : hold(table, at)),
		...flip(publish(table, at), at),
		...flip(unpublish(table, at), at),
	]),
	flip(unpin(at), at),
	[...hold("announcements", at), ...flip(opening(at), at), ...flip(closing(at), at)],
];

const HOLD = {
	articles: sql`state = 'draft', publish_at = NULL, unpublish_at = NULL, is_pinned = 0, pinned_until = NULL`,
	pages: sql`state = 'draft', publish_at = NULL, unpublish_at = NULL`,
	announcements: sql`planned_from = publish_from, publish_from = NULL`,
};

/** Returns the writes that make drafts of the texts of a table that a release holds back, and tell staff of it. */
function hold(table: keyof typeof HOLD, at: number): Write[] {
	const due = heldRows(table, at);
	return [tellHeld(table, due, at), ...flip({ table, action: "hold", due, set: HOLD[table] }, at)];
}

const publish = (table: (typeof HAS_STATES)[number], at: number): Flip => ({
	table,
	action: "publish",
	due: sql`state = 'scheduled' AND publish_at <= ${at}${table === "documents" ? sql` AND current_version IS NOT NULL` : sql``}`,
	set: sql`state = 'published', published_at = publish_at, publish_at = NULL, archived_at = NULL`,
});

const unpublish = (table: (typeof HAS_STATES)[number], at: number): Flip => ({
	table,
	action: "unpublish",
	due: sql`state = 'published' AND unpublish_at IS NOT NULL AND unpublish_at <= ${at}`,
	set: sql`state = 'draft', unpublish_at = NULL${table === "articles" ? sql`, is_pinned = 0, pinned_until = NULL` : sql``}`,
});

const unpin = (at: number): Flip => ({
	table: "articles",
	action: "unpin",
	due: sql`is_pinned = 1 AND pinned_until IS NOT NULL AND pinned_until <= ${at}`,
	set: sql`is_pinned = 0, pinned_until = NULL`,
});

const opening = (at: number): Flip => ({
	table: "announcements",
	action: "open",
	due: sql`is_live = 0 AND publish_from IS NOT NULL AND publish_from <= ${at}
		AND (publish_until IS NULL OR publish_until > ${at})`,
	set: sql`is_live = 1`,
});

const closing = (at: number): Flip => ({
	table: "announcements",
	action: "close",
	due: sql`is_live = 1 AND publish_until IS NOT NULL AND publish_until <= ${at}`,
	set: sql`is_live = 0`,
});

/**
 * Returns the writes of one kind of change. The audit rows come first, because the update after them ends the condition
 * that selects the rows.
 */
function flip({ table, action, due, set }: Flip, at: number): Write[] {
	const noun = table.slice(0, -1);
	return [
		sql`INSERT INTO audit_log (at, actor, action, auditable_type, auditable_id, description)
			SELECT ${at}, 'cron', ${`${noun}.${action}`}, ${noun}, CAST(id AS TEXT), slug FROM ${sql.raw(table)} WHERE ${due}`,
		sql`UPDATE ${sql.raw(table)} SET ${set}, version = version + 1 WHERE ${due}`,
	];
}
