import type { SyntaxNode } from "@lezer/common";
import { drawIcon, make } from "#ui/islands/client/writing/dom.ts";
import { markdown } from "#ui/islands/client/writing/rich/language.ts";
import { passageOf, type Span } from "#ui/islands/client/writing/rich/marks.ts";
import type { Read } from "#ui/islands/client/writing/rich/references.ts";
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
	const tree = MARKED.test(cell) ? markdown.parser.parse(text) : null;
	const node = tree?.topNode.getChild("Table")?.getChild("TableHeader");
	const read = tree && { tree, text: ({ from, to }: Span) => text.slice(from, to) };
	if (node && read) place.replaceChildren(...drawn(read, node.getChild("TableCell") ?? node));
	else place.textContent = seen(cell);
}

/** Draws what stands in a node, or in the part of it between two marks. */
function drawn(read: Read, node: SyntaxNode): (Node | string)[] {
	const { from, to } = passageOf(node, read)?.inner ?? node;
	const parts: (Node | string)[] = [];
	let at = from;
	for (let child = node.firstChild; child; child = child.nextSibling) {
		if (child.from < at || child.to > to) continue;
		parts.push(read.text({ from: at, to: child.from }), ...one(read, child));
		at = child.to;
	}
	return [...parts, read.text({ from: at, to })];
}

function one(read: Read, node: SyntaxNode): (Node | string)[] {
	const source = read.text(node);
	const tag = TAGS[node.name];
	const inner = passageOf(node, read)?.inner;
	if (tag && inner) return [make(tag, {}, ...(tag === "code" ? [seen(read.text(inner))] : drawn(read, node)))];
	switch (node.name) {
		case "Link":
			return inner ? [make("span", { class: "as-link" }, ...drawn(read, node))] : [source];
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
