/** Makes lines headings, items of a list, quotations, and paragraphs again, where their marks are not shown. */
import { ensureSyntaxTree, syntaxTree } from "@codemirror/language";
import { type ChangeSpec, EditorSelection, type EditorState, type Line, type TransactionSpec } from "@codemirror/state";
import type { SyntaxNode, Tree } from "@lezer/common";
import { AS_WRITTEN, type Span } from "./marks.ts";

const READ_MS = 200;
/** Blocks without words of their own. */
const isWordless = (name: string): boolean => AS_WRITTEN.has(name) || name === "Table" || name === "HorizontalRule";
const QUOTED = /^[ \t]{0,3}>[ \t]?/;

/** A line of words: where its words begin after a quotation's mark, and its own marks. */
type Shape = {
	line: Line;
	quote: string;
	level: number;
	head: Span | null;
	item: (Span & { mark: string; indent: string }) | null;
	/** The line under a heading that makes it one. */
	under: Span | null;
	/** Where the block begins: lines of one block stay together. */
	block: number;
};
export type ShapeName = "text" | "h2" | "h3" | "bullets" | "numbers" | "quote";
const LEVELS: Partial<Record<ShapeName, number>> = { text: 0, h2: 2, h3: 3 };

const treeOf = (state: EditorState, to: number): Tree => ensureSyntaxTree(state, to, READ_MS) ?? syntaxTree(state);

/** Returns the change that gives the selected lines a shape, or takes it away where all have it; null where none can. */
export function shaped(state: EditorState, name: ShapeName): TransactionSpec | null {
	const changes = name === "quote" ? quoted(state) : linesShaped(state, name);
	if (changes.length === 0) return null;
	const made = state.changes(changes);
	const { anchor, head } = state.selection.main;
	return {
		changes: made,
		selection: EditorSelection.range(made.mapPos(anchor, 1), made.mapPos(head, 1)),
		scrollIntoView: true,
		userEvent: "input",
	};
}

function linesShaped(state: EditorState, name: ShapeName): ChangeSpec[] {
	const shapes = shapesIn(state, state.selection.main);
	const level = LEVELS[name];
	if (level === undefined) return listed(state, shapes, name === "numbers");
	const isOn = shapes.every((shape) => shape.level === level && !shape.item);
	return isOn && level === 0 ? [] : headed(state, shapes, isOn ? 0 : level);
}

function shapesIn(state: EditorState, { from, to }: Span): Shape[] {
	const tree = treeOf(state, state.doc.lineAt(to).to);
	const first = state.doc.lineAt(from).number;
	const last = state.doc.lineAt(to).number;
	const shapes: Shape[] = [];
	for (let number = first; number <= last; number++) {
		const line = state.doc.line(number);
		const shape = shapeOf(state, tree, line);
		if (shape && (first === last || line.text.slice(shape.quote.length).trim() !== "")) shapes.push(shape);
	}
	return shapes;
}

type Seen = { state: EditorState; line: Line; shape: Shape; node: SyntaxNode };

/** What each kind of node says about a line that it touches. */
const SAYS: Record<string, (of: Seen) => void> = {
	Paragraph: ({ shape, node }) => {
		shape.block = node.from;
	},
	Setext: ({ state, shape, node }) => {
		const under = state.doc.lineAt(node.to);
		shape.under = { from: under.from - 1, to: under.to };
	},
	QuoteMark: ({ state, line, shape, node }) => {
		if (!shape.item) shape.quote = state.sliceDoc(line.from, node.to) + spaceAt(state, line, node.to).slice(0, 1);
	},
	HeaderMark: ({ state, line, shape, node }) => {
		if (shape.head || shape.under) return;
		shape.head = { from: node.from, to: node.to + spaceAt(state, line, node.to).length };
	},
	ListMark: ({ state, line, shape, node }) => {
		const from = line.from + shape.quote.length;
		const to = node.to + spaceAt(state, line, node.to).length;
		shape.item = { from, to, mark: state.sliceDoc(node.from, node.to), indent: state.sliceDoc(from, node.from) };
	},
	TaskMarker: ({ state, line, shape, node }) => {
		if (shape.item) shape.item = { ...shape.item, to: node.to + spaceAt(state, line, node.to).length };
	},
};
const spaceAt = (state: EditorState, line: Line, at: number): string =>
	/^[ \t]*/.exec(state.sliceDoc(at, line.to))?.[0] ?? "";

