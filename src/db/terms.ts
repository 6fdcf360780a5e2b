import { type Select, select } from "#db/read.ts";

export type CategoryRow = { id: number; slug: string; name: string; description: string; articles_count: number };
export type TagRow = Omit<CategoryRow, "description">;

/** Every category in the order of the menu. */
export const listCategories = (): Select<CategoryRow> =>
	select("SELECT id, slug, name, description, articles_count FROM categories ORDER BY position, id");

/** Every tag by name. */
export const listTags = (): Select<TagRow> =>
	select("SELECT id, slug, name, articles_count FROM tags ORDER BY name, id");
