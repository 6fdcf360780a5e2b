/** A video, a file or a page that a paragraph leads to, drawn as a card in its place. */
import { syntaxTree } from "@codemirror/language";
import type { EditorState } from "@codemirror/state";
import { type EditorView, WidgetType } from "@codemirror/view";
import type { SyntaxNode } from "@lezer/common";
import { drawIcon, make } from "#ui/islands/client/writing/dom.ts";
import type { Drawing } from "./blocks.ts";
import { type Card, linkIn, videoIn, wordsChange } from "./card-syntax.ts";
import { chooseBlock } from "./chosen.ts";
import { wordsField } from "./picture-figure.ts";
import { pressed, remove } from "./picture-hands.ts";

const KINDS = {
	video: { icon: "video", name: "影片", label: "影片說明", hint: "一句話說影片裡有什麼" },
	file: { icon: "file", name: "檔案", label: "顯示的文字", hint: "讀者看到的文字" },
	page: { icon: "link", name: "文章連結", label: "顯示的文字", hint: "讀者看到的文字" },
} as const;

const shows = new WeakMap<HTMLElement, (card: Card) => void>();
let count = 0;

class CardWidget extends WidgetType {
	readonly card: Card;
	constructor(card: Card) {
		super();
		this.card = card;
	}
	override eq({ card }: CardWidget): boolean {
		const { kind, address, words } = this.card;
		return card.kind === kind && card.address === address && card.words === words;
	}
	override toDOM(view: EditorView): HTMLElement {
		const dom = drawn(view, this.card);
		shows.get(dom)?.(this.card);
		return dom;
	}
	override updateDOM(dom: HTMLElement): boolean {
		if (dom.dataset.kind !== this.card.kind) return false;
		shows.get(dom)?.(this.card);
		return shows.has(dom);
	}
	override get estimatedHeight(): number {
		return 72;
	}
	override ignoreEvent(): boolean {
		return true;
	}
}

/** Draws a player of a block of HTML. */
export const video: Drawing = (state, node) => widgetOf(videoIn(state, node));
/** Draws a paragraph that is one link of the website's own. */
export const linkCard: Drawing = (state, node) => widgetOf(linkIn(state, node));
const widgetOf = (card: Card | null): WidgetType | null => card && new CardWidget(card);

function drawn(view: EditorView, { kind }: Card): HTMLElement {
	const { icon, name, label, hint } = KINDS[kind];
	const title = make("b");
	const address = make("small");
	const words = wordsField(label, { id: `card-words-${++count}`, hint }, (typed) => write(view, dom, typed));
	const face = make(
		"div",
		{
			class: "card-face",
			mousedown: (event) => {
				event.preventDefault();
				chooseBlock(view, dom);
			},
		},
		drawIcon(icon),
		make("span", {}, title, address),
	);
	const away = make("button", { class: "btn s quiet", type: "button", click: () => remove(view, dom) }, "移除");
	const dom = make(
		"div",
		{ class: "drawn text-card", role: "group" },
		face,
		make("div", { class: "card-tools" }, ...words.row, away),
	);
	dom.dataset.kind = kind;
	dom.addEventListener("keydown", (event) => pressed(view, event, () => chooseBlock(view, dom)));
	const show = (card: Card): void => {
		dom.setAttribute("aria-label", `${name}：${card.words || card.address}`);
		title.textContent = card.words || name;
		address.textContent = card.address;
		words.show(card.words);
	};
	shows.set(dom, show);
	return dom;
}

/** Writes other words into the text; the card is read anew, since it may stand elsewhere by now. */
function write(view: EditorView, dom: HTMLElement, words: string): void {
	const card = cardAt(view.state, view.posAtDOM(dom));
	const changes = card && wordsChange(view.state, card, words);
	if (changes) view.dispatch({ changes });
}

function cardAt(state: EditorState, at: number): Card | null {
	const inside = at + (/^\s*/.exec(state.doc.lineAt(at).text)?.[0].length ?? 0);
	for (let node: SyntaxNode | null = syntaxTree(state).resolveInner(inside, 1); node; node = node.parent) {
		if (node.name === "Paragraph") return linkIn(state, node);
		if (node.name === "HTMLBlock") return videoIn(state, node);
	}
	return null;
}
