/**
 * The words of copied HTML as Markdown: bold, italics, links, code, line breaks. Pieces with the same marks are joined
 * before they are written, because programs cut a word into many of them.
 */
export type Marks = { bold: boolean; italic: boolean; href: string };
/** A piece of text, or of Markdown that is written already. */
type Piece = Marks & { text: string; isWritten?: boolean };

export const PLAIN: Marks = { bold: false, italic: false, href: "" };
export const BLOCKS =
	"ADDRESS ARTICLE ASIDE BLOCKQUOTE DETAILS DIV DL DT DD FIGCAPTION FIGURE FOOTER H1 H2 H3 H4 H5 H6 HEADER HR LI MAIN NAV OL P PRE SECTION SUMMARY TABLE UL";
const BLOCK = new Set(BLOCKS.split(" "));
const GONE = new Set(
	"SCRIPT STYLE HEAD META LINK TITLE IMG SVG OBJECT IFRAME BUTTON INPUT SELECT TEXTAREA NOSCRIPT".split(" "),
);

export const isBlock = (node: Node): node is Element => node instanceof Element && BLOCK.has(node.tagName);
export const styleOf = (node: Element): string => node.getAttribute("style") ?? "";
/** Whether an element is a bullet or number that Word writes as text, marked to be ignored. */
export const isMarker = (node: Element): boolean => /mso-list:\s*ignore/i.test(styleOf(node));

/** Whether nobody sees an element as a word of the text: a control, what is hidden, a comment of Word. */
export const isGone = (node: Element): boolean =>
	GONE.has(node.tagName.toUpperCase()) ||
	isMarker(node) ||
	/display:\s*none|mso-hide:\s*all|mso-element:\s*comment-list/i.test(styleOf(node)) ||
	/MsoCommentReference|msocomanchor/.test(node.className);

const EAST = "[\\u2e80-\\u9fff\\uf900-\\ufaff\\uff00-\\uffef]";
/** A line of the source that ends between two Chinese characters is no space, as in browsers (CSS Text, 4.1.2). */
const BROKEN = new RegExp(`(?<=${EAST})[ \\t]*[\\r\\n]+[ \\t]*(?=${EAST})`, "g");

