import { ARTICLE_TYPE_LABELS } from "#domain/content/articles/schema.ts";
import type { ArticleParts, Snapshot, TextParts } from "./snapshot.ts";

/** A part of a kept text (revision): the `name` of its form field, its label, and its content in words. */
export type KeptField = { name: string; label: string; words: string };
/** A field that differs between two versions of a text, with its contents before and after. */
export type ChangedField = { name: string; label: string; before: string; after: string };

const textFields = (text: TextParts): KeptField[] => [
	{ name: "title", label: "標題", words: text.title },
	{ name: "slug", label: "網址", words: text.slug },
	{ name: "excerpt", label: "摘要", words: text.excerpt },
	{ name: "body", label: "內文", words: text.body_markdown },
	{ name: "seo_title", label: "搜尋結果的標題", words: text.seo_title ?? "" },
	{ name: "seo_description", label: "搜尋結果的描述", words: text.seo_description ?? "" },
	{ name: "seo_image", label: "社群分享圖片", words: text.seo_image ?? "" },
	{ name: "canonical_url", label: "原始出處網址", words: text.canonical_url ?? "" },
	{ name: "noindex", label: "搜尋引擎", words: text.noindex ? "不收錄" : "收錄" },
];

const fileWords = ({ filename, description }: ArticleParts["attachments"][number]): string =>
	description ? `${filename}（${description}）` : filename;

const articleFields = (article: ArticleParts, nameOf: (file: string) => string): KeptField[] => [
	{ name: "type", label: "類型", words: ARTICLE_TYPE_LABELS[article.type] },
	{ name: "categories", label: "分類", words: article.categories.map(({ name }) => name).join("、") },
	{ name: "tags", label: "標籤", words: article.tags.join("、") },
	{ name: "author_name", label: "作者", words: article.author_name ?? "" },
	{ name: "cover_id", label: "封面圖片", words: article.cover_id ? nameOf(article.cover_id) : "" },
	{ name: "cover_alt", label: "封面替代文字", words: article.cover_alt },
	{ name: "attachments", label: "附件", words: article.attachments.map(fileWords).join("\n") },
	{ name: "related", label: "相關文章", words: article.related.join("、") },
];

/** Returns a kept text as words, part by part; `nameOf` returns a file's name for its id. */
export const fieldsOf = ({ text, article }: Snapshot, nameOf: (file: string) => string = (id) => id): KeptField[] => [
	...textFields(text),
	...(article ? articleFields(article, nameOf) : []),
];

/** Returns the parts that differ between two kept texts; a part that one of them lacks is left out. */
export function changedFields(before: KeptField[], after: KeptField[]): ChangedField[] {
	return after.flatMap(({ name, label, words }) => {
		const old = before.find((one) => one.name === name);
		return old && old.words !== words ? [{ name, label, before: old.words, after: words }] : [];
	});
}
