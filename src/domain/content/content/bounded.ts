import { Lexer, type MarkedExtension, type MarkedOptions, type Token, type TokensList } from "marked";

/** Of one text: how often its length passes through blocks inside blocks. */
const BLOCK_PASSES = 40;
/** What the parser looks at again to the end of the text: a line under which `|---|` stands, a quotation that goes on without its mark. */
const LOOKS_AHEAD = 300_000_000;
const AHEAD = /^ {0,3}(?:[|:-][|:\- \t]*$|>[^\n\r]*\n(?! {0,3}>)[^\n])/gm;
/** In one passage its length times its marks, each by what it costs as measured: about two seconds for all of it. */
const INLINE_WORK = 300_000_000;
const COSTS: [RegExp, number][] = [
	[/[*_]/g, 4],
	[/\[/g, 1],
	[/[\]()<>~`!\\&@]/g, 1 / 16],
];
const inlineWork = (src: string): number =>
	src.length * COSTS.reduce((sum, [marks, cost]) => sum + cost * (src.match(marks)?.length ?? 0), 0);

/**
 * The parser's time grows with the square of what stands in one paragraph, and with the depth of blocks inside blocks. What
 * would take more of it than any text that people write is shown as it was written, without what it was marked up as.
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
