/** The menu that / opens in a paragraph: what can be put in, found by what is typed after it. */
import { type EditorState, type Extension, Prec, StateEffect, StateField, type Transaction } from "@codemirror/state";
import { EditorView, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { drawIcon, make, say } from "#ui/islands/client/writing/dom.ts";
import type { Use } from "#ui/islands/client/writing/field.ts";
import { composing } from "#ui/islands/quirks.ts";
import { isComposing } from "./blocks.ts";
import { floating } from "./floating.ts";
import { isAsWritten } from "./marks.ts";
import { type Item, itemsFor } from "./slash-items.ts";

type Slash = {
	from: number;
	to: number;
	items: readonly Item[];
	active: number;
	/** Escape was pressed: what is typed stays text. */
	isClosed: boolean;
};

const ID = "slash-items";
const TYPED = /^[/／](\S{0,12})$/;
const moved = StateEffect.define<number>();
const closed = StateEffect.define<null>();

/** Returns what is typed after / at the beginning of the caret's paragraph; null elsewhere. */
function slashAt(state: EditorState): { from: number; to: number; query: string } | null {
	const { head, empty } = state.selection.main;
	const { from } = state.doc.lineAt(head);
	const query = TYPED.exec(state.sliceDoc(from, head))?.[1];
	if (!empty || query === undefined || isAsWritten(state, head)) return null;
	return { from, to: head, query };
}

/** Whether the letter at a place was typed just now. */
function isTyped(transaction: Transaction, at: number): boolean {
	let is = false;
	transaction.changes.iterChanges((_from, _to, from, to) => {
		if (from <= at && to > at) is = true;
	});
	return is && transaction.isUserEvent("input.type");
}

/** What a key does to an open menu; null where none was pressed. */
function toldTo(was: Slash, { effects }: Transaction): Slash | null {
	for (const effect of effects) {
		if (effect.is(closed)) return { ...was, isClosed: true };
		if (effect.is(moved)) return { ...was, active: effect.value };
	}
	return null;
}

function next(was: Slash | null, transaction: Transaction): Slash | null {
	const told = was && toldTo(was, transaction);
	if (told) return told;
	if (!transaction.docChanged && !transaction.selection) return was;
	const now = slashAt(transaction.state);
	if (!now || now.from !== (was ? transaction.changes.mapPos(was.from) : now.from)) return null;
	const { from, to, query } = now;
	if (!was) {
		return isTyped(transaction, from) ? { from, to, items: itemsFor(query), active: 0, isClosed: false } : null;
	}
	const found = itemsFor(query);
	// Syllables that a word is not made of yet find nothing, and change nothing.
	const items = found.length === 0 && isComposing(transaction) ? was.items : found;
	return { ...was, from, to, items, active: items[0] === was.items[0] ? Math.min(was.active, items.length - 1) : 0 };
}

/** What is open, as the editor's state knows it. */
export const slashed = StateField.define<Slash | null>({ create: () => null, update: next });

export const openIn = (state: EditorState): Slash | null => {
	const slash = state.field(slashed);
	return slash && !slash.isClosed && slash.items.length > 0 ? slash : null;
};

class Menu {
	private readonly sheet;
	private readonly list = make("ul", { class: "plain", id: ID, role: "listbox", "aria-label": "插入" });
	private drawn: readonly Item[] = [];
	constructor(view: EditorView, use: Use) {
		this.sheet = floating(view.dom, { class: "slash-menu" }, this.list);
		this.sheet.box.addEventListener("click", ({ target }) => {
			const option = target instanceof Element ? target.closest("[role=option]") : null;
			const item = this.drawn[[...this.list.children].indexOf(option ?? this.list)];
			if (item) choose(view, use, item);
		});
		this.sheet.box.addEventListener("pointermove", ({ target, pointerType }) => {
			const at = target instanceof Element ? [...this.list.children].indexOf(target.closest("li") ?? this.list) : -1;
			const active = openIn(view.state)?.active;
			if (pointerType === "mouse" && at >= 0 && at !== active) view.dispatch({ effects: moved.of(at) });
		});
	}
	update({ state, view, focusChanged, startState }: ViewUpdate): void {
		const slash = view.hasFocus ? openIn(state) : null;
		if (!slash) this.sheet.hide();
		if (!slash) return;
		if (slash === startState.field(slashed) && !focusChanged && this.sheet.isShown()) return;
		this.draw(slash);
		view.requestMeasure({
			key: this,
			read: () => view.coordsAtPos(slash.from),
			write: (at) => {
				if (!at) return;
				this.sheet.show(at, "below");
				this.list.children[slash.active]?.scrollIntoView({ block: "nearest" });
			},
		});
	}
	private draw({ items, active }: Slash): void {
		if (items !== this.drawn) {
			this.drawn = items;
			this.list.replaceChildren(...items.map(optionOf));
			say(`${items.length} 種可以插入，按上下鍵選`);
		}
		for (const [at, option] of [...this.list.children].entries())
			option.setAttribute("aria-selected", String(at === active));
	}
	destroy(): void {
		this.sheet.box.remove();
	}
}

const optionOf = ({ icon, label, hint }: Item, at: number): HTMLElement =>
	make(
		"li",
		{ class: "finder-hit", id: `${ID}-${at}`, role: "option", "aria-selected": "false" },
		make("b", {}, drawIcon(icon), ` ${label}`),
		make("small", {}, hint),
	);

/** Selects what was typed, which the tool then replaces in one step. */
function choose(view: EditorView, use: Use, { name }: Item): void {
	const slash = view.state.field(slashed);
	if (!slash) return;
	view.dispatch({ selection: { anchor: slash.from, head: slash.to }, effects: closed.of(null) });
	use(name, true);
}

function pressed(view: EditorView, event: KeyboardEvent, use: Use): boolean {
	const slash = openIn(view.state);
	if (!slash || composing(event) || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return false;
	const { items, active } = slash;
	const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
	const item = items[active];
	if (step) view.dispatch({ effects: moved.of((active + step + items.length) % items.length) });
	else if (event.key === "Escape") view.dispatch({ effects: closed.of(null) });
	else if (event.key === "Enter" && item) choose(view, use, item);
	else return false;
	event.preventDefault();
	return true;
}

export const slashMenu = (use: Use): Extension => [
	slashed,
	ViewPlugin.define((view) => new Menu(view, use)),
	Prec.highest(EditorView.domEventHandlers({ keydown: (event, view) => pressed(view, event, use) })),
	EditorView.contentAttributes.compute([slashed], (state): Record<string, string> => {
		const slash = openIn(state);
		return slash
			? { "aria-autocomplete": "list", "aria-controls": ID, "aria-activedescendant": `${ID}-${slash.active}` }
			: {};
	}),
];
