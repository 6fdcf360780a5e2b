import type { FileRef } from "./files.ts";
import { plainText } from "./text.ts";

/** A link of a text: `href` undefined where it had no address, or none that may be followed. */
export type TextLink = { href: string | undefined; text: string };
/** A picture, or another file that a text plays. */
export type TextMedia = { tag: "img" | "video" | "audio" | "source"; src: string; alt: string };
export type TextHeading = { level: number; text: string };

/** A link with its attributes and what is in it, as our own HTML has it; none begins inside another. */
export const LINK = /<a(\s[^<>]*)?>([^<]*(?:<(?!\/?a\b)[^<]*)*)<\/a>/g;
const MEDIA = /<(img|video|audio|source)(\s[^<>]*)>/g;
const HEADING = /<h([1-6])(?:\s[^<>]*)?>([^<]*(?:<(?!\/?h[1-6]\b)[^<]*)*)<\/h\1>/g;
const PICTURE = /<img([^<>]*)>/g;

/** An attribute of a tag as our own HTML writes it, its references decoded; undefined where it has none. */
function attribute(attributes: string, name: string): string | undefined {
	const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
	return value === undefined ? undefined : plainText(value);
}

/** What a reader is told of a piece of HTML: its text, or what its pictures say. */
const wordsOf = (html: string): string =>
	plainText(html.replace(PICTURE, (_, attributes: string) => / alt="([^"]+)"/.exec(attributes)?.[1] ?? "")).replace(
		/\n/g,
		" ",
	);

/** The links of rendered HTML in their order. */
export const linksOf = (html: string): TextLink[] =>
	[...html.matchAll(LINK)].map(([, attributes = "", inner = ""]) => ({
		href: attribute(attributes, "href"),
		text: wordsOf(inner),
	}));

/** The pictures and played files of rendered HTML in their order. */
export const mediaOf = (html: string): TextMedia[] =>
	[...html.matchAll(MEDIA)].flatMap(([, tag, attributes = ""]) => {
		const src = attribute(attributes, "src");
		return src === undefined ? [] : [{ tag: tag as TextMedia["tag"], src, alt: attribute(attributes, "alt") ?? "" }];
	});

/** The headings of rendered HTML in their order; one that says nothing has the text "". */
export const headingsOf = (html: string): TextHeading[] =>
	[...html.matchAll(HEADING)].map(([, level, inner = ""]) => ({ level: Number(level), text: wordsOf(inner) }));

/** Every id that a fragment may name. */
export const idsOf = (html: string): Set<string> =>
	new Set([...html.matchAll(/<[a-z][a-z0-9]*\s[^<>]*?\bid="([^"<>]+)"/g)].map(([, id = ""]) => plainText(id)));

/** The name at the end of an address, readable. */
export function nameIn(address: string): FileRef["filename"] {
	const name =
		address
			.replace(/[?#].*$/s, "")
			.split("/")
			.at(-1) ?? "";
	try {
		return decodeURIComponent(name);
	} catch {
		return name;
	}
}
