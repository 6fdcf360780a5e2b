import { cellsIn, tableOf } from "./table-cells.ts";

/**
 * The block elements. This file turns text copied from Word, Google Docs or a web page into Markdown: headings, bold,
 * italics, links, lists, quotations, paragraphs, tables. The HTML is only parsed: a parsed document runs nothing and
 * loads nothing.
 */
const BLOCKS =
	"ADDRESS ARTICLE ASIDE BLOCKQUOTE DIV DL DT DD FIGURE H1 H2 H3 H4 H5 H6 HR LI MAIN OL P PRE SECTION TABLE UL";
const BLOCK = new Set(BLOCKS.split(" "));
const GONE = new Set([
	"SCRIPT",
	"STYLE",
	"HEAD",
	"META",
	"LINK",
	"TITLE",
	"IMG",
	"SVG",
	"OBJECT",
	"IFRAME",
	"BUTTON",
	"INPUT",
]);

const styleOf = (node: Element): string => node.getAttribute("style") ?? "";
/** Returns whether an element is a bullet or number that Word writes as text, marked to be ignored. */
const isMarker = (node: Element): boolean => /mso-list:\s*ignore/i.test(styleOf(node));

/** Escapes characters of the copied text that Markdown would read as markup. */
export const escaped = (text: string): string =>
	text
		.replace(/[\\*`<[\]]/g, "\\$&")
		.replace(/(^|[^\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (found) => found.replace("_", "\\_"));
const atLineStart = (line: string): string =>
	line.replace(/^(#{1,6}\s|>|[-+]\s)/, "\\$1").replace(/^(\d{1,9})([.)]\s)/, "$1\\$2");

type Marks = { bold: boolean; italic: boolean };

function marksOf(node: Element, { bold, italic }: Marks): Marks {
	const style = styleOf(node);
	const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1];
	const isHeavy = weight ? /bold|[6-9]00/.test(weight) : ["B", "STRONG"].includes(node.tagName);
	const slope = /font-style:\s*(\w+)/i.exec(style)?.[1];
	const isSloped = slope ? slope === "italic" : ["I", "EM"].includes(node.tagName);
	return { bold: weight ? isHeavy : bold || isHeavy, italic: slope ? isSloped : italic || isSloped };
}

/** Puts bold and italic marks around words, spaces outside, because Markdown would not see the mark otherwise. */
function marked(text: string, { bold, italic }: Marks): string {
	const mark = (bold ? "**" : "") + (italic ? "*" : "");
	const words = text.trim();
	return mark && words ? text.replace(words, () => mark + words + [...mark].reverse().join("")) : text;
}

function linked(node: Element, words: string): string {
	const href = node.getAttribute("href") ?? "";
	// Google Docs replaces the address of a link by one of Google's.
	const [, target] = /^https:\/\/www\.google\.com\/url\?(?:.*&)?q=([^&]+)/.exec(href) ?? [];
	const address = target ? decodeURIComponent(target) : href;
	if (!/^(https?:|mailto:|tel:|\/)/i.test(address) || words.trim() === "") return words;
	const safe = address.replace(/[\s()<>]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`);
	return `[${words.trim()}](${safe})`;
}

/**
 * Returns the inline Markdown of a node: words, bold and italic marks, and links; block elements are handled by the
 * function `blocks`.
 */
function inline(node: Node, marks: Marks): string {
	if (node.nodeType === Node.TEXT_NODE)
		return marked(escaped((node.nodeValue ?? "").replace(/[\s\u00a0]+/g, " ")), marks);
	if (!(node instanceof Element) || GONE.has(node.tagName.toUpperCase()) || isMarker(node)) return "";
	if (node.tagName === "BR") return "\n";
	const own = marksOf(node, marks);
	const words = [...node.childNodes].map((child) => inline(child, own)).join("");
	return node.tagName === "A" ? linked(node, words) : words;
}

/** Joins neighbouring bold words (`**a****b**`) and trims the lines. */
const tidy = (words: string): string =>
	words
		.replace(/\*\*\*\*/g, "")
		.split("\n")
		.map((line) => atLineStart(line.replace(/ +/g, " ").trim()))
		.join("\n")
		.trim();

type Item = { depth: number; ordered: boolean };
/**
 * Returns the depth of a Word list paragraph, from 0, and whether its list is numbered; null when the element is no
 * such paragraph.
 */
