/** Links whose address stands elsewhere in the text: `[words][label]`, and `[label]: address` below. */
import type { SyntaxNode, Tree } from "@lezer/common";

type Span = { from: number; to: number };
/** A text that was read: its tree, and its characters. */
export type Read = { readonly tree: Tree; text(span: Span): string };

const AROUND = /^(?:Document|Blockquote|BulletList|OrderedList|ListItem)$/;
const known = new WeakMap<Tree, ReadonlySet<string>>();

/** Labels are the same in capitals, and with other spaces (CommonMark 0.31, 6.3). */
const nameOf = (label: string): string => label.slice(1, -1).trim().replace(/\s+/g, " ").toLowerCase();

/** Whether a label is that of a footnote, which is no address. */
const isFootnote = (words: string): boolean => words.startsWith("[^");

/** Returns the labels that have an address. */
function labelsIn({ tree, text }: Read): ReadonlySet<string> {
	const seen = known.get(tree);
	if (seen) return seen;
	const labels = new Set<string>();
	tree.iterate({
		enter: ({ name, node }) => {
			const label = name === "LinkReference" ? node.getChild("LinkLabel") : null;
			const words = label ? text(label) : "[^";
			if (!isFootnote(words)) labels.add(nameOf(words));
			return AROUND.test(name);
		},
	});
	known.set(tree, labels);
	return labels;
}

/**
 * What a link is: one whose marks are hidden; `[label]` and `[label][]`, whose words are the label and so are shown as they
 * were written; the reference of a footnote; or nothing, because its label has no address.
 */
export function linkKind(link: SyntaxNode, read: Read): "link" | "label" | "note" | null {
	const [open, close, begins] = link.getChildren("LinkMark");
	if (!open || !close) return null;
	if (begins) return "link";
	const words = read.text({ from: open.from, to: close.to });
	if (isFootnote(words)) return "note";
	const own = link.getChild("LinkLabel");
	const label = own && own.to - own.from > "[]".length ? read.text(own) : null;
	if (!labelsIn(read).has(nameOf(label ?? words))) return null;
	return label === null ? "label" : "link";
}
