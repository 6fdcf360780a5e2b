import * as z from "zod";
import { readSnapshot } from "#admin/revisions/snapshot.ts";
import type { Sides } from "#admin/ui/against-stored.ts";
import { type FormState, freshForm } from "#admin/ui/form.ts";
import type { EditedArticleRow } from "#db/article-edits.ts";
import { ARTICLE_TYPE_LABELS } from "#domain/articles/schema.ts";
import { dateInTaipei, taipeiInput } from "#domain/content/times.ts";

/** A file as the form lists it. */
export type ListedFile = { id: string; filename: string; content_type: string; size: number };
const Files = z.array(
	z.object({
		id: z.string(),
		filename: z.string(),
		content_type: z.string(),
		size: z.number(),
		description: z.string(),
	}),
);
const Terms = z.array(z.object({ id: z.number(), name: z.string() }));
const Names = z.array(z.string());
const Related = z.array(z.object({ slug: z.string(), title: z.string() }));

/** The lists of an article, read. */
export const listsOf = (row: EditedArticleRow) => ({
	files: Files.parse(JSON.parse(row.attachments)),
	categories: Terms.parse(JSON.parse(row.categories)),
	tags: Names.parse(JSON.parse(row.tags)),
	related: Related.parse(JSON.parse(row.related)),
	oldSlugs: Names.parse(JSON.parse(row.old_slugs)),
});

const on = (value: boolean): string[] => (value ? ["1"] : []);

/** A new article: news, by whoever writes it. */
export const freshArticle = (author: string): FormState =>
	freshForm({ type: "news", author_name: author, publish: "now", version: "0" });

/** What the editor of a stored article starts from. */
export function formOf(row: EditedArticleRow): FormState {
	const { files, categories, tags, related } = listsOf(row);
	return freshForm({
		version: String(row.version),
		title: row.title,
		slug: row.slug,
		type: row.type,
		excerpt: row.excerpt,
		body: row.body_markdown,
		author_name: row.author_name ?? "",
		categories: categories.map(({ id }) => String(id)),
		tags: tags.join("、"),
		cover_id: row.cover_id ?? "",
		cover_alt: row.cover_alt,
		files: files.map(({ id }) => id),
		file_descriptions: files.map(({ description }) => description),
		file_positions: files.map((_, at) => String(at + 1)),
		related: related.map(({ slug }) => slug).join("\n"),
		seo_title: row.seo_title ?? "",
		seo_description: row.seo_description ?? "",
		canonical_url: row.canonical_url ?? "",
		noindex: on(row.noindex === 1),
		publish: row.publish_at === null ? "now" : "later",
		publish_at: taipeiInput(row.publish_at),
		unpublish_at: taipeiInput(row.unpublish_at),
		published_at: row.state === "published" || row.state === "archived" ? taipeiInput(row.published_at) : "",
		is_pinned: on(row.is_pinned === 1),
		pinned_until: row.pinned_until === null ? "" : dateInTaipei(row.pinned_until),
	});
}

const textOf = (values: FormState["values"], name: string): string => [values[name] ?? ""].flat().join("、");
const moment = (value: string): string => value.replace("T", " ");

/** The text that a form started from, as the form has it; nothing where it was not kept. */
function valuesOfBase(snapshot: string | undefined): FormState["values"] | undefined {
	const { text, article } = snapshot === undefined ? {} : readSnapshot("article", snapshot);
	if (!text || !article) return undefined;
	return {
		title: text.title,
		slug: text.slug,
		body: text.body_markdown,
		excerpt: text.excerpt,
		seo_title: text.seo_title ?? "",
		seo_description: text.seo_description ?? "",
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
	/** The text that the form started from. */
	base: string | undefined;
};
type Field = [name: string, label: string, words?: (value: string) => string];

/** What two people wrote into each field, as words. */
export function differences(row: EditedArticleRow, state: FormState, { categories, files, base }: Known): Sides[] {
	const stored = formOf(row).values;
	const started = valuesOfBase(base);
	const types: Record<string, string> = ARTICLE_TYPE_LABELS;
	const fields: Field[] = [
		["title", "標題"],
		["slug", "網址代稱"],
		["body", "內文"],
		["excerpt", "摘要"],
		["type", "類型", (value) => types[value] ?? value],
		["tags", "標籤"],
		["author_name", "作者"],
		["cover_id", "封面圖片", (value) => files.find(({ id }) => id === value)?.filename ?? value],
		["cover_alt", "封面替代文字"],
		["related", "相關文章", (value) => value.replaceAll("\n", "、")],
		["seo_title", "搜尋結果標題"],
		["seo_description", "搜尋結果說明"],
		["publish_at", "排程發布時間", moment],
		["unpublish_at", "下架時間", moment],
		["pinned_until", "置頂到"],
	];
	const side = ([field, label, words = (value) => value]: Field): Sides => ({
		field,
		label,
		mine: words(textOf(state.values, field)),
		theirs: words(textOf(stored, field)),
		theirsValue: textOf(stored, field),
		base: started && field in started ? words(textOf(started, field)) : undefined,
	});
	const named = (values: FormState["values"]): string =>
		[values.categories ?? []]
			.flat()
			.map((id) => categories.find((one) => String(one.id) === id)?.name ?? id)
			.join("、");
	return [
		...fields.map(side),
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

const listed = (state: FormState, name: string): string[] => [state.values[name] ?? []].flat();

/** Files that somebody else attached meanwhile are attached here too: nobody's file is lost to a conflict. */
export function withTheirFiles(row: EditedArticleRow, state: FormState): FormState {
	const mine = listed(state, "files");
	const theirs = listsOf(row).files.filter(
		({ id }) => !mine.includes(id) && !listed(state, "file_removals").includes(id),
	);
	if (theirs.length === 0) return state;
	const values = {
		...state.values,
		files: [...mine, ...theirs.map(({ id }) => id)],
		file_descriptions: [
			...mine.map((_, at) => listed(state, "file_descriptions")[at] ?? ""),
			...theirs.map(({ description }) => description),
		],
		file_positions: [...mine, ...theirs].map((_, at) => String(at + 1)),
	};
	return { ...state, values };
}
