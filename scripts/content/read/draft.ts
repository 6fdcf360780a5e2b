import type { TextKind } from "#domain/content/content/kinds.ts";
import type { State } from "#domain/content/content/states.ts";
import type { Seo } from "../site.ts";

/**
 * A text of a foreign site as its reader understood it, before its links, files, slug and place in the page tree are
 * settled.
 */
export type Draft = {
	/** The path of the text's file in the folder. */
	path: string;
	/** The text of the whole file, in which line numbers are found; the body begins at the index `bodyAt`. */
	text: string;
	bodyAt: number;
	kind: TextKind;
	/** The folders, sections and categories of the text, which `--map` may name. */
	sections: string[];
	/** The `type` that the front matter states. */
	type: string | null;
	state: State;
	publishedAt: number | null;
	publishAt: number | null;
	unpublishAt: number | null;
	updatedAt: number | null;
	title: string;
	slug: string;
	/** The front matter states the slug, so it is not changed without telling the author. */
	isSlugStated: boolean;
	/** The address of a page on the old site, without slashes at its ends; '' is the home page. */
	address: string;
	/** The page's order among its siblings; null is last. */
	weight: number | null;
	/** The addresses at which the old site showed the text; links to them are changed to its new address. */
	urls: string[];
	/** Earlier addresses that redirected to the text. */
	aliases: string[];
	/** The body in common Markdown; its links are still as the author wrote them. */
	body: string;
	/** The folders in which relative links are looked up, the nearest first. */
	bases: string[];
	excerpt: string | null;
	author: string | null;
	isPinned: boolean;
	cover: { url: string; alt: string } | null;
	categories: string[];
	tags: string[];
	seo: Seo;
	/** Files that belong to the text whether or not it links to them (a Hugo bundle, a Hexo asset folder). */
	resources: string[];
	lang: string | null;
};