/** Escapes what Markdown would read as markup, and nothing else. */
export const escaped = (text: string): string =>
	text
		.replace(/\\(?=[!-/:-@[-`{-~])|`|<(?=[a-z/!?])|&(?=#?\w+;)|~(?=~)/gi, "\\$&")
		.replace(/\*(?!(?<=\s\*)\s)/g, "\\*")
		.replace(/\[(?=[^\]\n]{0,99}\][([:])|\[(?=\^)/g, "\\[")
		.replace(/(^|[^\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, (found) => found.replace("_", "\\_"));
const atLineStart = (line: string): string =>
	line.replace(/^(?:#{1,6}\s|>|[-+:]\s|(?:-{3,}|={3,})$)/, "\\$&").replace(/^(\d{1,9})([.)]\s)/, "$1\\$2");

function marksOf(node: Element, above: Marks): Marks {
	const style = styleOf(node);
	const weight = /font-weight:\s*(\w+)/i.exec(style)?.[1];
	const slope = /font-style:\s*(\w+)/i.exec(style)?.[1];
	const isHeavy = weight ? /bold|[6-9]00/.test(weight) : above.bold || ["B", "STRONG"].includes(node.tagName);
	const isSloped = slope ? slope === "italic" : above.italic || ["I", "EM"].includes(node.tagName);
	return { bold: isHeavy, italic: isSloped, href: node.tagName === "A" ? addressOf(node) : above.href };
}

function addressOf(node: Element): string {
	const href = node.getAttribute("href") ?? "";
	// Google Docs replaces the address of a link by one of Google's.
	const [, target] = /^https:\/\/www\.google\.com\/url\?(?:.*&)?q=([^&]+)/.exec(href) ?? [];
	const address = target ? decodeURIComponent(target) : href;
	if (!/^(https?:|mailto:|tel:|\/)/i.test(address)) return "";
	return address.replace(/[\s()<>]/g, (one) => `%${one.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/** Word's footnotes: the number in the text is a link to the note, the one before the note leads back. */
const NOTE = /mso-footnote-id/i;
const noteOf = (node: Element): string | undefined =>
	node.tagName === "A" && NOTE.test(styleOf(node)) ? /\d+/.exec(node.textContent ?? "")?.[0] : undefined;

function collect(node: Node, marks: Marks, into: Piece[]): void {
	if (node.nodeType === Node.TEXT_NODE) {
		const text = (node.nodeValue ?? "").replace(BROKEN, "").replace(/[\s\u00a0]+/g, " ");
		into.push({ ...marks, text });
		return;
	}
	if (!(node instanceof Element) || isGone(node)) return;
	const written = (text: string) => into.push({ ...PLAIN, text, isWritten: true });
	const note = noteOf(node);
	if (note) return void written(node.getAttribute("href")?.startsWith("#_ftnref") ? "" : `[^${note}]`);
	if (node.tagName === "BR") return void written("\n");
	if (node.tagName === "CODE") return void written(codeOf(node.textContent ?? ""));
	const own = marksOf(node, marks);
	if (isBlock(node)) written("\n");
	for (const child of node.childNodes) collect(child, own, into);
	if (isBlock(node)) written("\n");
}

const codeOf = (text: string): string =>
	text.includes("`") || text.trim() === "" ? escaped(text) : `\`${text.trim()}\``;

const isBlank = ({ text, isWritten }: Piece): boolean => !isWritten && text.trim() === "";

/** Joins neighbours that look alike; a space between two of them looks like both, any other like nothing. */
function joined(pieces: readonly Piece[]): Piece[] {
	const all: Piece[] = [];
	for (const [at, piece] of pieces.entries()) {
		if (piece.text === "") continue;
		const before = all.at(-1);
		const after = pieces.slice(at + 1).find((one) => !isBlank(one) && one.text !== "");
		const own = isBlank(piece) && !(before && after && isAlike(before, after)) ? { ...PLAIN, text: piece.text } : piece;
		if (before && (isAlike(before, own) || (isBlank(own) && after && isAlike(before, after)))) before.text += own.text;
		else all.push({ ...own });
	}
	return all;
}
const isAlike = (a: Piece, b: Piece): boolean =>
	a.bold === b.bold && a.italic === b.italic && a.href === b.href && !a.isWritten === !b.isWritten;

/** Writes neighbours one after the other, those with the same `of` inside one pair of marks. */
function grouped(pieces: readonly Piece[], of: keyof Marks, inside: (group: Piece[]) => string): string {
	const groups: Piece[][] = [];
	for (const piece of pieces) {
		const last = groups.at(-1);
		if (last?.[0] && last[0][of] === piece[of]) last.push(piece);
		else groups.push([piece]);
	}
	return groups.map((group) => around(inside(group), group[0]?.[of] ?? "", of)).join("");
}

/** Puts marks around words, spaces outside, because Markdown would not see the mark otherwise. */
function around(words: string, value: string | boolean, of: keyof Marks): string {
	const core = words.trim();
	const before = words.slice(0, words.length - words.trimStart().length);
	const after = words.slice(words.trimEnd().length);
	if (value === "" || value === false || core === "") return words;
	const mark = of === "bold" ? "**" : "*";
	return before + (of === "href" ? `[${core}](${value})` : mark + core + mark) + after;
}

const written = (pieces: readonly Piece[]): string =>
	grouped(pieces, "href", (linked) =>
		grouped(linked, "bold", (heavy) =>
			grouped(heavy, "italic", (all) => all.map(({ text, isWritten }) => (isWritten ? text : escaped(text))).join("")),
		),
	);

/** Returns the lines of nodes as Markdown; an empty line parts paragraphs. `marks` are those of what is around them. */
export function linesOf(nodes: Iterable<Node>, marks: Marks = PLAIN): string[] {
	const pieces: Piece[] = [];
	for (const node of nodes) collect(node, marks, pieces);
	return written(joined(pieces))
		.split("\n")
		.map((line) => atLineStart(line.replace(/ +/g, " ").trim()));
}

/** The marks of an element for what is in it. */
export const marksIn = marksOf;
