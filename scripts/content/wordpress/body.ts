import TurndownService from "turndown";
import { fencedCode } from "../read/fences.ts";
import { htmlAsMarkdown } from "../read/html.ts";
import type { Notes } from "../read/notes.ts";
import { video } from "../read/parameters.ts";
import { type ShortcodeWords, shortcodes } from "./shortcodes.ts";

const BLOCK =
	/^<\/?(?:address|article|aside|audio|blockquote|details|div|dl|figure|footer|form|h[1-6]|header|hr|iframe|main|nav|ol|p|pre|section|table|ul|video)\b/i;
const YOUTUBE =
	/^https?:\/\/(?:(?:www\.|m\.)?youtube\.com\/(?:watch\?(?:\S*?[?&])?v=|embed\/|shorts\/|live\/)|(?:www\.)?youtube-nocookie\.com\/embed\/|youtu\.be\/)([\w-]{11})/;
const VIMEO = /^https?:\/\/(?:player\.)?vimeo\.com\/(?:video\/)?(\d+)/;
const MORE = "\ue002more\ue002";
/** Blocks that WordPress fills when the page is asked for, so that an export holds nothing of them. */
const EMPTY_BLOCK = /<!--\s+wp:([a-z][\w/-]*)(?:\s+\{[^\n]*?\})?\s+\/-->/g;

/**
 * Turns the body of a post into Markdown: Gutenberg's blocks and what the classic editor wrote. Paragraphs, headings,
 * lists, quotes, pictures and their captions, galleries, separators, links, buttons and code become Markdown, tables and
 * other structures stay HTML, YouTube and Vimeo become players. What has nothing to show is noted.
 */
export function bodyOf(content: string, words: ShortcodeWords): string {
	for (const [literal, name = ""] of content.matchAll(EMPTY_BLOCK))
		if (!/^(?:more|nextpage|spacer|separator|paragraph)$/.test(name))
			words.notes.add(literal, `block ${name} is filled by WordPress: nothing of it is in the export`);
	const marked = content.replace(/\r\n?/g, "\n").replace(/<!--\s*more[^>]*-->/gi, `\n\n<p>${MORE}</p>\n\n`);
	const html = brokenLines(shortcodes(marked, words));
	const whole = /<!--\s+wp:/.test(content) ? html : paragraphs(html);
	return turndown(words.notes)
		.turndown(whole)
		.replace(MORE, "<!-- more -->")
		.replace(/\\\[\\\[([a-z][^[\]\n]*)\\\]\\\]/gi, "\\[$1\\]");
}

/** Makes line ends of the breaks in preformatted text: the blocks for code and verse write their lines so. */
const brokenLines = (html: string): string =>
	html.replace(/<pre\b[\s\S]*?<\/pre\s*>/gi, (part) => part.replace(/<br\s*\/?>/gi, "\n"));

/** Makes paragraphs of blank lines and breaks of line ends, as WordPress does when it shows a text without blocks. */
function paragraphs(html: string): string {
	const kept: string[] = [];
	const aside = html.replace(
		/<(pre|table|figure|script|style|iframe|ul|ol)\b[\s\S]*?<\/\1\s*>/gi,
		(part) => `\n\n\ue003${kept.push(part) - 1}\ue003\n\n`,
	);
	return aside
		.split(/\n\s*\n/)
		.map((part) => part.trim())
		.filter((part) => part !== "")
		.map((part) => {
			if (/^\ue003/.test(part) || BLOCK.test(part)) return part;
			return `<p>${part.replace(/\n/g, "<br>\n")}</p>`;
		})
		.join("\n\n")
		.replace(/\ue003(\d+)\ue003/g, (_, index) => kept[Number(index)] ?? "");
}

/** Returns the player of a video's address, or undefined for any other address. */
function player(url: string): string | undefined {
	const youtube = YOUTUBE.exec(url)?.[1];
	if (youtube !== undefined) return video("youtube", youtube);
	const vimeo = VIMEO.exec(url)?.[1];
	return vimeo === undefined ? undefined : video("vimeo", vimeo);
}

/** What is used of a node of turndown's document. */
type Of = {
	nodeName: string;
	textContent: string | null;
	outerHTML: string;
	parentNode: Of | null;
	nextSibling: unknown;
	children: ArrayLike<Of>;
	getAttribute: (name: string) => string | null;
	getElementsByTagName: (name: string) => { length: number };
};
const apart = (text: string): string => `\n\n${text.trim()}\n\n`;
const has = (node: Of, name: string): boolean => (node.getAttribute("class") ?? "").split(/\s+/).includes(name);
const isNamed = (node: Of, ...names: string[]): boolean => names.includes(node.nodeName.toLowerCase());
const address = (url: string): string => (/[\s()]/.test(url) ? `<${url.replace(/[<>]/g, "")}>` : url);

