import * as z from "zod";
import { ARTICLE_TYPES } from "#domain/content/articles/schema.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";

const Maybe = z.string().nullable();

const Kept = z.object({
	title: z.string(),
	slug: z.string(),
	excerpt: z.string(),
	body_markdown: z.string(),
	seo_title: Maybe,
	seo_description: Maybe,
	seo_image: Maybe,
	canonical_url: Maybe,
	noindex: z.number().transform((flag) => flag === 1),
});
/** The schema of the parts that only articles have. */
const OfArticle = z.object({
	type: z.enum(ARTICLE_TYPES),
	author_name: Maybe,
	cover_id: Maybe,
	cover_alt: z.string(),
	categories: z.array(z.object({ id: z.number(), name: z.string() })),
	tags: z.array(z.string()),
	attachments: z.array(z.object({ id: z.string(), filename: z.string(), description: z.string() })),
	related: z.array(z.string()),
});

export type TextParts = z.infer<typeof Kept>;
export type ArticleParts = z.infer<typeof OfArticle>;
/**
 * A kept text (revision). `article`: the parts that only an article has; `isWhole`: false for an early import, which
 * kept the words alone.
 */
export type Snapshot = { text: TextParts; article?: ArticleParts; isWhole: boolean };

/** The schema of texts that the first imports kept, with the field names of scripts/content/site.ts. */
const Imported = z
	.object({
		title: z.string(),
		slug: z.string(),
		excerpt: z.string(),
		bodyMarkdown: z.string(),
		seo: z.object({
			title: Maybe,
			description: Maybe,
			image: Maybe,
			canonicalUrl: Maybe,
			noindex: z.boolean(),
		}),
	})
	.transform(
		({ bodyMarkdown, seo, ...text }): TextParts => ({
			...text,
			body_markdown: bodyMarkdown,
			seo_title: seo.title,
			seo_description: seo.description,
			seo_image: seo.image,
			canonical_url: seo.canonicalUrl,
			noindex: seo.noindex,
		}),
	);

/**
 * Reads the JSON that the SQL view `article_snapshots` or `page_snapshots` or an early import wrote; throws on any
 * other shape.
 */
export function readSnapshot(kind: TextKind, json: string): Snapshot {
	const value: unknown = JSON.parse(json);
	const text = Kept.safeParse(value);
	if (!text.success) return { text: Imported.parse(value), isWhole: false };
	if (kind === "page") return { text: text.data, isWhole: true };
	return { text: text.data, article: OfArticle.parse(value), isWhole: true };
}
