import * as z from "zod";
import {
	AnyOf,
	checkList,
	foundListOf,
	HitFields,
	Image,
	Include,
	Instant,
	PageQuery,
	PictureFields,
	PublishedQuery,
	SearchText,
	Seo,
	Slug,
	Term,
	TocEntry,
	Url,
} from "#domain/content/content/schema.ts";

/** The six types of articles, in the order of menus. */
export const ARTICLE_TYPES = ["news", "event", "knowledge", "story", "research", "media"] as const;
export type ArticleType = (typeof ARTICLE_TYPES)[number];

/** The names of the types for readers. */
export const ARTICLE_TYPE_LABELS: Record<ArticleType, string> = {
	news: "最新消息",
	event: "活動",
	knowledge: "衛教知識",
	story: "病友故事",
	research: "研究新知",
	media: "媒體報導",
};

const SORTS = ["-published_at", "published_at", "title", "relevance"] as const;
const SLUGS = { type: "array", items: { type: "string" } };
export type ArticleSort = (typeof SORTS)[number];

export const ArticleListQuery = z
	.strictObject({
		type: z.enum(ARTICLE_TYPES).optional(),
		category: AnyOf.optional().meta({ description: "分類的 slug；可重複或以逗號分隔，符合任一即可", param: SLUGS }),
		tag: AnyOf.optional().meta({ description: "標籤的 slug；可重複或以逗號分隔，符合任一即可", param: SLUGS }),
		search: SearchText.optional().meta({ description: "1–100 字；中文一個字即可搜尋" }),
		pinned: z.enum(["true", "false"]).optional(),
		author: z
			.string()
			.min(1)
			.max(120)
			.transform((name) => name.normalize("NFC"))
			.optional()
			.meta({ description: "作者姓名，須完全相同；不能與 search 合用" }),
		...PublishedQuery,
		sort: z.enum(SORTS).optional().meta({
			description: "預設 -published_at（置頂在前）；搜尋時預設 relevance",
		}),
		include: Include,
		...PageQuery,
	})
	.check(checkList)
	.refine((query) => query.author === undefined || query.search === undefined, {
		path: ["author"],
		message: "cannot be combined with search",
	})
	.refine((query) => query.sort !== "relevance" || query.search !== undefined, {
		path: ["sort"],
		message: "relevance needs search",
	});
export type ArticleListQuery = z.infer<typeof ArticleListQuery>;

export const ArticleParams = z.object({ slug: Slug });

export const ArticleSummary = z
	.object({
		id: z.int(),
		slug: z.string(),
		type: z.enum(ARTICLE_TYPES),
		title: z.string(),
		excerpt: z.string(),
		cover_image: Image.nullable(),
		is_pinned: z.boolean(),
		published_at: Instant,
		updated_at: Instant,
		reading_minutes: z.int(),
		author: z.object({ name: z.string() }).nullable(),
		categories: z.array(Term),
		tags: z.array(Term),
		url: Url.meta({ description: "官網上的文章網址" }),
		...HitFields,
	})
	.meta({ id: "ArticleSummary" });
export type ArticleSummary = z.infer<typeof ArticleSummary>;

export const Attachment = z
	.object({
		id: z.string(),
		filename: z.string(),
		content_type: z.string(),
		size: z.int().meta({ description: "位元組" }),
		url: Url,
		description: z.string(),
		width: z.int().nullable().meta({ description: "像素；不是圖片時為 null" }),
		height: z.int().nullable(),
		...PictureFields,
	})
	.meta({ id: "Attachment" });

const Neighbour = z.object({ slug: z.string(), title: z.string(), url: Url }).meta({ id: "Neighbour" });

export const Article = ArticleSummary.omit({ highlight: true, match: true })
	.extend({
		body_markdown: z.string(),
		body_html: z.string().meta({
			description: "已清理；標題有 id；網址皆為絕對網址；有圖說或大小的圖片在 figure 裡，大小是 class：small 或 wide",
		}),
		toc: z.array(TocEntry),
		attachments: z.array(Attachment),
		seo: Seo,
		previous: Neighbour.nullable().meta({ description: "前一篇（較早發布）" }),
		next: Neighbour.nullable().meta({ description: "後一篇（較晚發布）" }),
	})
	.meta({ id: "Article" });
export type Article = z.infer<typeof Article>;

export const ArticleList = foundListOf(ArticleSummary).meta({ id: "ArticleList" });
export const WholeArticle = Article.extend(ArticleSummary.pick({ highlight: true, match: true }).shape).meta({
	id: "WholeArticle",
});
export const WholeArticleList = foundListOf(WholeArticle).meta({ id: "WholeArticleList" });
export const ArticlesReply = z
	.union([WholeArticleList, ArticleList])
	.meta({ id: "ArticlesReply", description: "include=body 時為 WholeArticleList" });
export const ArticleReply = z.object({ data: Article, related: z.array(ArticleSummary) }).meta({ id: "ArticleReply" });

export const PreviewParams = z.object({
	id: z
		.string()
		.regex(/^[1-9][0-9]{0,9}$/)
		.transform(Number),
});
export const PreviewQuery = z.strictObject({ token: z.string().min(1).max(200) });
export const PreviewReply = z
	.object({ data: Article.extend({ published_at: Instant.nullable(), state: z.string() }) })
	.meta({ id: "PreviewReply" });
