import type { SyntaxNode } from "@lezer/common";
import { drawIcon, make } from "#ui/islands/client/writing/dom.ts";
import { markdown } from "#ui/islands/client/writing/rich/language.ts";
import { passageOf } from "#ui/islands/client/writing/rich/marks.ts";
import { seen } from "./row.ts";

const TAGS: Record<string, "strong" | "em" | "s" | "code"> = {
	StrongEmphasis: "strong",
	Emphasis: "em",
	Strikethrough: "s",
	InlineCode: "code",
};
const MARKED = /[\\*_~`[\]<&:@.]/;
const ENTITIES: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&nbsp;": "\u00a0" };

/** Draws the words of a cell as they mean; nothing of them becomes HTML. */
export function drawWords(place: HTMLElement, cell: string): void {
	const text = `|${cell}|\n|-|`;
	const node = MARKED.test(cell)
		? markdown.parser.parse(text).topNode.getChild("Table")?.getChild("TableHeader")
		: null;
	if (node) place.replaceChildren(...drawn(text, node.getChild("TableCell") ?? node));
	else place.textContent = seen(cell);
}

/** Draws what stands in a node, or in the part of it between two marks. */
function drawn(text: string, node: SyntaxNode): (Node | string)[] {
	const { from, to } = passageOf(node)?.inner ?? node;
	const parts: (Node | string)[] = [];
	let at = from;
	for (let child = node.firstChild; child; child = child.nextSibling) {
		if (child.from < at || child.to > to) continue;
		parts.push(text.slice(at, child.from), ...one(text, child));
		at = child.to;
	}
	return [...parts, text.slice(at, to)];
}

function one(text: string, node: SyntaxNode): (Node | string)[] {
	const source = text.slice(node.from, node.to);
	const tag = TAGS[node.name];
	const inner = passageOf(node)?.inner;
	if (tag && inner)
		return [make(tag, {}, ...(tag === "code" ? [seen(text.slice(inner.from, inner.to))] : drawn(text, node)))];
	switch (node.name) {
		case "Link":
			return inner ? [make("span", { class: "as-link" }, ...drawn(text, node))] : [source];
		case "URL":
		case "Autolink":
			return [make("span", { class: "as-link" }, source.replace(/^<|>$/g, ""))];
		case "Image":
			return [drawIcon("image"), /^!\[((?:\\.|[^\]])*)/.exec(source)?.[1] || "圖片"];
		case "Escape":
			return [source.slice(1)];
		case "Entity":
			return [ENTITIES[source] ?? source];
		case "HTMLTag":
			return [/^<br/i.test(source) ? make("br") : make("span", { class: "as-mark" }, source)];
		default:
			return [source];
	}
}
