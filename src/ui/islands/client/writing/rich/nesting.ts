/** Nests the items of a list under the item before them, or takes them out one level, with all that is in them. */
import {
	type ChangeSpec,
	countColumn,
	EditorSelection,
	type EditorState,
	type TransactionSpec,
} from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { nodeAround, treeTo } from "./marks.ts";

const LIST = /^(?:Bullet|Ordered)List$/;
const TAB_SIZE = 4;

/** Items that follow each other in one list, and all items of that list. */
type Items = { list: SyntaxNode; all: readonly SyntaxNode[]; first: number; last: number };

/** What becomes of an item: by how many columns it moves, and its mark. */
type Move = { by: number; mark: string };

const itemsOf = (list: SyntaxNode): SyntaxNode[] => list.getChildren("ListItem");

/** Returns the item whose line a place stands in. */
function itemAt(state: EditorState, place: number): SyntaxNode | null {
	const { from, to } = state.doc.lineAt(place);
	let item: SyntaxNode | null = null;
	treeTo(state, to).iterate({
		from,
		to,
		enter: ({ name, node }) => {
			if (name === "ListMark" && node.from >= from) item = node.parent;
		},
	});
	return item ?? nodeAround(state, to, /^ListItem$/);
}

/** Returns the selected items of the innermost list that holds the whole selection; null outside a list. */
function itemsIn(state: EditorState): Items | null {
	const { from, to } = state.selection.main;
	const start = itemAt(state, from);
	const end = itemAt(state, to);
	for (let one = start; one; one = one.parent) {
		const list = one.name === "ListItem" ? one.parent : null;
		for (let other = end; list && other; other = other.parent) {
			if (other.parent?.from !== list.from || other.parent.name !== list.name || other.name !== "ListItem") continue;
			const all = itemsOf(list);
			const placeOf = (item: SyntaxNode): number => all.findIndex((each) => each.from === item.from);
			return { list, all, first: placeOf(one), last: placeOf(other) };
		}
	}
	return null;
}

const markOf = (state: EditorState, item: SyntaxNode): string => {
	const mark = item.getChild("ListMark");
	return mark ? state.sliceDoc(mark.from, mark.to) : "";
};
const isNumber = (mark: string): boolean => /^\d/.test(mark);
/** Returns the mark of the item that comes `after` places behind one with a mark. */
const markAfter = (mark: string, after: number): string =>
	isNumber(mark) ? `${Number.parseInt(mark, 10) + after}${mark.slice(-1)}` : mark;
/** Returns the mark with which a list of the same kind begins. */
const firstMark = (mark: string): string => (isNumber(mark) ? `1${mark.slice(-1)}` : mark);

/** Returns where a line begins behind the marks of the quotations around a list. */
function startOf(state: EditorState, list: SyntaxNode, number: number): number {
	const { from, text } = state.doc.line(number);
	let start = 0;
	for (let node = list.parent; node; node = node.parent)
		if (node.name === "Blockquote") start += /^ {0,3}>[ \t]?/.exec(text.slice(start))?.[0].length ?? 0;
	return from + start;
}

function columnOf(state: EditorState, list: SyntaxNode, place: number): number {
	const start = startOf(state, list, state.doc.lineAt(place).number);
	return countColumn(state.sliceDoc(start, place), TAB_SIZE);
}

/** Returns how many columns the words of an item stand behind the beginning of its mark. */
function widthOf(state: EditorState, item: SyntaxNode): number {
	const mark = item.getChild("ListMark");
	const spaces = mark ? (/^ {1,4}(?=\S)/.exec(state.sliceDoc(mark.to, mark.to + 5))?.[0].length ?? 1) : 1;
	return markOf(state, item).length + spaces;
}

const lastList = ({ lastChild }: SyntaxNode): SyntaxNode | null =>
	lastChild && LIST.test(lastChild.name) ? lastChild : null;

/** Moves an item with all its lines, and gives it a mark; its other lines follow its words. */
function movedTo(state: EditorState, item: SyntaxNode, { by, mark }: Move): ChangeSpec[] {
	const list = item.parent;
	const had = item.getChild("ListMark");
	if (!list || !had) return [];
	const first = state.doc.lineAt(item.from).number;
	const last = state.doc.lineAt(item.to).number;
	const was = markOf(state, item);
	const changes: ChangeSpec[] = [];
	for (let number = first; number <= last; number++) {
		const columns = number === first ? by : by + mark.length - was.length;
		changes.push(...shifted(state, startOf(state, list, number), columns));
		if (number === first && mark !== was) changes.push({ from: had.from, to: had.to, insert: mark });
	}
	return changes;
}

/** Moves the words of a line by columns; an empty line stays as it is. */
function shifted(state: EditorState, start: number, by: number): ChangeSpec[] {
	const text = state.sliceDoc(start, state.doc.lineAt(start).to);
	const [indent = ""] = /^[ \t]*/.exec(text) ?? [];
	const end = start + indent.length;
	if (by === 0 || indent.length === text.length) return [];
	if (by > 0) return [{ from: end, insert: " ".repeat(by) }];
	if (!indent.includes("\t")) return [{ from: Math.max(start, end + by), to: end }];
	return [{ from: start, to: end, insert: " ".repeat(Math.max(0, countColumn(indent, TAB_SIZE) + by)) }];
}

