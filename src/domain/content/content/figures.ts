import type { MarkedExtension, Token, Tokens } from "marked";

/** How wide a picture stands on a page: less wide than the text, as wide (nothing is written), or wider. */
export const FIGURE_SIZES = ["small", "wide"] as const;

/** Matches a picture's size as Pandoc and kramdown write it, directly behind the picture: `{.small}`, `{: .wide}`. */
export const FIGURE_SIZE = /^\{:?[ \t]*\.(small|wide)[ \t]*\}[ \t]*$/;

const escapeHtml = (text: string): string =>
	text
		.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);)/gi, "&amp;")
		.replace(/</g, "&lt;")
		.replace(/>/g, "&gt;");

/**
 * A Markdown extension: a paragraph that is one picture with a title or a size becomes a figure, and the title its
 * caption (Pandoc, "implicit_figures").
 */
export const figures: MarkedExtension = {
	renderer: {
		paragraph({ tokens }) {
			const found = figureOf(tokens);
			if (!found) return false;
			const { picture, size } = found;
			const image = this.parser.parseInline([{ ...picture, title: null }]);
			const caption = picture.title?.trim();
			const words = caption ? `<figcaption>${escapeHtml(caption)}</figcaption>\n` : "";
			return `<figure${size ? ` class="${size}"` : ""}>\n${image}\n${words}</figure>\n`;
		},
	},
};

const isImage = (token: Token | undefined): token is Tokens.Image => token?.type === "image";

function figureOf(tokens: readonly Token[]): { picture: Tokens.Image; size: string | undefined } | null {
	const [picture, ...rest] = tokens;
	if (!isImage(picture)) return null;
	const after = rest.map(({ raw }) => raw).join("");
	const size = FIGURE_SIZE.exec(after)?.[1];
	const isAlone = after.trim() === "" || size !== undefined;
	return isAlone && (picture.title?.trim() || size) ? { picture, size } : null;
}
