import { Lexer, type MarkedExtension, type MarkedOptions, type Token, type TokensList } from "marked";

/**
 * The budget for nested blocks: everything parsed as blocks may together be this many times as long as the text
 * (counted as 10,000 characters at least); text inside three quotations is parsed four times.
 */
const BLOCK_PASSES = 40;
/**
 * The budget for constructs that the parser checks to the end of the text (a line like `|---|`, a quotation that
 * continues without its mark): the text's length times their number, summed over all nested blocks.
 */
const LOOKS_AHEAD = 300_000_000;
const AHEAD = /^ {0,3}(?:[|:-][|:\- \t]*$|>[^\n\r]*\n(?! {0,3}>)[^\n])/gm;
/**
 * The budget for inline marks: for one passage its length times its marks, each weighted by its measured cost; about
 * two seconds altogether.
 */
const INLINE_WORK = 300_000_000;
const COSTS: [RegExp, number][] = [
	[/[*_]/g, 4],
	[/\[/g, 1],
	[/[\]()<>~`!\\&@]/g, 1 / 16],
];
const inlineWork = (src: string): number =>
	src.length * COSTS.reduce((sum, [marks, cost]) => sum + cost * (src.match(marks)?.length ?? 0), 0);

/**
 * A lexer with a limited cost. The parser's time grows with the square of a paragraph's marks and with the depth of
 * nested blocks. A passage with too many inline marks is shown as it was written; too many blocks throw a RangeError,
 * upon which renderMarkdown shows the whole text as it was written.
 */
class BoundedLexer<P, R> extends Lexer<P, R> {
	private workLeft = INLINE_WORK;
	private blockWork = 0;
	private aheadWork = LOOKS_AHEAD;

	override lex(src: string) {
		this.blockWork = BLOCK_PASSES * Math.max(src.length, 10_000);
		return super.lex(src);
	}

	override blockTokens(src: string, tokens?: Token[], isClipped?: boolean): Token[];
	override blockTokens(src: string, tokens?: TokensList, isClipped?: boolean): TokensList;
	override blockTokens(src: string, tokens: Token[] = [], isClipped?: boolean): Token[] {
		this.blockWork -= src.length;
		this.aheadWork -= src.length * (src.match(AHEAD)?.length ?? 0);
		if (this.blockWork < 0 || this.aheadWork < 0) throw new RangeError("too much in one another");
		return super.blockTokens(src, tokens, isClipped);
	}

	override inlineTokens(src: string, tokens: Token[] = []): Token[] {
		const work = inlineWork(src);
		if (work <= this.workLeft) {
			this.workLeft -= work;
			return super.inlineTokens(src, tokens);
		}
		tokens.push(asWritten(src));
		return tokens;
	}
}

const asWritten = (raw: string): Token => ({ type: "text", raw, text: raw, escaped: false });

const lex = <P, R>(src: string, options?: MarkedOptions<P, R>) => new BoundedLexer(options).lex(src);

export const bounded: MarkedExtension = {
	hooks: { provideLexer: () => lex },
};
