import * as z from "zod";
import { SeenCount, TermName, TermSlug } from "#domain/content/categories/names.ts";
import { Version } from "#kernel/form.ts";

/** Matches the separators of an article's tags typed in one line. */
export const TAG_SEPARATORS = /[、,，;；\n]/;

/** The form of a tag. */
export const TagInput = z.strictObject({
	name: TermName.refine((name) => !TAG_SEPARATORS.test(name), { error: "標籤名稱裡不要有頓號、逗號或分號。" }),
	slug: TermSlug,
});
export type TagInput = z.infer<typeof TagInput>;
export const TagEdit = TagInput.extend({ version: Version });

export const TagRemoval = z.strictObject({ version: Version, articles: SeenCount });

/** The form of a merge: the tag that goes and the one that stays, with the number of articles shown for each. */
export const TagMerge = TagRemoval.extend({
	target: z.coerce.number().int().positive(),
	target_version: Version,
	target_articles: SeenCount,
	into: z.string().max(200).default(""),
});

/** The query of a merge: the name of the tag into which another is to be merged. */
export const TagMergeQuery = z.strictObject({ into: z.string().trim().max(200).optional() });
