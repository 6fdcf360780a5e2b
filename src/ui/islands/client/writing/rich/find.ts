/** 尋找與取代: the panel over the text. */
import type { Extension } from "@codemirror/state";
import { type EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { iconButton, make, say } from "#ui/islands/client/writing/dom.ts";
import { composing } from "#ui/islands/quirks.ts";
import { asked, countWords, found, go, marked, opened, step, went } from "./found.ts";
import { hitFrom } from "./hits.ts";

class Panel {
	private readonly words = make("input", {
		class: "input s",
		type: "text",
		"aria-label": "尋找",
		placeholder: "尋找",
		autocomplete: "off",
	});
	private readonly other = make("input", {
		class: "input s",
		type: "text",
		"aria-label": "取代成",
		placeholder: "取代成",
		autocomplete: "off",
	});
	private readonly exact = make("input", { type: "checkbox" });
	private readonly count = make("span", { class: "find-count soft" });
	private readonly panel: HTMLElement;
	private readonly view: EditorView;
	constructor(view: EditorView) {
		this.view = view;
		this.panel = make(
			"div",
			{
				class: "find-panel",
				role: "search",
				"aria-label": "尋找與取代",
				hidden: true,
				keydown: (event) => event instanceof KeyboardEvent && this.pressed(event),
			},
			make(
				"div",
				{ class: "row" },
				this.words,
				iconButton("up", "上一個", () => step(view, -1)),
				iconButton("down", "下一個", () => step(view, 1)),
				make("label", { class: "row" }, this.exact, "大小寫須相符"),
				this.count,
				iconButton("x", "關閉尋找與取代", () => this.close()),
			),
			make(
				"div",
				{ class: "row" },
				this.other,
				make("button", { class: "btn s", type: "button", click: () => this.replace() }, "取代"),
				make("button", { class: "btn s", type: "button", click: () => this.replaceAll() }, "全部取代"),
			),
		);
		const ask = (): void =>
			view.dispatch({ effects: asked.of({ words: this.words.value, isExact: this.exact.checked }) });
		this.words.addEventListener("input", (event) => {
			if (!(event instanceof InputEvent && event.isComposing)) this.first(ask);
		});
		this.words.addEventListener("compositionend", () => this.first(ask));
		this.exact.addEventListener("change", () => this.first(ask));
		// What is looked for is no part of the form.
		for (const name of ["input", "change"]) this.panel.addEventListener(name, (event) => event.stopPropagation());
		view.dom.before(this.panel);
	}
	/** Searches and shows the first hit from the caret on, while the focus stays in the field. */
	private first(ask: () => void): void {
		ask();
		const { view } = this;
		const { hits } = view.state.field(found);
		const at = hitFrom(hits, view.state.selection.main.from, 1);
		if (at >= 0) go(view, at);
		else {
			view.dispatch({ effects: went.of(-1) });
			say(countWords(view.state));
		}
	}
	update({ state, startState }: ViewUpdate): void {
		const now = state.field(found);
		const was = startState.field(found);
		if (now === was) return;
		this.count.textContent = countWords(state);
		this.panel.hidden = !now.isOpen;
	}
	open(isReplace: boolean): void {
		const { view } = this;
		const { from, to } = view.state.selection.main;
		const selected = view.state.sliceDoc(from, to);
		if (selected !== "" && !selected.includes("\n") && selected.length < 100) this.words.value = selected;
		view.dispatch({ effects: [opened.of(true), asked.of({ words: this.words.value, isExact: this.exact.checked })] });
		const field = isReplace && this.words.value !== "" ? this.other : this.words;
		field.focus();
		field.select();
		if (this.words.value !== "") this.first(() => undefined);
	}
	private close(): void {
		this.view.dispatch({ effects: opened.of(false) });
		this.view.focus();
	}
	private pressed(event: KeyboardEvent): void {
		if (composing(event)) return;
		const isMod = event.ctrlKey || event.metaKey;
		const key = event.key.toLowerCase();
		if (key === "escape") this.close();
		else if (key === "enter" && event.target === this.other) this.replace();
		else if (key === "enter" && event.target instanceof HTMLInputElement) step(this.view, event.shiftKey ? -1 : 1);
		else if (isMod && key === "f") this.words.select();
		else if (isMod && key === "h") this.other.focus();
		else return;
		event.preventDefault();
		event.stopPropagation();
	}
	/** Replaces the hit that is selected and goes to the next; selects one first where none is. */
	private replace(): void {
		const { view } = this;
		const { hits, at } = view.state.field(found);
		const hit = hits[at];
		if (!hit) step(view, 1);
		if (!hit) return;
		const insert = this.other.value;
		view.dispatch({
			changes: { ...hit, insert },
			selection: { anchor: hit.from + insert.length },
			userEvent: "input.replace",
		});
		const next = view.state.field(found).hits;
		if (next.length > 0) go(view, hitFrom(next, hit.from + insert.length, 1));
		else say("已取代，沒有下一個");
	}
	private replaceAll(): void {
		const { view } = this;
		const { hits } = view.state.field(found);
		if (hits.length === 0) return;
		const insert = this.other.value;
		view.dispatch({ changes: hits.map((hit) => ({ ...hit, insert })), userEvent: "input.replace.all" });
		this.count.textContent = `已取代 ${hits.length} 個`;
		say(`已取代 ${hits.length} 個`);
	}
	destroy(): void {
		this.panel.remove();
	}
}

const panel = ViewPlugin.define((view) => new Panel(view));

/** Opens 尋找與取代. */
export function openFind(view: EditorView, isReplace: boolean): boolean {
	view.plugin(panel)?.open(isReplace);
	return true;
}

export const findAndReplace: Extension = [
	found,
	marked,
	panel,
	keymap.of([
		{ key: "Mod-f", run: (view) => openFind(view, false), preventDefault: true },
		{ key: "Mod-h", run: (view) => openFind(view, true), preventDefault: true },
	]),
];
