import { type SQL, sql } from "drizzle-orm";
import { refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { Stood } from "#domain/content/content/returning.ts";
import type { State } from "#domain/content/content/states.ts";
import type { Visibility } from "#domain/content/documents/rules.ts";
import type { By } from "#kernel/by.ts";

/** What returns to how it stood: a text, or a document. */
export type Returning = "article" | "page" | "document";
const TABLES = { article: "articles", page: "pages", document: "documents" } as const;

/**
 * A record that may return: its present state, whether a release holds it back from the website, and whether the page
 * above it is in the trash or gone; a document with who may read it.
 */
export type ReturningRow = {
	id: number;
	version: number;
	state: State;
	is_held: 0 | 1;
	is_parted: 0 | 1;
	visibility: Visibility | null;
};
const held = (resource: "article" | "page"): string =>
	`EXISTS (SELECT 1 FROM texts_held_today h WHERE h.resource = '${resource}' AND h.id = t.id)`;
const COLUMNS: Record<Returning, string> = {
	article: `(${held("article")} OR EXISTS (SELECT 1 FROM stories_without_release s WHERE s.id = t.id)) AS is_held,
		0 AS is_parted, NULL AS visibility`,
	page: `${held("page")} AS is_held, NULL AS visibility, t.parent_id IS NOT NULL AND NOT EXISTS (
		SELECT 1 FROM pages p WHERE p.id = t.parent_id AND p.state <> 'trashed') AS is_parted`,
	document: "0 AS is_held, 0 AS is_parted, t.visibility",
};
export const returningRows = (kind: Returning, ids: readonly number[]): Select<ReturningRow> =>
	select(
		`SELECT t.id, t.version, t.state, ${COLUMNS[kind]} FROM ${TABLES[kind]} t
		WHERE t.id IN (SELECT value FROM json_each(?1))`,
		JSON.stringify(ids),
	);

/** A record as it returns, with the verb and the changes that its row of the log has. */
export type Return = Stood & { id: number; version: number; action: string; changes: Record<string, unknown> };

/**
 * Gives records of a kind the state, the times and the pin that they had, each with a raised version and a row of the log.
 * Refuses with `article.stale`, `page.stale` or `document.stale` when one of them changed meanwhile.
 */
export function returnWrites(kind: Returning, returns: readonly Return[], { at, userId, actor, ip }: By): Write[] {
	const table = sql.raw(TABLES[kind]);
	const list = JSON.stringify(returns);
	const pins: SQL =
		kind === "article" ? sql`, is_pinned = j.value ->> 'is_pinned', pinned_until = j.value ->> 'pinned_until'` : sql``;
	return [
		sql`UPDATE ${table} SET state = j.value ->> 'state', publish_at = j.value ->> 'publish_at',
				unpublish_at = j.value ->> 'unpublish_at', trashed_at = NULL,
				archived_at = iif(j.value ->> 'state' = 'archived', archived_at, NULL)${pins}, version = version + 1
			FROM json_each(${list}) j WHERE ${table}.id = j.value ->> 'id' AND ${table}.version = j.value ->> 'version'`,
		refuseWhere(`${kind}.stale`, sql`changes() <> ${returns.length}`),
		sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
			SELECT ${at}, ${userId}, ${actor}, j.value ->> 'action', ${kind}, CAST(t.id AS TEXT), t.slug, ${ip}, j.value -> 'changes'
			FROM json_each(${list}) j JOIN ${table} t ON t.id = j.value ->> 'id'`,
	];
}
