import { type SQL, sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { KnownTerm } from "#domain/content/categories/names.ts";
import type { By } from "#kernel/by.ts";

export type CategoryRow = { id: number; slug: string; name: string; description: string; articles_count: number };
export type TagRow = Omit<CategoryRow, "description">;

/** Selects every category in the order of the menu. */
export const listCategories = (): Select<CategoryRow> =>
	select("SELECT id, slug, name, description, articles_count FROM categories ORDER BY position, id");

/** Selects all tags by name. */
export const listTags = (): Select<TagRow> =>
	select("SELECT id, slug, name, articles_count FROM tags ORDER BY name, id");

/** The tables of each kind of term (category, tag): the terms themselves, and which articles have which. */
const TERMS = {
	category: { table: "categories", join: "article_categories", column: "category_id" },
	tag: { table: "tags", join: "article_tags", column: "tag_id" },
} as const;
export type TermKind = keyof typeof TERMS;

/** The term (category or tag) that an action changes: `version` is the version that staff saw. */
export type TermRef = { id: number; version: number };
/** A term with the number of its articles, in any state, that staff saw. */
export type UsedTerm = TermRef & { articles: number };

const raw = (kind: TermKind) => {
	const { table, join, column } = TERMS[kind];
	return { table: sql.raw(table), join: sql.raw(join), column: sql.raw(column) };
};

/**
 * Returns the SQL of two columns for a list of terms `t`: `articles` counts a term's articles outside the trash,
 * `trashed` those in the trash.
 */
export const articlesOf = (kind: TermKind): string => {
	const { join, column } = TERMS[kind];
	const count = (state: string) => `(SELECT count(*) FROM ${join} x JOIN articles a ON a.id = x.article_id
		WHERE x.${column} = t.id AND a.state ${state} 'trashed')`;
	return `${count("<>")} AS articles, ${count("=")} AS trashed`;
};

/** Selects every term with its name and slug, in the order in which they were made. */
export const knownTerms = (kind: TermKind): Select<KnownTerm> =>
	select(`SELECT id, name, slug FROM ${TERMS[kind].table} ORDER BY id`);

/**
 * Refuses with `category.name_taken` or `tag.name_taken` a name, and with `category.slug_taken` or `tag.slug_taken` a
 * slug, that another term of the kind has. `namesakes` are ids of terms whose names look the same.
 */
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

/** Refuses with `category.stale` or `tag.stale` a term whose version or number of articles is not what staff saw. */
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
 * Deletes a term. Its articles get the term `into` instead, which also takes over its old addresses; when `into` is
 * null they just lose the term. Each article gets an audit row and a new version, so that a form opened before is
 * refused. Refuses like refuseChanged, and with `category.no_target` or `tag.no_target` when the term `into` does not
 * exist.
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

/**
 * Makes the slugs of a term that is about to be deleted redirect to another term. (The triggers delete only slugs that
 * still belong to the deleted term.)
 */
const leadElsewhere = (kind: TermKind, from: number, into: number): Write =>
	sql`INSERT INTO slug_history (resource, slug, id)
		SELECT ${kind}, slug, ${into} FROM ${raw(kind).table} WHERE id = ${from}
		UNION ALL SELECT ${kind}, slug, ${into} FROM slug_history WHERE resource = ${kind} AND id = ${from}
		ON CONFLICT (resource, slug) DO UPDATE SET id = excluded.id`;
