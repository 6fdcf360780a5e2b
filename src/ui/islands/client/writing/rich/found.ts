/** What 尋找 has found, and where in it somebody stands. */
import { type EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import { BlockType, Decoration, type DecorationSet, EditorView } from "@codemirror/view";
import { say } from "#ui/islands/client/writing/dom.ts";
import { isComposing } from "./blocks.ts";
import { hitFrom, hitsOf } from "./hits.ts";
import { type Passage, passagesIn, type Span } from "./marks.ts";

type Asked = { words: string; isExact: boolean };
type Found = Asked & { hits: readonly Span[]; at: number; isOpen: boolean };

export const asked = StateEffect.define<Asked>();
export const opened = StateEffect.define<boolean>();
export const went = StateEffect.define<number>();
/** The most hits that are marked in the text. */
const MARKED = 2_000;
const HIT = Decoration.mark({ class: "hit" });
const HERE = Decoration.mark({ class: "hit here" });

export const found = StateField.define<Found>({
	create: () => ({ words: "", isExact: false, hits: [], at: -1, isOpen: false }),
	update(was, transaction) {
		const { changes, docChanged, effects, state } = transaction;
		let now = was;
		for (const effect of effects) {
			if (effect.is(opened)) now = { ...now, isOpen: effect.value };
			if (effect.is(asked)) now = { ...now, ...effect.value };
			if (effect.is(went)) now = { ...now, at: effect.value };
		}
		// Nothing is marked anew under the hands of an input method.
		if (isComposing(transaction))
			return { ...now, hits: now.hits.map(({ from, to }) => ({ from: changes.mapPos(from), to: changes.mapPos(to) })) };
		const isNew = docChanged || now.words !== was.words || now.isExact !== was.isExact || now.isOpen !== was.isOpen;
		if (!isNew || !now.isOpen) return now;
		const hits = hitsOf(state.doc.toString(), now.words, now.isExact);
		return { ...now, hits, at: Math.min(now.at, hits.length - 1) };
	},
});

/** Marks the hits; of one in a mark that is not shown, such as a link's address, the words that it belongs to. */
export const marked: Extension = EditorView.decorations.compute([found], (state): DecorationSet => {
	const { hits, at, isOpen } = state.field(found);
	if (!isOpen) return Decoration.none;
	const places = hits.slice(0, MARKED).flatMap((hit, nth) => {
		const { from, to } = nth === at ? shownOf(state, hit) : hit;
		return from < to ? [(nth === at ? HERE : HIT).range(from, to)] : [];
	});
	return Decoration.set(places, true);
});

function shownOf(state: EditorState, hit: Span): Span {
	const isHidden = ({ from, to, inner }: Passage): boolean =>
		(hit.from >= from && hit.to <= inner.from) || (hit.from >= inner.to && hit.to <= to);
	return passagesIn(state, hit).find(isHidden)?.inner ?? hit;
}

/** Selects a hit, and the block where it stands in one that is drawn. */
export function go(view: EditorView, at: number): void {
	const hit = view.state.field(found).hits[at];
	if (!hit) return;
	const block = view.lineBlockAt(hit.from);
	const { from, to } = block.type === BlockType.WidgetRange ? block : hit;
	view.dispatch({
		effects: [went.of(at), EditorView.scrollIntoView(hit.from, { y: "center" })],
		selection: { anchor: from, head: to },
		userEvent: "select.search",
	});
	say(countWords(view.state));
}

export function step(view: EditorView, way: 1 | -1): void {
	const { hits, at } = view.state.field(found);
	const { from, to } = view.state.selection.main;
	const here = hits[at];
	const isHere = here !== undefined && here.from >= from && here.to <= to;
	go(view, isHere ? (at + way + hits.length) % hits.length : hitFrom(hits, way > 0 ? from : to, way));
}

export const countWords = (state: EditorState): string => {
	const { words, hits, at } = state.field(found);
	if (words === "") return "";
	if (hits.length === 0) return "沒有找到";
	return at < 0 ? `共 ${hits.length} 個` : `第 ${at + 1} 個，共 ${hits.length} 個`;
};
