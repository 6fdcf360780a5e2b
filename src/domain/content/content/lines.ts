import type { MarkedExtension, Token } from "marked";

/** A block with the line of the text (from 0) at which it begins. */
type Lined = { type: "lined"; raw: string; line: number; tokens: Token[] };

const isLined = (token: object): token is Lined => "line" in token && "tokens" in token;
const FIRST_TAG = /^\s*<[a-z][a-z0-9]*/;
/** What has no element of its own, or is joined with what is beside it. */
const BARE = new Set(["space", "def", "text"]);

/** A Markdown extension for previews alone: the first element of each block says in `data-line` where the block begins. */
export const lines: MarkedExtension = {
	hooks: {
		processAllTokens(tokens) {
			let line = 0;
			return tokens.map((token) => {
				const begins = line + (/^\n*/.exec(token.raw)?.[0].length ?? 0);
				line += token.raw.split("\n").length - 1;
				return BARE.has(token.type) ? token : { type: "lined", raw: token.raw, line: begins, tokens: [token] };
			});
		},
	},
	extensions: [
		{
			name: "lined",
			renderer(token) {
				if (!isLined(token)) return false;
				return this.parser.parse(token.tokens).replace(FIRST_TAG, `$& data-line="${token.line}"`);
			},
		},
	],
};
