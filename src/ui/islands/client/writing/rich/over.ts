/** The tools over a selection, and the bar under a link. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState, Extension } from "@codemirror/state";
import { type EditorView, keymap, ViewPlugin, type ViewUpdate } from "@codemirror/view";
import { safeUrl } from "#domain/content/content/url.ts";
import { drawIcon, iconButton, make } from "#ui/islands/client/writing/dom.ts";
import type { Desk } from "#ui/islands/client/writing/field.ts";
import { activeIn, press } from "./active.ts";
import { floating } from "./floating.ts";
import { nodeAround, passageOf, readOf, type Span } from "./marks.ts";
import { isPictureSelected } from "./picture-bar.ts";

const REST_MS = 150;

const tool = (name: string, label: string, shown: Node | string): HTMLElement =>
	make("button", { class: "btn quiet s", type: "button", "data-use": name, "aria-label": label, title: label }, shown);

const formatTools = (): HTMLElement[] => [
	tool("bold", "粗體", make("b", {}, "粗")),
	tool("italic", "強調（著重號）", make("em", {}, "強")),
	tool("link", "連結", drawIcon("link")),
	make("span", { class: "tool-gap" }),
	tool("text", "內文", "內文"),
	tool("h2", "標題", "標題"),
	tool("h3", "小標", "小標"),
	tool("quote", "引言", drawIcon("quote")),
];

type Link = Span & { words: Span; href: string };

/** Returns the link that the caret stands in. */
export function linkIn(state: EditorState): Link | null {
	const { head, empty } = state.selection.main;
	const node = empty ? (nodeAround(state, head, /^Link$/) ?? linkAfter(state, head)) : null;
	const words = node && passageOf(node, readOf(state))?.inner;
	const url = node?.getChild("URL");
	return words && url ? { from: node.from, to: node.to, words, href: state.sliceDoc(url.from, url.to) } : null;
}
const linkAfter = (state: EditorState, at: number) => {
	for (let node = syntaxTree(state).resolveInner(at, 1); ; ) {
		if (node.name === "Link") return node;
		if (!node.parent) return null;
		node = node.parent;
	}
};