/** An item without words cannot follow a paragraph at once, of which its mark would make a heading: an empty line parts them. */
function parting(state: EditorState, under: SyntaxNode, item: SyntaxNode): ChangeSpec[] {
	const line = state.doc.lineAt(item.from);
	const isEmpty = item.lastChild?.name === "ListMark";
	if (!isEmpty || under.lastChild?.name !== "Paragraph" || state.doc.lineAt(under.to).number !== line.number - 1)
		return [];
	const quote = item.parent ? state.sliceDoc(line.from, startOf(state, item.parent, line.number)) : "";
	return [{ from: line.from, insert: `${quote.trimEnd()}\n` }];
}

/** An item, and the column where a list in it begins. */
type Under = { under: SyntaxNode; column: number };

/** Puts items at the end of the list in an item, or begins one there. */
function putUnder(state: EditorState, { under, column }: Under, items: readonly SyntaxNode[]): ChangeSpec[] {
	const [first] = items;
	if (!first?.parent) return [];
	const list = lastList(under);
	const end = list && itemsOf(list).at(-1);
	const own = markOf(state, first);
	const mark =
		end && isNumber(markOf(state, end)) === isNumber(own) ? markAfter(markOf(state, end), 1) : firstMark(own);
	const by = column - columnOf(state, first.parent, first.from);
	return [
		...(list ? [] : parting(state, under, first)),
		...items.flatMap((item, nth) => movedTo(state, item, { by, mark: markAfter(mark, nth) })),
	];
}

/** Counts the items on behind a mark. */
const renumbered = (state: EditorState, items: readonly SyntaxNode[], mark: string): ChangeSpec[] =>
	isNumber(mark) ? items.flatMap((item, nth) => movedTo(state, item, { by: 0, mark: markAfter(mark, nth + 1) })) : [];

function nestedUnder(state: EditorState, { list, all, first, last }: Items): ChangeSpec[] {
	const under = all[first - 1];
	if (!under) return [];
	const joined = lastList(under)?.getChild("ListItem");
	const column = joined
		? columnOf(state, list, joined.from)
		: columnOf(state, list, under.from) + widthOf(state, under);
	return [
		...putUnder(state, { under, column }, all.slice(first, last + 1)),
		...renumbered(state, all.slice(last + 1), markOf(state, under)),
	];
}

function takenOut(state: EditorState, { list, all, first, last }: Items): ChangeSpec[] {
	const around = list.parent;
	const outer = around?.name === "ListItem" ? around.parent : null;
	const [from, end] = [all[first], all[last]];
	// An item in the line of the one around it has no line of its own to be taken out with.
	if (!around || !outer || !from || !end || state.doc.lineAt(from.from).from === state.doc.lineAt(around.from).from)
		return [];
	const mark = markOf(state, around);
	const place = columnOf(state, list, around.from);
	const by = place - columnOf(state, list, from.from);
	const count = last - first + 1;
	const wider = markAfter(mark, count).length - markOf(state, end).length;
	const joined = lastList(end)?.getChild("ListItem");
	const column = joined ? columnOf(state, list, joined.from) + by + wider : place + widthOf(state, end) + wider;
	const next = itemsOf(outer).filter((item) => item.from > around.from);
	return [
		...all.slice(first, last + 1).flatMap((item, nth) => movedTo(state, item, { by, mark: markAfter(mark, nth + 1) })),
		...putUnder(state, { under: end, column }, all.slice(last + 1)),
		...renumbered(state, next, markAfter(mark, count)),
	];
}

/** Returns what Tab and Shift+Tab do in a list, nothing where an item cannot move; null outside one. */
export function nested(state: EditorState, way: "in" | "out"): TransactionSpec | null {
	const items = itemsIn(state);
	if (!items) return null;
	const changes = state.changes(way === "in" ? nestedUnder(state, items) : takenOut(state, items));
	if (changes.empty) return {};
	const { anchor, head } = state.selection.main;
	return {
		changes,
		selection: EditorSelection.range(changes.mapPos(anchor, 1), changes.mapPos(head, 1)),
		scrollIntoView: true,
		userEvent: "input",
	};
}

/** Returns what takes out what stands in the caret's item when the item becomes a paragraph: far in, it would be code. */
export function leftBehind(state: EditorState): ChangeSpec[] {
	const item = itemAt(state, state.selection.main.head);
	const list = item?.parent;
	if (!item || !list) return [];
	const by = -columnOf(state, list, item.from) - widthOf(state, item);
	const first = state.doc.lineAt(item.from).number + 1;
	const last = state.doc.lineAt(item.to).number;
	const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, nth) => first + nth);
	return numbers.flatMap((number) => shifted(state, startOf(state, list, number), by));
}
