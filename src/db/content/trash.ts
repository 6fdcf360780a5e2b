import { sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, selectOne } from "#db/read.ts";
import { TEXT_TABLES, type TextKind } from "#domain/content/content/kinds.ts";
import type { State } from "#domain/content/content/states.ts";

/** A text that is about to be deleted; `revisions` is how many revisions are deleted with it. */
export type TrashedRow = { title: string; slug: string; state: State; version: number; revisions: number };

export const trashedText = (kind: TextKind, id: number): Select<TrashedRow> =>
	selectOne(
		`SELECT title, ${kind === "page" ? "path" : "slug"} AS slug, state, version,
			(SELECT count(*) FROM revisions WHERE resource = ?1 AND resource_id = t.id) AS revisions
		FROM ${TEXT_TABLES[kind]} t WHERE id = ?2`,
		kind,
		id,
	);

/**
 * Deletes a text that is in the trash; triggers delete its revisions, autosaved forms and redirects too. Refuses with
 * `article.stale` or `page.stale` when it changed or left the trash, and with `page.has_children` when a page stands
 * below it.
 */
export const deleteTrashed = (kind: TextKind, { id, version }: { id: number; version: number }): Write[] => [
	...(kind === "page"
		? [refuseWhere("page.has_children", sql`EXISTS (SELECT 1 FROM pages WHERE parent_id = ${id})`)]
		: []),
	sql`DELETE FROM ${sql.raw(TEXT_TABLES[kind])} WHERE id = ${id} AND version = ${version} AND state = 'trashed'`,
	guard(kind === "page" ? "page.stale" : "article.stale"),
];
