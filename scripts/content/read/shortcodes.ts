import { segments } from "../code.ts";
import { fencedCode } from "./fences.ts";
import { type Parameters, wordsOf } from "./parameters.ts";
import { type Mark, pair, type ShortcodeNode } from "./shortcode-marks.ts";
import { KNOWN_SHORTCODES, LAYOUT_SHORTCODES, type ShortcodeContext } from "./shortcode-words.ts";

/**
 * A body with Hugo's shortcodes as readable Markdown: pictures, videos, code, links and `details` become what they
 * stand for; of others the inner text and the words among their parameters stay, or the shortcode itself where it has
 * none. Escaped ones show as they would in Hugo. What could not be carried over is noted.
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

/** What a reader would miss of a shortcode that nobody here knows. */
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

/** An inner text of several lines gets blank lines around it, so that it is Markdown of its own. */
const apart = (text: string): string => (text.includes("\n") ? `\n${text.replace(/^\n+|\s+$/g, "")}\n` : text);
