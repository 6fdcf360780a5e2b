import * as z from "zod";
import { namedRelease } from "#admin/content/releases/words.ts";
import { readSnapshot } from "#admin/content/revisions/snapshot.ts";
import { attachedTo } from "#admin/content/writing/attached.ts";
import { textValues, ticked, toldFields, wordValues } from "#admin/content/writing/text-form.ts";
import type { EditedArticleRow } from "#db/content/article-edits.ts";
import { ARTICLE_TYPE_LABELS } from "#domain/content/articles/schema.ts";
import { dateInTaipei } from "#kernel/times.ts";
import { type Sides, sidesOf } from "#ui/against-stored.ts";
import { type FormState, freshForm } from "#ui/form-state.ts";

const Terms = z.array(z.object({ id: z.number(), name: z.string() }));
const Names = z.array(z.string());
const Related = z.array(z.object({ slug: z.string(), title: z.string() }));

/** Parses the JSON lists (files, categories, tags, related articles, old slugs) of an article's row. */
export const listsOf = (row: EditedArticleRow) => ({
	files: attachedTo(row),
	categories: Terms.parse(JSON.parse(row.categories)),
	tags: Names.parse(JSON.parse(row.tags)),
	related: Related.parse(JSON.parse(row.related)),
	oldSlugs: Names.parse(JSON.parse(row.old_slugs)),
});

/** Returns the form of a new article: type `news`, with the name of its author. */
export const freshArticle = (author: string): FormState =>
	freshForm({ type: "news", author_name: author, publish: "now", version: "0" });

/** The releases and the mark of a stored article; `isNamed`: the user may see whose the releases are. */
type Stored = {
	releases: readonly { id: number; name: string }[];
	mark: { mark: string } | undefined;
	isNamed: boolean;
};

/** Returns the editor's form filled from a stored article. */
export function formOf(row: EditedArticleRow, ground?: Stored): FormState {
	const { files, categories, tags, related } = listsOf(row);
	return freshForm({
		...textValues(row),
		type: row.type,
		author_name: row.author_name ?? "",
		categories: categories.map(({ id }) => String(id)),
		tags: tags.join("、"),
		cover_id: row.cover_id ?? "",
		cover_alt: row.cover_alt,
		files: files.map(({ id }) => id),
		file_descriptions: files.map(({ description }) => description),
		file_positions: files.map((_, at) => String(at + 1)),
		related: related.map(({ slug }) => slug).join("\n"),
		is_pinned: ticked(row.is_pinned),
		pinned_until: row.pinned_until === null ? "" : dateInTaipei(row.pinned_until),
		...(ground && {
			releases: ground.releases.map((one) => namedRelease(one, ground.isNamed)).join("、"),
			nobody_shown: ground.mark?.mark === "nobody" ? "1" : "",
		}),
	});
}

/**
 * Returns the form values of the revision that a form started from; undefined when that revision was not kept, or was
 * kept by an early import as words alone.
 */
function valuesOfBase(snapshot: string | undefined): FormState["values"] | undefined {
	const { text, article } = snapshot === undefined ? {} : readSnapshot("article", snapshot);
	if (!text || !article) return undefined;
	return {
		...wordValues(text),
		type: article.type,
		author_name: article.author_name ?? "",
		categories: article.categories.map(({ id }) => String(id)),
		tags: article.tags.join("、"),
		cover_id: article.cover_id ?? "",
		cover_alt: article.cover_alt,
		related: article.related.join("\n"),
	};
}

type Known = {
	categories: readonly { id: number; name: string }[];
	files: readonly { id: string; filename: string }[];
	/** The snapshot (JSON) of the revision that the form started from; undefined when that revision was not kept. */
	base: string | undefined;
};

/**
 * Returns, in words, each compared field as it was typed (`state`), as it is stored, and as it was in the revision that
 * the form started from, equal or not. It is for a form that was sent after another user saved the article.
 */
export function differences(row: EditedArticleRow, state: FormState, { categories, files, base }: Known): Sides[] {
	const stored = formOf(row).values;
	const started = valuesOfBase(base);
	const types: Record<string, string> = ARTICLE_TYPE_LABELS;
	const fields = toldFields([
		{ field: "type", label: "類型", words: (value) => types[value] ?? value },
		{ field: "tags", label: "標籤" },
		{ field: "author_name", label: "作者" },
		{
			field: "cover_id",
			label: "封面圖片",
			words: (value) => files.find(({ id }) => id === value)?.filename ?? value,
		},
		{ field: "cover_alt", label: "封面替代文字" },
		{ field: "related", label: "相關文章", words: (value) => value.replaceAll("\n", "、") },
		{ field: "is_pinned", label: "置頂", words: (value) => (value === "1" ? "置頂" : "不置頂") },
		{ field: "pinned_until", label: "置頂到" },
	]);
	const named = (values: FormState["values"]): string =>
		[values.categories ?? []]
			.flat()
			.map((id) => categories.find((one) => String(one.id) === id)?.name ?? id)
			.join("、");
	return [
		...sidesOf(fields, { mine: state.values, theirs: stored, base: started }),
		{
			field: "categories",
			label: "分類",
			mine: named(state.values),
			theirs: named(stored),
			theirsValue: [stored.categories ?? []].flat().join(" "),
			base: started && named(started),
			isList: true,
		},
	];
}
