import * as z from "zod";
import { SeenCount, TermName, TermSlug } from "#domain/content/categories/names.ts";
import { Version } from "#kernel/form.ts";

/** What stands between the tags of an article where they are typed into one line. */
export const TAG_SEPARATORS = /[、,，;；\n]/;

/** What staff say of a tag. */
export const TagInput = z.strictObject({
	name: TermName.refine((name) => !TAG_SEPARATORS.test(name), { error: "標籤名稱裡不要有頓號、逗號或分號。" }),
	slug: TermSlug,
});
export type TagInput = z.infer<typeof TagInput>;
export const TagEdit = TagInput.extend({ version: Version });

export const TagRemoval = z.strictObject({ version: Version, articles: SeenCount });

/** What was shown before a merge: the tag that goes and the one that stays, with how many articles have each. */
export const TagMerge = TagRemoval.extend({
	target: z.coerce.number().int().positive(),
	target_version: Version,
	target_articles: SeenCount,
	into: z.string().max(200).default(""),
});

export const TAG_SORTS = ["name", "-name", "articles", "-articles"] as const;
export type TagSort = (typeof TAG_SORTS)[number];

/** Into which tag another is to be merged, by its name. */
export const TagMergeQuery = z.strictObject({ into: z.string().trim().max(200).optional() });
