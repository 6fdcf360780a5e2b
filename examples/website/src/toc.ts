import type { TocEntry } from "bingyou-client";
import { type Html, html } from "./html.ts";

/** The headings of a long text; none for a short one. */
export function contents(toc: readonly TocEntry[]): Html | null {
	const entries = toc.filter(({ level }) => level <= 3);
	if (entries.length < 2) return null;
	return html`<nav class="toc" aria-labelledby="toc"><h2 id="toc">本文目錄</h2><ul>${entries.map(
		({ level, id, text }) =>
			html`<li${level === 3 && html` class="sub"`}><a href="#${encodeURIComponent(id)}">${text}</a></li>`,
	)}</ul></nav>`;
}
