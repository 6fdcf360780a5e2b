import type { MarkedExtension, Token } from "marked";

/** Matches a footnote: `[^id]: text`, continued over the following lines up to a blank one, and over indented ones. */
const DEFINITION =
	/^ {0,3}\[\^([^\]\s]+)\]:[ \t]*([^\n]*(?:\n(?! {0,3}\[\^[^\]\s]+\]:)[^\n]+|\n+(?: {2,}|\t)[^\n]+)*)(?:\n|$)/;
const REFERENCE = /^\[\^([^\]\s]+)\]/;

/**
 * Returns the Markdown extension for the footnotes of one text: `[^id]` becomes a number that links to its note. After
 * rendering, `list()` returns the notes to put below the text. A note without a reference is listed too, so that no
 * text is lost; a reference without a note stays as written.
 */
export function footnotes(): { extension: MarkedExtension; list: () => string } {
	const notes = new Map<string, Token[]>();
	/** The numbers of the notes that are referred to, in the order of their references. */
	const numbers = new Map<string, number>();
	const noteOf = (id: string): Token[] => {
		const note = notes.get(id) ?? [];
		notes.set(id, note);
		return note;
	};
	let render: (tokens: Token[]) => string = () => "";
	const numberOf = (id: string): number => {
		const number = numbers.get(id) ?? numbers.size + 1;
		numbers.set(id, number);
		return number;
	};

	const extension: MarkedExtension = {
		extensions: [
			{
				name: "footnote",
				level: "block",
				tokenizer(src) {
					const [raw, id, text] = DEFINITION.exec(src) ?? [];
					if (raw === undefined || id === undefined || text === undefined) return undefined;
					const tokens = this.lexer.blockTokens(text.replace(/\n(?: {1,4}|\t)/g, "\n"), []);
					const note = noteOf(id);
					for (const token of tokens) note.push(token);
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
		// A note may refer to other notes, which are listed after it; notes without a reference come last.
		for (const id of numbers.keys()) write(id);
		for (const id of notes.keys()) numberOf(id);
		for (const [id, number] of numbers) if (items[number - 1] === undefined) write(id);
		return `<hr>\n<ol>\n${items.join("\n")}\n</ol>\n`;
	};
	return { extension, list };
}
