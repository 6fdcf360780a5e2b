import type { TextKind } from "#domain/content/content/kinds.ts";
import type { State } from "#domain/content/content/states.ts";
import type { Seo } from "../site.ts";

/** One text of a foreign site as its reader understood it: links, files, slugs and the tree are not settled yet. */
export type Draft = {
	/** Path of its file in the folder. */
	path: string;
	/** The whole file, to find lines in; the body begins at `bodyAt`. */
	text: string;
	bodyAt: number;
	kind: TextKind;
	/** Folders and sections it lies in and its categories: what `--map` may name. */
	sections: string[];
	/** `type` as the front matter says it. */
	type: string | null;
	state: State;
	publishedAt: number | null;
	publishAt: number | null;
	unpublishAt: number | null;
	updatedAt: number | null;
	title: string;
	slug: string;
	/** The slug stands in the front matter: it is not made different behind the author's back. */
	isSlugStated: boolean;
	/** Address of a page on the old site, without slashes at its ends; '' is the home page. */
	address: string;
	/** Order among its siblings; null is last. */
	weight: number | null;
	/** Where the old site showed it; links to these lead to it. */
	urls: string[];
	/** Addresses that led to it before. */
	aliases: string[];
	/** Common Markdown; links are still the author's. */
	body: string;
	/** Folders in which relative links are looked up, the nearest first. */
	bases: string[];
	excerpt: string | null;
	author: string | null;
	isPinned: boolean;
	cover: { url: string; alt: string } | null;
	categories: string[];
	tags: string[];
	seo: Seo;
	/** Files that belong to it whether or not the text links to them (a Hugo bundle, a Hexo asset folder). */
	resources: string[];
	lang: string | null;
};
