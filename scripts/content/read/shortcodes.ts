import { segments } from "../code.ts";
import type { Values } from "./front-matter.ts";
import type { Notes } from "./notes.ts";
import { figure, imageOf, type Parameters, readParameters, video, wordsOf } from "./parameters.ts";
import { isValues } from "./front-matter.ts";

export type ShortcodeContext = {
	page: Values;
	site: Values;
	/** The text of a file that a shortcode puts in, when it is in the folder. */
	include: (path: string) => string | undefined;
	notes: Notes;
};

type Mark = { start: number; end: number; literal: string; name: string; isClosing: boolean; isEscaped: boolean; parameters: string };
type Node = string | { mark: Mark; inner: Node[] | null };

const MARK =
	/\{\{(<|%)-?\s*(\/\*)?\s*(\/)?\s*((?:"(?:[^"\\]|\\.)*"|`[^`]*`|(?!\*\/\s*(?:>\}\}|%\}\}))(?!\s-?\1?>\}\})[^"`>%]|>(?!\}\})|%(?!\}\}))*?)\s*(\/)?\s*(\*\/)?\s*-?(?:>|%)\}\}/g;

/**
 * A body with Hugo's shortcodes as readable Markdown: pictures, videos, code, links and `details` become what they
 * stand for; of others the inner text and the words among their parameters stay, or the shortcode itself where there
 * are none. Escaped ones show as they would in Hugo. What could not be carried over is noted.
 */
export function shortcodes(body: string, context: ShortcodeContext): string {
	return writeAll(nest(body, marksIn(body)), context);
}

/** All marks in order; in code only the escaped ones count. */
function marksIn(body: string): Mark[] {
	const code: [number, number][] = [];
	let at = 0;
	for (const { isCode, text } of segments(body)) {
		if (isCode) code.push([at, at + text.length]);
		at += text.length;
	}
	const marks: Mark[] = [];
	for (const found of body.matchAll(MARK)) {
		const [literal, , escaped, slash, content = ""] = found;
		const start = found.index;
		const [, name = "", parameters = ""] = /^([^\s"`]+)?([\s\S]*)$/.exec(content.trim()) ?? [];
		const isEscaped = escaped !== undefined;
		if (!isEscaped && (name === "" || code.some(([from, to]) => start >= from && start < to))) continue;
		marks.push({ start, end: start + literal.length, literal, name, isClosing: slash !== undefined, isEscaped, parameters });
	}
	return marks;
}

/** Pairs each opening mark with the closing one of its name; one without stands alone. */
function nest(body: string, marks: Mark[], from = 0, to = body.length): Node[] {
	const nodes: Node[] = [];
	let at = from;
	for (let i = 0; i < marks.length; i++) {
		const mark = marks[i];
		if (!mark || mark.start < at) continue;
		nodes.push(body.slice(at, mark.start));
		at = mark.end;
		if (mark.isEscaped) nodes.push(unescape(mark.literal));
		else if (mark.isClosing) nodes.push({ mark, inner: null });
		else {
			const close = closingOf(marks, i);
			nodes.push({ mark, inner: close ? nest(body, marks.slice(i + 1), mark.end, close.start) : null });
			if (close) at = close.end;
		}
		if (at >= to) break;
	}
	nodes.push(body.slice(at, to));
	return nodes;
}

function closingOf(marks: Mark[], index: number): Mark | undefined {
	const name = marks[index]?.name;
	let depth = 0;
	for (const mark of marks.slice(index)) {
		if (mark.isEscaped || mark.name !== name || /\/\s*[>%]\}\}$/.test(mark.literal)) continue;
		depth += mark.isClosing ? -1 : 1;
		if (depth === 0) return mark;
	}
	return undefined;
}

const unescape = (literal: string): string => literal.replace(/^(\{\{[<%]-?\s*)\/\*/, "$1").replace(/\*\/(\s*-?[>%]\}\})$/, "$1");

const writeAll = (nodes: Node[], context: ShortcodeContext): string =>
	nodes.map((node) => (typeof node === "string" ? node : write(node.mark, node.inner, context))).join("");

function write(mark: Mark, inner: Node[] | null, context: ShortcodeContext): string {
	const { name, literal } = mark;
	if (mark.isClosing || SILENT.has(name.toLowerCase())) return "";
	const parameters = readParameters(mark.parameters);
	const text = inner && writeAll(inner, context);
	const known = KNOWN[name.toLowerCase()]?.({ name, parameters, inner: text, context }) ?? generic(parameters, text);
	if (known !== undefined) {
		if (!KNOWN[name.toLowerCase()]) context.notes.add(literal, `shortcode ${name} is not known: its words are kept as text`);
		return known;
	}
	context.notes.add(literal, `shortcode ${name} is left as it stands: it holds no words`);
	return literal;
}

/** Layout without words. */
const SILENT = new Set("toc clear br spacer hr pagebreak lead columns column row col grid center rawhtml raw html div span".split(" "));
