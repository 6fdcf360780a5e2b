/** Footnotes: the numbers that the website gives to references, `[^id]`, and where the notes themselves begin. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import type { Tree } from "@lezer/common";

const NOTE = /^ {0,3}\[\^([^[\]\s]+)\]:/;
const REFERENCE = /\[\^([^[\]\s]+)\]/g;
const INDENTED = /^(?: {2,}|\t)/;

/** The numbers of the references, by their places; and the places of the notes' own labels. */
export type Notes = { numbers: ReadonlyMap<number, number>; labels: ReadonlySet<number> };
const known = new WeakMap<Tree, Notes>();

/** Whether a place begins what is read as a link; it may stand in code. */
const isLink = (tree: Tree, at: number): boolean => /^Link(?:Mark|Label)$/.test(tree.resolveInner(at, 1).name);

type Found = { id: string; at: number };
/** What stands in a text: its own references, and those inside of each note. */
function read({ doc }: EditorState, tree: Tree): { text: Found[]; notes: Map<string, Found[]>; labels: Set<number> } {
	const text: Found[] = [];
	const notes = new Map<string, Found[]>();
	const labels = new Set<number>();
	let into = text;
	let isApart = true;
	let from = 0;
	for (const line of doc.iterLines()) {
		const isBlank = line.trim() === "";
		const begins = from + line.indexOf("[");
		const id = isApart || into !== text ? NOTE.exec(line)?.[1] : undefined;
		if (id !== undefined && isLink(tree, begins)) {
			labels.add(begins);
			into = notes.get(id) ?? [];
			notes.set(id, into);
		} else if (isApart && !isBlank && !INDENTED.test(line)) into = text;
		for (const { index, 1: named = "" } of line.matchAll(REFERENCE)) {
			const at = from + index;
			if (!labels.has(at) && isLink(tree, at)) into.push({ id: named, at });
		}
		isApart = isBlank;
		from += line.length + 1;
	}
	return { text, notes, labels };
}

/** Whether the words of a footnote's reference, or of its note's label, begin here: only then the notes are read. */
export const isNoteAt = (state: EditorState, at: number): boolean => state.sliceDoc(at, at + 2) === "[^";

/** Numbers the references as the website does: in the order of the text, then of the notes that are listed below it. */
export function notesIn(state: EditorState): Notes {
	const tree = syntaxTree(state);
	const seen = known.get(tree);
	if (seen) return seen;
	const { text, notes, labels } = read(state, tree);
	const ids = new Map<string, number>();
	const numbers = new Map<number, number>();
	const number = (found: readonly Found[]): void => {
		for (const { id, at } of found) {
			if (!notes.has(id)) continue;
			ids.set(id, ids.get(id) ?? ids.size + 1);
			numbers.set(at, ids.get(id) ?? 0);
		}
	};
	number(text);
	// A set that grows is gone through to its end.
	for (const id of ids.keys()) number(notes.get(id) ?? []);
	for (const [id, inside] of notes) {
		if (ids.has(id)) continue;
		ids.set(id, ids.size + 1);
		number(inside);
	}
	const made = { numbers, labels };
	known.set(tree, made);
	return made;
}
