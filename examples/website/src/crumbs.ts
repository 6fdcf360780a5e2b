import { type Html, html } from "./html.ts";

/** Where a page stands below the first one; the last step is the page itself, or the list that it belongs to. */
export const crumbs = (steps: readonly (readonly [path: string, name: string])[]): Html =>
	html`<nav class="crumbs" aria-label="目前位置"><ol><li><a href="/">首頁</a></li>${steps.map(
		([path, name]) => html`<li><a href="${path}">${name}</a></li>`,
	)}</ol></nav>`;
