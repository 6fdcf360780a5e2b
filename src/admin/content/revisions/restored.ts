import type { StandingText, StillThere } from "#db/content/revision-reads.ts";
import type { ArticleInput } from "#domain/content/articles/form.ts";
import type { PageInput } from "#domain/content/pages/form.ts";
import type { Snapshot, TextParts } from "./snapshot.ts";

/**
 * A kept text (revision) in the form in which it can be saved again, and in words the parts that cannot be restored.
 */
export type Restored<Input> = { input: Input; left: string[] };
type Around = { now: StandingText; there: StillThere[]; at: number };

const has = (there: StillThere[], kind: StillThere["kind"], key: string): boolean =>
	there.some((one) => one.kind === kind && one.key === key);

/**
 * Returns the fields that articles and pages share from a kept text, with the record's present times. A slug that
 * another record has by now is not restored, and is named in `left`.
 */
function textOfSnapshot(text: TextParts, { now, there }: Around) {
	const isTaken = text.slug !== now.slug && has(there, "slug_elsewhere", text.slug);
	const left = isTaken ? [`網址「${text.slug}」（現在屬於另一篇），維持「${now.slug}」`] : [];
	const { published_at, publish_at, unpublish_at } = now;
	const input = {
		title: text.title,
		slug: isTaken ? now.slug : text.slug,
		excerpt: text.excerpt,
		body: text.body_markdown,
		seo_title: text.seo_title,
		seo_description: text.seo_description,
		canonical_url: text.canonical_url,
		noindex: text.noindex,
		publish: "now" as const,
		published_at,
		publish_at,
		unpublish_at,
	};
	return { input, left };
}

/**
 * Returns an article's kept text as its editor would send it; state, times and pin stay as they are. Removed
 * categories, files and related articles are left out and named in `left`. Null for a text that an early import kept
 * without these parts.
 */
export function articleOfSnapshot({ text, article }: Snapshot, around: Around): Restored<ArticleInput> | null {
	if (!article) return null;
	const { now, there, at } = around;
	const base = textOfSnapshot(text, around);
	const categories = article.categories.filter(({ id }) => has(there, "category", String(id)));
	const attachments = article.attachments.filter(({ id }) => has(there, "file", id));
	const related = article.related.filter((slug) => has(there, "related", slug) && slug !== now.slug);
	const hasCover = article.cover_id !== null && has(there, "file", article.cover_id);
	const gone = <T>(all: T[], kept: T[], words: (one: T) => string): string[] =>
		all.filter((one) => !kept.includes(one)).map(words);
	return {
		input: {
			...base.input,
			type: article.type,
			author_name: article.author_name,
			tags: article.tags,
			categories: categories.map(({ id }) => id),
			attachments: attachments.map(({ id, description }) => ({ id, description })),
			related,
			cover_id: hasCover ? article.cover_id : null,
			cover_alt: hasCover ? article.cover_alt : "",
			is_pinned: now.is_pinned === 1 && (now.pinned_until === null || now.pinned_until > at),
			pinned_until: now.pinned_until,
		},
		left: [
			...base.left,
			...gone(article.categories, categories, ({ name }) => `分類「${name}」（已刪除）`),
			...gone(article.attachments, attachments, ({ filename }) => `附件「${filename}」（檔案已刪除）`),
			...gone(article.related, related, (slug) => `相關文章「${slug}」（網址已不存在）`),
			...(article.cover_id !== null && !hasCover ? ["封面圖片（檔案已刪除）"] : []),
		],
	};
}

/**
 * Returns a page's kept text as its editor would send it; the page stays at its place in the tree. Null for a text of
 * an early import.
 */
export function pageOfSnapshot({ text, isWhole }: Snapshot, around: Around): Restored<PageInput> | null {
	if (!isWhole) return null;
	const { input, left } = textOfSnapshot(text, around);
	return { input: { ...input, parent_id: around.now.parent_id }, left };
}