class Over {
	private readonly tools;
	private readonly link;
	private readonly address = make("a", { class: "link-path", target: "_blank", rel: "noopener noreferrer" });
	private readonly path = make("span", { class: "link-path" });
	private readonly view: EditorView;
	private isHeld = false;
	private isTouch = false;
	private rest: ReturnType<typeof setTimeout> | undefined;
	private readonly ends = new AbortController();
	constructor(view: EditorView, { use, rove }: Desk) {
		this.view = view;
		this.tools = floating(
			view.dom,
			{ class: "over", role: "toolbar", "aria-label": "選取文字的格式" },
			...formatTools(),
		);
		rove(this.tools.box);
		const change = iconButton("edit", "修改連結", () => use("link", false));
		const remove = iconButton("x", "移除連結", () => this.unlink());
		this.link = floating(
			view.dom,
			{ class: "over link-bar", role: "group", "aria-label": "連結" },
			this.address,
			this.path,
			change,
			remove,
		);
		this.tools.box.addEventListener("click", ({ target }) => {
			const name = target instanceof Element && target.closest<HTMLElement>("[data-use]")?.dataset.use;
			if (name) use(name, false);
		});
		for (const { box } of [this.tools, this.link])
			box.addEventListener("keydown", (event) => {
				if (event.key !== "Escape") return;
				event.preventDefault();
				event.stopPropagation();
				view.focus();
			});
		this.listen();
	}
	private listen(): void {
		const { signal } = this.ends;
		const { contentDOM, dom } = this.view;
		contentDOM.addEventListener(
			"pointerdown",
			({ pointerType }) => {
				this.isTouch = pointerType !== "mouse";
				this.isHeld = !this.isTouch;
				this.tools.hide();
			},
			{ signal },
		);
		addEventListener(
			"pointerup",
			() => {
				if (!this.isHeld) return;
				this.isHeld = false;
				this.later();
			},
			{ signal },
		);
		// Away while the page moves, and there again when it rests.
		document.addEventListener(
			"scroll",
			({ target }) => {
				if (target instanceof Node && dom.contains(target) && target !== this.view.scrollDOM) return;
				this.tools.hide();
				this.link.hide();
				this.later(REST_MS);
			},
			{ signal, capture: true, passive: true },
		);
		dom.addEventListener("focusout", () => this.later(), { signal });
		contentDOM.addEventListener("compositionend", () => this.later(), { signal });
	}
	/** Looks again when whatever happens is over. */
	private later(ms = 0): void {
		clearTimeout(this.rest);
		this.rest = setTimeout(() => this.look(), ms);
	}
	update({ docChanged, selectionSet, focusChanged, transactions }: ViewUpdate): void {
		if (!docChanged && !selectionSet && !focusChanged) return;
		if (transactions.some((one) => one.isUserEvent("input.type"))) this.tools.hide();
		this.later();
	}
	private look(): void {
		const { view } = this;
		const { state } = view;
		const { from, to, empty } = state.selection.main;
		const focused = document.activeElement;
		// The field of a cell or of a caption is in the block that is selected meanwhile.
		const isInText = view.dom.contains(focused) && !focused?.closest(".drawn");
		const isIn = isInText && !view.composing && !this.isHeld;
		const isWords =
			!empty && state.sliceDoc(from, to).trim() !== "" && !isBlock(view, from, to) && !isPictureSelected(state);
		const link = isIn && empty ? linkIn(state) : null;
		if (isIn && isWords) {
			press(this.tools.box, activeIn(state));
			this.place(this.tools, { from, to }, this.isTouch ? "below" : "above");
		} else this.tools.hide();
		if (link) {
			this.show(link.href);
			this.place(this.link, link.words, "below");
		} else this.link.hide();
	}
	private place(sheet: Over["tools"], { from, to }: Span, side: "above" | "below"): void {
		const start = this.view.coordsAtPos(from, 1);
		const end = this.view.coordsAtPos(to, -1);
		if (!start || !end) sheet.hide();
		if (!start || !end) return;
		const left = start.top === end.top ? Math.min(start.left, end.left) : start.left;
		sheet.show({ left, right: end.right, top: start.top, bottom: end.bottom }, side);
	}
	private show(href: string): void {
		const isOpen = /^(?:https?:|mailto:|tel:)/i.test(href) && safeUrl(href) !== undefined;
		this.address.hidden = !isOpen;
		this.path.hidden = isOpen;
		this.path.textContent = href;
		this.address.replaceChildren(drawIcon("external"), ` ${href}`, make("span", { class: "sr" }, "（在新分頁開啟）"));
		if (isOpen) this.address.href = href;
		else this.address.removeAttribute("href");
	}
	private unlink(): void {
		const link = linkIn(this.view.state);
		if (!link) return;
		const { from, to, words } = link;
		this.view.dispatch({
			changes: [
				{ from, to: words.from },
				{ from: words.to, to },
			],
			userEvent: "input",
		});
		this.view.focus();
	}
	/** Leads into what is shown; says whether something is. */
	enter(): boolean {
		const sheet = [this.tools, this.link].find((one) => one.isShown());
		const first = sheet?.box.querySelector<HTMLElement>("a:not([hidden]), button[tabindex='0'], button");
		first?.focus();
		return first !== undefined && first !== null;
	}
	destroy(): void {
		this.ends.abort();
		clearTimeout(this.rest);
	}
}

/** Whether a selection is of blocks alone that are drawn, which have tools of their own. */
const isBlock = (view: EditorView, from: number, to: number): boolean => {
	const { node } = view.domAtPos(from);
	const line = node instanceof Element ? node : node.parentElement;
	return view.lineBlockAt(from).to >= to && !line?.closest(".cm-line");
};

/** Shows tools where words are selected, and a link's address where the caret is in one; Alt+F10 leads there. */
export function over(desk: Desk): Extension {
	const plugin = ViewPlugin.define((view) => new Over(view, desk));
	return [plugin, keymap.of([{ key: "Alt-F10", run: (view) => view.plugin(plugin)?.enter() ?? false }])];
}
