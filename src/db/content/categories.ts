import { sql } from "drizzle-orm";
import { guard, refuseWhere, type Write } from "#db/commit.ts";
import { type Select, select } from "#db/read.ts";
import type { CategoryInput } from "#domain/content/categories/form.ts";
import { articlesOf, type CategoryRow, type TermRef } from "./terms.ts";

/**
 * A category as staff see it. `articles_count` counts published articles, `articles` all articles outside the trash,
 * `trashed` those in it.
 */
export type StaffCategory = CategoryRow & { version: number; articles: number; trashed: number };

const STAFF = `SELECT t.id, t.slug, t.name, t.description, t.version, t.articles_count, ${articlesOf("category")}
	FROM categories t`;

/** Selects every category in the order of the menu, as staff see it. */
export const categoriesForStaff = (): Select<StaffCategory> => select(`${STAFF} ORDER BY t.position, t.id`);
export const categoryForStaff = (id: number): Select<StaffCategory> => select(`${STAFF} WHERE t.id = ?`, id);

/** Inserts a category after all others. */
export const insertCategory = ({ name, slug, description }: CategoryInput, at: number): Write =>
	sql`INSERT INTO categories (name, slug, description, position, created_at, updated_at)
		SELECT ${name}, ${slug}, ${description}, coalesce(max(position), 0) + 1, ${at}, ${at} FROM categories`;

/**
 * Changes the name, slug and description of a category and raises its version; a trigger keeps the old slug. Refuses
 * with `category.stale` when another user changed the category meanwhile.
 */
export const updateCategory = ({ id, version }: TermRef, input: CategoryInput, at: number): Write[] => [
	sql`UPDATE categories SET name = ${input.name}, slug = ${input.slug}, description = ${input.description},
			version = version + 1, updated_at = ${at} WHERE id = ${id} AND version = ${version}`,
	guard("category.stale"),
];

/** Selects all categories in their order. */
export const categoryOrder = (): Select<{ id: number; slug: string; name: string }> =>
	select("SELECT id, slug, name FROM categories ORDER BY position, id");

/** Puts all categories in this order. Refuses with `category.stale` when their order changed since the user saw it. */
export const orderCategories = (seen: readonly number[], order: readonly number[]): Write[] => [
	refuseWhere(
		"category.stale",
		sql`(SELECT json_group_array(id ORDER BY position, id) FROM categories) <> ${JSON.stringify(seen)}`,
	),
	sql`UPDATE categories SET position = j.key + 1 FROM json_each(${JSON.stringify(order)}) AS j
		WHERE categories.id = j.value AND categories.position <> j.key + 1`,
];
