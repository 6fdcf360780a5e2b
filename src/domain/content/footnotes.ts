import type { MarkedExtension, Token } from "marked";

/** `[^id]: text`, going on over the lines that follow without a blank one, and over indented ones. */
const DEFINITION =
	/^ {0,3}\[\^([^\]\s]+)\]:[ \t]*([^\n]*(?:\n(?! {0,3}\[\^[^\]\s]+\]:)[^\n]+|\n+(?: {2,}|\t)[^\n]+)*)(?:\n|$)/;
const REFERENCE = /^\[\^([^\]\s]+)\]/;

/**
 * Footnotes of one text: `[^id]` becomes a number that leads to its note; `list()`, asked once the text is rendered,
 * gives the notes to put below it. A note that nothing refers to is listed too, so that no text is lost; a reference
 * without a note stays as it was written.
 */
export function footnotes(): { extension: MarkedExtension; list: () => string } {
	const notes = new Map<string, Token[]>();
	const order: string[] = [];
	let render: (tokens: Token[]) => string = () => "";
	const numberOf = (id: string): number => (order.includes(id) ? order.indexOf(id) + 1 : order.push(id));

	const extension: MarkedExtension = {
		extensions: [
			{
				name: "footnote",
				level: "block",
				tokenizer(src) {
					const [raw, id, text] = DEFINITION.exec(src) ?? [];
					if (raw === undefined || id === undefined || text === undefined) return undefined;
					const tokens = this.lexer.blockTokens(text.replace(/\n(?: {1,4}|\t)/g, "\n"), []);
					notes.set(id, [...(notes.get(id) ?? []), ...tokens]);
					return { type: "footnote", raw };
				},
				renderer() {
					render = (tokens) => this.parser.parse(tokens);
					return "";
				},
			},
			{
				name: "footnoteReference",
				level: "inline",
				start: (src) => src.indexOf("[^"),
				tokenizer(src) {
					const [raw, id] = REFERENCE.exec(src) ?? [];
					return raw === undefined ? undefined : { type: "footnoteReference", raw, id };
				},
				renderer({ raw, id }) {
					if (!notes.has(id)) return raw.replace(/&/g, "&amp;").replace(/</g, "&lt;");
					const number = numberOf(id);
					return `<sup id="fnref-${number}"><a href="#fn-${number}">${number}</a></sup>`;
				},
			},
		],
	};

	const list = (): string => {
		if (notes.size === 0) return "";
		const items: string[] = [];
		const write = (id: string): void => {
			const number = numberOf(id);
			const text = render(notes.get(id) ?? []).replace(/<\/p>\s*$/, "");
			items[number - 1] = `<li id="fn-${number}">${text} <a href="#fnref-${number}">↩</a></li>`;
		};
		for (let next = 0; next < order.length; next++) write(order[next] ?? "");
		for (const id of notes.keys()) if (!order.includes(id)) write(id);
		return `<hr>\n<ol>\n${items.join("\n")}\n</ol>\n`;
	};
	return { extension, list };
}
