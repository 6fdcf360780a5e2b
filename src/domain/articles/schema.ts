/** The six kinds of article, in the order a menu shows them. */
export const ARTICLE_TYPES = ["news", "event", "knowledge", "story", "research", "media"] as const;
export type ArticleType = (typeof ARTICLE_TYPES)[number];

/** What a reader calls them. */
export const ARTICLE_TYPE_LABELS: Record<ArticleType, string> = {
	news: "最新消息",
	event: "活動",
	knowledge: "衛教知識",
	story: "病友故事",
	research: "研究新知",
	media: "媒體報導",
};