function shapeOf(state: EditorState, tree: Tree, line: Line): Shape | null {
	const shape: Shape = { line, quote: "", level: 0, head: null, item: null, under: null, block: line.from };
	let isWords = true;
	tree.iterate({
		from: line.from,
		to: line.to,
		enter: ({ name, from, to, node }) => {
			const [, kind, level] = /^(ATX|Setext)Heading([1-6])$/.exec(name) ?? [];
			// The line under a heading is none of its own.
			if (isWordless(name) || (kind === "Setext" && from < line.from)) isWords = false;
			if (level) shape.level = Number(level);
			const isWhole = from >= line.from && to <= line.to;
			if (isWhole || name === "Paragraph" || kind === "Setext") SAYS[kind ?? name]?.({ state, line, shape, node });
		},
	});
	return isWords ? shape : null;
}

/** Returns what parts a line from one beside it, and nothing where an empty line does so. */
function parting(
	state: EditorState,
	{ line, quote, block }: Shape,
	side: -1 | 1,
	isFree: (beside: Shape) => boolean,
): ChangeSpec[] {
	const number = line.number + side;
	if (number < 1 || number > state.doc.lines) return [];
	const beside = state.doc.line(number);
	if (beside.text.slice(quote.length).trim() === "" || (quote === "" && beside.text.trim() === "")) return [];
	const shape = shapeOf(state, treeOf(state, beside.to), beside);
	if (shape && (isFree(shape) || (side > 0 && shape.block === block && /^[ \t]/.test(beside.text) && !shape.item)))
		return [];
	return side < 0
		? [{ from: line.from, insert: `${quote.trimEnd()}\n` }]
		: [{ from: line.to, insert: `\n${quote.trimEnd()}` }];
}

function headed(state: EditorState, shapes: readonly Shape[], level: number): ChangeSpec[] {
	const numbers = new Set(shapes.map(({ line }) => line.number));
	return shapes.flatMap((shape) => {
		const { line, quote, head, item, under } = shape;
		const start = line.from + quote.length;
		const mark = level > 0 ? `${"#".repeat(level)} ` : "";
		const isAlone = shape.level > 0 && level > 0 && !item;
		const last = head && trailing(state, shape);
		return [
			...(isAlone ? [] : parting(state, shape, -1, () => false)),
			{ from: start, to: item?.to ?? start },
			head ? { from: head.from, to: head.to, insert: mark } : { from: item?.to ?? start, insert: mark },
			...(last ? [last] : []),
			...(under ? [under] : []),
			...(isAlone || under || numbers.has(line.number + 1) ? [] : parting(state, shape, 1, () => false)),
		];
	});
}

/** The marks that may also close a heading. */
function trailing(state: EditorState, { line, head }: Shape): Span | null {
	const words = state.sliceDoc(head?.to ?? line.from, line.to);
	const bare = words.trimEnd();
	let end = bare.length;
	while (bare[end - 1] === "#") end--;
	const start = bare.slice(0, end).trimEnd().length;
	return start < end && end < bare.length ? { from: line.to - words.length + start, to: line.to } : null;
}

const isNumber = (mark: string): boolean => /^\d/.test(mark);