function turndown(notes: Notes): TurndownService {
	const service = new TurndownService({
		headingStyle: "atx",
		hr: "---",
		bulletListMarker: "-",
		codeBlockStyle: "fenced",
		emDelimiter: "*",
	});
	const rule = (name: string, filter: (node: Of) => boolean, replacement: (content: string, node: Of) => string) =>
		service.addRule(name, { filter, replacement: (content: string, node: Of) => replacement(content, node) });
	service.remove(["script", "style", "noscript"]);
	service.keep(["sub", "sup", "mark", "u", "ins", "kbd", "abbr", "ruby", "small"]);
	rule("item", (node) => isNamed(node, "li"), listItem);
	rule(
		"strike",
		(node) => isNamed(node, "del", "s", "strike"),
		(content) => `~~${content}~~`,
	);
	rule(
		"html",
		(node) => isNamed(node, "table", "details", "video", "audio", "dl"),
		(_, node) => apart(htmlAsMarkdown(node.outerHTML)),
	);
	rule(
		"pre",
		(node) => isNamed(node, "pre"),
		(_, node) => apart(fencedCode(node.textContent ?? "", "")),
	);
	rule(
		"picture",
		(node) => isNamed(node, "img"),
		(_, node) => {
			const [src, alt] = [node.getAttribute("src") ?? "", node.getAttribute("alt") ?? ""];
			return src === "" ? "" : `![${alt.replace(/\s+/g, " ").replace(/([[\]])/g, "\\$1")}](${address(src)})`;
		},
	);
	rule("figure", (node) => isNamed(node, "figure"), figure);
	rule(
		"caption",
		(node) => isNamed(node, "figcaption"),
		(content, node) => {
			const isPicture = content.trim() !== "" && isCaptioned(node.parentNode);
			return isPicture ? apart(`<figcaption>\n\n${content.trim()}\n\n</figcaption>`) : apart(content);
		},
	);
	rule(
		"download",
		(node) => isNamed(node, "a") && has(node, "wp-block-file__button"),
		() => "",
	);
	rule(
		"embedded",
		(node) => isNamed(node, "div") && has(node, "wp-block-embed__wrapper"),
		(_, node) => {
			const url = (node.textContent ?? "").trim();
			return /^https?:\S+$/.test(url) ? apart(player(url) ?? `<${url}>`) : "";
		},
	);
	rule(
		"alone",
		(node) => isNamed(node, "p") && player((node.textContent ?? "").trim()) !== undefined,
		(content, node) => {
			const url = (node.textContent ?? "").trim();
			return apart(/\s/.test(url) ? content : (player(url) ?? content));
		},
	);
	rule(
		"frame",
		(node) => isNamed(node, "iframe"),
		(_, node) => {
			const src = (node.getAttribute("src") ?? "").replace(/^\/\//, "https://");
			const known = player(src);
			if (known === undefined) notes.add(src, "a frame of another site becomes a link to it");
			return known ? apart(known) : /^https?:\S+$/.test(src) ? apart(`<${src}>`) : "";
		},
	);
	return service;
}

function listItem(content: string, node: Of): string {
	// Before WordPress 5.9 the pictures of a gallery were items of a list.
	if (has(node, "blocks-gallery-item")) return apart(content);
	const list = node.parentNode;
	const isOrdered = list !== null && isNamed(list, "ol");
	const nth = Array.from(list?.children ?? []).indexOf(node) + Number(list?.getAttribute("start") || 1);
	const mark = isOrdered ? `${nth}. ` : "- ";
	const text = content.replace(/^\n+|\s+$/g, "").replace(/\n(?=[^\n])/g, `\n${" ".repeat(mark.length)}`);
	return `${mark}${text}${node.nextSibling ? "\n" : ""}`;
}

/** Whether a figure is one picture with a caption; a gallery, a table and an embedded address have their words below. */
const isCaptioned = (node: Of | null): boolean =>
	node !== null &&
	isNamed(node, "figure") &&
	node.getElementsByTagName("img").length === 1 &&
	node.getElementsByTagName("figure").length === 0 &&
	node.getElementsByTagName("table").length === 0;

function figure(content: string, node: Of): string {
	const isOne = isCaptioned(node) && content.includes("<figcaption>");
	return apart(isOne ? `<figure>\n\n${content.trim()}\n</figure>` : content);
}
