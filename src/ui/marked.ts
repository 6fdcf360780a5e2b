import { type Children, html } from "./html.ts";

/** Draws a text with the matches of a search marked. */
export const marked = (pieces: readonly { text: string; isMatch: boolean }[]): Children =>
	pieces.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : text));