function listed(state: EditorState, shapes: readonly Shape[], ordered: boolean): ChangeSpec[] {
	const isSame = ({ item }: Shape): boolean => item !== null && isNumber(item.mark) === ordered;
	const numbers = new Set(shapes.map(({ line }) => line.number));
	if (shapes.every(isSame))
		return shapes.flatMap((shape) => [
			...parting(state, shape, -1, () => false),
			{ from: shape.item?.from ?? 0, to: shape.item?.to ?? 0 },
			...(numbers.has(shape.line.number + 1) ? [] : parting(state, shape, 1, () => false)),
		]);
	const [first] = shapes;
	const last = shapes.at(-1);
	if (!first || !last) return [];
	const before = besideOf(state, first, -1);
	const after = besideOf(state, last, 1);
	const joins = (beside: Shape | null): boolean => beside !== null && isSame(beside) && beside.quote === first.quote;
	const bullet = before?.item && joins(before) && !ordered ? before.item.mark : "-";
	let count = before?.item && joins(before) && ordered ? Number.parseInt(before.item.mark, 10) : 0;
	return [
		...(before && joins(before) ? gap(before, first) : parting(state, first, -1, ({ item }) => item !== null)),
		...shapes.flatMap((shape, at): ChangeSpec[] => {
			const { line, quote, head, item, under } = shape;
			const start = line.from + quote.length;
			const mark = ordered ? `${++count}. ` : `${bullet} `;
			const next = shapes[at + 1];
			return [
				{ from: start, to: Math.max(head?.to ?? start, item?.to ?? start), insert: (item?.indent ?? "") + mark },
				...(under ? [under] : []),
				...(next && !(item && next.item) && areParted(state, shape, next) ? gap(shape, next) : []),
			];
		}),
		...(after && joins(after)
			? gap(last, after)
			: parting(state, last, 1, (beside) => isSame(beside) || (beside.item?.indent ?? "") !== "")),
	];
}

/** Returns the next line that is not empty. */
function besideOf(state: EditorState, { line, quote }: Shape, side: -1 | 1): Shape | null {
	for (let number = line.number + side; number >= 1 && number <= state.doc.lines; number += side) {
		const beside = state.doc.line(number);
		if (beside.text.slice(quote.length).trim() === "") continue;
		return shapeOf(state, treeOf(state, beside.to), beside);
	}
	return null;
}

/** Whether nothing but empty lines stand between two lines. */
const areParted = (state: EditorState, one: Shape, next: Shape): boolean =>
	/^[\s>]*$/.test(state.sliceDoc(one.under?.to ?? one.line.to, next.line.from));

/** Takes the empty lines between two lines away. */
const gap = ({ line, under }: Shape, next: Shape): ChangeSpec[] => {
	const from = (under?.to ?? line.to) + 1;
	return from < next.line.from ? [{ from, to: next.line.from }] : [];
};

/** Makes the selected blocks one quotation, or takes its marks away when all are quotations. */
function quoted(state: EditorState): ChangeSpec[] {
	const { from, to, empty } = state.selection.main;
	const blocks: SyntaxNode[] = [];
	for (let node = treeOf(state, to).topNode.firstChild; node; node = node.nextSibling)
		if (node.from <= to && node.to >= from) blocks.push(node);
	const here = state.doc.lineAt(from);
	if (blocks.length === 0) return empty && here.text.trim() === "" ? [{ from: here.from, insert: "> " }] : [];
	const first = state.doc.lineAt(Math.min(...blocks.map((block) => block.from)));
	const last = state.doc.lineAt(Math.max(...blocks.map((block) => block.to)));
	const lines = Array.from({ length: last.number - first.number + 1 }, (_, at) => state.doc.line(first.number + at));
	const isOn = blocks.every(({ name }) => name === "Blockquote");
	const touches = isOn && first.number > 1 && state.doc.line(first.number - 1).text.trim() !== "";
	return [
		...(touches ? [{ from: first.from, insert: "\n" }] : []),
		...lines.flatMap((line): ChangeSpec[] => {
			const mark = QUOTED.exec(line.text)?.[0];
			if (isOn) return mark ? [{ from: line.from, to: line.from + mark.length }] : [];
			return mark ? [] : [{ from: line.from, insert: line.text.trim() === "" ? ">" : "> " }];
		}),
	];
}
