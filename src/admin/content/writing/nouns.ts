import { SITE_CRUMBS } from "#admin/crumbs.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";
import { paths } from "#http/paths.ts";
import type { Crumb } from "#ui/page.ts";

/** What has an editor, in words (這 篇 文章, 這 個 單頁), who may write it, and where its pages are. */
export const NOUNS = {
	article: { kind: "article", word: "文章", unit: "篇", gate: "articles", places: paths.admin.articles },
	page: { kind: "page", word: "單頁", unit: "個", gate: "pages", places: paths.admin.pages },
} as const satisfies Record<TextKind, object>;
export type EditorNoun = (typeof NOUNS)[TextKind];

/** The way to every page of a noun. */
export const crumbsOf = ({ word, places }: EditorNoun): Crumb[] => [
	...SITE_CRUMBS,
	{ label: word, href: places.list() },
];
