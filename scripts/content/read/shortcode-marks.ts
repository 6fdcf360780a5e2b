import { type Parameters, readParameters } from "./parameters.ts";

export type Mark = {
	start: number;
	end: number;
	literal: string;
	name: string;
	isClosing: boolean;
	isAlone: boolean;
	parameters: Parameters;
};
/** A text, or a shortcode with the content between its two marks. */
export type ShortcodeNode = string | { mark: Mark; inner: ShortcodeNode[] | null };

const MARK = /\{\{(?:<([\s\S]*?)>|%([\s\S]*?)%)\}\}/g;

/**
 * Cuts a body at its shortcodes and pairs opening with closing marks; one without a closing mark stands alone. Escaped
 * marks (`{{</* x *​/>}}`) become text without the escape. Inside `code` ranges only escaped ones are looked at.
 */
export function pair(body: string, code: [number, number][]): ShortcodeNode[] {
	const marks: (Mark | { start: number; end: number; text: string })[] = [];
	for (const found of body.matchAll(MARK)) {
		const [literal, angle, percent] = found;
		const content = angle ?? percent ?? "";
		const place = { start: found.index, end: found.index + literal.length };
		if (/^\s*\/\*[\s\S]*\*\/\s*$/.test(content))
			marks.push({ ...place, text: literal.replace("/*", "").replace(/\*\/(?=\s*[>%]\}\}$)/, "") });
		else if (!code.some(([from, to]) => place.start >= from && place.start < to))
			marks.push({ ...place, ...readMark(literal, content) });
	}
	return nest(body, marks, { from: 0, to: body.length });
}

function readMark(literal: string, content: string): Omit<Mark, "start" | "end"> {
	const [, slash, name = "", rest = "", alone] =
		/^-?\s*(\/)?\s*([^\s"`/]*(?:\/[^\s"`/]+)*)([\s\S]*?)(\/)?\s*-?$/.exec(content) ?? [];
	return {
		literal,
		name: name.toLowerCase(),
		isClosing: slash !== undefined,
		isAlone: alone !== undefined,
		parameters: readParameters(rest),
	};
}

type Range = { from: number; to: number };

function nest(
	body: string,
	marks: (Mark | { start: number; end: number; text: string })[],
	{ from, to }: Range,
): ShortcodeNode[] {
	const nodes: ShortcodeNode[] = [];
	let at = from;
	marks.forEach((mark, index) => {
		if (mark.start < at || mark.start >= to) return;
		nodes.push(body.slice(at, mark.start));
		at = mark.end;
		if ("text" in mark) {
			nodes.push(mark.text);
			return;
		}
		const rest = marks.slice(index + 1).filter(({ start }) => start < to);
		const close = mark.isAlone || mark.isClosing ? undefined : closingOf(mark.name, rest);
		nodes.push({ mark, inner: close ? nest(body, rest, { from: mark.end, to: close.start }) : null });
		if (close) at = close.end;
	});
	nodes.push(body.slice(at, to));
	return nodes;
}

function closingOf(name: string, marks: (Mark | { start: number; end: number; text: string })[]): Mark | undefined {
	let depth = 1;
	for (const mark of marks) {
		if ("text" in mark || mark.name !== name || mark.isAlone) continue;
		depth += mark.isClosing ? -1 : 1;
		if (depth === 0) return mark;
	}
	return undefined;
}
