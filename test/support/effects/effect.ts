import type { Posted } from "../forms.ts";
import type { Answer } from "../public-answers.ts";
import type { Writer } from "../written-site.ts";

/** The answers that are looked at for every action, by their names in the tables. */
export const WATCHED = [
	"articles",
	"article",
	"categories",
	"tags",
	"pages",
	"page",
	"homepage",
	"documents",
	"document",
	"rss",
	"sitemap",
	"search",
	"file",
	"other",
	"changes",
] as const;
export type Watched = (typeof WATCHED)[number];
export type Answers = Record<Watched, Answer>;

/** What one action does to what is public. Lists are words with spaces between. */
export type Effect = {
	/** Does it in the admin's forms. */
	act: (writer: Writer) => Promise<Posted>;
	/** The records that are watched, by their slugs, a page by its path, a file by its name ("download": the document's); unless told, others that stay. */
	article?: string;
	page?: string;
	document?: string;
	file?: string;
	/** Any other address, below /api/v1. */
	other?: string;
	/** The answers that change; "" for none. */
	changes: string;
	/** How many texts are found by the word of the article or document; 1 unless told. */
	finds?: number;
	/** The events, tags and paths that the website is told, in any order; records by their names: article:pin. */
	events?: string;
	tags?: string;
	paths?: string;
	/** What the answers say after it. */
	shows?: (now: Answers) => void;
};
export type Effects = Record<string, Effect>;

/** What any change of the text of a published article changes. */
export const TEXT = "article articles homepage rss sitemap search changes";
export const LISTS = "articles homepage";
export const LIST_PATHS = "/articles /";
