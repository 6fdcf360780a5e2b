import { segments } from "../code.ts";
import { fencedCode } from "./fences.ts";
import { type Parameters, wordsOf } from "./parameters.ts";
import { type Mark, pair, type ShortcodeNode } from "./shortcode-marks.ts";
import { KNOWN_SHORTCODES, LAYOUT_SHORTCODES, type ShortcodeContext } from "./shortcode-words.ts";

/**
 * Turns a body with Hugo's shortcodes into readable Markdown: pictures, videos, code, links and `details` become what
 * they stand for; of other shortcodes the content and the words among their parameters stay, or the shortcode itself
 * when it has no words. Escaped shortcodes are shown as in Hugo. What could not be imported exactly is noted.
 */
export function shortcodes(body: string, context: ShortcodeContext): string {
	return writeAll(pair(body, codeRanges(body)), context);
}

function codeRanges(body: string): [number, number][] {
	const ranges: [number, number][] = [];
	let at = 0;
	for (const { isCode, text } of segments(body)) {
		if (isCode) ranges.push([at, at + text.length]);
		at += text.length;
	}
	return ranges;
}

const writeAll = (nodes: ShortcodeNode[], context: ShortcodeContext): string =>
	nodes.map((node) => (typeof node === "string" ? node : write(node.mark, node.inner, context))).join("");

function write(mark: Mark, nodes: ShortcodeNode[] | null, context: ShortcodeContext): string {
	const { name, literal, parameters } = mark;
	if (mark.isClosing) return "";
	const inner = nodes && writeAll(nodes, context);
	if (LAYOUT_SHORTCODES.has(name)) return inner === null ? "" : apart(inner);
	const known = KNOWN_SHORTCODES[name]?.({ literal, parameters, inner, context });
	if (known !== undefined) return known;
	const words = inWords(name, parameters, inner);
	context.notes.add(
		literal,
		`shortcode ${name} is ${words === undefined ? "left as it stands" : "shown as its words"}`,
	);
	return words ?? literal;
}

/** Returns the words and links of an unknown shortcode, which readers would miss; undefined without any. */
function inWords(name: string, parameters: Parameters, inner: string | null): string | undefined {
	const words = wordsOf(parameters);
	const { href, url, link, relref } = parameters.named;
	const target = href ?? url ?? link ?? relref;
	const label = inner?.trim() || words.join(" ");
	if (target !== undefined && label && !/\n\s*\n/.test(label)) return `[${label}](${target})`;
	if (inner === null) return words.length > 0 ? words.join(" ") : undefined;
	const named = Object.keys(parameters.named).length > 0 ? wordsOf({ positional: [], named: parameters.named }) : words;
	const text =
		/code|prism|console|terminal|command|toggle/i.test(name) && !/```/.test(inner)
			? fencedCode(inner, "")
			: apart(inner);
	const head = named.filter((word) => /[^\x21-\x7e]|^[A-Z]/.test(word) || parameters.named.title === word);
	return head.length > 0 ? apart(`**${head.join(" ")}**\n${text}`) : text;
}

/** Puts line breaks around a content of several lines, so that it is separate Markdown. */
const apart = (text: string): string => (text.includes("\n") ? `\n${text.replace(/^\n+|\s+$/g, "")}\n` : text);
