import type { FileRef } from "./files.ts";
import { plainText } from "./text.ts";

/** A link of a text; `href` is undefined when it had no address, or none that may be followed. */
export type TextLink = { href: string | undefined; text: string };
/** A picture, or another media file that a text plays. */
export type TextMedia = { tag: "img" | "video" | "audio" | "source"; src: string; alt: string };
export type TextHeading = { level: number; text: string };

/** Matches a link with its attributes and content, as rendered texts have it; links are never nested. */
export const LINK = /<a(\s[^<>]*)?>([^<]*(?:<(?!\/?a\b)[^<]*)*)<\/a>/g;
const MEDIA = /<(img|video|audio|source)(\s[^<>]*)>/g;
const HEADING = /<h([1-6])(?:\s[^<>]*)?>([^<]*(?:<(?!\/?h[1-6]\b)[^<]*)*)<\/h\1>/g;
const PICTURE = /<img([^<>]*)>/g;

/** Returns an attribute of a tag as rendered texts write it, with its references decoded; undefined when missing. */
function attribute(attributes: string, name: string): string | undefined {
	const value = new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(attributes)?.[1];
	return value === undefined ? undefined : plainText(value);
}

/** Returns the words of a piece of HTML for a reader: its text, with pictures replaced by their alternative texts. */
const wordsOf = (html: string): string =>
	plainText(html.replace(PICTURE, (_, attributes: string) => / alt="([^"]+)"/.exec(attributes)?.[1] ?? "")).replace(
		/\n/g,
		" ",
	);

/** Returns the links of rendered HTML in their order. */
export const linksOf = (html: string): TextLink[] =>
	[...html.matchAll(LINK)].map(([, attributes = "", inner = ""]) => ({
		href: attribute(attributes, "href"),
		text: wordsOf(inner),
	}));

/** Returns the pictures and media files of rendered HTML in their order. */
export const mediaOf = (html: string): TextMedia[] =>
	[...html.matchAll(MEDIA)].flatMap(([, tag, attributes = ""]) => {
		const src = attribute(attributes, "src");
		return src === undefined ? [] : [{ tag: tag as TextMedia["tag"], src, alt: attribute(attributes, "alt") ?? "" }];
	});

/** Returns the headings of rendered HTML in their order; an empty heading has the text "". */
export const headingsOf = (html: string): TextHeading[] =>
	[...html.matchAll(HEADING)].map(([, level, inner = ""]) => ({ level: Number(level), text: wordsOf(inner) }));

/** Returns the ids of all elements in rendered HTML, which a fragment (#id) of an address may name. */
export const idsOf = (html: string): Set<string> =>
	new Set([...html.matchAll(/<[a-z][a-z0-9]*\s[^<>]*?\bid="([^"<>]+)"/g)].map(([, id = ""]) => plainText(id)));

/** Returns the file name at the end of an address, decoded. */
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
