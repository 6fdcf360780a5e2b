import { type Children, html } from "./html.ts";

/** A text whose matches with a search stand out. */
export const marked = (pieces: readonly { text: string; isMatch: boolean }[]): Children =>
	pieces.map(({ text, isMatch }) => (isMatch ? html`<mark>${text}</mark>` : text));