function wordItem(node: Element): Item | null {
	const [, level] = /mso-list:\s*\w+\s+level(\d)/i.exec(styleOf(node)) ?? [];
	if (!level) return null;
	const marker = [...node.querySelectorAll("span")].find(isMarker)?.textContent?.trim() ?? "";
	return { depth: Number(level) - 1, ordered: /^[(（]?[\d\p{L}]+[.)、）]/u.test(marker) && !/^[o§·]$/.test(marker) };
}

const item = ({ depth, ordered }: Item, words: string): string =>
	`${"   ".repeat(depth)}${ordered ? "1." : "-"} ${words.replace(/\n/g, ` \n${"   ".repeat(depth + 1)}`)}`;

function list(node: Element, depth: number): string[] {
	const ordered = node.tagName === "OL";
	return [...node.children].flatMap((child) => {
		// Google Docs puts a nested list beside its item, not inside.
		if (child.tagName === "UL" || child.tagName === "OL") return list(child, depth + 1);
		const inner = [...child.childNodes].filter((one) => !(one instanceof Element && /^[UO]L$/.test(one.tagName)));
		const words = tidy(inner.map((one) => inline(one, { bold: false, italic: false })).join(""));
		const deeper = [...child.children].filter(({ tagName }) => /^[UO]L$/.test(tagName));
		return [...(words ? [item({ depth, ordered }, words)] : []), ...deeper.flatMap((one) => list(one, depth + 1))];
	});
}

/** Returns the words of a table's cell, of several lines where it has several. */
export const cellWords = (cell: Element): string =>
	[...cell.childNodes]
		.map((node) => {
			const words = inline(node, { bold: false, italic: false });
			return node instanceof Element && BLOCK.has(node.tagName) ? `\n${words}\n` : words;
		})
		.join("")
		.replace(/\*\*/g, "")
		.split("\n")
		.map((line) => line.replace(/ +/g, " ").trim())
		.filter(Boolean)
		.join("\n");

function table(node: Element): string {
	const rows = cellsIn(node, cellWords);
	return (rows[0]?.length ?? 0) < 2 ? rows.flat().join("\n\n") : tableOf(rows);
}

type Block = { words: string; isItem?: boolean };

function blockOf(node: Element): Block[] {
	const heading = /^H([1-6])$/.exec(node.tagName)?.[1];
	if (node.tagName === "UL" || node.tagName === "OL") return list(node, 0).map((words) => ({ words, isItem: true }));
	if (node.tagName === "TABLE") return [{ words: table(node) }];
	if (node.tagName === "HR") return [{ words: "---" }];
	if (node.tagName === "BLOCKQUOTE") return [{ words: joined(blocks(node)).replace(/^/gm, "> ").replace(/ $/gm, "") }];
	if (heading) {
		const words = tidy(inline(node, { bold: false, italic: false })).replace(/\*\*|\n/g, "");
		// The page's own heading is the only one of level 1.
		return [{ words: words && `${"#".repeat(Math.max(2, Number(heading)))} ${words}` }];
	}
	const of = wordItem(node);
	if (of) return [{ words: item(of, tidy(inline(node, { bold: false, italic: false }))), isItem: true }];
	return blocks(node);
}

const hasBlocks = (node: Element): boolean => [...node.querySelectorAll("*")].some(({ tagName }) => BLOCK.has(tagName));

/** Returns the blocks of an element in order; words between block elements become paragraphs of their own. */
function blocks(parent: Element): Block[] {
	const found: Block[] = [];
	let loose = "";
	const close = () => {
		for (const words of tidy(loose).split(/\n{2,}/)) found.push({ words });
		loose = "";
	};
	for (const node of parent.childNodes) {
		const isBlock = node instanceof Element && (BLOCK.has(node.tagName) || (hasBlocks(node) && node.tagName !== "A"));
		if (!isBlock) {
			loose += inline(
				node,
				parent.tagName === "BODY" ? { bold: false, italic: false } : marksOf(parent, { bold: false, italic: false }),
			);
			continue;
		}
		close();
		found.push(...blockOf(node));
	}
	close();
	return found.filter(({ words }) => words !== "");
}

const joined = (all: Block[]): string =>
	all.reduce((text, { words, isItem }, at) => {
		const gap = at === 0 ? "" : isItem && all[at - 1]?.isItem ? "\n" : "\n\n";
		return text + gap + words;
	}, "");

/** Returns the Markdown of copied HTML; "" when it holds no words. */
export function markdownOf(html: string): string {
	const { body } = new DOMParser().parseFromString(html, "text/html");
	return joined(blocks(body));
}
