import { plainText } from "./text.ts";

export type TocEntry = { level: number; id: string; text: string };

/** Ids that scripts look up on window, or that pages give to their own parts. */
const RESERVED = new Set(
	(
		"app body config content cookie css data document env event exports footer form forms global globals head header " +
		"history html id images index init location main menu modal module modules name nav next options page parent portal process " +
		"require root self session settings sidebar state status store test title token top user version window"
	).split(" "),
);

/**
 * Returns the fragment of a heading as GitHub, Hugo and kramdown make it, so that old links still work: lower case,
 * white space becomes '-', punctuation is dropped, Chinese stays. Reserved ids get the prefix `h-`.
 */
export function headingId(text: string): string {
	const id = text
		.normalize("NFC")
		.toLowerCase()
		.replace(/[^\p{L}\p{N}\p{M}_\s-]/gu, "")
		.trim()
		.replace(/\s/g, "-")
		.replace(/^_+/, "");
	return RESERVED.has(id) ? `h-${id}` : id;
}

const HEADING = /<h([1-6])((?: [a-z-]+="[^"<>]*")*)>([^<]*(?:<(?!\/?h[1-6]\b)[^<]*)*)<\/h\1>/g;

/**
 * Gives every heading of sanitised `html` a unique id (its own one if it has one), returns the list of headings, and
 * adapts links inside the text.
 */
export function headingIds(html: string): { html: string; toc: TocEntry[] } {
	const toc: TocEntry[] = [];
	const free = firstFree();
	const withIds = html.replace(HEADING, (_, level: string, attributes: string, inner: string) => {
		const text = plainText(inner).replace(/\n/g, " ");
		const stated = / id="([^"]*)"/.exec(attributes)?.[1] ?? "";
		const id = free(headingId(stated) || headingId(text) || "section");
		if (text) toc.push({ level: Number(level), id, text });
		return `<h${level} id="${id}"${attributes.replace(/ id="[^"]*"/, "")}>${inner}</h${level}>`;
	});
	return {
		html: withIds.replace(/ href="#([a-z]+)"/g, (whole, id) => (RESERVED.has(id) ? ` href="#h-${id}"` : whole)),
		toc,
	};
}

/**
 * Returns a function that makes ids unique: it returns a wanted id the first time, and then the id with the next free
 * number.
 */
function firstFree(): (id: string) => string {
	const taken = new Set<string>();
	const numbers = new Map<string, number>();
	return (wanted) => {
		let id = wanted;
		for (let number = numbers.get(wanted) ?? 1; taken.has(id); number++) {
			id = `${wanted}-${number}`;
			numbers.set(wanted, number + 1);
		}
		taken.add(id);
		return id;
	};
}
