/** Blocks that lead elsewhere: a video's player, and a paragraph that is one link to a file or a page of the website. */
import type { EditorState } from "@codemirror/state";
import type { SyntaxNode } from "@lezer/common";
import { PLAYERS } from "#domain/content/content/players.ts";
import { titled } from "#ui/islands/client/writing/player.ts";
import { bracketed } from "#ui/islands/markdown-edits.ts";
import type { Span } from "./marks.ts";

export type Card = {
	kind: "video" | "file" | "page";
	address: string;
	/** The words of a link, or the title of a player, as they are read. */
	words: string;
	/** Where the words stand in the text; an empty range where a player has no title. */
	at: Span;
};

const PLAYER = /^\s*<iframe\b([^<>]*)>\s*<\/iframe>\s*$/i;
const SOURCE = /\bsrc="([^"]*)"/i;
const TITLE = /\btitle="([^"]*)"/i;
const NAMED: Record<string, string> = { amp: "&", quot: '"', lt: "<", gt: ">" };

const isPlayer = (address: string): boolean =>
	Object.entries(PLAYERS).some(([origin, path]) => address.startsWith(origin + path));

/** Returns the player that a block of HTML is; null for any other, and for one that the website does not show. */
export function videoIn(state: EditorState, { from, to }: Span): Card | null {
	const text = state.sliceDoc(from, to);
	const [, attributes = ""] = PLAYER.exec(text) ?? [];
	const [, address = ""] = SOURCE.exec(attributes) ?? [];
	if (!isPlayer(address)) return null;
	const title = TITLE.exec(text);
	const start = title ? from + title.index + 'title="'.length : from + text.search(/<iframe/i) + "<iframe".length;
	const written = title?.[1] ?? "";
	const words = written.replace(/&(amp|quot|lt|gt);/g, (whole, name: string) => NAMED[name] ?? whole);
	return { kind: "video", address, words, at: { from: start, to: start + written.length } };
}

/** Returns the link that a paragraph is, to a file or a page of the website; null for any other paragraph. */
export function linkIn(state: EditorState, paragraph: SyntaxNode): Card | null {
	const link = paragraph.firstChild;
	if (link?.name !== "Link" || link.nextSibling) return null;
	const around = state.sliceDoc(paragraph.from, link.from) + state.sliceDoc(link.to, paragraph.to);
	const [open, close] = link.getChildren("LinkMark");
	const url = link.getChild("URL");
	if (around.trim() !== "" || !open || !close || !url) return null;
	const written = state.sliceDoc(open.to, close.from);
	const address = state.sliceDoc(url.from, url.to);
	if (!/^\/(?!\/)/.test(address) || /[\n*_`~!<&]|(?<!\\)\[/.test(written) || written.trim() === "") return null;
	return {
		kind: address.startsWith("/api/v1/attachments/") ? "file" : "page",
		address,
		words: written.replace(/\\([[\]\\])/g, "$1"),
		at: { from: open.to, to: close.from },
	};
}

/** Returns the change that gives a card other words; null where a link would have none. */
export function wordsChange(state: EditorState, { kind, at }: Card, words: string) {
	if (kind !== "video") return words.trim() === "" ? null : { ...at, insert: bracketed(words) };
	const hasTitle = state.sliceDoc(at.from - 1, at.from) === '"';
	return { ...at, insert: hasTitle ? titled(words) : ` title="${titled(words)}"` };
}
