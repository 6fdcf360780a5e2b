import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { KnownTerm } from "#domain/content/categories/names.ts";
import type { By } from "#kernel/by.ts";

export type CategoryRow = { id: number; slug: string; name: string; description: string; articles_count: number };
export type TagRow = Omit<CategoryRow, "description">;

/** Every category in the order of the menu. */
export const listCategories = (): Select<CategoryRow> =>
	select("SELECT id, slug, name, description, articles_count FROM categories ORDER BY position, id");

/** Every tag by name. */
export const listTags = (): Select<TagRow> =>
	select("SELECT id, slug, name, articles_count FROM tags ORDER BY name, id");

/** What articles have several of: where each kind stands, and which articles have which. */
const TERMS = {
	category: { table: "categories", join: "article_categories", column: "category_id" },
	tag: { table: "tags", join: "article_tags", column: "tag_id" },
} as const;
export type TermKind = keyof typeof TERMS;

/** What an action on a term starts from: `version` is the one that staff saw. */
export type TermRef = { id: number; version: number };
/** The same with how many articles, in any state, staff were shown to have it. */
export type UsedTerm = TermRef & { articles: number };

const raw = (kind: TermKind) => {
	const { table, join, column } = TERMS[kind];
	return { table: sql.raw(table), join: sql.raw(join), column: sql.raw(column) };
};

/** SQL for staff's lists: the articles that have the term `t`, without those in the trash and those in it. */
export const articlesOf = (kind: TermKind): string => {
	const { join, column } = TERMS[kind];
	const count = (state: string) => `(SELECT count(*) FROM ${join} x JOIN articles a ON a.id = x.article_id
		WHERE x.${column} = t.id AND a.state ${state} 'trashed')`;
	return `${count("<>")} AS articles, ${count("=")} AS trashed`;
};

/** Every name and slug that is taken, in the order in which they were made. */
export const knownTerms = (kind: TermKind): Select<KnownTerm> =>
	select(`SELECT id, name, slug FROM ${TERMS[kind].table} ORDER BY id`);

/** Refuses a name or slug that another has; `namesakes` are ids of those whose names read the same. */
export function refuseTaken(
	kind: TermKind,
	{ name, slug, ownId, namesakes }: { name: string; slug: string; ownId: number | null; namesakes: number[] },
): Write[] {
	const { table } = raw(kind);
	const other = (condition: SQL) => sql`EXISTS (SELECT 1 FROM ${table} WHERE id IS NOT ${ownId} AND ${condition})`;
	const ids = JSON.stringify(namesakes);
	return [
		refuseWhere(`${kind}.name_taken`, other(sql`(name = ${name} OR id IN (SELECT value FROM json_each(${ids})))`)),
		refuseWhere(`${kind}.slug_taken`, other(sql`slug = ${slug}`)),
	];
}

/** Refuses, as stale, a term that has another version, or other articles than staff were shown. */
export const refuseChanged = (kind: TermKind, { id, version, articles }: UsedTerm): Write[] => {
	const { table, join, column } = raw(kind);
	return [
		refuseWhere(
			`${kind}.stale`,
			sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE id = ${id} AND version = ${version})
				OR (SELECT count(*) FROM ${join} WHERE ${column} = ${id}) <> ${articles}`,
		),
	];
};

/**
 * Takes a term away. Its articles get the term `into` in its place, which also takes over its old addresses, or where that
 * is null just lose it; each has a row in the audit log and a new version, so that a form opened before says so. Refuses
 * `….stale` and `….no_target`.
 */
export function dissolve(kind: TermKind, from: UsedTerm, { into, by }: { into: number | null; by: By }): Write[] {
	const { table, join, column } = raw(kind);
	const having = sql`SELECT article_id FROM ${join} WHERE ${column} = ${from.id}`;
	const nameOf = (id: number | null) => sql`(SELECT name FROM ${table} WHERE id = ${id})`;
	return [
		...refuseChanged(kind, from),
		...(into === null
			? []
			: [refuseWhere(`${kind}.no_target`, sql`NOT EXISTS (SELECT 1 FROM ${table} WHERE id = ${into})`)]),
		sql`INSERT INTO audit_log (at, user_id, actor, action, auditable_type, auditable_id, description, ip_address, changes)
			SELECT ${by.at}, ${by.userId}, ${by.actor}, 'article.change_terms', 'article', CAST(id AS TEXT), slug, ${by.ip},
				json_object(${kind}, json_object('from', ${nameOf(from.id)}, 'to', ${nameOf(into)}))
			FROM articles WHERE id IN (${having}) ORDER BY id`,
		sql`UPDATE articles SET version = version + 1 WHERE id IN (${having})`,
		...(into === null
			? []
			: [
					sql`INSERT INTO ${join} (article_id, ${column}) SELECT article_id, ${into} FROM (${having})
						WHERE article_id NOT IN (SELECT article_id FROM ${join} WHERE ${column} = ${into})`,
				]),
		sql`DELETE FROM ${join} WHERE ${column} = ${from.id}`,
		...(into === null ? [] : [leadElsewhere(kind, from.id, into)]),
		sql`DELETE FROM ${table} WHERE id = ${from.id}`,
		guard(`${kind}.stale`),
	];
}

/** The slugs of a term that is about to go lead to another from now on. (The triggers forget only what is still its own.) */
const leadElsewhere = (kind: TermKind, from: number, into: number): Write =>
	sql`INSERT INTO slug_history (resource, slug, id)
		SELECT ${kind}, slug, ${into} FROM ${raw(kind).table} WHERE id = ${from}
		UNION ALL SELECT ${kind}, slug, ${into} FROM slug_history WHERE resource = ${kind} AND id = ${from}
		ON CONFLICT (resource, slug) DO UPDATE SET id = excluded.id`;
