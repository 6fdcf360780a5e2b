import type { ArticleQuery, Image, Site } from "bingyou-client";
import type { Content } from "./content.ts";
import type { Html } from "./html.ts";

/** What a page is asked with. */
export type Asked = { content: Content; site: Site; url: URL };

/** A page as it is drawn into the frame. */
export type View = {
	title: string;
	description?: string;
	/** Absolute; the page's own address without parameters unless given. */
	canonical?: string;
	image?: Image | null;
	/** Kept out of search engines. */
	noindex?: boolean;
	status?: number;
	/** A draft: nobody keeps it, no search engine sees it, and it follows what is saved. */
	isDraft?: true;
	/** The moment of publishing, on an article. */
	publishedAt?: string;
	/** What machines read of it: schema.org. */
	facts?: object[];
	body: Html;
};

/** A page, an address that is the right one now, nothing, or nothing any more. */
export type Outcome = View | { location: string } | "nothing" | "gone";

export const TYPES: Record<NonNullable<ArticleQuery["type"]>, string> = {
	news: "最新消息",
	event: "活動訊息",
	knowledge: "衛教知識",
	story: "病友故事",
	research: "研究新知",
	media: "媒體報導",
};
export const isType = (text: string): text is keyof typeof TYPES => Object.hasOwn(TYPES, text);

/** The number of the asked page; null for what is not one. */
export function pageNumber({ searchParams }: URL): number | null {
	const text = searchParams.get("page") ?? "1";
	return /^[1-9][0-9]{0,4}$/.test(text) ? Number(text) : null;
}

/** The asked words: one line of at most 100 characters, as the service takes them. */
export const wordsOf = ({ searchParams }: URL): string =>
	[...(searchParams.get("q") ?? "").replace(/\s+/g, " ").trim()].slice(0, 100).join("");
