import { paths } from "#http/paths.ts";

/** What keeps its texts, and where its pages are. */
export const KINDS = {
	article: { word: "文章", gate: "articles", places: paths.admin.articles },
	page: { word: "單頁", gate: "pages", places: paths.admin.pages },
} as const;
export type Kind = keyof typeof KINDS;
