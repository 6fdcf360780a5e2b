import { SITE_CRUMBS } from "#admin/crumbs.ts";
import type { TextKind } from "#domain/content/content/kinds.ts";
import { paths } from "#http/paths.ts";
import type { Crumb } from "#ui/page.ts";

/**
 * The kinds of text with an editor: their name (`word`), their Chinese counter (`unit`), the gate that their writers
 * must pass, and their addresses (`places`).
 */
export const NOUNS = {
	article: { kind: "article", word: "文章", unit: "篇", gate: "articles", places: paths.admin.articles },
	page: { kind: "page", word: "單頁", unit: "個", gate: "pages", places: paths.admin.pages },
} as const satisfies Record<TextKind, object>;
export type EditorNoun = (typeof NOUNS)[TextKind];

/** Returns the breadcrumbs of every page of a kind of text. */
export const crumbsOf = ({ word, places }: EditorNoun): Crumb[] => [
	...SITE_CRUMBS,
	{ label: word, href: places.list() },
];
